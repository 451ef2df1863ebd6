/** What was written about an order, each channel by itself, and the form in which an operator asks one of the two sides. */
import type { JSX } from "preact";
import { ANSWER_DAYS, CHANNELS, type Channel, MESSAGE_LENGTH_MAX } from "../../../domain/messages.js";
import { refusalOfOrder } from "../../../domain/operators.js";
import { threadOf } from "../../../store/read/orders/messages.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { MessageList } from "../../disputes/messages.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { described, Field, FieldProblem, Section } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { orderPath, talkAnchor, talkPath } from "../links.js";
import { OWN, operatorOf } from "../parts.js";
import { newQuestion, type TypedQuestion } from "./form.js";

type Props = { readonly context: DeskContext; readonly order: Order };

const TITLES = {
  buyer_seller: ["Messages", "Between the buyer and the seller. You read them, and write to neither here."],
  operator_buyer: ["Asked the buyer", "The seller sees none of this."],
  operator_seller: ["Asked the seller", "The buyer sees none of this."],
} as const satisfies Record<Channel, readonly [string, string]>;

const ANCHORS = {
  buyer_seller: "messages",
  operator_buyer: talkAnchor("buyer").slice(1),
  operator_seller: talkAnchor("merchant").slice(1),
} as const satisfies Record<Channel, string>;

export const Talk = ({ context, order, form }: Props & { form?: TypedQuestion | undefined }): JSX.Element => (
  <>
    {CHANNELS.filter((channel) => order.messages.some((one) => one.channel === channel)).map((channel) => (
      <Thread order={order} channel={channel} />
    ))}
    <Ask context={context} order={order} form={form ?? newQuestion(order.now)} />
  </>
);

function Thread({ order, channel }: { order: Order; channel: Channel }): JSX.Element {
  const [title, lead] = TITLES[channel];
  const { merchant, escrow } = order;
  const here = talkPath(merchant.sellerCode, escrow.id);
  return (
    <Section title={title} lead={lead} id={ANCHORS[channel]}>
      <MessageList
        thread={threadOf(order, channel)}
        reader="operator"
        locale="en"
        fileUrl={(id) => `${here}/files/${id}`}
        earlierUrl={(before) => `${orderPath(merchant.sellerCode, escrow.id)}?before=${before}#${ANCHORS[channel]}`}
      />
    </Section>
  );
}

function Ask({ context, order, form }: Props & { form: TypedQuestion }): JSX.Element {
  const { merchant, escrow } = order;
  const own = refusalOfOrder(operatorOf(context), escrow);
  if (own !== null) {
    return (
      <Section title="Ask a question" id="ask">
        <p class="text-sm leading-relaxed">{OWN[own]}</p>
      </Section>
    );
  }
  const { id, to, text, day, problems } = form;
  return (
    <Section title="Ask a question" lead="By email, in our name. Only the side that you ask sees it." id="ask">
      <form method="post" action={talkPath(merchant.sellerCode, escrow.id)}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="id" value={id} />
        <fieldset class="mb-4">
          <legend class="mb-1 text-sm font-medium">Whom</legend>
          {problems.to === undefined ? null : <FieldProblem role="alert">{problems.to}</FieldProblem>}
          {(["buyer", "merchant"] as const).map((party) => (
            <label class="me-6 inline-flex min-h-10 cursor-pointer items-center gap-2 text-sm">
              <input class="radio radio-sm" type="radio" name="to" value={party} required checked={to === party} />
              {party === "buyer" ? "The buyer" : "The seller"}
            </label>
          ))}
        </fieldset>
        <Field label="Question" name="text" hint={`Up to ${MESSAGE_LENGTH_MAX} characters.`} problem={problems.text}>
          <textarea
            class="field"
            rows={3}
            required
            maxLength={maxLengthFor(MESSAGE_LENGTH_MAX)}
            dir="auto"
            {...described("text", { hasHint: true, problem: problems.text })}
          >
            {text}
          </textarea>
        </Field>
        <Field
          label="Answer wanted by"
          name="day"
          hint={`${ANSWER_DAYS} days unless you choose otherwise. Nothing happens by itself; the question is listed as overdue.`}
          problem={problems.day}
        >
          <input
            class="input w-full max-w-48"
            type="date"
            value={day}
            {...described("day", { hasHint: true, problem: problems.day })}
          />
        </Field>
        <button type="submit" class="btn">
          Send question
        </button>
      </form>
    </Section>
  );
}
