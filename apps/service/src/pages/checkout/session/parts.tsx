/** Pieces that the states of the hosted page are put together from. */
import type { ComponentChildren, JSX } from "preact";
import { type Cents, CURRENCY } from "../../../domain/money.js";
import type { HostedSession } from "../../../store/read/orders/hosted-sessions.js";
import { clip, money, placeOf } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { GivenName } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { Say } from "../../kit/say.js";
import { Instant as Moment } from "../../kit/times.js";
import { reviewWords } from "./words.js";

/** Of a name within a sentence; the summary shows more of it. */
export const NAME_LENGTH = 80;

export const Seller = ({ session }: { session: HostedSession }): JSX.Element => (
  <GivenName text={clip(session.merchant.tradingName, NAME_LENGTH)} />
);

export const Instant = (props: { at: number; locale: Locale }): JSX.Element => (
  <Moment {...props} class="font-medium text-base-content" />
);

/** An amount within a sentence. A large one may break, a page may not scroll sideways. */
export const Money = ({
  amount,
  currency = CURRENCY,
  locale,
}: {
  amount: Cents;
  currency?: string;
  locale: Locale;
}): JSX.Element => (
  <strong class="font-semibold text-base-content tabular-nums">{money(amount, currency, locale)}</strong>
);

export type Tone = "primary" | "success" | "warning" | "error";

const TONES = {
  primary: "bg-house/10 text-house",
  success: "bg-success/10 text-success",
  warning: "bg-warning/10 text-warning",
  error: "bg-error/10 text-error",
} as const satisfies Record<Tone, string>;

const SPINNER = (
  <span
    aria-hidden="true"
    class="size-6 animate-spin rounded-full border-[3px] border-current/25 border-t-current motion-reduce:animate-none"
  />
);

/** What the page has to say first of all. */
export function Lead({
  icon,
  tone = "primary",
  title,
  children,
}: {
  icon: IconName | "spinner";
  tone?: Tone;
  title: ComponentChildren;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="flex gap-4">
      <span class={`grid size-11 shrink-0 place-items-center rounded-xl ${TONES[tone]}`}>
        {icon === "spinner" ? SPINNER : <Icon name={icon} class="size-6" />}
      </span>
      <div class="min-w-0 flex-1">
        <h1 class="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
        <p class="given muted mt-1.5 leading-relaxed">{children}</p>
      </div>
    </div>
  );
}

export function Notice({
  icon,
  tone = "primary",
  title,
  role,
  children,
}: {
  icon: IconName;
  tone?: Tone;
  title: ComponentChildren;
  role?: "alert";
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="panel flex gap-3.5 p-4 sm:p-5" role={role}>
      <span class={`grid size-9 shrink-0 place-items-center rounded-lg ${TONES[tone]}`}>
        <Icon name={icon} />
      </span>
      <div class="min-w-0 flex-1">
        <h2 class="font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <p class="given muted mt-0.5 text-sm leading-relaxed">{children}</p>
      </div>
    </section>
  );
}

export type Row = readonly [icon: IconName, title: ComponentChildren, text: ComponentChildren];

/** A few steps or rules, side by side where there is room. */
export function Rows({ title, rows }: { title: string; rows: readonly Row[] }): JSX.Element {
  return (
    <section aria-labelledby="rows">
      <h2 id="rows" class="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      <ul
        class={`panel mt-3 grid gap-x-6 gap-y-5 p-5 text-sm ${rows.length === 3 ? "sm:grid-cols-3" : "sm:grid-cols-2"}`}
      >
        {rows.map(([icon, heading, text]) => (
          <li class="min-w-0">
            <h3 class="flex items-start gap-2.5 font-semibold">
              <span class={`grid size-8 shrink-0 place-items-center rounded-lg ${TONES.primary}`}>
                <Icon name={icon} class="size-4.5" />
              </span>
              <span class="min-w-0 pt-1.5">{heading}</span>
            </h3>
            <p class="given muted mt-2 leading-relaxed">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One line on a phone, which opens; beside the form on a wide screen, always open. */
export const Fold = ({
  label,
  hint,
  children,
}: {
  label: ComponentChildren;
  hint: string;
  children: ComponentChildren;
}): JSX.Element => (
  <details class="fold panel group lg:sticky lg:top-6">
    <summary
      class={`${OPENER} min-h-12 justify-between gap-3 px-4 py-2 supports-[selector(::details-content)]:lg:hidden`}
    >
      <span class="min-w-0 font-medium">{label}</span>
      <span class="inline-flex shrink-0 items-center gap-1 text-sm font-medium text-primary">
        {hint}
        <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
      </span>
    </summary>
    {children}
  </details>
);

/** A summary without the browser's own triangle. */
export const OPENER = "flex cursor-pointer list-none items-center [&::-webkit-details-marker]:hidden";

/** A link of the merchant (domain/return-url.ts); where it leads is said, so that no label can hide it. */
export function ShopLink({
  href,
  seller,
  locale,
  way,
  isFramed,
}: {
  href: string;
  /** Whose shop it is. */
  seller: string;
  locale: Locale;
  way: "back" | "on";
  isFramed: boolean;
}): JSX.Element | null {
  const host = placeOf(href);
  if (host === null) return null;
  const words = reviewWords(locale);
  const look =
    way === "on"
      ? `btn btn-primary ${LONG_BUTTON}`
      : "link link-primary inline-flex max-w-full min-h-8 items-center gap-1.5 text-sm";
  return (
    <a class={look} href={href} rel="noreferrer" target={isFramed ? "_top" : undefined}>
      {way === "back" ? <Icon name="arrow-left" class="size-4" /> : null}
      <span class="min-w-0 text-start [overflow-wrap:anywhere]">
        {way === "back" ? (
          <>
            <Say text={words.returnTo} host={<GivenName text={clip(seller, NAME_LENGTH)} />} />{" "}
            <bdi class="muted">({host})</bdi>
          </>
        ) : (
          <Say text={words.continueTo} host={<bdi>{host}</bdi>} />
        )}
      </span>
      {way === "on" ? <Icon name="arrow-right" class="size-4" /> : null}
    </a>
  );
}

/** Of a link out of a frame that is no way back to the shop. */
export const IN_TAB = { target: "_blank", rel: "noopener" } as const;

/** A button whose words may need two lines. */
export const LONG_BUTTON = "h-auto min-h-11 max-w-full py-2 font-medium";

/** A form of one button, which reads as a link where it is the lesser choice. */
export function Action({
  context,
  action,
  next,
  children,
}: {
  context: PageContext;
  action: string;
  next?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <form method="post" action={action} class="inline">
      <input type="hidden" name="csrf" value={context.csrf} />
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      <button type="submit" class="link link-primary min-h-8 cursor-pointer font-medium">
        {children}
      </button>
    </form>
  );
}
