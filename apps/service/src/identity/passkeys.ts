/**
 * Passkeys of sellers and operators: what a browser is asked for, and what it answered, checked (WebAuthn, level 3). A
 * challenge is signed rather than kept, so that showing a page changes nothing; which were answered is kept in the database.
 */
import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { unixSeconds } from "../platform/clock.js";
import { sha256 } from "../platform/hash.js";
import { isMac, mac } from "../platform/keys.js";
import { listPasskeys, type NewPasskey, type PasskeyRow } from "../store/identity/passkeys.js";
import { CHALLENGE_MINUTES, type Proof } from "../store/identity/proofs.js";
import { operatorName } from "../words/operator-names.js";
import type { SellerParts } from "./seller-parts.js";

/** Loaded when somebody needs it: it takes a tenth of a second, which no start should wait for. */
const library = () => import("@simplewebauthn/server");

type Parts = Pick<SellerParts, "people" | "challengeKey" | "origin">;

/** Whom a challenge is for: one for somebody else, or of another step, does not fit. */
export type Challenged = {
  readonly headers: IncomingHttpHeaders;
  readonly sellerId: string;
  /** What it is bound to: a session, or the step of a sign-in. */
  readonly subject: string;
};

/** What the browser is to be asked, as JSON for its own functions. */
export type PasskeyOptions = string;

const NONCE_BYTES = 16;
const EXPIRY_BYTES = 4;
const ANSWER_MAX = 16_384;

/** The answer with an existing passkey; null for people who have none. */
export async function askForPasskey(parts: Parts, challenged: Challenged): Promise<PasskeyOptions | null> {
  const known = await listPasskeys(parts.people, challenged.sellerId);
  if (known.length === 0) return null;
  const options = await (await library()).generateAuthenticationOptions({
    rpID: siteOf(parts, challenged.headers).rpId,
    challenge: newChallenge(parts, challenged),
    allowCredentials: known.map(descriptor),
    userVerification: "preferred",
  });
  return JSON.stringify(options);
}

/** A new passkey, on a device that has none of this person yet. */
export async function askForNewPasskey(
  parts: Parts,
  challenged: Challenged,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<PasskeyOptions> {
  const options = await (await library()).generateRegistrationOptions({
    rpName: operatorName(),
    rpID: siteOf(parts, challenged.headers).rpId,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(challenged.sellerId)),
    challenge: newChallenge(parts, challenged),
    attestationType: "none",
    excludeCredentials: (await listPasskeys(parts.people, challenged.sellerId)).map(descriptor),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
  return JSON.stringify(options);
}

/** What the browser answered, as a proof that may be taken; null when it proves nothing. */
export async function readPasskey(parts: Parts, challenged: Challenged, answer: string): Promise<Proof | null> {
  const read = readAnswer(answer);
  const row = (await listPasskeys(parts.people, challenged.sellerId)).find(({ id }) => id === read?.id);
  if (read === null || row === undefined) return null;
  const { origin, rpId } = siteOf(parts, challenged.headers);
  const challenge = { text: "" };
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: read as never,
    expectedChallenge: (text) => {
      challenge.text = text;
      return isOurs(parts, challenged, text);
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: Number(row.sign_count) },
    requireUserVerification: false,
  }).catch(() => null);
  if (verified?.verified !== true) return null;
  const { newCounter: signCount } = verified.authenticationInfo;
  return { passkey: row.id, signCount, challengeHash: sha256(challenge.text) };
}

/** What the browser made, and the hash of the challenge that it answered; null when it can't be believed. */
export async function readNewPasskey(
  parts: Parts,
  challenged: Challenged,
  answer: string,
): Promise<(Omit<NewPasskey, "name"> & { readonly challengeHash: Buffer }) | null> {
  const read = readAnswer(answer);
  if (read === null) return null;
  const { origin, rpId } = siteOf(parts, challenged.headers);
  const challenge = { text: "" };
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: read as never,
    expectedChallenge: (text) => {
      challenge.text = text;
      return isOurs(parts, challenged, text);
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => null);
  if (verified?.verified !== true) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return {
    id,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: transports.filter((one) => /^[a-z-]{1,20}$/.test(one)),
    challengeHash: sha256(challenge.text),
  };
}

const descriptor = ({ id, transports }: PasskeyRow) => ({ id, transports: [...transports] as never[] });

/** Null for what is no answer of a browser. */
function readAnswer(text: string): { readonly id: string } | null {
  if (text.length > ANSWER_MAX) return null;
  try {
    const read = JSON.parse(text) as { readonly id?: unknown; readonly response?: unknown } | null;
    return typeof read?.id === "string" && typeof read.response === "object" ? { ...read, id: read.id } : null;
  } catch {
    return null;
  }
}

/** Where people come from; without a configured origin, where the request says that it was sent to. */
function siteOf({ origin }: Parts, { host = "" }: IncomingHttpHeaders): { origin: string; rpId: string } {
  const url = URL.parse(origin ?? `http://${host}`);
  return { origin: url?.origin ?? "", rpId: url?.hostname ?? "" };
}

function newChallenge(parts: Parts, challenged: Challenged): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUInt32BE(unixSeconds() + CHALLENGE_MINUTES * 60);
  const body = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  return new Uint8Array(Buffer.concat([body, mac(parts.challengeKey, madeFor(challenged), body)]));
}

function isOurs(parts: Parts, challenged: Challenged, text: string): boolean {
  const bytes = Buffer.from(text, "base64url");
  const body = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
  const isMade = isMac(parts.challengeKey, bytes.subarray(body.length), madeFor(challenged), body);
  return isMade && body.readUInt32BE(NONCE_BYTES) >= unixSeconds();
}

const madeFor = ({ sellerId, subject }: Challenged): string => `${sellerId} ${subject} `;
