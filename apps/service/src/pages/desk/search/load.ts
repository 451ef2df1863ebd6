/** What operators find by something that they were told, in all cells. */
import { readEmail } from "../../../domain/email.js";
import { isReferenceCode, parseId, parseUuid } from "../../../domain/ids.js";
import { plainCode, plainNumber, plainText } from "../../../domain/typed.js";
import { question } from "../../../platform/other-cells.js";
import { type ListedAccount, listDeskAccounts } from "../../../store/read/desk/accounts.js";
import {
  FOUND_MAX,
  type FoundOrder,
  type FoundPayout,
  type FoundSession,
  findDeskOrders,
  findDeskPayouts,
  findDeskSessions,
  type Sought,
} from "../../../store/read/desk/search.js";
import type { DeskContext } from "../access.js";
import { askOthers, type InCell } from "../cells.js";
import type { LateDeskReads } from "../load.js";

/** Of each kind the newest, up to one more than is shown. */
export type Found = {
  readonly accounts: readonly ListedAccount[];
  readonly orders: readonly FoundOrder[];
  readonly sessions: readonly FoundSession[];
  readonly payouts: readonly FoundPayout[];
};

/** The same of all cells. */
export type AllFound = { readonly [Kind in keyof Found]: readonly InCell<Found[Kind][number]>[] };

/** The same of another cell. */
export const FOUND = question<string, Found>("desk-found");

const CODE = /^(TR|DS)-?([\d.]+)$/;

/**
 * Everything that the typed text may be: a whole id or code is nothing else. People add blanks, and digits and dashes of other scripts.
 * @returns nothing for a text without a word.
 */
function readSought(typed: string): readonly Sought[] {
  const text = plainText(typed);
  if (text === "") return [];
  const code = plainNumber(typed).replaceAll(" ", "").toUpperCase();
  const session = parseId("session", code.toLowerCase());
  if (session !== null) return [{ by: "session", value: session }];
  const uuid = parseUuid("escrow", code);
  if (uuid !== null) {
    return (["escrow", "session", "payout", "provider"] as const).map((by) => ({ by, value: uuid }));
  }
  const [, prefix, digits = ""] = CODE.exec(code) ?? [];
  if (prefix === "DS") return [{ by: "dispute_reference", value: `DS-${digits}` }];
  const reference = `TR-${prefix === undefined ? code : digits}`;
  if (isReferenceCode(reference)) return [{ by: "reference_code", value: reference }];
  const email = readEmail(typed);
  if (email !== null) return [{ by: "buyer", value: email }];
  return [
    { by: "external_reference", value: text },
    { by: "provider", value: text },
  ];
}

/** Whether the typed text names one thing, so that what is found is what was meant. */
export const isWhole = (typed: string): boolean =>
  readSought(typed).some(
    ({ by }) => by === "session" || by === "escrow" || by.endsWith("_code") || by.startsWith("dispute"),
  );

/** In this cell. */
export async function findAnything(typed: string, { db, late }: Pick<LateDeskReads, "db" | "late">): Promise<Found> {
  const sought = readSought(typed);
  const [accounts, orders, sessions, payouts] = await Promise.all([
    findAccounts(typed, { late }),
    findDeskOrders(db, sought),
    findDeskSessions(db, sought),
    findDeskPayouts(db, sought),
  ]);
  return { accounts, orders, sessions, payouts };
}

async function findAccounts(typed: string, { late }: Pick<LateDeskReads, "late">): Promise<Found["accounts"]> {
  // A shorter part of a name finds all accounts and says nothing.
  if (plainCode(typed).length < 2) return [];
  const list = await listDeskAccounts(await late.open(), { search: typed, standing: null, from: null, until: null });
  return (await list.page({ limit: FOUND_MAX + 1, from: null })).rows;
}

const NOTHING: Found = { accounts: [], orders: [], sessions: [], payouts: [] };

export async function loadFound(
  context: DeskContext,
  typed: string,
  services: LateDeskReads,
): Promise<{ readonly context: DeskContext; readonly found: AllFound }> {
  if (plainText(typed) === "") return { context, found: NOTHING };
  const [own, all] = await Promise.all([
    findAnything(typed, services),
    askOthers(context, services.otherCells, { question: FOUND, asked: typed }),
  ]);
  const of = <Kind extends keyof Found>(kind: Kind): AllFound[Kind] => {
    const others = all.found.flatMap(({ cell, answer }) =>
      (answer[kind] as readonly Found[Kind][number][]).map((row) => ({ ...row, cell })),
    );
    return [...own[kind], ...others] as unknown as AllFound[Kind];
  };
  const found = { accounts: of("accounts"), orders: of("orders"), sessions: of("sessions"), payouts: of("payouts") };
  return { context: all.context, found };
}
