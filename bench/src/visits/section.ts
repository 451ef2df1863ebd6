/** What visits came to, as results.md shows it. */
import { METHOD_NAMES, type Method } from "./buyer.js";
import type { SellerVisit } from "./seller.js";

export type Visit = {
  readonly who: string;
  readonly method: Method;
  readonly clicks: number;
  /** What came by mail. */
  readonly mailed: "" | "1 code" | "1 link";
  readonly seconds: number;
};

export type PageSize = { readonly name: string; readonly phone: number; readonly desktop: number };

export type Fold = {
  readonly screen: string;
  readonly height: number;
  /** Lower edges, in pixels from the top of the page. */
  readonly field: number;
  readonly button: number;
};

export type Measured = {
  readonly visits: readonly Visit[];
  readonly seller: SellerVisit;
  readonly sizes: readonly PageSize[];
  readonly folds: readonly Fold[];
  /** Of the first visit on a phone, as it came over the wire: page, style sheet, font, script and icon. */
  readonly firstVisitBytes: number;
};

const CLICKS_MAX: Readonly<Record<string, number>> = {
  new: 3,
  "here before, signed in": 2,
  "here before, signed out": 2,
};
const FIRST_VISIT_MAX = 70_000;

const DEFINITION = `In Chromium, at 390×844, on the machine of the table above: from opening the link to "Payment received". A click is a press of a button, a link or a choice
on our pages; typing, Enter after it, and what the provider's page asks for are none. The link in the mail opens on the browser that asked. Each visit once, after
one that isn't measured; the seconds are those of pages and providers, since nobody hesitates.`;

const SELLER_CLICKS_MAX = 10;
const SELLER_SECONDS_MAX = 180;

const SELLER_DEFINITION = `From the root of the site, at 1280×900, without any code: sign up, open a test order, pay it as its buyer by card, see it paid in the console. Here every form that
is sent is a click, on the provider's page too. The person is slower than most: they read every word that can be seen down to what they press, three a second (people read 238 a
minute on average), type three keys a second (36 words a minute; 52 on average), and take 2.65 s to decide, point and press (as the keystroke-level model counts).`;

const reached = (isReached: boolean): string => (isReached ? "yes" : "no");

export function writeSection({ visits, seller, sizes, folds, firstVisitBytes }: Measured): string {
  const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;
  return [
    DEFINITION,
    table(["buyer", "pays by", "clicks", "by mail", "seconds", "goal", "reached"], visits.map(rowOf)),
    SELLER_DEFINITION,
    table(["seller", "clicks", "seconds of pages", "seconds of a slow person", "goal", "reached"], [sellerRow(seller)]),
    table(
      ["screen", "email field ends at", "button ends at", "both above the fold"],
      folds.map(({ screen, height, field, button }) => [
        screen,
        `${field} px`,
        `${button} px`,
        reached(Math.max(field, button) <= height),
      ]),
    ),
    table(
      ["page", "height at 390 px", "height at 1280 px"],
      sizes.map(({ name, phone, desktop }) => [name, `${phone} px`, `${desktop} px`]),
    ),
    `Weight of the first visit: ${kilobytes(firstVisitBytes)} (goal: at most ${kilobytes(FIRST_VISIT_MAX)}; reached: ${reached(firstVisitBytes <= FIRST_VISIT_MAX)}).`,
  ].join("\n\n");
}

function sellerRow({ clicks, seconds, secondsOfPerson }: SellerVisit): readonly string[] {
  const row = ["new: sign-up to a paid test order", String(clicks), seconds.toFixed(1), secondsOfPerson.toFixed(0)];
  const isReached = clicks <= SELLER_CLICKS_MAX && seconds + secondsOfPerson < SELLER_SECONDS_MAX;
  return [...row, `≤ ${SELLER_CLICKS_MAX} clicks, < ${SELLER_SECONDS_MAX} s together`, reached(isReached)];
}

function rowOf({ who, method, clicks, mailed, seconds }: Visit): readonly string[] {
  const most = CLICKS_MAX[who] ?? 0;
  const row = [who, METHOD_NAMES[method], String(clicks), mailed, seconds.toFixed(1)];
  return [...row, `≤ ${most} clicks`, reached(clicks <= most)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
