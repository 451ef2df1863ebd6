/** The page behind a session's `url`. */
import type { ComponentChildren, JSX } from "preact";
import type { HostedSession } from "../../store/read/hosted-sessions.js";
import { Document, Header, ModeMark } from "../document.js";
import { clip, hostOf, instant, isoInstant } from "../format.js";
import { GivenName } from "../given.js";
import { Icon, type IconName } from "../icons.js";
import type { Site } from "../site.js";
import { Milestones, Protection } from "./escrow.js";
import { Summary } from "./summary.js";

/** What the answer's status line says of the session. */
export const STATUS_CODES = { OPEN: 200, COMPLETED: 200, EXPIRED: 410 } as const satisfies Record<
  HostedSession["status"],
  number
>;

export function SessionPage({ site, session }: { site: Site; session: HostedSession }): JSX.Element {
  const isOver = session.status === "EXPIRED";
  return (
    <Document
      site={site}
      title={`${TITLES[session.status]} – ${clip(session.merchant.tradingName, NAME_LENGTH)} – Holdfast`}
      description="An order protected by escrow: the seller is paid when the buyer has approved the delivery."
    >
      <Header>
        <ModeMark site={site} live="Protected by escrow" />
      </Header>
      <main
        id="main"
        class="mx-auto grid max-w-5xl gap-6 px-4 py-6 sm:px-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:gap-y-8 lg:py-10"
      >
        <div class="min-w-0">
          <Standing session={session} />
        </div>
        <aside aria-label="Order summary" class="min-w-0 lg:row-span-2">
          <Summary session={session} />
        </aside>
        <div class="min-w-0 space-y-8">
          {isOver ? null : <Milestones session={session} />}
          {isOver ? null : <Protection session={session} />}
          {session.status === "OPEN" ? <Return href={session.cancelUrl} icon="arrow-left" label="Return to" /> : null}
        </div>
      </main>
    </Document>
  );
}

const TITLES = {
  OPEN: "Review your order",
  COMPLETED: "Order confirmed",
  EXPIRED: "This link has expired",
} as const satisfies Record<HostedSession["status"], string>;

/** Of a name within a sentence; the summary shows more of it. */
const NAME_LENGTH = 80;

/** How things stand, in our own words: what happened, what did not, and where to go from here. */
function Standing({ session }: { session: HostedSession }): JSX.Element {
  switch (session.status) {
    case "OPEN":
      return <Open session={session} />;
    case "COMPLETED":
      return <Completed session={session} />;
    case "EXPIRED":
      return <Expired session={session} />;
    default:
      return session.status satisfies never;
  }
}

function Open({ session }: { session: HostedSession }): JSX.Element {
  return (
    <>
      <h1 class="text-2xl font-semibold tracking-tight">{TITLES.OPEN}</h1>
      <p class="given muted mt-1.5">
        <GivenName text={clip(session.merchant.tradingName, NAME_LENGTH)} /> prepared this order for you. The link
        expires on <Instant at={session.expiresAt} />.
      </p>
      <Notice icon="shield-check" tone="text-primary" title="Nothing has been charged">
        Looking at this page commits you to nothing. Paying here is not available yet. When it is, you will confirm the
        total before any money moves.
      </Notice>
    </>
  );
}

function Completed({ session }: { session: HostedSession }): JSX.Element {
  return (
    <>
      <h1 class="flex items-center gap-2.5 text-2xl font-semibold tracking-tight">
        <Icon name="circle-check" class="size-7 text-success" />
        {TITLES.COMPLETED}
      </h1>
      <p class="given muted mt-1.5">
        The order from <GivenName text={clip(session.merchant.tradingName, NAME_LENGTH)} /> was confirmed
        {session.completedAt === null ? null : (
          <>
            {" "}
            on <Instant at={session.completedAt} />
          </>
        )}
        . This checkout is completed, and its link can’t be used again.
      </p>
      {session.escrowReference === null ? null : (
        <Notice icon="shield-check" tone="text-success" title="It is now an escrow">
          Payment and delivery are tracked under the reference{" "}
          <span class="font-mono text-sm font-medium whitespace-nowrap text-base-content">
            {session.escrowReference}
          </span>
          . Quote it when you write to the seller or to us.
        </Notice>
      )}
      <Return href={session.successUrl} icon="arrow-right" label="Continue to" />
    </>
  );
}

function Expired({ session }: { session: HostedSession }): JSX.Element {
  const ranOut = session.now >= session.expiresAt;
  return (
    <>
      <h1 class="flex items-center gap-2.5 text-2xl font-semibold tracking-tight">
        <Icon name="timer-off" class="size-7 text-warning" />
        {TITLES.EXPIRED}
      </h1>
      <p class="given muted mt-1.5">
        {ranOut ? (
          <>
            It could be used until <Instant at={session.expiresAt} />.
          </>
        ) : (
          "The seller has closed it."
        )}{" "}
        The order can no longer be confirmed here.
      </p>
      <Notice icon="shield-check" tone="text-primary" title="Nothing was charged">
        No money moved through this link. If you still want the order, ask{" "}
        <GivenName text={clip(session.merchant.tradingName, NAME_LENGTH)} /> for a new one.
      </Notice>
      <Return href={session.cancelUrl} icon="arrow-left" label="Return to" />
    </>
  );
}

const Instant = ({ at }: { at: number }): JSX.Element => (
  <time class="font-medium whitespace-nowrap text-base-content" dateTime={isoInstant(at)}>
    {instant(at)}
  </time>
);

function Notice({
  icon,
  tone,
  title,
  children,
}: {
  icon: IconName;
  tone: string;
  title: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="panel mt-5 flex gap-3.5 p-4 sm:p-5">
      <span class={tone}>
        <Icon name={icon} class="size-6" />
      </span>
      <div class="min-w-0">
        <h2 class="font-semibold">{title}</h2>
        <p class="given muted mt-0.5 text-sm leading-relaxed">{children}</p>
      </div>
    </section>
  );
}

/** A link of the merchant, exactly as given; where it leads is said, so that no label can hide it. */
function Return({ href, icon, label }: { href: string; icon: "arrow-left" | "arrow-right"; label: string }) {
  const host = hostOf(href);
  if (host === null) return null;
  return (
    <p class="mt-4">
      <a
        class="btn btn-outline h-auto min-h-10 max-w-full border-base-300 py-2 font-medium"
        href={href}
        rel="noreferrer"
      >
        {icon === "arrow-left" ? <Icon name={icon} class="size-4" /> : null}
        <span class="min-w-0 text-start [overflow-wrap:anywhere]">
          {label} <bdi>{host}</bdi>
        </span>
        {icon === "arrow-right" ? <Icon name={icon} class="size-4" /> : null}
      </a>
    </p>
  );
}
