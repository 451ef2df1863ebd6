/** The first page of an account: how it goes, and what waits. */
import type { JSX } from "preact";
import type { Figures } from "../../../commands/figures.js";
import { type Cents, ZERO } from "../../../domain/money.js";
import type { Attention } from "../../../store/read/console/attention.js";
import type { EndpointRow } from "../../../store/read/webhooks/endpoints.js";
import { grouped, usd } from "../../../words/format.js";
import type { ConsoleContext } from "../context.js";
import { Tabs } from "../developers/parts.js";
import { Frame } from "../frame.js";
import { Empty, PageHead, Stat } from "../ui.js";
import { AttentionList } from "./attention.js";
import { type Filled, Plots } from "./plots.js";
import { SPAN_KEYS, SPANS, type Span } from "./spans.js";

export type OverviewProps = {
  readonly context: ConsoleContext;
  readonly span: Span;
  /** Of the span, and of what it is compared with. */
  readonly now: Figures;
  readonly before: Figures;
  readonly filled: readonly Filled[];
  readonly held: Cents;
  readonly attention: Attention;
  readonly endpoints: readonly EndpointRow[];
};

export function OverviewPage(props: OverviewProps): JSX.Element {
  const { context, span, filled, attention, endpoints } = props;
  return (
    <Frame context={context} title="Overview" entry="">
      <PageHead title="Overview">
        <Tabs
          label="Span of time"
          tabs={SPAN_KEYS.map((key) => ({
            href: `${context.home}?span=${key}`,
            text: SPANS[key].label,
            isOn: key === span.key,
          }))}
        />
      </PageHead>
      <Tiles {...props} />
      <AttentionList context={context} attention={attention} endpoints={endpoints} />
      <Plots span={span} filled={filled} />
    </Frame>
  );
}

/** An account without a single session has nothing to show but where to begin. */
export function FirstPage({ context }: { context: ConsoleContext }): JSX.Element {
  return (
    <Frame context={context} title="Overview" entry="">
      <PageHead title="Overview" />
      <Empty icon="rocket" title="Nothing sold yet">
        <p>
          {context.may("develop")
            ? "An API key, a first session and a first webhook: five minutes, with lines to paste."
            : "Here are the figures of this account as soon as its first session is made."}
        </p>
        <p class="mt-5">
          <a class={`btn ${context.may("develop") ? "btn-primary" : ""}`} href={`${context.home}/start`}>
            Get started
          </a>
        </p>
      </Empty>
    </Frame>
  );
}

function Tiles({ span, now, before, held, attention }: OverviewProps): JSX.Element {
  const money = (field: "paidIn" | "released" | "refunded", label: string): JSX.Element => (
    <Stat label={label} value={usd(now[field], "en")} note={changeOf(now[field], before[field], span)} />
  );
  return (
    <dl class="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-3">
      {money("paidIn", "Paid in")}
      {money("released", "Released")}
      {money("refunded", "Refunded")}
      <Stat label="Held now" value={usd(held, "en")} note="in escrow, fees included" />
      <Stat label="Conversion" value={percentOf(now)} note={conversionNote(now, before)} />
      <Stat
        label="Open disputes"
        value={grouped(attention.openDisputes, "en")}
        note={`${grouped(now.disputes, "en")} opened; ${grouped(before.disputes, "en")} before`}
      />
    </dl>
  );
}

/** "+12% on the 30 days before". */
function changeOf(now: Cents, before: Cents, { beforeName }: Span): string {
  if (before === ZERO) return `${usd(before, "en")} in ${beforeName}`;
  // Rounded to the nearest whole percent, away from zero at the half.
  const twice = ((now - before) * 200n) / before;
  const percent = (twice + (twice < 0n ? -1n : 1n)) / 2n;
  const sign = percent < 0n ? "−" : "+";
  const size = percent < 0n ? -percent : percent;
  return percent === 0n ? `about as in ${beforeName}` : `${sign}${grouped(Number(size), "en")}% on ${beforeName}`;
}

/** Of the sessions that were made, how many a buyer confirmed. */
const percentOf = ({ sessionsCreated, sessionsCompleted }: Figures): string =>
  sessionsCreated === 0 ? "–" : `${Math.round((100 * sessionsCompleted) / sessionsCreated)}%`;

function conversionNote(now: Figures, before: Figures): string {
  const share = `${grouped(now.sessionsCompleted, "en")} of ${grouped(now.sessionsCreated, "en")} sessions`;
  return before.sessionsCreated === 0 ? share : `${share}; ${percentOf(before)} before`;
}
