/** What the pages have in common on which a person plays the other side of a payment. In English, as the API reference is. */
import type { ComponentChildren, JSX } from "preact";
import { ZERO } from "../../domain/money.js";
import type { Played, PlayedOrder } from "../../providers/sandbox/play.js";
import { money } from "../../words/format.js";
import { Document } from "../kit/document.js";
import { Icon, type IconName } from "../kit/icons.js";
import type { PageContext } from "../kit/page-context.js";
import { MAILBOX_PATH } from "./mailbox/links.js";
import { SANDBOX_RATES_PATH } from "./rates/links.js";
import { OVER, SAID } from "./words.js";

/** What a page is made of: the order as its provider knows it, and what came of the last thing that was done. */
export type PlayProps = {
  readonly context: PageContext;
  readonly order: PlayedOrder;
  readonly said: Played | null;
  /** The way back to the order, as a path of ours; null when there is none. */
  readonly back: string | null;
};

type FrameProps = {
  readonly context: PageContext;
  readonly icon: IconName;
  /** Whom one plays, after "You are playing". */
  readonly whom: string;
  readonly company: string;
  readonly title: string;
  readonly back: string | null;
  readonly backTo?: string;
  readonly children: ComponentChildren;
};

/** Another company's page, and yet a rehearsal: nobody should take it for either Holdfast's or a real bank's. */
export function PlayFrame({
  context,
  icon,
  whom,
  company,
  title,
  back,
  backTo = "the order",
  children,
}: FrameProps): JSX.Element {
  return (
    <Document
      site={context.site}
      title={`${title} – ${company} (sandbox)`}
      description="Sandbox: a page on which a person plays the other side of a payment."
    >
      <header class="border-b border-warning/40 bg-warning/15 px-4 py-2.5 text-center text-sm font-medium">
        <Icon name="flask" class="me-1.5 inline size-4 align-[-0.15em]" />
        You are playing {whom}. No real money moves here.
      </header>
      <main id="main" class="mx-auto max-w-md px-4 py-8 sm:py-12">
        <p class="muted inline-flex items-center gap-2 text-sm font-medium">
          <Icon name={icon} class="size-5" />
          {company}
        </p>
        <section class="panel mt-3 p-5 sm:p-6">
          <h1 class="text-xl font-semibold tracking-tight text-balance">{title}</h1>
          {children}
        </section>
        <p class="mt-5 flex flex-wrap gap-x-6">
          {back === null ? null : (
            <a class="link link-primary inline-flex min-h-10 items-center gap-1.5 text-sm font-medium" href={back}>
              <Icon name="arrow-left" class="size-4" />
              Back to {backTo}
            </a>
          )}
          <Elsewhere path={context.url} />
        </p>
      </main>
    </Document>
  );
}

/** What else a person plays here, whatever order it is about. */
const PAGES = [
  [SANDBOX_RATES_PATH, "Exchange rates"],
  [MAILBOX_PATH, "Mailbox"],
] as const;

const Elsewhere = ({ path }: { path: string }): JSX.Element => (
  <>
    {PAGES.filter(([href]) => href !== path.split("?", 1)[0]).map(([href, label]) => (
      <a key={href} class="link link-primary inline-flex min-h-10 items-center text-sm font-medium" href={href}>
        {label}
      </a>
    ))}
  </>
);

export type Line = readonly [name: string, value: ComponentChildren];

export const Lines = ({ lines }: { lines: readonly Line[] }): JSX.Element => (
  <dl class="mt-4 space-y-2 text-sm">
    {lines.map(([name, value]) => (
      <div key={name} class="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
        <dt class="muted">{name}</dt>
        <dd class="min-w-0 text-end font-medium [overflow-wrap:anywhere] tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

export const askedOf = ({ asked, currency }: PlayedOrder): string => money(asked ?? ZERO, currency, "en");

/** What came of the last thing that was done. */
export function Said({ said }: { said: Played | null }): JSX.Element | null {
  if (said === null) return null;
  const { tone, icon, text } = SAID[said];
  return (
    <p role="status" class={`mt-4 flex gap-2 text-sm font-medium ${tone}`}>
      <Icon name={icon} class="mt-0.5 size-4" />
      <span class="min-w-0">{text}</span>
    </p>
  );
}

/** How an order ended, where nothing can be done about it any more. */
export const Over = ({ order }: { order: PlayedOrder }): JSX.Element => (
  <p class="muted mt-4 text-sm leading-relaxed">{OVER[order.status]}</p>
);

/** A form that acts on the order whose page it stands on. */
export const PlayForm = ({
  context,
  class: classes,
  children,
}: {
  context: PageContext;
  class?: string;
  children: ComponentChildren;
}): JSX.Element => (
  <form method="post" action={context.url.split("?", 1)[0]} class={classes}>
    <input type="hidden" name="csrf" value={context.csrf} />
    {children}
  </form>
);
