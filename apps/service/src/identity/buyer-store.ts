/**
 * Where buyers and their sign-ins are kept: in the database of the one cell there is, or apart from several cells, in the directory's,
 * so that a sign-in holds in all of them and what ends it ends it in all.
 */
import type { Queryable } from "../platform/database.js";
import * as rows from "../store/identity/buyers.js";
import * as apart from "../store/identity/buyers-apart.js";
import { whyRefused } from "../store/identity/windows.js";

type Bound<Call> = Call extends (db: Queryable, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;

/** The statements of store/identity/buyers.ts, each with its database. */
export type BuyerStore = {
  readonly [Name in
    | "openChallenge"
    | "noteRefusal"
    | "findChallenge"
    | "takeTry"
    | "openSession"
    | "dropChallenge"
    | "findSession"
    | "prolongSession"
    | "endSession"
    | "listSessions"
    | "endSessionsOf"
    | "setLocale"
    | "setZone"]: Bound<(typeof rows)[Name]>;
} & { readonly whyRefused: Bound<typeof whyRefused> };

const bind =
  <Given extends readonly unknown[], Result>(
    call: (db: Queryable, ...given: Given) => Result,
    db: Queryable,
  ): ((...given: Given) => Result) =>
  (...given) =>
    call(db, ...given);

/** One cell. */
export const buyersIn = (db: Queryable): BuyerStore => ({
  openChallenge: bind(rows.openChallenge, db),
  noteRefusal: bind(rows.noteRefusal, db),
  findChallenge: bind(rows.findChallenge, db),
  takeTry: bind(rows.takeTry, db),
  openSession: bind(rows.openSession, db),
  dropChallenge: bind(rows.dropChallenge, db),
  findSession: bind(rows.findSession, db),
  prolongSession: bind(rows.prolongSession, db),
  endSession: bind(rows.endSession, db),
  listSessions: bind(rows.listSessions, db),
  endSessionsOf: bind(rows.endSessionsOf, db),
  setLocale: bind(rows.setLocale, db),
  setZone: bind(rows.setZone, db),
  whyRefused: bind(whyRefused, db),
});

/** Of this many buyers a process remembers that the cell knows them, with language and time zone. */
const REMEMBERED_MAX = 10_000;

/**
 * Several cells.
 * @param people the directory's database. @throws SignInAway from each call while it is away.
 * @param cell the cell's own: it sends the mails and writes down wrong codes.
 */
export function buyersApart(people: Queryable, cell: Queryable): BuyerStore {
  const remembered = new Map<string, string>();
  /** Mails of the cell are in the buyer's language and time zone, from the first visit here on. */
  const know = async (buyer: Parameters<typeof apart.knowBuyer>[1]): Promise<void> => {
    const told = `${buyer.locale} ${buyer.zone}`;
    if (remembered.get(buyer.email) === told) return;
    await apart.knowBuyer(cell, buyer);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(buyer.email, told);
  };
  const findSession: BuyerStore["findSession"] = async (tokenHash) => {
    const found = await rows.findSession(people, tokenHash);
    if (found !== null) await know(found);
    return found;
  };
  return {
    ...buyersIn(people),
    findSession,
    openChallenge: async (challenge) => {
      if (!(await apart.openChallengeApart(people, challenge))) return false;
      if (challenge.replaces !== null) await rows.dropChallenge(cell, challenge.replaces);
      await apart.sendCodeApart(cell, challenge);
      return true;
    },
    // Another cell may have used it up: the mail of this one need not bear the code any more.
    findChallenge: async (browserHash) => {
      const found = await rows.findChallenge(people, browserHash);
      if (found === null) await rows.dropChallenge(cell, browserHash);
      return found;
    },
    noteRefusal: (asker) => apart.noteRefusalApart(people, asker),
    takeTry: async (given, actor) => {
      const taken = await apart.takeTryApart(people, given);
      const isWrong = taken !== null && !taken.codes.some((code) => given.hashes.some((hash) => hash.equals(code)));
      if (isWrong) await apart.noteWrongCode(cell, actor);
      return taken;
    },
    openSession: async (session) => {
      const opened = await apart.openSessionApart(people, session);
      await rows.dropChallenge(cell, session.browserHash);
      if (opened !== null) await know({ email: opened.email, locale: session.locale, zone: null });
      return opened;
    },
    dropChallenge: async (browserHash) => {
      await apart.dropChallengeApart(people, browserHash);
      await rows.dropChallenge(cell, browserHash);
    },
    setLocale: async (tokenHash, locale) => {
      await rows.setLocale(people, tokenHash, locale);
      await findSession(tokenHash);
    },
    setZone: async (tokenHash, zone) => {
      await rows.setZone(people, tokenHash, zone);
      await findSession(tokenHash);
    },
  };
}
