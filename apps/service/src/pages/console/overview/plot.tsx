/**
 * Bars over time as plain markup. Places are percentages of the drawing, so that it fits any width while letters and lines
 * keep their size. What is drawn is told apart by its pattern, named by its heading, and put in words for readers who can't see it.
 * Each slot says its values under the pointer and under the focus: a group of radio buttons, so that the keyboard enters a plot with
 * one key and walks it with the arrows, and no script is needed.
 */
import type { JSX } from "preact";
import { useWords } from "../../kit/language.js";
import type { Slot } from "./spans.js";
import { plotsWords } from "./words.js";

/** How bars are filled: without colour they stay apart. */
type Fill = "solid" | "hatched" | "outlined";

export type Bars = { readonly fill: Fill; readonly values: readonly bigint[] };

export type PlotProps = {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** What there is to see, in a sentence. */
  readonly summary: string;
  readonly slots: readonly Slot[];
  /** Drawn over each other, the first at the back: each is a part of the one before it. */
  readonly series: readonly Bars[];
  /** What the top of the drawing stands for. */
  readonly top: bigint;
  /** A value in words, at the scale. */
  readonly scale: (value: bigint) => string;
  /** What a slot says under the pointer and the focus. */
  readonly tell: (index: number) => string;
  readonly tone: "primary" | "info" | "warning";
};

const TONES = { primary: "text-primary", info: "text-info", warning: "text-warning" } as const;

/** Of the height: above lies the scale's upper label, below the names of the slots. */
const TOP = 12;
const BOTTOM = 84;
/** Where the top of the scale and its half are. */
const MARKS = [TOP, (TOP + BOTTOM) / 2] as const;

export function Plot(props: PlotProps): JSX.Element {
  const { id, title, summary, slots, series, top, scale, tell, tone } = props;
  const width = 100 / slots.length;
  return (
    <div class="relative">
      <svg class="plot h-36 w-full" width="100%" height="144" role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{summary}</desc>
        {series.some(({ fill }) => fill === "hatched") ? <Hatch id={id} tone={tone} /> : null}
        {MARKS.map((at) => (
          <line class="plot-line" x1="0%" x2="100%" y1={`${at}%`} y2={`${at}%`} />
        ))}
        <line class="plot-base" x1="0%" x2="100%" y1={`${BOTTOM}%`} y2={`${BOTTOM}%`} />
        <g class={TONES[tone]}>
          {series.map(({ fill, values }) =>
            slots.map((_, index) => (
              <Bar id={id} left={index * width} width={width} fill={fill} share={shareOf(values[index] ?? 0n, top)} />
            )),
          )}
        </g>
        {/* Of the upper mark alone: no bar reaches above it. */}
        <text class="plot-text" x="0%" y={`${TOP - 2}%`}>
          {scale(top)}
        </text>
        {labelled(slots).map((index) => (
          <text {...placeOf(index, slots.length)} y="98%" class="plot-text">
            {slots[index]?.label}
          </text>
        ))}
      </svg>
      <Slots id={id} title={title} count={slots.length} tell={tell} />
    </div>
  );
}

/** Over the drawing, each as wide as its bars. The focus comes in at the newest. */
const Slots = ({
  id,
  title,
  count,
  tell,
}: Pick<PlotProps, "id" | "title" | "tell"> & { count: number }): JSX.Element => (
  <fieldset class="plot-slots">
    <legend class="sr-only">{useWords(plotsWords).values({ title })}</legend>
    {Array.from({ length: count }, (_, index) => (
      <label>
        <input type="radio" class="sr-only" name={`${id}-slot`} checked={index === count - 1} autocomplete="off" />
        <span class="slot-tip">{tell(index)}</span>
      </label>
    ))}
  </fieldset>
);

/** @param props.share of the height between base and top, in percent. */
function Bar(props: { id: string; left: number; width: number; fill: Fill; share: number }): JSX.Element | null {
  const { id, left, width, fill, share } = props;
  if (share === 0) return null;
  const height = Math.max(1, (share * (BOTTOM - TOP)) / 100);
  const place = {
    x: `${round(left + width * 0.15)}%`,
    y: `${round(BOTTOM - height)}%`,
    width: `${round(width * 0.7)}%`,
    height: `${round(height)}%`,
  };
  if (fill === "solid") return <rect {...place} fill="currentColor" />;
  const inside = fill === "hatched" ? `url(#${id}-hatch)` : "none";
  return <rect {...place} fill={inside} stroke="currentColor" stroke-width="1.5" />;
}

const Hatch = ({ id, tone }: { id: string; tone: PlotProps["tone"] }): JSX.Element => (
  <defs>
    <pattern
      id={`${id}-hatch`}
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
      class={TONES[tone]}
    >
      <line x1="0" x2="0" y1="0" y2="5" stroke="currentColor" stroke-width="4" />
    </pattern>
  </defs>
);

const LABELS_MAX = 4;

/** Which slots are named: some at about equal distances, the first and the last among them. */
function labelled(slots: readonly Slot[]): readonly number[] {
  const last = slots.length - 1;
  const gaps = Math.min(last, LABELS_MAX - 1);
  return Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * last) / gaps));
}

/** Those at the ends stay inside of the drawing. */
function placeOf(index: number, count: number): { x: string; "text-anchor": "start" | "middle" | "end" } {
  if (index === 0) return { x: "0%", "text-anchor": "start" };
  if (index === count - 1) return { x: "100%", "text-anchor": "end" };
  return { x: `${round(((index + 0.5) * 100) / count)}%`, "text-anchor": "middle" };
}

const round = (percent: number): number => Math.round(percent * 100) / 100;

const shareOf = (value: bigint, top: bigint): number => (top === 0n ? 0 : Number((value * 10_000n) / top) / 100);

/**
 * The top of a scale: the least round number that is neither below the highest value nor below `least`, and has a whole
 * half, which is named as well.
 */
export function topOf(values: readonly bigint[], least: bigint): bigint {
  const highest = values.reduce((high, value) => (value > high ? value : high), least);
  for (let power = 1n; ; power *= 10n) {
    const top = ROUND.map((step) => step * power).find((value) => value >= highest && value % 2n === 0n);
    if (top !== undefined) return top;
  }
}

const ROUND = [1n, 2n, 3n, 4n, 5n, 6n, 8n] as const;
