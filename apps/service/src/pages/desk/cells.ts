/** The desk of several cells: what other cells have beside this one, and which of them are away. One cell shows itself alone. */

import type { LateReads, LateSource, Reads } from "../../platform/late-reads.js";
import type { OtherCells, Question } from "../../platform/other-cells.js";
import type { Page } from "../../store/read/page.js";
import type { DeskContext } from "./access.js";

/** A row and the cell that it is in; this one's bears none. */
export type InCell<Row> = Row & { readonly cell?: string };

/** What is listed of all cells. */
export type AllCells<Row> = { readonly rows: readonly InCell<Row>[]; readonly more: readonly More[] };

/** A page of a list that may be a little late, as a cell answers it; see `LateReads`. */
export type LatePage<Row> = Page<Row> & Pick<LateReads, "ageSeconds">;

export async function latePage<Row>(
  late: LateSource,
  read: (lists: Reads) => Promise<Page<Row>>,
): Promise<LatePage<Row>> {
  const lists = await late.open();
  return { ...(await read(lists)), ageSeconds: lists.ageSeconds };
}

/** How old what is shown is at most, of all cells. */
export const oldestAge = (
  own: number | null,
  found: readonly { readonly answer: Pick<LateReads, "ageSeconds"> }[],
): number | null =>
  found.reduce<number | null>(
    (age, { answer: { ageSeconds } }) => (ageSeconds === null ? age : Math.max(age ?? 0, ageSeconds)),
    own,
  );

/** What each of the others answers; none is asked on pages beyond the first, which are this cell's alone. The context that comes back names those that are away. */
export async function askOthers<Asked, Answer>(
  context: DeskContext,
  otherCells: OtherCells,
  about: { readonly question: Question<Asked, Answer>; readonly asked: Asked } | false,
): Promise<{
  readonly context: DeskContext;
  readonly found: readonly { readonly cell: string; readonly answer: Answer }[];
}> {
  const answers = about === false ? [] : await otherCells.ask(about.question, about.asked);
  const found = answers.flatMap(({ cell, answer }) => (answer === null ? [] : [{ cell, answer }]));
  const gone = answers.filter(({ answer }) => answer === null).map(({ cell }) => cell);
  const { cells } = context;
  if (cells === null || gone.length === 0) return { context, found };
  return { context: { ...context, cells: { ...cells, away: [...new Set([...cells.away, ...gone])] } }, found };
}

/** Rows of all cells, in one order. */
export function merged<Row extends object>(
  own: readonly Row[],
  others: readonly { readonly cell: string; readonly rows: readonly Row[] }[],
  inOrder: InOrder<Row>,
): readonly InCell<Row>[] {
  const here: readonly InCell<Row>[] = own;
  if (others.length === 0) return here;
  return [...here, ...others.flatMap(({ cell, rows }) => rows.map((row) => ({ ...row, cell })))].sort(inOrder);
}

type InOrder<Row> = (one: Row, other: Row) => number;

/** The smallest of a field first. */
export const oldest =
  <Row>(field: (row: Row) => number | string): InOrder<Row> =>
  (one, other) => {
    const [left, right] = [field(one), field(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  };

export const newest = <Row>(field: (row: Row) => number | string): InOrder<Row> => {
  const inOrder = oldest(field);
  return (one, other) => inOrder(other, one);
};

/** The same page as that cell has it: the proxy in front goes by it. */
export const inCell = (path: string, cell: string | undefined): string =>
  cell === undefined ? path : path.replace(/(?=#|$)/, `${path.includes("?") ? "&" : "?"}cell=${cell}`);

/** Rows beyond those that are shown, on a page of another cell. */
export type More = { readonly cell: string; readonly href: string };

type Turn = {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly turn: "older" | "newer";
};

/** Where the lists of other cells go on. */
export const moreOf = <Row extends { readonly position: string }>(
  found: readonly { readonly cell: string; readonly answer: Page<Row> }[],
  { path, query, turn }: Turn,
): readonly More[] =>
  found.flatMap(({ cell, answer: { rows, hasNewer, hasOlder } }) => {
    const last = turn === "older" ? rows.at(-1) : rows[0];
    if (last === undefined || !(turn === "older" ? hasOlder : hasNewer)) return [];
    return [{ cell, href: inCell(`${path}?${new URLSearchParams({ ...query, [turn]: last.position })}`, cell) }];
  });
