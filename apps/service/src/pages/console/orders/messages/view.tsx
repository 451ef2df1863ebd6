/** What was written about an order, for its seller: on the page of the order, and on one of its own. */
import type { JSX } from "preact";
import { MESSAGE_LENGTH_MAX } from "../../../../domain/messages.js";
import type { Order } from "../../../../store/read/orders/orders.js";
import { grouped } from "../../../../words/format.js";
import { emptyMessage, type SentMessage } from "../../../disputes/message-form.js";
import { MessageForm, MessageList } from "../../../disputes/messages.js";
import { Badge } from "../../../kit/badge.js";
import { Given } from "../../../kit/given.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { ButtonForm, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { escrowUrl, messagesUrl } from "../../links.js";
import { messageWords, orderWords } from "../words.js";
import { newMessageId, type Talk, talkIn } from "./load.js";

type Props = { readonly context: ConsoleContext; readonly order: Order };

/** On the page of the order, with the box to write in. */
export const Messages = ({ context, order }: Props): JSX.Element => (
  <TalkSection talk={talkIn(context, order, "buyer_seller")} form={emptyMessage(newMessageId())} isFolded />
);

/** Nothing where an operator has asked nothing; an answer is written on a page of its own. */
export function Questions({ context, order }: Props): JSX.Element | null {
  const talk = talkIn(context, order, "operator_seller");
  return talk.thread.messages.length === 0 ? null : <TalkSection talk={talk} form={null} />;
}

export function MessagesPage({ talk, form }: { talk: Talk; form: SentMessage }): JSX.Element {
  const { context, order, thread } = talk;
  const words = messageWords(context.locale);
  const title = thread.channel === "buyer_seller" ? words.title : words.questions;
  return (
    <Frame context={context} title={title} entry="/escrows">
      <PageHead
        title={<Given text={order.escrow.title} lines={3} />}
        up={{ href: escrowUrl(context, order.escrow.id), label: orderWords(context.locale).order }}
      />
      <TalkSection talk={talk} form={form} />
    </Frame>
  );
}

/** @param props.form null for a link to where one is. @param props.isFolded whether it opens by itself only where an answer waits */
function TalkSection({
  talk,
  form,
  isFolded = false,
}: {
  talk: Talk;
  form: SentMessage | null;
  isFolded?: boolean;
}): JSX.Element {
  const { context, order, thread, mayWrite } = talk;
  const { channel, messages } = thread;
  const words = useWords(messageWords);
  const locale = useLocale();
  const here = messagesUrl(context, order.escrow.id, channel);
  const isBuyers = channel === "buyer_seller";
  return (
    <Section
      title={isBuyers ? words.title : words.questions}
      lead={isBuyers ? words.lead : words.questionsLead}
      id={isBuyers ? "messages" : "questions"}
      actions={waits(talk) ? <Badge tone="waiting" icon="clock" text={words.waiting} /> : null}
    >
      {messages.length === 0 ? <p class="muted text-sm">{words.none}</p> : null}
      <MessageList
        thread={thread}
        reader="merchant"
        locale={locale}
        fileUrl={(id) => `${messagesUrl(context, order.escrow.id, "buyer_seller")}/files/${id}`}
        earlierUrl={(before) => `${here}?before=${before}`}
      />
      {isBuyers && waits(talk) && context.may("handleOrders") ? (
        <div class="mt-4">
          <ButtonForm action={`${here}/settle`} csrf={context.csrf} label={words.settle} icon="check" />
        </div>
      ) : null}
      <div class="mt-5">
        <Write talk={talk} form={form} action={here} isFolded={isFolded} />
      </div>
      {mayWrite || !context.may("handleOrders") ? null : <p class="muted text-sm">{words.closed}</p>}
    </Section>
  );
}

function Write({
  talk,
  form,
  action,
  isFolded,
}: {
  talk: Talk;
  form: SentMessage | null;
  action: string;
  isFolded: boolean;
}): JSX.Element | null {
  const { context, mayWrite, thread } = talk;
  const words = useWords(messageWords);
  const locale = useLocale();
  const most = grouped(MESSAGE_LENGTH_MAX, locale);
  const isBuyers = thread.channel === "buyer_seller";
  if (!mayWrite) return null;
  if (form === null) {
    return (
      <a class="btn btn-sm btn-primary" href={action}>
        {words.answer}
      </a>
    );
  }
  const box = (
    <MessageForm
      action={action}
      csrf={context.csrf}
      form={form}
      hint={isBuyers ? words.hint({ most }) : words.answerHint({ most })}
      locale={locale}
    />
  );
  if (!isFolded) return box;
  return (
    <details open={waits(talk)}>
      <summary class="btn btn-sm cursor-pointer list-none">{words.write}</summary>
      <div class="mt-4">{box}</div>
    </details>
  );
}

/** Whether something that was written to the seller waits for an answer. */
const waits = ({ thread: { messages } }: Talk): boolean =>
  messages.some(({ author, isAnswered }) => author !== "merchant" && !isAnswered);
