/** Asks how what is left should be split. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { unreleasedOf } from "../../../domain/escrow.js";
import { usd } from "../../../words/format.js";
import type { OfferForm, SplitField } from "../../disputes/offer-form.js";
import { offerBy } from "../../disputes/turn.js";
import { Icon } from "../../kit/icons.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { Asking, Buttons, Form } from "../asking.js";
import { disputeUrl } from "../links.js";
import { pathOf, type Scene } from "../load.js";
import { disputeWords } from "../order/words.js";
import { offerWords } from "./words.js";

/** What is wrong with an offer that was sent, said under the field that it is about. */
export type OfferFault = { readonly field: SplitField | "text"; readonly sentence: string };

export function OfferPage({
  context,
  order,
  form,
  fault,
}: Scene & { form: OfferForm; fault: OfferFault | null }): JSX.Element {
  const words = offerWords(context.locale);
  const left = usd(unreleasedOf(order.escrow), context.locale);
  return (
    <Asking context={context} order={order} title={disputeWords(context.locale).offer}>
      <p class="leading-relaxed">{words.text({ left })}</p>
      {offerBy(order, "buyer") === undefined ? null : <p class="mt-2 font-medium">{words.replaces}</p>}
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
          maxLength={maxLengthFor(LIMITS.reasonLength)}
          dir="auto"
          class={`field mt-2 ${fault?.field === "text" ? "border-error" : ""}`}
          {...invalid("text", fault)}
        >
          {form.text}
        </textarea>
        <Fault name="text" fault={fault} />
        <Buttons context={context} order={order} label={words.button} />
      </Form>
    </Asking>
  );
}

const invalid = (name: OfferFault["field"], fault: OfferFault | null, hint = ""): object => {
  const by = [hint, fault?.field === name ? `${name}-problem` : ""].filter(Boolean).join(" ");
  return {
    ...(by === "" ? {} : { "aria-describedby": by }),
    ...(fault?.field === name ? { "aria-invalid": "true", autofocus: true } : {}),
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
    <span dir="ltr" class="relative mt-2 block">
      <span aria-hidden="true" class="muted absolute inset-y-0 start-3 flex items-center">
        $
      </span>
      <input
        id={name}
        name={name}
        value={form[name]}
        inputMode="decimal"
        autocomplete="off"
        class={`field ps-7 ${fault?.field === name ? "border-error" : ""}`}
        {...invalid(name, fault, "amount-hint")}
      />
    </span>
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
