/** HMAC-SHA-256 over a moment and the exact bytes of a message: `<seconds>.<bytes>`. */
import { createHmac } from "node:crypto";

/** @param seconds as text, for the message bears them as they were written. */
export const timedMac = (key: string | Buffer, seconds: string, body: string | Buffer): Buffer =>
  createHmac("sha256", key).update(`${seconds}.`).update(body).digest();
