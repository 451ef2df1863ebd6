/**
 * Signing in to the console: address and password, then the second factor of people who have one. Only the last of these
 * steps opens a session, with a new token.
 */
import type { IncomingHttpHeaders } from "node:http";
import { sha256 } from "../platform/hash.js";
import {
  completeSecondStep,
  openSecondStep,
  SECOND_FACTOR_MINUTES,
  takeSecondFactorTry,
} from "../store/identity/second-factor.js";
import { findSellerChallenge } from "../store/identity/seller-challenges.js";
import { endSellerSession, openSellerSession, takePasswordTry } from "../store/identity/sellers.js";
import { networkOf } from "./authenticate.js";
import { readEmail } from "./buyers.js";
import { isPassword } from "./passwords.js";
import { readProof } from "./second-factor.js";
import { markOf, subjectOf } from "./seller-known.js";
import { DONE, failed, type SellerOutcome, unlessBusy } from "./seller-outcome.js";
import { hashOfCookie, newSession, newToken, type SellerAsking, type SellerParts } from "./seller-parts.js";

type SignInOutcome = SellerOutcome & { readonly needsSecondFactor?: boolean };

export type SellerEntry = {
  /** Equal answers, after equal work, for a wrong password and for an address that is nobody's. */
  signIn(asking: SellerAsking, form: { email: string; password: string }): Promise<SignInOutcome>;
  /** The second step. Takes a code of the authenticator app or a recovery code, each once. */
  enterSecondFactor(asking: SellerAsking, code: string): Promise<SellerOutcome>;
  /** Ends the session, for every copy of its cookie. Returns cookies to set. */
  signOut(headers: IncomingHttpHeaders): Promise<readonly string[]>;
};

export function openSellerEntry(parts: SellerParts): SellerEntry {
  return {
    signIn: (asking, form) => unlessBusy(() => signIn(parts, asking, form)),
    enterSecondFactor: (asking, code) => enterSecondFactor(parts, asking, code),
    signOut: async (headers) => {
      const tokenHash = hashOfCookie(parts, headers, "seller");
      if (tokenHash !== null) await endSellerSession(parts.db, tokenHash);
      return [parts.cookies.clear("seller")];
    },
  };
}

async function signIn(
  parts: SellerParts,
  asking: SellerAsking,
  { email: typed, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const { db } = parts;
  const { headers } = asking;
  const email = readEmail(typed);
  if (email === null) return failed("email", "email_invalid");
  const subject = subjectOf(parts, headers, email);
  const network = networkOf(asking.address);
  const { isAllowed, known } = await takePasswordTry(db, { network, subject, email });
  if (!isAllowed) return failed("password", "too_many_tries");
  if (!(await isPassword(password, known?.password_hash ?? null, network)) || known === null)
    return failed("password", "credentials_wrong");
  if (known.has_second_factor) {
    const browser = newToken();
    const replaces = hashOfCookie(parts, headers, "seller_step");
    const waits = await openSecondStep(db, { browserHash: sha256(browser), replaces }, { ...known, subject });
    if (!waits) return failed("password", "credentials_wrong");
    const step = parts.cookies.write("seller_step", browser, SECOND_FACTOR_MINUTES * 60);
    return { ...DONE, cookies: [step], needsSecondFactor: true };
  }
  const { session, cookies } = newSession(parts, asking);
  const isOpened = await openSellerSession(db, session, { ...known, subject });
  if (!isOpened) return failed("password", "credentials_wrong");
  return { ...DONE, cookies: [...cookies, ...markOf(parts, headers, email)] };
}

async function enterSecondFactor(parts: SellerParts, asking: SellerAsking, typed: string): Promise<SellerOutcome> {
  const { db } = parts;
  const browserHash = hashOfCookie(parts, asking.headers, "seller_step");
  const waiting = browserHash === null ? null : await findSellerChallenge(db, browserHash);
  if (browserHash === null || waiting?.kind !== "second_factor") return failed("code", "code_expired");
  const tried = await readProof(parts, typed, () => takeSecondFactorTry(db, browserHash));
  if (typeof tried === "string") return failed("code", tried);
  const { session, cookies } = newSession(parts, asking);
  const isOpened = await completeSecondStep(db, session, { browserHash, proof: tried.proof });
  if (!isOpened) return failed("code", "step" in tried.proof ? "code_used" : "code_wrong");
  return { ...DONE, cookies: [...cookies, ...markOf(parts, asking.headers, waiting.email)] };
}
