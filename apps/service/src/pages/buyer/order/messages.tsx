/** What was written about the order, on its page: with the seller, and what an operator asked. Writing is a page of its own. */
import type { JSX } from "preact";
import { MessageList } from "../../disputes/messages.js";
import { Icon } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { messageFileUrl, messagesAnchor, messagesUrl } from "../links.js";
import { type OrderView, pathOf } from "../load.js";
import { talkIn } from "../messages/load.js";
import { messagesWords } from "../messages/words.js";

type Props = { readonly context: PageContext; readonly order: OrderView };

/** Nothing where an operator has asked nothing. */
export const Questions = (props: Props): JSX.Element | null => <Section {...props} channel="operator_buyer" />;

/** Nothing where nobody has written. */
export const Messages = (props: Props): JSX.Element | null => <Section {...props} channel="buyer_seller" />;

/** The way to the seller, beside their name; nothing once that has ended. */
export function AskSeller({ context: { locale }, order }: Props): JSX.Element | null {
  const { isOpen } = talkIn(order, "buyer_seller");
  if (!isOpen) return null;
  return (
    <a
      class="link link-primary inline-flex min-h-6 items-center gap-1.5 text-sm"
      href={messagesUrl(pathOf(order), "buyer_seller")}
    >
      <Icon name="message-square" class="size-4" />
      {messagesWords(locale).ask}
    </a>
  );
}

function Section({
  context: { locale },
  order,
  channel,
}: Props & { channel: "buyer_seller" | "operator_buyer" }): JSX.Element | null {
  const words = messagesWords(locale);
  const { thread, isOpen } = talkIn(order, channel);
  if (thread.messages.length === 0) return null;
  const path = pathOf(order);
  const here = messagesUrl(path, channel);
  const anchor = messagesAnchor(channel).slice(1);
  const isSellers = channel === "buyer_seller";
  return (
    <section aria-labelledby={anchor} class="panel p-4 sm:p-5">
      <h2 id={anchor} class="scroll-mt-4 text-lg font-semibold tracking-tight">
        {isSellers ? words.title : words.questions}
      </h2>
      <p class="muted mt-0.5 mb-4 text-sm">{isSellers ? words.lead : words.questionsLead}</p>
      <MessageList
        thread={thread}
        reader="buyer"
        locale={locale}
        fileUrl={(id) => messageFileUrl(path, id)}
        earlierUrl={(before) => `${here}?before=${before}`}
      />
      <div class="mt-5 border-t border-base-300 pt-4">
        {isOpen ? (
          <a class="btn btn-outline border-base-300 max-sm:w-full" href={here}>
            <Icon name="message-square" class="size-4" />
            {isSellers ? words.ask : words.answer}
          </a>
        ) : (
          <p class="muted text-sm">{words.closed}</p>
        )}
      </div>
    </section>
  );
}
