/**
 * Cursors and the links of a page. A cursor is a position in one list of one account under one filter, and says so: used
 * anywhere else it is refused (decisions, "Lists and the feed"). It needs no signature: all that a forged one can reach
 * is another position in the caller's own list.
 */
import { API_PATH } from "@holdfast/contract";
import type { AccountId } from "../domain/ids.js";
import { sha256 } from "../platform/hash.js";
import type { Page, PageRequest } from "../store/read/page.js";
import { writeList } from "../wire/list.js";
import { one, type Query, readLimit } from "./query.js";
import type { Problems } from "./refusal.js";

/** A list as a request asks for it: which one, whose, and the filters that links keep. */
export type ListRequest = {
  readonly path: string;
  readonly account: AccountId;
  readonly filters: Readonly<Record<string, string | null>>;
  /** What a position in this list looks like. */
  readonly position: RegExp;
};

export const NUMBER_POSITION = /^[1-9]\d{0,17}$/;

export function readPage(query: Query, list: ListRequest, problems: Problems): PageRequest {
  const limit = readLimit(query, problems);
  const cursor = one(query, "cursor", problems);
  if (cursor === null) return { limit, from: null };
  const from = readCursor(cursor, list);
  if (from === null)
    problems.add(
      "cursor",
      "Not a cursor of this list and filter: use `next` or `previous` of an earlier page as it is.",
    );
  return { limit, from };
}

/** The list envelope around a page, with links that keep the filters and the limit. */
export function writePage<Row>(
  page: Page<Row>,
  {
    list,
    limit,
    publicUrl,
    write,
    positionOf,
  }: {
    list: ListRequest;
    limit: number;
    publicUrl: string;
    write: (row: Row) => string;
    positionOf: (row: Row) => string;
  },
): string {
  const first = page.rows[0];
  const last = page.rows.at(-1);
  const link = (direction: "older" | "newer", row: Row | undefined, exists: boolean): string | null => {
    if (!exists) return null;
    // Beyond the last row there is no position to go on from; the beginning of the list is always right.
    const cursor = row === undefined ? {} : { cursor: writeCursor(direction, positionOf(row), list) };
    return linkTo(publicUrl, list, { limit: String(limit), ...cursor });
  };
  return writeList(page.rows.map(write), link("older", last, page.hasOlder), link("newer", first, page.hasNewer));
}

/** An absolute URL of the list with its filters and these parameters. */
export function linkTo(publicUrl: string, list: ListRequest, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(list.filters)) if (value !== null) query.set(name, value);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  return `${publicUrl}${API_PATH}${list.path}?${query}`;
}

function writeCursor(direction: "older" | "newer", position: string, list: ListRequest): string {
  return Buffer.from(`${scopeOf(list)}${direction === "older" ? "o" : "n"}${position}`).toString("base64url");
}

function readCursor(cursor: string, list: ListRequest): PageRequest["from"] {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const isCanonical = Buffer.from(text, "latin1").toString("base64url") === cursor;
  const match = /^(.{12})([on])(.+)$/s.exec(text);
  if (!isCanonical || match === null || match[1] !== scopeOf(list) || !list.position.test(match[3] ?? "")) return null;
  return { position: match[3] as string, direction: match[2] === "o" ? "older" : "newer" };
}

/** Twelve characters that stand for the list, the account and the filters. */
function scopeOf({ path, account, filters }: ListRequest): string {
  return sha256(JSON.stringify([path, account, Object.entries(filters)]))
    .toString("base64url")
    .slice(0, 12);
}
