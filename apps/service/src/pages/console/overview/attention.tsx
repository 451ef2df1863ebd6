/** What waits for the seller, each with the way to it. */
import type { JSX } from "preact";
import { formatId } from "../../../domain/ids.js";
import { type Attention, COUNTED_MAX, type Due } from "../../../store/read/console/attention.js";
import type { EndpointRow } from "../../../store/read/webhooks/endpoints.js";
import { clip, grouped } from "../../../words/format.js";
import type { Message, Text } from "../../../words/message.js";
import { GivenName } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { Say } from "../../kit/say.js";
import { Section } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { isTroubled } from "./load.js";
import { attentionWords } from "./words.js";

type Item = {
  readonly icon: IconName;
  readonly tone: keyof typeof TONES;
  readonly text: string;
  /** Words of a merchant, for the one thing that it is about. */
  readonly what?: string | undefined;
  readonly href: string;
};

const TONES = {
  warning: "text-warning bg-warning/10",
  error: "text-error bg-error/10",
  info: "text-info bg-info/10",
} as const;

type Given = { readonly attention: Attention; readonly endpoints: readonly EndpointRow[] };

/** @param props.isQuiet nothing is said where nothing waits */
export function AttentionList({
  context,
  isQuiet,
  ...given
}: Given & { context: ConsoleContext; isQuiet: boolean }): JSX.Element | null {
  const words = useWords(attentionWords);
  const items = [...orderItems(given.attention, context), ...endpointItems(given.endpoints, context)];
  if (isQuiet && items.length === 0) return null;
  return (
    <Section title={words.title}>
      {items.length === 0 ? (
        <p class="flex items-center gap-3 text-sm">
          <span class="text-success">
            <Icon name="circle-check" />
          </span>
          {words.clear}
        </p>
      ) : (
        <ul class="-mx-2 -my-1 grid gap-x-4 md:grid-cols-2">
          {items.map((item) => (
            <li>
              <ItemLink {...item} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const ItemLink = ({ icon, tone, text, what, href }: Item): JSX.Element => (
  <a href={href} class="flex min-h-12 items-center gap-3 rounded-field px-2 py-1.5 text-sm hover:bg-base-200">
    <span class={`grid size-8 shrink-0 place-items-center rounded-lg ${TONES[tone]}`}>
      <Icon name={icon} class="size-4.5" />
    </span>
    <span class="given line-clamp-2 min-w-0 flex-1">
      {what === undefined ? (
        text
      ) : (
        <Say text={useWords(attentionWords).about} what={text} name={<GivenName text={clip(what, NAME_LENGTH)} />} />
      )}
    </span>
    <Icon name="chevron-right" class="muted size-4 shrink-0" />
  </a>
);

const NAME_LENGTH = 60;

/** What of one kind waits, and how it is said. */
type Told = Pick<Item, "icon" | "tone"> & {
  /** Below the page of the one thing. */
  readonly below?: string;
  readonly say: Message<{ count: number; shown: Text }>;
};

/** One thing is led to itself, several to where they are listed. */
function orderItems(
  { deliver, revise, answer, messages, confirm, lapsing, failedPayouts }: Attention,
  { home, locale }: ConsoleContext,
): readonly Item[] {
  const words = attentionWords(locale);
  const item = (due: Due, list: string, rest: Told): Item[] => {
    const { below = "", say, ...looks } = rest;
    if (due.count === 0) return [];
    const counted = due.count >= COUNTED_MAX ? words.orMore({ count: COUNTED_MAX }) : grouped(due.count, locale);
    const shown = { ...looks, text: say({ count: due.count, shown: counted }) };
    if (due.count > 1 || due.first === null) return [{ ...shown, href: home + list }];
    return [{ ...shown, what: due.first.title, href: `${home}/escrows/${due.first.escrow}${below}` }];
  };
  return [
    ...item(answer, "/disputes", {
      icon: "scale",
      tone: "error",
      say: words.answer,
      below: "/dispute",
    }),
    ...item(messages, "/escrows?status=to_answer", {
      icon: "message-square",
      tone: "warning",
      say: words.messages,
      below: "#messages",
    }),
    ...item(confirm, "/escrows", {
      icon: "undo",
      tone: "warning",
      say: words.confirm,
      below: "/refund",
    }),
    ...item(revise, "/escrows?status=to_deliver", {
      icon: "undo",
      tone: "warning",
      say: words.revise,
    }),
    ...item(deliver, "/escrows?status=to_deliver", {
      icon: "package-check",
      tone: "warning",
      say: words.deliver,
    }),
    ...item(failedPayouts, "/wallet/payouts", {
      icon: "banknote",
      tone: "error",
      say: words.failedPayouts,
    }),
    ...item(lapsing, "/sessions?status=OPEN", {
      icon: "timer-off",
      tone: "info",
      say: words.lapsing,
    }),
  ];
}

function endpointItems(endpoints: readonly EndpointRow[], { home, locale }: ConsoleContext): readonly Item[] {
  const words = attentionWords(locale);
  return endpoints.filter(isTroubled).map(({ id, url, status, consecutive_failures: failures }): Item => {
    const href = `${home}/webhooks/${formatId("endpoint", id)}`;
    const what = url.replace(/^https?:\/\//, "");
    if (status === "DISABLED") return { icon: "webhook", tone: "error", text: words.disabled, what, href };
    return { icon: "webhook", tone: "warning", text: words.failing({ count: failures }), what, href };
  });
}
