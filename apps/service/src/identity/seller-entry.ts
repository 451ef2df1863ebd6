/**
 * Signing in to the console: address and password, then the second factor of people who have one. Only the last of these
 * steps opens a session, with a new token.
 */

import type { IncomingHttpHeaders } from "node:http";
import { emailProblem, readEmail } from "../domain/email.js";
import { sha256 } from "../platform/hash.js";
import {
  completeSecondStep,
  findSecondStep,
  noteFailure,
  openSecondStep,
  SECOND_FACTOR_MINUTES,
  takeSecondFactorTry,
} from "../store/identity/second-factor.js";
import { findSellerChallenge } from "../store/identity/seller-challenges.js";
import { endSellerSession, openSellerSession } from "../store/identity/sellers.js";
import { askForPasskey, type Challenged, type PasskeyOptions } from "./passkeys.js";
import { tryPassword } from "./password-tries.js";
import { type FactorForm, notTaken, readProof } from "./second-factor.js";
import { wrongFactor } from "./seller-factor.js";
import { arrivalOf, markOf } from "./seller-known.js";
import { DONE, failed, type SellerOutcome, unlessBusy } from "./seller-outcome.js";
import {
  actorOf,
  hashOfCookie,
  newSession,
  newToken,
  replacing,
  type SellerAsking,
  type SellerParts,
} from "./seller-parts.js";

type SignInOutcome = SellerOutcome & { readonly needsSecondFactor?: boolean };

export type SellerEntry = {
  /** Equal answers, after equal work, for a wrong password and for an address that is nobody's. */
  signIn(asking: SellerAsking, form: { email: string; password: string }): Promise<SignInOutcome>;
  /** The second step. Takes a code of the authenticator app, a recovery code or a passkey's answer, each once. */
  enterSecondFactor(asking: SellerAsking, form: FactorForm): Promise<SellerOutcome>;
  /** What this browser may be asked for in the second step instead of a code; null for people without a passkey. */
  askForPasskey(headers: IncomingHttpHeaders): Promise<PasskeyOptions | null>;
  /** Ends the session, for every copy of its cookie. Returns cookies to set. */
  signOut(headers: IncomingHttpHeaders): Promise<readonly string[]>;
};

export function openSellerEntry(parts: SellerParts): SellerEntry {
  return {
    signIn: (asking, form) => unlessBusy(() => signIn(parts, asking, form)),
    enterSecondFactor: (asking, form) => enterSecondFactor(parts, asking, form),
    askForPasskey: async (headers) => {
      const challenged = await challengedIn(parts, headers);
      return challenged === null ? null : askForPasskey(parts, challenged);
    },
    signOut: async (headers) => {
      const tokenHash = hashOfCookie(parts, headers, "seller");
      if (tokenHash !== null) await parts.store.ending({ tokenHash }, () => endSellerSession(parts.people, tokenHash));
      return [parts.cookies.clear("seller")];
    },
  };
}

async function signIn(
  parts: SellerParts,
  asking: SellerAsking,
  { email: typed, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const { people } = parts;
  const { headers } = asking;
  const email = readEmail(typed);
  if (email === null) return failed("email", emailProblem(typed));
  const { known, isRight, subject, problem } = await tryPassword(parts, asking, { email, password });
  if (problem !== null) return failed("password", problem);
  if (!isRight || known === null) {
    const sellerId = known?.seller_id ?? null;
    await noteFailure(people, { kind: "sign_in_failed", email }, actorOf(asking, sellerId));
    return failed("password", "credentials_wrong");
  }
  if (known.has_second_factor) {
    const browser = newToken();
    const replaces = hashOfCookie(parts, headers, "seller_step");
    const waits = await openSecondStep(people, { browserHash: sha256(browser), replaces }, { ...known, subject });
    if (!waits) return failed("password", "credentials_wrong");
    const step = parts.cookies.write("seller_step", browser, SECOND_FACTOR_MINUTES * 60);
    return { ...DONE, cookies: [step], needsSecondFactor: true };
  }
  const { session, cookies } = newSession(parts, asking);
  const arrival = arrivalOf(parts, headers, email);
  const isOpened = await replacing(parts, session, () =>
    openSellerSession(people, session, { ...known, subject, arrival }),
  );
  if (!isOpened) return failed("password", "credentials_wrong");
  return { ...DONE, cookies: [...cookies, ...markOf(parts, headers, email)] };
}

/** The person at the second step in this browser; null without one. */
async function challengedIn(
  parts: SellerParts,
  headers: IncomingHttpHeaders,
): Promise<(Challenged & { readonly browserHash: Buffer }) | null> {
  const browserHash = hashOfCookie(parts, headers, "seller_step");
  const waiting = browserHash === null ? null : await findSecondStep(parts.people, browserHash);
  if (browserHash === null || waiting === null) return null;
  return { headers, sellerId: waiting.seller_id, subject: browserHash.toString("hex"), browserHash };
}

async function enterSecondFactor(parts: SellerParts, asking: SellerAsking, form: FactorForm): Promise<SellerOutcome> {
  const { people } = parts;
  const challenged = await challengedIn(parts, asking.headers);
  if (challenged === null) return failed("code", "code_expired");
  const { browserHash, sellerId } = challenged;
  const actor = actorOf(asking, sellerId);
  const email = (await findSellerChallenge(people, browserHash))?.email ?? "";
  const proof = await readProof(parts, { form, challenged }, () => takeSecondFactorTry(people, browserHash, actor));
  if (typeof proof === "string") return wrongFactor(parts, { email, actor, problem: proof });
  const { session, cookies } = newSession(parts, asking);
  const arrival = arrivalOf(parts, asking.headers, email);
  const isOpened = await replacing(parts, session, () =>
    completeSecondStep(people, session, { browserHash, proof, arrival }),
  );
  if (!isOpened) return wrongFactor(parts, { email, actor, problem: notTaken(proof) });
  return { ...DONE, cookies: [...cookies, ...markOf(parts, asking.headers, email)] };
}
