/** The plot of growth as SVG: one small panel for each operation, its throughput over what is stored. Follows the reader's colours. */
import type { Spread } from "../rounds.js";

export type Line = {
  readonly what: string;
  /** A second, with few sessions. */
  readonly few: number;
  readonly points: readonly { readonly sessions: number; readonly perSecond: number; readonly ratio: Spread }[];
};

const COLUMNS = 3;
const PANEL = { width: 270, height: 124, gap: 24 } as const;
const CHART = { top: 26, bottom: 20, left: 26, right: 6 } as const;
/** Of the first throughput. */
const RATIO_MAX = 2;
/** A median may take 1.3 times as long. */
const GOAL = 1 / 1.3;
const HEAD = 30;

const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #1f2933; } .what { font-weight: 600; } .quiet { fill: #52606d; }
  .axis { stroke: #9aa5b1; } .grid { stroke: #e4e7eb; } .goal { stroke: #b45309; stroke-dasharray: 3 3; } .line { stroke: #2563eb; fill: none; stroke-width: 2; }
  .spread { stroke: #2563eb; stroke-opacity: .45; stroke-width: 5; } .dot { fill: #2563eb; } .paper { fill: #ffffff; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e7eb; } .quiet { fill: #9aa5b1; } .axis { stroke: #616e7c; } .grid { stroke: #323f4b; } .goal { stroke: #f59e0b; } .line { stroke: #60a5fa; }
    .spread { stroke: #60a5fa; } .dot { fill: #60a5fa; } .paper { fill: #0d1117; }
  }`;

export function drawGrowth(lines: readonly Line[], few: number): string {
  const rows = Math.ceil(lines.length / COLUMNS);
  const width = COLUMNS * (PANEL.width + PANEL.gap) + PANEL.gap;
  const height = HEAD + rows * (PANEL.height + PANEL.gap) + PANEL.gap;
  const panels = lines.map((line, at) => {
    const x = PANEL.gap + (at % COLUMNS) * (PANEL.width + PANEL.gap);
    const y = HEAD + PANEL.gap + Math.floor(at / COLUMNS) * (PANEL.height + PANEL.gap);
    return `<g transform="translate(${x} ${y})">${panel(line, few)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Throughput of operations over the number of stored sessions, as multiples of that at ${few.toLocaleString("en-US")}">
<style>${STYLE}
</style>
<rect class="paper" width="${width}" height="${height}" rx="6"/>
<text x="${PANEL.gap}" y="22" class="quiet">Throughput over stored sessions, as a multiple of that at ${short(few)}. Bars: the middle half of the rounds. Dashed: the goal, 1 / 1.3. Above: with the most.</text>
${panels.join("\n")}
</svg>
`;
}

function panel({ what, few: first, points }: Line, few: number): string {
  const all = [{ sessions: few, perSecond: first, ratio: { median: 1, low: 1, high: 1 } }, ...points];
  const last = all.at(-1) ?? all[0];
  const [from, to] = [Math.log(few), Math.log(last?.sessions ?? few)];
  const { top, bottom, left, right } = CHART;
  const x = (sessions: number): string =>
    (left + ((Math.log(sessions) - from) / (to - from || 1)) * (PANEL.width - left - right)).toFixed(1);
  const y = (ratio: number): string =>
    (PANEL.height - bottom - (Math.min(ratio, RATIO_MAX) / RATIO_MAX) * (PANEL.height - top - bottom)).toFixed(1);
  const level = (ratio: number, style: string): string =>
    `<line class="${style}" x1="${left}" x2="${PANEL.width - right}" y1="${y(ratio)}" y2="${y(ratio)}"/>`;
  const marks = all.map(
    ({ sessions, ratio }) =>
      `<line class="spread" x1="${x(sessions)}" x2="${x(sessions)}" y1="${y(ratio.low)}" y2="${y(ratio.high)}"/><circle class="dot" cx="${x(sessions)}" cy="${y(ratio.median)}" r="3.5"/>` +
      `<text class="quiet" text-anchor="${sessions === few ? "start" : sessions === last?.sessions ? "end" : "middle"}" x="${x(sessions)}" y="${PANEL.height - 4}">${short(sessions)}</text>`,
  );
  const path = all.map(({ sessions, ratio }) => `${x(sessions)},${y(ratio.median)}`).join(" ");
  const levels = [0, 1, RATIO_MAX];
  return [
    `<text class="what" y="12">${escaped(what)}</text>`,
    `<text class="quiet" text-anchor="end" x="${PANEL.width - right}" y="12">${shownRate(last?.perSecond ?? first)}</text>`,
    ...levels.map((ratio) => level(ratio, ratio === 0 ? "axis" : "grid")),
    ...levels.map(
      (ratio) => `<text class="quiet" text-anchor="end" x="${left - 8}" y="${Number(y(ratio)) + 4}">${ratio}×</text>`,
    ),
    level(GOAL, "goal"),
    `<polyline class="line" points="${path}"/>`,
    ...marks,
  ].join("");
}

const shownRate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString("en-US")} /s`;

const short = (sessions: number): string =>
  sessions < 1_000_000 ? `${sessions / 1_000}k` : `${sessions / 1_000_000}M`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
