/** The first page of an account: how it goes, and what waits. */
import type { JSX } from "preact";
import { type Cents, ZERO } from "../../../domain/money.js";
import type { Figures } from "../../../store/write/days.js";
import { grouped, usd } from "../../../words/format.js";
import { Empty, PageHead, Stat } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import { Tabs } from "../tabs.js";
import { AttentionList } from "./attention.js";
import type { Overview } from "./load.js";
import { Plots } from "./plots.js";
import { SPAN_KEYS, SPANS, type Span } from "./spans.js";

type Props = { readonly context: ConsoleContext; readonly overview: Overview };

export function OverviewPage({ context, overview }: Props): JSX.Element {
  const { span, filled, attention, endpoints } = overview;
  return (
    <Frame context={context} title="Overview" entry="">
      <PageHead title="Overview">
        <Tabs
          label="Period"
          tabs={SPAN_KEYS.map((key) => ({
            href: `${context.home}?span=${key}`,
            text: SPANS[key].label,
            isOn: key === span.key,
          }))}
        />
      </PageHead>
      <Tiles {...overview} />
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
      <Empty icon="rocket" title="No orders yet">
        <p>
          {context.may("develop")
            ? "Create an API key, a first session and a first webhook in five minutes, with code to paste."
            : "This account's figures appear here once its first session is created."}
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

function Tiles({ span, now, before, held, attention }: Overview): JSX.Element {
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
  return percent === 0n ? `about the same as ${beforeName}` : `${sign}${grouped(Number(size), "en")}% on ${beforeName}`;
}

/** Of the sessions that were created, how many a buyer confirmed. */
const percentOf = ({ sessionsCreated, sessionsCompleted }: Figures): string =>
  sessionsCreated === 0 ? "–" : `${Math.round((100 * sessionsCompleted) / sessionsCreated)}%`;

function conversionNote(now: Figures, before: Figures): string {
  const share = `${grouped(now.sessionsCompleted, "en")} of ${grouped(now.sessionsCreated, "en")} sessions`;
  return before.sessionsCreated === 0 ? share : `${share}; ${percentOf(before)} before`;
}
