/** What lies at pawaPay, and what moved it: wallets by country and currency, and a statement of each as a file. */
import { type Cents, cents, ZERO } from "../../domain/money.js";
import { unixSeconds } from "../../platform/clock.js";
import { readMajor } from "../amounts.js";
import type {
  Adapter,
  BalanceOf,
  BooksOf,
  Money,
  Objects,
  StatementLine,
  StatementPage,
  Unreachable,
} from "../port.js";
import { Unreadable } from "../unreadable.js";
import { amountIn, codeIn, listOf, objectOf, textIn, textOr } from "./answers.js";
import type { Answer, PawapayClient } from "./client.js";
import { referenceOfDeposit } from "./deposits.js";
import { referenceOfOutgoing } from "./outgoing.js";

type Wallet = {
  readonly country: string;
  readonly currency: string;
  /** Of wallets that are one operator's alone. */
  readonly provider?: string;
};

export async function readBalance(client: PawapayClient): Promise<BalanceOf | Unreachable> {
  const wallets = await readWallets(client);
  if ("kind" in wallets) return wallets;
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of wallets) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  const available = [...sums].map(([currency, amount]): Money => ({ currency, amount: cents(amount) }));
  return { kind: "balance", available, pending: [] };
}

/** In an order that stays, for cursors count them. */
async function readWallets(client: PawapayClient): Promise<readonly (Wallet & { amount: Cents })[] | Unreachable> {
  const answer = await client.get("/v2/wallet-balances");
  if (answer.kind !== "done") return unread(answer);
  const wallets = listOf(objectOf(answer.value)["balances"]).map((one) => {
    const provider = textOr(one["provider"], null);
    const named = { country: textIn(one, "country"), currency: textIn(one, "currency") };
    return { ...named, ...(provider === null ? {} : { provider }), amount: amountIn(one, "balance") };
  });
  const name = ({ country, currency, provider = "" }: Wallet): string => `${country} ${currency} ${provider}`;
  return wallets.sort((one, other) => (name(one) < name(other) ? -1 : 1));
}

const unread = (answer: Exclude<Answer, { kind: "done" }>): Unreachable =>
  answer.kind === "unreachable" ? answer : { kind: "unreachable", reason: `it does not tell: ${answer.code}` };

/** The most that one statement covers, and how far back any begins. */
const WINDOW_SECONDS = 31 * 86_400;
const BACK_SECONDS = 366 * 86_400;
/** Lines come up to an hour late: so much of what was read is read again, and a line that is told twice is one. */
const OVERLAP_SECONDS = 7_200;
const PAGE = 200;

export const BOOKS: BooksOf = { backDays: BACK_SECONDS / 86_400, lagSeconds: 3_600 };

/** Which statement is read: of which wallet, from when to when (Unix seconds), its id once it is asked for, and lines read. */
type Place = {
  readonly from: number;
  readonly to: number | null;
  readonly wallet: number;
  readonly id: string | null;
  readonly read: number;
};

export type BookMeans = { readonly client: PawapayClient; readonly objects: Objects };

/** A file while it is read: each of its pages would fetch it again. */
type Kept = { file: { readonly id: string; readonly rows: readonly Row[] } | null };

/** A step at a time: asks for a statement, waits until pawaPay has written it, reads it in pages, and goes on to the next. */
export function openStatement(means: BookMeans): Adapter["statement"] {
  const kept: Kept = { file: null };
  return (from, cursor) => readStatement({ ...means, kept }, from, cursor);
}

async function readStatement(
  { client, objects, kept }: BookMeans & { readonly kept: Kept },
  from: number,
  cursor: string | null,
): Promise<StatementPage | Unreachable> {
  const now = unixSeconds();
  const begun = { from: Math.max(from, now - BACK_SECONDS), to: null, wallet: 0, id: null, read: 0 };
  const place = cursor === null ? begun : placeIn(cursor);
  const wallets = await readWallets(client);
  if ("kind" in wallets) return wallets;
  const wallet = wallets[place.wallet];
  if (wallet === undefined) return page([], { ...place, wallet: 0 }, false);
  const to = place.to ?? Math.min(now, place.from + WINDOW_SECONDS);
  const id = place.id ?? (await askStatement(client, wallet, { from: place.from, to }));
  if (typeof id !== "string") return id;
  const asked = { ...place, to, id };
  if (kept.file?.id !== id) {
    kept.file = null;
    const file = await readFile(client, id);
    if (file === "waits") return { ...page([], asked, false), isWaiting: true };
    if (file === "gone") return page([], { ...asked, id: null }, true);
    if (typeof file !== "string") return file;
    kept.file = { id, rows: rowsIn(file) };
  }
  const { rows } = kept.file;
  const lines: StatementLine[] = [];
  for (const row of rows.slice(place.read, place.read + PAGE)) lines.push(await lineOf(row, objects));
  if (place.read + PAGE < rows.length) return page(lines, { ...asked, read: place.read + PAGE }, true);
  kept.file = null;
  if (place.wallet + 1 < wallets.length)
    return page(lines, { ...asked, wallet: place.wallet + 1, id: null, read: 0 }, true);
  const isLast = to + OVERLAP_SECONDS >= now;
  const next = isLast ? Math.max(place.from, to - OVERLAP_SECONDS) : to;
  return page(lines, { from: next, to: null, wallet: 0, id: null, read: 0 }, !isLast);
}

const page = (lines: readonly StatementLine[], place: Place, hasMore: boolean): StatementPage => ({
  kind: "page",
  lines: [...lines].sort((one, other) => one.at - other.at),
  cursor: JSON.stringify(place),
  hasMore,
});

const placeIn = (cursor: string): Place => JSON.parse(cursor) as Place;

async function askStatement(
  client: PawapayClient,
  { country, currency, provider }: Wallet,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string | Unreachable> {
  const wallet = { country, currency, ...(provider === undefined ? {} : { provider }) };
  const answer = await client.post("/v2/statements", { wallet, startDate: dateOf(from), endDate: dateOf(to) });
  if (answer.kind !== "done") return unread(answer);
  const told = objectOf(answer.value);
  if (told["status"] !== "ACCEPTED") return { kind: "unreachable", reason: `it writes no statement: ${codeIn(told)}` };
  return textIn(told, "statementId");
}

/** "2026-05-10T10:00:00", of UTC. */
const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

async function readFile(client: PawapayClient, id: string): Promise<string | "waits" | "gone" | Unreachable> {
  const answer = await client.get(`/v2/statements/${id}`);
  if (answer.kind !== "done") return unread(answer);
  const told = objectOf(answer.value);
  if (told["status"] === "NOT_FOUND") return "gone";
  const data = objectOf(told["data"]);
  switch (textIn(data, "status")) {
    case "COMPLETED": {
      const ends = Date.parse(`${textOr(data["downloadUrlExpiresAt"], "")}`);
      if (ends / 1000 < unixSeconds()) return "gone";
      const file = await client.download(textIn(data, "downloadUrl"));
      return file.kind === "done" ? file.value : file;
    }
    case "FAILED":
      return "gone";
    default:
      return "waits";
  }
}

// The file -----------------------------------------------------------------------------------------------------------

type Column = "at" | "id" | "amount" | "currency" | "type";
type Row = Readonly<Record<Column, string>>;

/** How its columns may be called, in small letters alone. */
const COLUMNS: Readonly<Record<Column, readonly string[]>> = {
  at: ["time", "timestamp", "date", "datetime", "created", "transactiontime"],
  id: ["id", "paymentid", "transactionid"],
  amount: ["amount", "transactionamount"],
  currency: ["currency"],
  type: ["type", "transactiontype", "operationtype", "operation"],
};

/** @throws {Unreadable} when it lacks a column: then what moved can't be told. */
function rowsIn(file: string): readonly Row[] {
  const [head = [], ...body] = fieldsIn(file);
  const names = head.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ""));
  const placeOf = (column: Column): number => {
    const place = names.findIndex((name) => COLUMNS[column].includes(name));
    if (place < 0) throw new Unreadable(`its statement has no column for ${column}`);
    return place;
  };
  const places = Object.keys(COLUMNS).map((column) => [column, placeOf(column as Column)] as const);
  return body.map(
    (fields) => Object.fromEntries(places.map(([column, place]) => [column, fields[place] ?? ""])) as Row,
  );
}

/** Lines of fields (RFC 4180); empty ones are left out. */
function fieldsIn(file: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  let field = "";
  let isQuoted = false;
  for (const sign of `${file.replaceAll("\r\n", "\n")}\n`) {
    if (sign === '"') {
      // A quote that is meant stands twice: the second opens again what the first closed.
      if (!isQuoted && field !== "") field += '"';
      isQuoted = !isQuoted;
    } else if (isQuoted || (sign !== "," && sign !== "\n")) {
      field += sign;
    } else {
      lines.at(-1)?.push(field);
      field = "";
      if (sign === "\n") lines.push([]);
    }
  }
  return lines.filter((line) => line.some((text) => text !== ""));
}

/** `isOut`: money that leaves, whatever sign the file gives it; left out where the sign tells. */
const TYPES: readonly { word: string; type: StatementLine["type"]; isOut?: boolean }[] = [
  { word: "fee", type: "fee", isOut: true },
  { word: "refund", type: "refund", isOut: true },
  { word: "deposit", type: "payment", isOut: false },
  { word: "payout", type: "payout", isOut: true },
  { word: "withdraw", type: "settlement", isOut: true },
  { word: "top", type: "settlement", isOut: false },
];

/** Fees are lines of their own. */
async function lineOf({ at, id, amount, currency, type }: Row, objects: Objects): Promise<StatementLine> {
  const known = TYPES.find(({ word }) => type.toLowerCase().includes(word));
  const size = readMajor(amount.replace(/^[-+]/, ""));
  const seconds = Math.floor(Date.parse(/Z|[+-]\d\d:?\d\d$/.test(at) ? at : `${at.replace(" ", "T")}Z`) / 1000);
  if (size === null || Number.isNaN(seconds)) throw new Unreadable("its statement has a line that can't be read");
  const signed = (known?.isOut ?? amount.startsWith("-")) ? cents(-size) : size;
  return {
    id: `${type.toLowerCase()} ${id}`,
    type: known?.type ?? "other",
    object: id === "" ? null : id,
    reference: id === "" ? null : await referenceOf(known?.type, id, objects),
    amount: signed,
    fee: ZERO,
    net: signed,
    currency,
    at: seconds,
    availableAt: seconds,
  };
}

function referenceOf(type: StatementLine["type"] | undefined, id: string, objects: Objects): Promise<string | null> {
  switch (type) {
    // A fee bears the id of what it was charged for.
    case "payment":
    case "fee":
      return referenceOfDeposit(objects, id);
    case "refund":
    case "payout":
      return referenceOfOutgoing(objects, type, id);
    default:
      return Promise.resolve(null);
  }
}
