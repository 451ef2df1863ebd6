/** Pieces that the pages of a buyer's orders are put together from. */
import type { ComponentChildren, JSX } from "preact";
import type { Colour } from "../../domain/brand.js";
import type { OrderMerchant } from "../../store/read/orders/orders.js";
import { clip, day, instant, isoInstant } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Document, Footer, Header, ModeMark } from "../document.js";
import { frameWords } from "../frame-words.js";
import { Given } from "../given.js";
import { Icon, type IconName } from "../icons.js";
import type { PageContext } from "../page-context.js";
import { SignedInAs } from "../sign-in/component.js";
import { ORDERS_PATH } from "./links.js";
import { orderMessages } from "./messages.js";
import type { Tone } from "./standing.js";

/** The frame of every page of the area. Signing out leads to the list, which then asks who is there. */
export function Frame({
  context,
  title,
  back,
  colour = null,
  children,
}: {
  context: PageContext;
  title: string;
  /** The seller's, on a page of one order. */
  colour?: Colour | null;
  /** Where the page hangs off; the list hangs off nothing. */
  back?: { readonly href: string; readonly label: string };
  children: ComponentChildren;
}): JSX.Element {
  const { site, locale, csrf, url } = context;
  const words = orderMessages(locale);
  return (
    <Document
      site={site}
      locale={locale}
      title={`${title} – Holdfast`}
      description={words.ordersDescription}
      colour={colour}
    >
      <Header>
        <ModeMark site={site} locale={locale} live={frameWords(locale).protectedBy} />
      </Header>
      <main id="main" class="brand mx-auto max-w-5xl px-4 pt-3 pb-10 sm:px-6 lg:pt-6">
        <div class="unprinted mb-3 flex flex-wrap items-center justify-between gap-x-6">
          {back === undefined ? <span /> : <BackLink href={back.href}>{back.label}</BackLink>}
          <SignedInAs context={context} next={ORDERS_PATH} />
        </div>
        {children}
      </main>
      <Footer locale={locale} csrf={csrf} url={url} />
    </Document>
  );
}

const BADGES = {
  waiting: "badge-warning",
  calm: "badge-info",
  good: "badge-success",
  bad: "badge-error",
  over: "badge-neutral",
} as const satisfies Record<Tone, string>;

/** A standing in words. */
export function Badge({ tone, icon, text }: { tone: Tone; icon: IconName; text: string }): JSX.Element {
  const quiet = tone === "over" ? "bg-base-200 border-base-300 text-base-content" : `badge-soft ${BADGES[tone]}`;
  return (
    <span class={`badge ${quiet} h-auto min-h-6 max-w-full gap-1.5 py-0.5 text-start font-medium`}>
      <Icon name={icon} class="size-3.5" />
      {text}
    </span>
  );
}

export const Instant = ({ at, locale }: { at: number; locale: Locale }): JSX.Element => (
  <time dateTime={isoInstant(at)}>{instant(at, locale)}</time>
);

export const Day = ({ at, locale }: { at: number; locale: Locale }): JSX.Element => (
  <time dateTime={isoInstant(at)}>{day(at, locale)}</time>
);

/** The seller's name and whether we know them. */
export function Merchant({ merchant, locale }: { merchant: OrderMerchant; locale: Locale }): JSX.Element {
  const words = orderMessages(locale);
  return (
    <p class="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1 text-sm">
      <span class="muted flex min-w-0 gap-1.5">
        <Icon name="store" class="mt-0.5 size-4" />
        <span class="sr-only">{words.seller}: </span>
        <Given text={merchant.tradingName} lines={2} />
      </span>
      {merchant.isVerified ? (
        <span class="inline-flex items-center gap-1 font-medium text-success">
          <Icon name="badge-check" class="size-4" />
          {words.verified}
        </span>
      ) : null}
    </p>
  );
}

/** Words that a person wrote, of any length: the beginning, and the whole behind a click. */
export function LongText({ text, locale }: { text: string; locale: Locale }): JSX.Element {
  const isLong = [...text].length > TEXT_SHOWN || text.split("\n").length > LINES_SHOWN;
  if (!isLong) {
    return (
      <p class="given text-sm leading-relaxed whitespace-pre-line">
        <bdi>{text}</bdi>
      </p>
    );
  }
  return (
    <div class="text-sm leading-relaxed">
      <p class="whitespace-pre-line">
        <Given text={clip(text, TEXT_SHOWN)} lines={5} />
      </p>
      <details class="mt-1">
        <summary class="cursor-pointer font-medium text-primary">{orderMessages(locale).wholeText}</summary>
        <p class="given mt-2 max-h-96 overflow-y-auto whitespace-pre-line" tabIndex={0}>
          <bdi>{text}</bdi>
        </p>
      </details>
    </div>
  );
}

const TEXT_SHOWN = 400;
const LINES_SHOWN = 6;

const BackLink = ({ href, children }: { href: string; children: ComponentChildren }): JSX.Element => (
  <a
    class="link link-primary inline-flex min-h-10 items-center gap-1.5 text-sm font-medium no-underline hover:underline"
    href={href}
  >
    <Icon name="arrow-left" class="size-4" />
    {children}
  </a>
);

const CALLOUTS = {
  primary: "bg-primary/10 text-primary",
  success: "bg-success/10 text-success",
  warning: "bg-warning/10 text-warning",
  error: "bg-error/10 text-error",
} as const;

/** What is to be said before all else. */
export function Callout({
  icon,
  tone,
  title,
  role,
  children,
}: {
  icon: IconName;
  tone: keyof typeof CALLOUTS;
  title?: string;
  role?: "alert" | "status";
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="panel flex gap-3.5 p-4 sm:p-5" role={role}>
      <span class={`grid size-9 shrink-0 place-items-center rounded-lg ${CALLOUTS[tone]}`}>
        <Icon name={icon} />
      </span>
      <div class="min-w-0 flex-1 self-center">
        {title === undefined ? null : <p class="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
