/**
 * Bars over time, drawn by the server. Places are percentages of the drawing, so it fits any width while letters keep their size.
 * Each bar says its value under the pointer and when the keyboard is on it; the same figures stand in a table below.
 */
import type { JSX } from "preact";
import { useWords } from "./language.js";
import { Table } from "./ui.js";
import { plotWords } from "./words.js";

export type Bar = {
  /** What it stands for, such as "14:00 to 15:00". */
  readonly name: string;
  /** The value in words. */
  readonly text: string;
  /** From the bottom up: how much of each kind. */
  readonly parts: readonly [good: number, bad: number];
};

export type BarsProps = {
  readonly title: string;
  /** What there is to see, in a sentence. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  /** What the top of the drawing stands for, in words. */
  readonly top: { readonly value: number; readonly text: string };
  /** Below the first and the last bar. */
  readonly ends: readonly [first: string, last: string];
  /** Heads of the table: what a bar stands for, and its value. */
  readonly heads: readonly [name: string, value: string];
};

/** Of the height: above lies the line for what a bar says, below the names of the ends. */
const TOP = 18;
const BOTTOM = 86;

/** Of the width: a few bars stay bars, at the end where the newest is. */
const WIDEST = 10;

export function Bars({ title, summary, bars, top, ends, heads }: BarsProps): JSX.Element {
  const words = useWords(plotWords);
  const width = Math.min(100 / bars.length, WIDEST);
  const start = 100 - width * bars.length;
  return (
    <figure>
      <figcaption class="text-sm font-medium">
        {title}
        <span class="muted mt-0.5 block text-xs font-normal">{summary}</span>
      </figcaption>
      <svg class="plot mt-2 h-36 w-full" width="100%" height="144" role="group" aria-label={title}>
        <line class="plot-line" x1="0%" x2="100%" y1={`${TOP}%`} y2={`${TOP}%`} />
        <line class="plot-base" x1="0%" x2="100%" y1={`${BOTTOM}%`} y2={`${BOTTOM}%`} />
        <text class="plot-text" x="0%" y={`${TOP - 3}%`}>
          {top.text}
        </text>
        {bars.map((bar, at) => (
          <OneBar bar={bar} left={start + at * width} width={width} top={top.value} />
        ))}
        <text class="plot-text" x="0%" y="99%">
          {ends[0]}
        </text>
        <text class="plot-text" x="100%" y="99%" text-anchor="end">
          {ends[1]}
        </text>
      </svg>
      <details class="mt-1 text-sm">
        <summary class="link link-primary inline-flex min-h-8 cursor-pointer items-center text-xs">
          {words.asTable}
        </summary>
        <div class="mt-2 max-h-72 overflow-y-auto" tabIndex={0} role="group" aria-label={words.titleAsTable({ title })}>
          <Table label={title} head={heads}>
            {bars.map(({ name, text }) => (
              <tr>
                <td class="px-4 py-1.5 sm:whitespace-nowrap">{name}</td>
                <td class="px-4 py-1.5">{text}</td>
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </figure>
  );
}

function OneBar({ bar, left, width, top }: { bar: Bar; left: number; width: number; top: number }): JSX.Element {
  const [good, bad] = bar.parts.map((value) => (top === 0 ? 0 : (value / top) * (BOTTOM - TOP))) as [number, number];
  const least = (height: number): number => (height === 0 ? 0 : Math.max(1, height));
  const place = { x: round(left + width * 0.15), width: round(width * 0.7) };
  const isEmpty = good + bad === 0;
  const tip = tipPlace(left + width / 2);
  return (
    // An empty one has nothing to stop at.
    <g class="plot-bar" {...(isEmpty ? {} : { tabIndex: 0, role: "img", "aria-label": `${bar.name}: ${bar.text}` })}>
      <rect class="plot-hit" x={round(left)} y="0%" width={round(width)} height={`${BOTTOM}%`} />
      <rect
        class="text-primary"
        {...place}
        y={round(BOTTOM - least(good))}
        height={round(least(good))}
        fill="currentColor"
      />
      {bad === 0 ? null : (
        <rect
          class="text-error"
          {...place}
          y={round(BOTTOM - least(good) - least(bad))}
          height={round(least(bad))}
          fill="currentColor"
        />
      )}
      <text class="plot-text plot-tip" {...tip} y={`${TOP - 3}%`}>
        {bar.name}: {bar.text}
      </text>
    </g>
  );
}

/** What a bar says stays inside of the drawing. */
const tipPlace = (middle: number): { x: string; "text-anchor": "start" | "middle" | "end" } =>
  middle < 30
    ? { x: "0%", "text-anchor": "start" }
    : middle > 70
      ? { x: "100%", "text-anchor": "end" }
      : { x: round(middle), "text-anchor": "middle" };

const round = (percent: number): string => `${Math.round(percent * 100) / 100}%`;
