/** The figures of a span over time: five drawings, and the same figures as a table. */
import type { ComponentChildren, JSX } from "preact";
import { cents } from "../../../domain/money.js";
import type { Figures } from "../../../store/read/days.js";
import { grouped, roughUsd, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { useLocale, useWords } from "../../kit/language.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Cell, Table } from "../../kit/ui.js";
import { plotWords } from "../../kit/words.js";
import { type Bars, Plot, type PlotProps, topOf } from "./plot.js";
import type { Slot, Span } from "./spans.js";
import { overviewWords, plotsWords } from "./words.js";

/** A slot and what happened in it. */
export type Filled = { readonly slot: Slot; readonly figures: Figures };

type Shown = { readonly span: Span; readonly filled: readonly Filled[] };

export function Plots({ span, filled }: Shown): JSX.Element {
  const words = useWords(plotsWords);
  return (
    <section class="mb-6" aria-labelledby="over-time">
      <div class="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="over-time" class="font-semibold">
          {words.title}
        </h2>
        <p class="muted text-xs">{words.scale}</p>
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
  { id: "paid-in", field: "paidIn", fill: "solid", tone: "primary" },
  { id: "released", field: "released", fill: "hatched", tone: "info" },
  { id: "refunded", field: "refunded", fill: "outlined", tone: "warning" },
] as const;

const highest = (values: readonly bigint[]): bigint =>
  values.reduce((high, value) => (value > high ? value : high), 0n);

/** The least that the top of a scale of money stands for: $10. */
const MONEY_LEAST = 1_000n;

/** One scale for the three, so that they can be compared. */
function MoneyPlots({ span, filled }: Shown): JSX.Element {
  const locale = useLocale();
  const words = plotsWords(locale);
  const say = (value: bigint): string => usd(cents(value), locale);
  const top = topOf(
    filled.flatMap(({ figures }) => MONEY.map(({ field }) => figures[field])),
    MONEY_LEAST,
  );
  return (
    <>
      {MONEY.map(({ id, field, fill, tone }) => {
        const values = filled.map(({ figures }) => figures[field]);
        return (
          <Panel
            wide="lg:col-span-2"
            title={words[field]}
            note={words[`peak_${span.key}`]({ amount: say(highest(values)) })}
            plot={{
              ...{ id, title: ofSpan(words[field], span, locale), slots: span.slots, top, tone },
              summary: summaryOf({ filled, values, say }, words),
              series: [{ fill, values }],
              scale: (value) => roughUsd(cents(value), locale),
              tell: (index) => `${span.slots[index]?.name}: ${say(values[index] ?? 0n)}`,
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
  const locale = useLocale();
  const words = plotsWords(locale);
  const count = (value: bigint | undefined): string => grouped(Number(value ?? 0n), locale);
  const created = filled.map(({ figures }) => BigInt(figures.sessionsCreated));
  const completed = filled.map(({ figures }) => BigInt(figures.sessionsCompleted));
  const series: readonly Bars[] = [
    { fill: "outlined", values: created },
    { fill: "solid", values: completed },
  ];
  return (
    <Panel
      wide="lg:col-span-3"
      title={words.sessions}
      note={words.sessionsNote}
      plot={{
        ...{ id: "sessions", title: ofSpan(words.sessions, span, locale), slots: span.slots, tone: "primary", series },
        top: topOf(created, COUNT_LEAST),
        summary: words.sessionsSummary({ summary: summaryOf({ filled, values: created, say: count }, words) }),
        scale: count,
        tell: (index) =>
          `${span.slots[index]?.name}: ${words.sessionsTold({ created: count(created[index]), confirmed: count(completed[index]) })}`,
      }}
    />
  );
}

function DisputesPlot({ span, filled }: Shown): JSX.Element {
  const locale = useLocale();
  const words = plotsWords(locale);
  const count = (value: bigint | undefined): string => grouped(Number(value ?? 0n), locale);
  const values = filled.map(({ figures }) => BigInt(figures.disputes));
  return (
    <Panel
      wide="lg:col-span-3"
      title={words.disputes}
      note={words.disputesNote}
      plot={{
        ...{ id: "disputes", title: ofSpan(words.disputes, span, locale), slots: span.slots, tone: "warning" },
        series: [{ fill: "hatched", values }],
        top: topOf(values, COUNT_LEAST),
        summary: summaryOf({ filled, values, say: count }, words),
        scale: count,
        tell: (index) => `${span.slots[index]?.name}: ${count(values[index])}`,
      }}
    />
  );
}

const ofSpan = (title: string, { key }: Span, locale: Locale): string =>
  plotsWords(locale).lastSpan({ title, span: overviewWords(locale)[`span_${key}`].toLocaleLowerCase(locale) });

/** What a drawing shows, and how a value of it is said. */
type Drawn = Pick<Shown, "filled"> & { readonly values: readonly bigint[]; readonly say: (value: bigint) => string };

/** "$1,200.00 in total; most on 3 November 2026: $300.00." */
function summaryOf({ filled, values, say }: Drawn, words: ReturnType<typeof plotsWords>): string {
  const all = values.reduce((sum, value) => sum + value, 0n);
  if (all === 0n) return words.nothing;
  const most = values.reduce((best, value, index) => (value > (values[best] ?? 0n) ? index : best), 0);
  return words.summary({ all: say(all), slot: filled[most]?.slot.name ?? "", most: say(values[most] ?? 0n) });
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
  const locale = useLocale();
  const words = plotsWords(locale);
  return (
    <details class="mt-3">
      <summary class="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-primary">
        {plotWords(locale).asTable}
      </summary>
      <Table
        label={ofSpan(words.figures, span, locale)}
        head={[words.when, ...MONEY.map(({ field }) => words[field]), words.sessions, words.completed, words.disputes]}
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
  <Cell class="text-end tabular-nums">{grouped(value, useLocale())}</Cell>
);
