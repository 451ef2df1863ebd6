/** HMAC-SHA-256 over a moment and the exact bytes of a message: `<seconds>.<bytes>`. */
import { createHmac, createSecretKey, type Hmac, type KeyObject } from "node:crypto";

/**
 * To be digested once.
 * @param seconds as text, for the message bears them as they were written; where an id stands before them, with that.
 */
export const timedMac = (key: string | Buffer | KeyObject, seconds: string, body: string | Buffer): Hmac =>
  // Bytes that are no key object yet would take three times as long, most of it to find that out.
  createHmac("sha256", Buffer.isBuffer(key) ? createSecretKey(key) : key)
    .update(`${seconds}.`)
    .update(body);

const BASE64_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const KEY_BYTES = { min: 24, max: 64 } as const;

/** The key that Standard Webhooks read in a signing secret: 24 to 64 bytes as base64 behind `whsec_`; null when it is none. */
export function standardKeyOf(secret: string): Buffer | null {
  const text = BASE64_SECRET.exec(secret)?.[1] ?? "";
  if (text.length % 4 !== 0) return null;
  const key = Buffer.from(text, "base64");
  return key.length >= KEY_BYTES.min && key.length <= KEY_BYTES.max ? key : null;
}
