/**
 * Buyers: who the cookies of a request say it is, and how one becomes that. A buyer types a code of six digits that was
 * sent to an address, in the browser that asked for it, or has the link beside it bring the code there.
 *
 * Nothing here tells whether an address is known: the first code that is entered makes it so.
 */
import type { IncomingHttpHeaders } from "node:http";
import { type EmailProblem, emailProblem, readEmail } from "../domain/email.js";
import { UUID } from "../domain/ids.js";
import { plainCode } from "../domain/typed.js";
import { sha256 } from "../platform/hash.js";
import { isMac, type Keys, mac, macs } from "../platform/keys.js";
import { digits, token } from "../platform/random.js";
import { CODE_MINUTES, CODE_TRIES, type ListedSessionRow, SESSION_DAYS } from "../store/identity/buyers.js";
import type { Asker } from "../store/identity/windows.js";
import { isLocale, type Locale } from "../words/locale.js";
import { readZone, type Zone } from "../words/zone.js";
import type { BuyerStore } from "./buyer-store.js";
import type { Cookies } from "./cookies.js";
import { askerOf, mailedMark, markOf, readMailedMark } from "./known-browsers.js";
import { actorOf } from "./seller-parts.js";
import type { SharedAddresses } from "./shared-addresses.js";

export type Buyer = {
  /** Lower case, verified by code. */
  readonly email: string;
  readonly locale: Locale;
  /** Null until it is known. */
  readonly zone: Zone | null;
  /** Of the session that the request is part of. */
  readonly sessionId: string;
};

/** Where a buyer is signed in. */
export type BuyerSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly network: string;
  /** Unix seconds of real time; `seenAt` is a day late at most. */
  readonly created: number;
  readonly seenAt: number;
  readonly isThis: boolean;
};

/** A code was asked for by this browser and not yet entered. */
export type Pending = {
  readonly email: string;
  /** From 5 down to 0, when only a new code helps. */
  readonly triesLeft: number;
};

/** Who a request is from, and cookies to set with the answer. */
type Visitor = {
  readonly buyer: Buyer | null;
  /** Null for a buyer who is signed in. */
  readonly pending: Pending | null;
  readonly cookies: readonly string[];
};

/** Why an attempt did not get anywhere. */
export type SignInProblem =
  /** What was typed is not an email address. */
  | EmailProblem
  /** As many codes as may be sent to the address, or be asked for from the network, were. */
  | "too_many_codes"
  /** What was typed is not six digits; it does not count as a try. */
  | "code_malformed"
  | "code_wrong"
  /** All tries are used up. */
  | "code_spent"
  /** There is no code that this browser waits for: it ran out, was used, or belongs to another browser. */
  | "code_expired";

export type SignInOutcome = {
  readonly problem: SignInProblem | null;
  readonly cookies: readonly string[];
  /** Until a code is sent again, where too many were. */
  readonly waitSeconds?: number;
};

/** A request that is about a sign-in: its headers, where it comes from, and the language of the page it was made on. */
export type Asking = {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly locale: Locale;
};

/** All of these throw DatabaseUnavailable when the database does not answer. */
export type Buyers = {
  /** The buyer by the cookies of a request; null when signed out. Changes nothing: being asked often doesn't count as a visit. */
  current(headers: IncomingHttpHeaders): Promise<Buyer | null>;
  /** A code was asked for by this browser and not yet entered: which step <SignIn> shows. */
  pending(headers: IncomingHttpHeaders): Promise<Pending | null>;
  /** Both at once; moves the end of the session, which lasts thirty days from the last visit, and ninety at most. */
  recognise(headers: IncomingHttpHeaders): Promise<Visitor>;
  /** Sends a code to an address. */
  requestCode(asking: Asking, email: string): Promise<SignInOutcome>;
  /** Sends another code to the address of the one that this browser waits for, which is good for as long as it would have been. */
  requestAgain(asking: Asking): Promise<SignInOutcome>;
  /**
   * Sends a code to the address of a mail that a code came in, to whatever browser reads it: that one is known for the address from now
   * on. So the owner of the mailbox gets in, however many codes strangers ask for.
   */
  requestHere(asking: Asking, ticket: string): Promise<SignInOutcome>;
  /** Signs in. What a browser enters is looked at five times at most, however many codes it waits for, and signs in once. */
  enterCode(asking: Asking, code: string): Promise<SignInOutcome>;
  /**
   * The code in the link of a mail, for the browser that asked for it and for no other: null for what no link of its last mail says.
   * Looks at nothing but the request, so it tells nothing of a code that was guessed, and uses up no try.
   */
  codeIn(headers: IncomingHttpHeaders, ticket: string): string | null;
  /** Forgets the code that this browser waits for. Returns cookies to set. */
  forgetCode(headers: IncomingHttpHeaders): Promise<readonly string[]>;
  /** Ends the session, for every copy of its cookie. Returns cookies to set. */
  signOut(headers: IncomingHttpHeaders): Promise<readonly string[]>;
  /** Where the buyer is signed in, the browser that was used last first. */
  sessions(buyer: Buyer): Promise<readonly BuyerSession[]>;
  /** Ends one session of the buyer. What names none of theirs ends nothing. */
  endSession(buyer: Buyer, id: string): Promise<void>;
  /** Ends all sessions of the buyer, this one too. Returns cookies to set. */
  signOutEverywhere(buyer: Buyer): Promise<readonly string[]>;
  /** Keeps the language that was chosen, when somebody is signed in. */
  speak(headers: IncomingHttpHeaders, locale: Locale): Promise<void>;
  /** Keeps the time zone, when somebody is signed in. */
  live(headers: IncomingHttpHeaders, zone: Zone): Promise<void>;
};

const TOKEN_LENGTH = 43; // 256 bits
const TOKEN = /^[0-9A-Za-z]{43}$/;
const SESSION_SECONDS = SESSION_DAYS * 86_400;
const CODE_SECONDS = CODE_MINUTES * 60;
const CODE = /^\d{6}$/;
/** The code, our mark that it is this browser's, and one for any other browser. */
const TICKET = /^(\d{6})\.([\w-]{43})(?:\.([\w.-]{1,500}))?$/;

type Parts = {
  readonly store: BuyerStore;
  readonly cookies: Cookies;
  readonly addresses: SharedAddresses;
  /** For codes alone. */
  readonly codeKeys: Keys;
  /** For the links that bring them alone. */
  readonly linkKeys: Keys;
  /** For marks of known browsers alone. */
  readonly markKeys: Keys;
  /** Where codes and sessions hold, if not on our own pages: part of what is kept of them, so that they are found nowhere else. */
  readonly scope: string | null;
};

/** What is kept of a random token. */
const keptOf = ({ scope }: Pick<Parts, "scope">, value: string): Buffer =>
  sha256(scope === null ? value : `${scope} ${value}`);

const marksOf = ({ cookies, markKeys, addresses }: Parts) =>
  ({ cookies, cookie: "known", keys: markKeys, visitorsPerAddress: addresses.visitors }) as const;

/** An open session. */
type Found = { readonly tokenHash: Buffer; readonly isAging: boolean; readonly buyer: Buyer };

export function openBuyers(parts: Parts): Buyers {
  const { store, cookies } = parts;
  const hashOf = (headers: IncomingHttpHeaders, name: "session" | "code"): Buffer | null => {
    const value = cookies.read(headers, name);
    return value !== null && TOKEN.test(value) ? keptOf(parts, value) : null;
  };
  const pending = async (headers: IncomingHttpHeaders): Promise<Pending | null> => {
    const browserHash = hashOf(headers, "code");
    const row = browserHash === null ? null : await store.findChallenge(browserHash);
    return row === null ? null : { email: row.email, triesLeft: CODE_TRIES - row.attempts };
  };
  const requestCode: Buyers["requestCode"] = async (asking, typed) => {
    const email = readEmail(typed);
    if (email === null) return { problem: emailProblem(typed), cookies: [] };
    return sendCode(parts, { ...asking, email, before: hashOf(asking.headers, "code") });
  };
  const session = async (headers: IncomingHttpHeaders): Promise<Found | null> => {
    const tokenHash = hashOf(headers, "session");
    const row = tokenHash === null ? null : await store.findSession(tokenHash);
    if (tokenHash === null || row === null || !isLocale(row.locale)) return null;
    const { email, locale, id: sessionId } = row;
    return { tokenHash, isAging: row.is_aging, buyer: { email, locale, zone: readZone(row.zone), sessionId } };
  };
  return {
    pending,
    requestCode,
    current: async (headers) => (await session(headers))?.buyer ?? null,
    recognise: async (headers) => {
      const found = await session(headers);
      if (found === null) return { buyer: null, pending: await pending(headers), cookies: [] };
      const value = found.isAging ? cookies.read(headers, "session") : null;
      if (value === null) return { buyer: found.buyer, pending: null, cookies: [] };
      await store.prolongSession(found.tokenHash);
      return { buyer: found.buyer, pending: null, cookies: [cookies.write("session", value, SESSION_SECONDS)] };
    },
    requestHere: (asking, ticket) => sendHere(parts, { ...asking, ticket, before: hashOf(asking.headers, "code") }),
    requestAgain: async (asking) => {
      const waiting = await pending(asking.headers);
      return waiting === null ? { problem: "code_expired", cookies: [] } : requestCode(asking, waiting.email);
    },
    enterCode: async (asking, typed) => {
      const code = plainCode(typed);
      if (!CODE.test(code)) return { problem: "code_malformed", cookies: [] };
      const browserHash = hashOf(asking.headers, "code");
      const waiting = browserHash === null ? null : await store.findChallenge(browserHash);
      if (browserHash === null || waiting === null) return { problem: "code_expired", cookies: [] };
      const asker = askerOf(marksOf(parts), asking, waiting.email);
      return tryCode(parts, asking, { browserHash, code, asker, replaces: hashOf(asking.headers, "session") });
    },
    codeIn: (headers, ticket) => {
      const browserHash = hashOf(headers, "code");
      const [, code, mark] = TICKET.exec(ticket) ?? [];
      if (browserHash === null || code === undefined || mark === undefined) return null;
      return isMac(parts.linkKeys, Buffer.from(mark, "base64url"), browserHash, code) ? code : null;
    },
    forgetCode: async (headers) => {
      const browserHash = hashOf(headers, "code");
      if (browserHash !== null) await store.dropChallenge(browserHash);
      return [cookies.clear("code")];
    },
    signOut: async (headers) => {
      const tokenHash = hashOf(headers, "session");
      if (tokenHash !== null) await store.endSession(tokenHash);
      return [cookies.clear("session")];
    },
    sessions: async ({ email, sessionId }) =>
      (await store.listSessions(email)).map((row) => ({ ...sessionOf(row), isThis: row.id === sessionId })),
    endSession: async ({ email }, id) => {
      if (UUID.test(id)) await store.endSessionsOf(email, id);
    },
    signOutEverywhere: async ({ email }) => {
      await store.endSessionsOf(email, null);
      return [cookies.clear("session")];
    },
    speak: async (headers, locale) => {
      const tokenHash = hashOf(headers, "session");
      if (tokenHash !== null) await store.setLocale(tokenHash, locale);
    },
    live: async (headers, zone) => {
      const tokenHash = hashOf(headers, "session");
      if (tokenHash !== null) await store.setZone(tokenHash, zone);
    },
  };
}

const sessionOf = (row: ListedSessionRow): Omit<BuyerSession, "isThis"> => ({
  id: row.id,
  userAgent: row.user_agent,
  network: row.network,
  created: Number(row.created),
  seenAt: Number(row.seen_at),
});

async function sendCode(
  parts: Parts,
  { email, before, ...asking }: Asking & { email: string; before: Buffer | null },
  asker: Asker = askerOf(marksOf(parts), asking, email),
): Promise<SignInOutcome> {
  const { store, cookies, codeKeys, linkKeys } = parts;
  const waiting = before === null ? null : await store.findChallenge(before);
  // Another code to the same address leaves the one before good: both belong to the browser as it is.
  const isAgain = waiting?.email === email && waiting.attempts < CODE_TRIES;
  const browser = (isAgain ? cookies.read(asking.headers, "code") : null) ?? token(TOKEN_LENGTH);
  const browserHash = keptOf(parts, browser);
  const code = digits(6);
  const codeHash = mac(codeKeys, browserHash, code);
  // A link in a mail opens outside of any frame, where this browser's code is not known.
  const own = mac(linkKeys, browserHash, code).toString("base64url");
  const linkMark = parts.scope === null ? `${own}.${mailedMark(marksOf(parts), email)}` : null;
  const sent = await store.openChallenge({
    browserHash,
    replaces: isAgain ? null : before,
    code,
    linkMark,
    codeHash,
    locale: asking.locale,
    asker,
  });
  if (sent) return { problem: null, cookies: [cookies.write("code", browser, CODE_SECONDS)] };
  await store.noteRefusal(asker);
  const { ofNetwork, seconds } = await store.whyRefused(asker);
  if (ofNetwork) parts.addresses.onRefused("codes");
  return { problem: "too_many_codes", cookies: [], waitSeconds: seconds };
}

/** Makes the browser known for the address that the mail's link was sent to, and sends a code to it. */
async function sendHere(
  parts: Parts,
  { ticket, ...asking }: Asking & { ticket: string; before: Buffer | null },
): Promise<SignInOutcome> {
  const mailed = readMailedMark(marksOf(parts), TICKET.exec(ticket)?.[3] ?? "");
  if (mailed === null) return { problem: "code_expired", cookies: [] };
  const { email, nonce } = mailed;
  const asker = { ...askerOf(marksOf(parts), asking, email), origin: nonce, isKnown: true };
  const outcome = await sendCode(parts, { ...asking, email }, asker);
  return { ...outcome, cookies: [...outcome.cookies, ...mailed.cookies] };
}

type Try = {
  readonly browserHash: Buffer;
  readonly code: string;
  readonly asker: Asker;
  readonly replaces: Buffer | null;
};

async function tryCode(
  parts: Parts,
  asking: Asking,
  { browserHash, code, asker, replaces }: Try,
): Promise<SignInOutcome> {
  const { store, cookies, codeKeys } = parts;
  const actor = actorOf(asking, null);
  // Bound to the browser, so that a code does not fit anywhere else.
  const hashes = macs(codeKeys, browserHash, code);
  const taken = await store.takeTry({ browserHash, origin: asker.origin, hashes }, actor);
  if (taken === null) return { problem: await whyNoTry(store, browserHash), cookies: [] };
  const codeHash = taken.codes.find((hash) => isMac(codeKeys, hash, browserHash, code));
  if (codeHash === undefined) return { problem: "code_wrong", cookies: [] };
  const session = token(TOKEN_LENGTH);
  const opened = await store.openSession({
    browserHash,
    codeHash,
    tokenHash: keptOf(parts, session),
    replaces,
    locale: asking.locale,
    userAgent: actor.userAgent,
    network: actor.network,
  });
  if (opened === null) return { problem: "code_expired", cookies: [] };
  const mark = markOf(marksOf(parts), asking.headers, opened.email);
  const written = cookies.write("session", session, SESSION_SECONDS);
  return { problem: null, cookies: [written, ...mark, cookies.clear("code")] };
}

const whyNoTry = async (store: BuyerStore, browserHash: Buffer): Promise<SignInProblem> =>
  (await store.findChallenge(browserHash)) === null ? "code_expired" : "code_spent";
