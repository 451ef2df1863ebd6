/** The figures of a span over time: five drawings, and the same figures as a table. */
import type { ComponentChildren, JSX } from "preact";
import { cents } from "../../../domain/money.js";
import type { Figures } from "../../../store/write/days.js";
import { grouped, roughUsd, usd } from "../../../words/format.js";
import { Cell, MoneyCell, Table } from "../../kit/ui.js";
import { type Bars, Plot, type PlotProps, topOf } from "./plot.js";
import type { Slot, Span, SpanKey } from "./spans.js";

/** A slot and what happened in it. */
export type Filled = { readonly slot: Slot; readonly figures: Figures };

type Shown = { readonly span: Span; readonly filled: readonly Filled[] };

export function Plots({ span, filled }: Shown): JSX.Element {
  return (
    <section class="mb-6" aria-labelledby="over-time">
      <div class="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="over-time" class="font-semibold">
          Over time
        </h2>
        <p class="muted text-xs">Paid in, Released and Refunded: same scale</p>
      </div>
      <div class="grid gap-3 lg:grid-cols-6">
        <MoneyPlots span={span} filled={filled} />
        <SessionsPlot span={span} filled={filled} />
        <DisputesPlot span={span} filled={filled} />
      </div>
      <FiguresTable filled={filled} span={span} />
    </section>
  );
}

const MONEY = [
  { id: "paid-in", title: "Paid in", field: "paidIn", fill: "solid", tone: "primary" },
  { id: "released", title: "Released", field: "released", fill: "hatched", tone: "info" },
  { id: "refunded", title: "Refunded", field: "refunded", fill: "outlined", tone: "warning" },
] as const;

/** What a bar stands for. */
const SLOT_NAMES = { "7d": "day", "30d": "day", "90d": "week", "12m": "month" } as const satisfies Record<
  SpanKey,
  string
>;

const highest = (values: readonly bigint[]): bigint =>
  values.reduce((high, value) => (value > high ? value : high), 0n);

/** The least that the top of a scale of money stands for: $10. */
const MONEY_LEAST = 1_000n;

/** One scale for the three, so that they can be compared. */
function MoneyPlots({ span, filled }: Shown): JSX.Element {
  const top = topOf(
    filled.flatMap(({ figures }) => MONEY.map(({ field }) => figures[field])),
    MONEY_LEAST,
  );
  return (
    <>
      {MONEY.map(({ id, title, field, fill, tone }) => {
        const values = filled.map(({ figures }) => figures[field]);
        return (
          <Panel
            wide="lg:col-span-2"
            title={title}
            note={`Peak ${usd(cents(highest(values)), "en")} per ${SLOT_NAMES[span.key]}`}
            plot={{
              ...{ id, title: `${title}, last ${span.label}`, slots: span.slots, top, tone },
              summary: summaryOf(filled, values, (value) => usd(cents(value), "en")),
              series: [{ fill, values }],
              scale: (value) => roughUsd(cents(value), "en"),
              tell: (index) => `${span.slots[index]?.name}: ${usd(cents(values[index] ?? 0n), "en")}`,
            }}
          />
        );
      })}
    </>
  );
}

/** The least that the top of a scale of counts stands for. */
const COUNT_LEAST = 4n;

function SessionsPlot({ span, filled }: Shown): JSX.Element {
  const created = filled.map(({ figures }) => BigInt(figures.sessionsCreated));
  const completed = filled.map(({ figures }) => BigInt(figures.sessionsCompleted));
  const series: readonly Bars[] = [
    { fill: "outlined", values: created },
    { fill: "solid", values: completed },
  ];
  return (
    <Panel
      wide="lg:col-span-3"
      title="Sessions"
      note="Created vs. confirmed"
      plot={{
        ...{ id: "sessions", title: `Sessions, last ${span.label}`, slots: span.slots, tone: "primary", series },
        top: topOf(created, COUNT_LEAST),
        summary: `Created, and confirmed by buyers. ${summaryOf(filled, created, count)}`,
        scale: count,
        tell: (index) => `${span.slots[index]?.name}: ${created[index]} created, ${completed[index]} confirmed`,
      }}
    />
  );
}

function DisputesPlot({ span, filled }: Shown): JSX.Element {
  const values = filled.map(({ figures }) => BigInt(figures.disputes));
  return (
    <Panel
      wide="lg:col-span-3"
      title="Disputes"
      note="opened by buyers"
      plot={{
        ...{ id: "disputes", title: `Disputes, last ${span.label}`, slots: span.slots, tone: "warning" },
        series: [{ fill: "hatched", values }],
        top: topOf(values, COUNT_LEAST),
        summary: summaryOf(filled, values, count),
        scale: count,
        tell: (index) => `${span.slots[index]?.name}: ${values[index]}`,
      }}
    />
  );
}

const count = (value: bigint): string => grouped(Number(value), "en");

/** "$1,200.00 in total; most on 3 November 2026: $300.00." */
function summaryOf(filled: readonly Filled[], values: readonly bigint[], say: (value: bigint) => string): string {
  const all = values.reduce((sum, value) => sum + value, 0n);
  if (all === 0n) return "Nothing in this period.";
  const most = values.reduce((best, value, index) => (value > (values[best] ?? 0n) ? index : best), 0);
  return `${say(all)} in total; most in ${filled[most]?.slot.name}: ${say(values[most] ?? 0n)}.`;
}

const Panel = ({
  title,
  note,
  wide,
  plot,
}: {
  title: string;
  note: ComponentChildren;
  wide: string;
  plot: PlotProps;
}): JSX.Element => (
  <figure class={`panel min-w-0 p-4 ${wide}`}>
    <figcaption class="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
      <h3 class="font-medium">{title}</h3>
      <span class="muted text-xs">{note}</span>
    </figcaption>
    <Plot {...plot} />
  </figure>
);

function FiguresTable({ span, filled }: Shown): JSX.Element {
  return (
    <details class="mt-3">
      <summary class="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-primary">
        View as table
      </summary>
      <Table
        label={`Figures, last ${span.label}`}
        head={["When", ...MONEY.map(({ title }) => title), "Sessions", "Completed", "Disputes"]}
        columns={["", ...Array.from({ length: 6 }, () => "text-end!")]}
      >
        {filled.toReversed().map(({ slot, figures }) => (
          <tr>
            <th scope="row" class="px-4 py-3 text-start font-normal whitespace-nowrap">
              {slot.name}
            </th>
            {MONEY.map(({ field }) => (
              <MoneyCell amount={figures[field]} />
            ))}
            <Count value={figures.sessionsCreated} />
            <Count value={figures.sessionsCompleted} />
            <Count value={figures.disputes} />
          </tr>
        ))}
      </Table>
    </details>
  );
}

const Count = ({ value }: { value: number }): JSX.Element => (
  <Cell class="text-end tabular-nums">{grouped(value, "en")}</Cell>
);
