/**
 * Codes that prove a seller's address: six digits to sign up, and eight letters and digits to put a new password in the place of a
 * forgotten one, where guessing at many addresses from many networks would pay. Nothing here tells the browser whether an address is
 * known; its mail does.
 */
import type { IncomingHttpHeaders } from "node:http";
import { API_VERSION } from "@holdfast/contract";
import { emailProblem, readEmail } from "../domain/email.js";
import { plainCode } from "../domain/typed.js";
import { sha256 } from "../platform/hash.js";
import { isMac, mac, macs } from "../platform/keys.js";
import { digits, spokenCode, uuidv7 } from "../platform/random.js";
import { CODE_MINUTES, CODE_TRIES } from "../store/identity/buyers.js";
import { noteFailure } from "../store/identity/second-factor.js";
import {
  dropSellerChallenge,
  findSellerChallenge,
  openSellerChallenge,
  resetPassword,
  type SignUpFields,
  takeSellerTry,
} from "../store/identity/seller-challenges.js";
import { reserveCode, whyRefused } from "../store/identity/windows.js";
import { newAccountNames } from "./merchants.js";
import { networkOf } from "./networks.js";
import { checkPassword, hashPassword } from "./passwords.js";
import { plainRecovery } from "./second-factor.js";
import { askerOf, markOf } from "./seller-known.js";
import {
  checkNames,
  DONE,
  failed,
  isDone,
  type Problems,
  readName,
  type SellerOutcome,
  unlessBusy,
} from "./seller-outcome.js";
import {
  actorOf,
  hashOfCookie,
  newSession,
  newToken,
  replacing,
  type SellerAsking,
  type SellerParts,
} from "./seller-parts.js";

/** The step that a browser is at. */
export type SellerStep = {
  readonly kind: "sign_up" | "reset" | "second_factor";
  readonly email: string;
  /** Of a code: from 5 down to 0, when only a new one helps. */
  readonly triesLeft: number;
};

type SignUpForm = {
  readonly email: string;
  readonly name: string;
  /** Undefined for people who were invited: no account is opened. */
  readonly tradingName: string | undefined;
  readonly password: string;
};

export type SellerCodes = {
  /** Null when this browser is at none. */
  step(headers: IncomingHttpHeaders): Promise<SellerStep | null>;
  /** Sends a code to the address; one that has a sign-in already gets a mail that says so, and the browser the same answer. */
  startSignUp(asking: SellerAsking, form: SignUpForm): Promise<SellerOutcome>;
  /** The address is proved: the person, the account and a session. Tells the account's seller code, if one was opened. */
  completeSignUp(asking: SellerAsking, code: string): Promise<SellerOutcome & { readonly sellerCode?: string | null }>;
  /** Sends a code to an address whose password was forgotten; one without sign-in gets a mail that says so. */
  startReset(asking: SellerAsking, email: string): Promise<SellerOutcome>;
  /** Every session ends. Opens none: a second factor would be passed by. */
  completeReset(asking: SellerAsking, code: string, newPassword: string): Promise<SellerOutcome>;
  /** Sends another code for the same step; the one before is good for as long as it would have been, and both share the tries. */
  sendAgain(asking: SellerAsking): Promise<SellerOutcome>;
  /** Forgets the step that this browser is at. Returns cookies to set. */
  forgetStep(headers: IncomingHttpHeaders): Promise<readonly string[]>;
};

/** What a code looks like, and how what was typed is read. */
const CODES = {
  sign_up: { make: () => digits(6), form: /^\d{6}$/, plain: plainCode, isShort: true },
  // 40 bits: a million guesses a day, at whatever addresses, find one in three thousand years.
  reset: { make: () => spokenCode(8), form: /^[0-9A-Z]{8}$/, plain: plainRecovery, isShort: false },
} as const;
const CODE_SECONDS = CODE_MINUTES * 60;
const QUARTER_SECONDS = 15 * 60;

export function openSellerCodes(parts: SellerParts): SellerCodes {
  const { people, cookies } = parts;
  return {
    step: async (headers) => {
      const browserHash = hashOfCookie(parts, headers, "seller_step");
      const row = browserHash === null ? null : await findSellerChallenge(people, browserHash);
      return row === null ? null : { kind: row.kind, email: row.email, triesLeft: CODE_TRIES - row.attempts };
    },
    startSignUp: (asking, form) => unlessBusy(() => startSignUp(parts, asking, form)),
    completeSignUp: (asking, code) => completeWithCode(parts, asking, code),
    startReset: async (asking, typed) => {
      const email = readEmail(typed);
      if (email === null) return failed("email", emailProblem(typed));
      return sendCode(parts, asking, { kind: "reset", email, signUp: null });
    },
    completeReset: (asking, code, newPassword) => unlessBusy(() => completeReset(parts, asking, { code, newPassword })),
    sendAgain: (asking) => sendAgain(parts, asking),
    forgetStep: async (headers) => {
      const browserHash = hashOfCookie(parts, headers, "seller_step");
      if (browserHash !== null) await dropSellerChallenge(people, browserHash);
      return [cookies.clear("seller_step")];
    },
  };
}

async function startSignUp(parts: SellerParts, asking: SellerAsking, form: SignUpForm): Promise<SellerOutcome> {
  const email = readEmail(form.email);
  const password = checkPassword(form.password, email ?? "");
  const problems: Problems = {
    ...(email === null ? { email: emailProblem(form.email) } : {}),
    ...checkNames(form.name, form.tradingName),
    ...(password === null ? {} : { password }),
  };
  if (email === null || !isDone({ problems })) return { problems, cookies: [] };
  // Before any work: what a network, and a browser there, may ask for is all that it can make us do.
  const asker = askerOf(parts, asking, email);
  const { isAllowed, ofNetwork } = await reserveCode(parts.people, asker);
  if (ofNetwork) parts.addresses.onRefused("codes");
  if (!isAllowed) return failed("email", "too_many_codes");
  const signUp: SignUpFields = {
    name: readName(form.name) ?? "",
    tradingName: form.tradingName === undefined ? null : readName(form.tradingName),
    passwordHash: await hashPassword(form.password, asker.network),
  };
  return sendCode(parts, asking, { kind: "sign_up", email, signUp, isCounted: true });
}

type Sending = {
  readonly kind: "sign_up" | "reset";
  readonly email: string;
  readonly signUp: SignUpFields | null;
  /** Whether the places of network and browser are taken already. */
  readonly isCounted?: true;
};

async function sendCode(
  parts: SellerParts,
  asking: SellerAsking,
  { isCounted, ...sending }: Sending,
): Promise<SellerOutcome> {
  const { kind, email } = sending;
  const waiting = await stepOf(parts, asking.headers);
  // Another code for the same step leaves the one before good: both belong to the browser as it is.
  const isAgain = waiting?.kind === kind && waiting.email === email && waiting.attempts < CODE_TRIES;
  const before = parts.cookies.read(asking.headers, "seller_step");
  const browser = isAgain && before !== null ? before : newToken();
  const browserHash = sha256(browser);
  const code = CODES[kind].make();
  const asker = { ...askerOf(parts, asking, email), ...(isCounted === true ? { network: null } : {}) };
  const sent = await openSellerChallenge(parts.people, {
    ...sending,
    browserHash,
    replaces: isAgain ? null : hashOfCookie(parts, asking.headers, "seller_step"),
    code: kind === "reset" ? `${code.slice(0, 4)}-${code.slice(4)}` : code,
    codeHash: mac(parts.codeKey, browserHash, code),
    asker,
    actor: actorOf(asking, null),
    locale: asking.locale ?? null,
  });
  if (!sent) {
    const { ofNetwork, seconds } = await whyRefused(parts.people, asker);
    if (ofNetwork) parts.addresses.onRefused("codes");
    return failed("email", seconds > QUARTER_SECONDS ? "too_many_codes_today" : "too_many_codes");
  }
  return { ...DONE, cookies: [parts.cookies.write("seller_step", browser, CODE_SECONDS)] };
}

async function sendAgain(parts: SellerParts, asking: SellerAsking): Promise<SellerOutcome> {
  const browserHash = hashOfCookie(parts, asking.headers, "seller_step");
  const row = browserHash === null ? null : await findSellerChallenge(parts.people, browserHash);
  if (row === null || row.kind === "second_factor") return failed("code", "code_expired");
  const { kind, email, name, trading_name: tradingName, password_hash: passwordHash } = row;
  const signUp = name === null || passwordHash === null ? null : { name, tradingName, passwordHash };
  const outcome = await sendCode(parts, asking, { kind, email, signUp });
  return isDone(outcome) ? outcome : failed("code", outcome.problems.email ?? "too_many_codes");
}

/** A code that was looked at and is right, or why not. */
type Tried = { readonly ok: { readonly browserHash: Buffer; readonly codeHash: Buffer } } | { failed: SellerOutcome };

async function tryCode(
  parts: SellerParts,
  asking: SellerAsking,
  { typed, kind }: { typed: string; kind: "sign_up" | "reset" },
): Promise<Tried> {
  const code = CODES[kind].plain(typed);
  if (!CODES[kind].form.test(code)) return { failed: failed("code", "code_malformed") };
  const browserHash = hashOfCookie(parts, asking.headers, "seller_step");
  const waiting = browserHash === null ? null : await findSellerChallenge(parts.people, browserHash);
  if (browserHash === null || waiting?.kind !== kind) return { failed: failed("code", "code_expired") };
  const origin = CODES[kind].isShort ? askerOf(parts, asking, waiting.email).origin : null;
  const hashes = macs(parts.codeKey, browserHash, code);
  const taken = await takeSellerTry(parts.people, { browserHash, kind, origin, hashes });
  if (taken === null) {
    const left = await findSellerChallenge(parts.people, browserHash);
    return { failed: failed("code", left === null ? "code_expired" : "code_spent") };
  }
  const codeHash = taken.codes.find((hash) => isMac(parts.codeKey, hash, browserHash, code));
  if (codeHash === undefined) {
    await noteFailure(parts.people, { kind: "code_wrong", email: waiting.email }, actorOf(asking, null));
    return { failed: failed("code", "code_wrong") };
  }
  return { ok: { browserHash, codeHash } };
}

async function completeWithCode(
  parts: SellerParts,
  asking: SellerAsking,
  typed: string,
): ReturnType<SellerCodes["completeSignUp"]> {
  const step = await stepOf(parts, asking.headers);
  const tried = await tryCode(parts, asking, { typed, kind: "sign_up" });
  if ("failed" in tried) return tried.failed;
  const { session, cookies } = newSession(parts, asking);
  const names = newAccountNames();
  // Who was invited opens none.
  const opensAccount = (step?.trading_name ?? null) !== null;
  if (opensAccount) await parts.registry.enterAccount(names);
  const opening = { ...names, sellerId: uuidv7(), apiVersion: API_VERSION, locale: asking.locale ?? null };
  const opened = await replacing(parts, session, () =>
    parts.store.completeSignUp(session, { ...tried.ok, ...opening }),
  );
  if (opensAccount && (opened?.seller_code ?? null) === null) await parts.registry.withdrawAccount(names.account);
  if (opened === null) return failed("code", "code_expired");
  const mark = markOf(parts, asking.headers, step?.email ?? "");
  return { problems: {}, cookies: [...cookies, ...mark], sellerCode: opened.seller_code };
}

function stepOf(parts: SellerParts, headers: IncomingHttpHeaders): ReturnType<typeof findSellerChallenge> {
  const browserHash = hashOfCookie(parts, headers, "seller_step");
  return browserHash === null ? Promise.resolve(null) : findSellerChallenge(parts.people, browserHash);
}

async function completeReset(
  parts: SellerParts,
  asking: SellerAsking,
  { code, newPassword }: { code: string; newPassword: string },
): Promise<SellerOutcome> {
  // Before the code: a try is not used up by a password that is not taken.
  const email = (await stepOf(parts, asking.headers))?.email ?? "";
  const problem = checkPassword(newPassword, email);
  if (problem !== null) return failed("new_password", problem);
  const tried = await tryCode(parts, asking, { typed: code, kind: "reset" });
  if ("failed" in tried) return tried.failed;
  const passwordHash = await hashPassword(newPassword, networkOf(asking.address));
  const isReset = await parts.store.ending({ email }, () =>
    resetPassword(parts.people, { ...tried.ok, passwordHash }, actorOf(asking, null)),
  );
  if (!isReset) return failed("code", "code_expired");
  // Whoever proved the address gets in by the new password, whatever strangers try meanwhile.
  const mark = markOf(parts, asking.headers, email);
  return { problems: {}, cookies: [parts.cookies.clear("seller_step"), parts.cookies.clear("seller"), ...mark] };
}
