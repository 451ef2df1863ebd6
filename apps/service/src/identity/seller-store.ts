/**
 * Where sellers and operators sign in: in the database of the one cell there is, or apart from several cells, in the directory's, so
 * that a sign-in holds in all of them and what ends it ends it in all. Which accounts somebody belongs to is each cell's to say.
 */
import type { AccountId } from "../domain/ids.js";
import { monotonicMs } from "../platform/clock.js";
import type { Queryable } from "../platform/database.js";
import { completeSignUp, type Opening } from "../store/identity/seller-challenges.js";
import { findSellerSession, type NewSellerSession, type SellerSessionRow } from "../store/identity/sellers.js";
import * as apart from "../store/identity/sellers-apart.js";
import { listMembers, type MemberRow, type NewAccount, openAccountFor } from "../store/identity/team.js";
import { SignInAway } from "./registry.js";

type FoundSession = SellerSessionRow & {
  /** The directory is away, and said so a short time ago: good for looking at accounts that are here, and for nothing else. */
  readonly isRemembered: boolean;
};

type Whose = { readonly tokenHash: Buffer } | { readonly email: string };

export type SellerStore = {
  /** Of all that one person does about their own sign-in. @throws SignInAway from each statement while it is away. */
  readonly people: Queryable;
  /** Whether accounts of other cells may be somebody's too. */
  readonly areApart: boolean;
  findSession(tokenHash: Buffer): Promise<FoundSession | null>;
  /** Does what ends a session, or all those of an address: nobody here is remembered by them from then on. */
  ending<Result>(whose: Whose, work: () => Promise<Result>): Promise<Result>;
  completeSignUp(session: NewSellerSession, opening: Opening): Promise<{ readonly seller_code: string | null } | null>;
  openAccount(opening: NewAccount): Promise<boolean>;
  listMembers(account: AccountId): Promise<readonly MemberRow[]>;
};

/** One cell. */
export const sellersIn = (db: Queryable): SellerStore => ({
  people: db,
  areApart: false,
  findSession: async (tokenHash) => {
    const row = await findSellerSession(db, tokenHash);
    return row === null ? null : { ...row, isRemembered: false };
  },
  ending: (_whose, work) => work(),
  completeSignUp: (session, opening) => completeSignUp(db, session, opening),
  openAccount: (opening) => openAccountFor(db, opening),
  listMembers: (account) => listMembers(db, account),
});

/** How long a process remembers who was signed in, and of how many sessions. */
const REMEMBERED_MS = 5 * 60_000;
const REMEMBERED_MAX = 10_000;

/** Who was signed in a moment ago, by their tokens. */
function openMemory() {
  const remembered = new Map<string, { readonly row: apart.ApartSessionRow; readonly at: number }>();
  const keyOf = (tokenHash: Buffer): string => tokenHash.toString("base64");
  let forgotten = 0;
  return {
    /** What is to be called with the answer: one that was asked for before something was forgotten may be what ended. */
    begin(tokenHash: Buffer): (row: apart.ApartSessionRow | null) => void {
      const [key, before] = [keyOf(tokenHash), forgotten];
      return (row) => {
        remembered.delete(key);
        if (row === null || before !== forgotten) return;
        if (remembered.size >= REMEMBERED_MAX) remembered.clear();
        remembered.set(key, { row, at: monotonicMs() });
      };
    },
    find(tokenHash: Buffer): apart.ApartSessionRow | null {
      const last = remembered.get(keyOf(tokenHash));
      if (last === undefined) return null;
      const age = monotonicMs() - last.at;
      if (age > Math.min(REMEMBERED_MS, last.row.left_ms)) return null;
      return { ...last.row, proof_age: String(Number(last.row.proof_age) + Math.ceil(age / 1_000)) };
    },
    forget(whose: Whose): void {
      forgotten += 1;
      if ("tokenHash" in whose) remembered.delete(keyOf(whose.tokenHash));
      else for (const [key, { row }] of remembered) if (row.email === whose.email) remembered.delete(key);
    },
  };
}

/**
 * Several cells.
 * @param people the directory's database. @throws SignInAway from each call while it is away.
 * @param cell the cell's own: it has the accounts, and of their people what its lists and mails show.
 */
export function sellersApart(people: Queryable, cell: Queryable): SellerStore {
  const known = new Map<string, string>();
  /** Whatever a person does here refers to them. */
  const know = async (seller: apart.KnownSeller): Promise<void> => {
    const text = JSON.stringify(seller);
    if (known.get(seller.id) === text) return;
    await apart.takeSellers(cell, [seller], { isHere: true });
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(seller.id, text);
  };
  const remembered = openMemory();
  const findOrRemember = async (
    tokenHash: Buffer,
  ): Promise<(apart.ApartSessionRow & Pick<FoundSession, "isRemembered">) | null> => {
    const keep = remembered.begin(tokenHash);
    try {
      const row = await apart.findSessionApart(people, tokenHash);
      keep(row);
      return row === null ? null : { ...row, isRemembered: false };
    } catch (error) {
      const last = remembered.find(tokenHash);
      if (!(error instanceof SignInAway) || last === null) throw error;
      return { ...last, is_aging: false, isRemembered: true };
    }
  };
  return {
    people,
    areApart: true,
    ending: async (whose, work) => {
      try {
        return await work();
      } finally {
        // Also where nobody knows whether it was done.
        remembered.forget(whose);
      }
    },
    findSession: async (tokenHash) => {
      const row = await findOrRemember(tokenHash);
      if (row === null) return null;
      const { seller_id: id, email, name, locale, zone, is_operator, version } = row;
      if (!row.isRemembered) await know({ id, email, name, locale, zone, is_operator, version });
      const { is_known: isKnown, ...here } = await apart.readBelonging(cell, id);
      if (!isKnown)
        throw new SignInAway(
          new Error(`somebody else has the address of ${id} in this cell: \`directory fill\` was not run`),
        );
      return { ...row, ...here };
    },
    completeSignUp: async (session, opening) => {
      const person = await apart.completeSignUpApart(people, session, opening);
      if (person === null) return null;
      const { trading_name: tradingName, ...seller } = person;
      await know(seller);
      if (tradingName === null) return { seller_code: null };
      const isOpen = await apart.openAccountApart(cell, { ...opening, tradingName });
      return { seller_code: isOpen ? opening.sellerCode : null };
    },
    openAccount: async (opening) =>
      (await apart.takeAccountPlaceApart(people, opening.sellerId)) && (await apart.openAccountApart(cell, opening)),
    listMembers: async (account) => {
      const members = await listMembers(cell, account);
      const guarded = await apart.listGuarded(
        people,
        members.map(({ seller_id: id }) => id),
      );
      return members.map((row) => ({ ...row, has_second_factor: guarded.has(row.seller_id) }));
    },
  };
}
