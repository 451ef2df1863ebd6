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
  /** The directory is away, and said so a short time ago: good for looking at what is here, and for nothing else. */
  readonly isRemembered: boolean;
};

export type SellerStore = {
  /** Of all that one person does about their own sign-in. @throws SignInAway from each statement while it is away. */
  readonly people: Queryable;
  /** Whether accounts of other cells may be somebody's too. */
  readonly areApart: boolean;
  findSession(tokenHash: Buffer): Promise<FoundSession | null>;
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
  completeSignUp: (session, opening) => completeSignUp(db, session, opening),
  openAccount: (opening) => openAccountFor(db, opening),
  listMembers: (account) => listMembers(db, account),
});

/** How long a process remembers who was signed in, and of how many sessions. */
const REMEMBERED_MS = 5 * 60_000;
const REMEMBERED_MAX = 10_000;

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
  const remembered = new Map<string, { readonly row: apart.ApartSessionRow; readonly at: number }>();
  const findOrRemember = async (tokenHash: Buffer): Promise<Omit<FoundSession, keyof apart.BelongingRow> | null> => {
    const key = tokenHash.toString("base64");
    try {
      const row = await apart.findSessionApart(people, tokenHash);
      remembered.delete(key);
      if (row === null) return null;
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(key, { row, at: monotonicMs() });
      return { ...row, isRemembered: false };
    } catch (error) {
      const last = remembered.get(key);
      const age = monotonicMs() - (last?.at ?? 0);
      if (!(error instanceof SignInAway) || last === undefined || age > REMEMBERED_MS) throw error;
      const proofAge = Number(last.row.proof_age) + Math.ceil(age / 1_000);
      return { ...last.row, proof_age: String(proofAge), is_aging: false, isRemembered: true };
    }
  };
  return {
    people,
    areApart: true,
    findSession: async (tokenHash) => {
      const row = await findOrRemember(tokenHash);
      if (row === null) return null;
      const { seller_id: id, email, name, locale, is_operator } = row;
      if (!row.isRemembered) await know({ id, email, name, locale, is_operator });
      const { is_known: isKnown, ...here } = await apart.readBelonging(cell, id);
      if (!isKnown)
        throw new SignInAway(new Error(`somebody else is ${email} in this cell: \`directory fill\` was not run`));
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
