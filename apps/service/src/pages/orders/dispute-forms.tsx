/** The pages on which a buyer writes to a dispute, offers a split, and accepts one. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { sharesOf } from "../../domain/decisions/resolve-dispute.js";
import { unreleasedOf } from "../../domain/escrow.js";
import { subtract, ZERO } from "../../domain/money.js";
import type { OrderOffer } from "../../store/read/orders/orders.js";
import { usd } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import type { OfferForm, SplitField, SplitProblem } from "../disputes/offer-form.js";
import { Split } from "../disputes/thread.js";
import { offerBy } from "../disputes/turn.js";
import { Icon } from "../icons.js";
import type { PageContext } from "../page-context.js";
import { actionMessages } from "./action-messages.js";
import { negotiation } from "./dispute-messages.js";
import { Asking, Buttons, Effect, Files, Form, Reason, type SentForm } from "./forms.js";
import { disputeUrl, orderUrl } from "./links.js";
import type { OrderView } from "./load.js";
import { LongText } from "./parts.js";

type Props = { readonly context: PageContext; readonly order: OrderView };

const pathOf = ({ merchant, escrow }: OrderView): string => orderUrl(merchant.sellerCode, escrow.id);

export function WritePage({ context, order, form }: Props & { form: SentForm }): JSX.Element {
  const words = negotiation(context.locale);
  return (
    <Asking context={context} order={order} title={words.write}>
      <p class="leading-relaxed">{words.writeText}</p>
      {/* The token and the words go first: files are read only when those are known to be ours. */}
      <Form action={disputeUrl(pathOf(order), "write")} context={context} hasFiles>
        <Reason label={words.writeLabel} hint={words.writeHint} form={form} />
        <Files context={context} form={form} />
        <Buttons context={context} order={order} label={words.writeButton} />
      </Form>
    </Asking>
  );
}

/** What is wrong with an offer that was sent, said under the field that it is about. */
export type OfferFault = { readonly field: SplitField | "text"; readonly sentence: string };

export function splitSentence(problem: SplitProblem, order: OrderView, locale: Locale): string {
  const words = negotiation(locale);
  const left = usd(unreleasedOf(order.escrow), locale);
  switch (problem.kind) {
    case "missing":
      return words.problem_missing;
    case "form":
      return words.problem_form;
    case "much":
      return words.problem_much(left);
    case "sum":
      return words.problem_sum(usd(problem.sum, locale), left);
    default:
      return problem satisfies never;
  }
}

export function OfferPage({
  context,
  order,
  form,
  fault,
}: Props & { form: OfferForm; fault: OfferFault | null }): JSX.Element {
  const words = negotiation(context.locale);
  const left = usd(unreleasedOf(order.escrow), context.locale);
  return (
    <Asking context={context} order={order} title={words.offer}>
      <p class="leading-relaxed">{words.offerText(left)}</p>
      {offerBy(order, "buyer") === undefined ? null : <p class="mt-2 font-medium">{words.offerReplaces}</p>}
      <Form action={disputeUrl(pathOf(order), "offer")} context={context}>
        <div class="grid gap-4 sm:grid-cols-2">
          <Amount name="refund" label={words.refundLabel} form={form} fault={fault} />
          <Amount name="release" label={words.releaseLabel} form={form} fault={fault} />
        </div>
        <p id="amount-hint" class="muted mt-2 text-sm">
          {words.amountHint}
        </p>
        <label class="mt-5 block font-medium" for="text">
          {words.whyLabel}
        </label>
        <textarea
          id="text"
          name="text"
          rows={4}
          maxLength={LIMITS.reasonLength}
          dir="auto"
          class={`field mt-2 ${fault?.field === "text" ? "border-error" : ""}`}
          {...invalid("text", fault)}
        >
          {form.text}
        </textarea>
        <Fault name="text" fault={fault} />
        <Buttons context={context} order={order} label={words.offerButton} />
      </Form>
    </Asking>
  );
}

const invalid = (name: OfferFault["field"], fault: OfferFault | null, hint = ""): object => {
  const by = [hint, fault?.field === name ? `${name}-problem` : ""].filter(Boolean).join(" ");
  return {
    ...(by === "" ? {} : { "aria-describedby": by }),
    ...(fault?.field === name ? { "aria-invalid": "true" } : {}),
  };
};

const Amount = ({
  name,
  label,
  form,
  fault,
}: {
  name: SplitField;
  label: string;
  form: OfferForm;
  fault: OfferFault | null;
}): JSX.Element => (
  <div>
    <label class="font-medium" for={name}>
      {label} <span class="muted font-normal">(USD)</span>
    </label>
    <input
      id={name}
      name={name}
      value={form[name]}
      inputMode="decimal"
      autocomplete="off"
      maxLength={24}
      class={`field mt-2 ${fault?.field === name ? "border-error" : ""}`}
      {...invalid(name, fault, "amount-hint")}
    />
    <Fault name={name} fault={fault} />
  </div>
);

function Fault({ name, fault }: { name: OfferFault["field"]; fault: OfferFault | null }): JSX.Element | null {
  if (fault?.field !== name) return null;
  return (
    <p id={`${name}-problem`} role="alert" class="mt-2 flex gap-1.5 text-sm font-medium text-error">
      <Icon name="circle-alert" class="mt-0.5 size-4" />
      <span class="min-w-0">{fault.sentence}</span>
    </p>
  );
}

/** Says where every cent goes; what can be accepted is told from the order as it stands. */
export function AcceptPage({ context, order, offer }: Props & { offer: OrderOffer }): JSX.Element {
  const { locale } = context;
  const words = negotiation(locale);
  const { merchant, fees, buyer } = sharesOf(order.escrow, offer);
  const feesBack = subtract(buyer, offer.refund);
  const why = order.entries.find(({ number }) => number === offer.entry)?.text ?? "";
  return (
    <Asking context={context} order={order} title={words.acceptTitle}>
      <Split offer={offer} escrow={order.escrow} viewer="buyer" locale={locale} />
      {why === "" ? null : (
        <div class="mt-3 rounded-field bg-base-200 px-3.5 py-2.5">
          <LongText text={why} locale={locale} />
        </div>
      )}
      <ul class="mt-5 space-y-2.5">
        {buyer === ZERO ? null : (
          <Effect icon="undo">
            <strong class="font-semibold">{words.acceptRefunds(usd(buyer, locale))}</strong>
            {feesBack === ZERO ? "" : ` ${words.acceptFees(usd(feesBack, locale))}`}
          </Effect>
        )}
        {merchant === ZERO ? null : (
          <Effect icon="hand-coins">
            <strong class="font-semibold">{words.acceptReleases(usd(merchant, locale))}</strong>
          </Effect>
        )}
        {fees === ZERO ? null : <Effect icon="receipt">{words.acceptKeeps(usd(fees, locale))}</Effect>}
        <Effect icon="lock">
          {words.acceptEnds} {actionMessages(locale).cannotUndo}
        </Effect>
      </ul>
      <Form action={disputeUrl(pathOf(order), "accept", offer.number)} context={context}>
        <Buttons context={context} order={order} label={words.acceptButton} />
      </Form>
    </Asking>
  );
}
