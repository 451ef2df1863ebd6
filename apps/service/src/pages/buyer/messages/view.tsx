/** The page on which a buyer writes to the seller, or answers an operator; with what was written before. */
import type { JSX } from "preact";
import { MESSAGE_LENGTH_MAX } from "../../../domain/messages.js";
import { grouped } from "../../../words/format.js";
import type { SentMessage } from "../../disputes/message-form.js";
import { MessageForm, MessageList } from "../../disputes/messages.js";
import { Asking } from "../asking.js";
import { messageFileUrl, messagesUrl } from "../links.js";
import { pathOf } from "../load.js";
import type { Talk } from "./load.js";
import { messagesWords } from "./words.js";

export function MessagesPage({ context, order, thread, isOpen, form }: Talk & { form: SentMessage }): JSX.Element {
  const { locale, csrf } = context;
  const words = messagesWords(locale);
  const path = pathOf(order);
  const here = messagesUrl(path, thread.channel);
  const isSellers = thread.channel === "buyer_seller";
  const most = grouped(MESSAGE_LENGTH_MAX, locale);
  return (
    <Asking context={context} order={order} title={isSellers ? words.title : words.questions}>
      <p class="muted mb-5 text-sm leading-relaxed">{isSellers ? words.lead : words.questionsLead}</p>
      <MessageList
        thread={thread}
        reader="buyer"
        locale={locale}
        fileUrl={(id) => messageFileUrl(path, id)}
        earlierUrl={(before) => `${here}?before=${before}`}
      />
      <div class={thread.messages.length === 0 ? "" : "mt-6 border-t border-base-300 pt-5"}>
        {isOpen ? (
          <MessageForm
            action={here}
            csrf={csrf}
            form={form}
            hint={isSellers ? words.hint({ most }) : words.answerHint({ most })}
            locale={locale}
          />
        ) : (
          <p class="muted text-sm">{words.closed}</p>
        )}
      </div>
    </Asking>
  );
}
