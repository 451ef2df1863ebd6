/** What waits for the seller, each with the way to it. */
import type { JSX } from "preact";
import { formatId } from "../../../domain/ids.js";
import { type Attention, COUNTED_MAX, type Due } from "../../../store/read/console/attention.js";
import type { EndpointRow } from "../../../store/read/webhooks/endpoints.js";
import { clip, hostOf } from "../../../words/format.js";
import { GivenName } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { Section } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";

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

export function AttentionList({ context, ...given }: Given & { context: ConsoleContext }): JSX.Element {
  const items = [...orderItems(given.attention, context), ...endpointItems(given.endpoints, context)];
  return (
    <Section title="Needs your attention">
      {items.length === 0 ? (
        <p class="flex items-center gap-3 text-sm">
          <span class="text-success">
            <Icon name="circle-check" />
          </span>
          All clear.
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
      {text}
      {what === undefined ? null : (
        <>
          {": "}
          <GivenName text={clip(what, NAME_LENGTH)} />
        </>
      )}
    </span>
    <Icon name="chevron-right" class="muted size-4 shrink-0" />
  </a>
);

const NAME_LENGTH = 60;

/** One thing is led to itself, several to where they are listed. */
function orderItems(
  { deliver, revise, answer, lapsing, failedPayouts }: Attention,
  { home }: ConsoleContext,
): readonly Item[] {
  const item = (due: Due, list: string, rest: Omit<Item, "href" | "what"> & { readonly below?: string }): Item[] => {
    const { below = "", ...shown } = rest;
    if (due.count === 0) return [];
    if (due.count > 1 || due.first === null) return [{ ...shown, href: home + list }];
    return [{ ...shown, what: due.first.title, href: `${home}/escrows/${due.first.escrow}${below}` }];
  };
  return [
    ...item(answer, "/disputes", {
      icon: "scale",
      tone: "error",
      text: counted(answer, "dispute is waiting for your reply", "disputes are waiting for your reply"),
      below: "/dispute",
    }),
    ...item(revise, "/escrows?status=to_deliver", {
      icon: "undo",
      tone: "warning",
      text: counted(revise, "change requested", "changes requested"),
    }),
    ...item(deliver, "/escrows?status=to_deliver", {
      icon: "package-check",
      tone: "warning",
      text: counted(deliver, "milestone to deliver", "milestones to deliver"),
    }),
    ...item(failedPayouts, "/wallet/payouts", {
      icon: "banknote",
      tone: "error",
      text: counted(failedPayouts, "payout failed", "payouts failed"),
    }),
    ...item(lapsing, "/sessions?status=OPEN", {
      icon: "timer-off",
      tone: "info",
      text: counted(lapsing, "payment link expires within an hour", "payment links expire within an hour"),
    }),
  ];
}

const counted = ({ count }: Due, one: string, many: string): string => {
  if (count === 1) return `1 ${one}`;
  return `${count >= COUNTED_MAX ? `${COUNTED_MAX} or more` : count} ${many}`;
};

const endpointItems = (endpoints: readonly EndpointRow[], { home }: ConsoleContext): readonly Item[] =>
  endpoints.flatMap(({ id, url, status, consecutive_failures: failures }): Item[] => {
    const href = `${home}/webhooks/${formatId("endpoint", id)}`;
    const what = hostOf(url) ?? url;
    if (status === "DISABLED") return [{ icon: "webhook", tone: "error", text: "Disabled endpoint", what, href }];
    if (failures === 0) return [];
    const text = failures === 1 ? "1 failed attempt at" : `${failures} failed attempts in a row at`;
    return [{ icon: "webhook", tone: "warning", text, what, href }];
  });
