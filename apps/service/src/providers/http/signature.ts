/** Standard Webhooks, both ways: HMAC-SHA-256 over `id.timestamp.body`, keyed with what stands behind `whsec_` as base64. */
import { createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { standardKeyOf, timedMac } from "../../platform/mac.js";

/** What differs more from this machine's clock was sent by somebody who kept it. */
const TOLERANCE_SECONDS = 300;

export type Keys = readonly KeyObject[];

/** @throws Error for an invalid secret; the configuration refuses those earlier. */
export const keysOf = (secrets: readonly string[]): Keys =>
  secrets.map((secret) => {
    const key = standardKeyOf(secret);
    if (key === null) throw new Error("a secret is not whsec_ and 24 to 64 bytes in base64");
    return createSecretKey(key);
  });

type Signed = { readonly id: string; readonly seconds: number; readonly body: string | Buffer };

const macOf = (key: KeyObject, { id, seconds, body }: Signed): string =>
  timedMac(key, `${id}.${seconds}`, body).digest("base64");

/** The three headers. @param signed.seconds real time, in whole Unix seconds. */
export const signedHeaders = (keys: Keys, signed: Signed): Readonly<Record<string, string>> => ({
  "webhook-id": signed.id,
  "webhook-timestamp": String(signed.seconds),
  "webhook-signature": keys.map((key) => `v1,${macOf(key, signed)}`).join(" "),
});

/** As many as two secrets on each side need, and a few of other versions. */
const SIGNATURES_MAX = 8;
const ID = /^[\x21-\x7e]{1,2600}$/;

/**
 * Null when the headers fit the bytes and the moment; else why they don't, in words that a person can act on. Compares in constant time.
 * @param now real time, in whole Unix seconds.
 */
export function problemOfSignature(
  keys: Keys,
  {
    headers,
    body,
    now,
  }: { readonly headers: IncomingHttpHeaders; readonly body: string | Buffer; readonly now: number },
): string | null {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers[name]);
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof given !== "string" || !ID.test(id))
    return "it bears no signature";
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : null;
  if (seconds === null || String(seconds) !== timestamp) return "its webhook-timestamp is no time";
  const marks = given.split(" ").slice(0, SIGNATURES_MAX);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(`v1,${macOf(key, { id, seconds, body })}`);
    return marks.some((mark) => {
      const found = Buffer.from(mark);
      return found.length === expected.length && timingSafeEqual(found, expected);
    });
  });
  if (!isOurs) return "its signature is of no secret that we have";
  return Math.abs(now - seconds) > TOLERANCE_SECONDS
    ? `it was signed more than ${TOLERANCE_SECONDS} seconds from now: one of the two clocks is wrong, or it is sent again`
    : null;
}
