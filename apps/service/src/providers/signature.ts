/** How notifications of the sandbox's providers are signed: HMAC-SHA-256 over the moment and the exact bytes. */
import { timingSafeEqual } from "node:crypto";
import { timedMac } from "../platform/mac.js";

/** What differs more from this machine's clock was sent by somebody who kept it. */
const TOLERANCE_SECONDS = 300;

/** @param seconds real time, in whole Unix seconds. */
export const signNotice = (key: Buffer, seconds: number, body: Buffer): string =>
  `t=${seconds},v1=${timedMac(key, String(seconds), body).digest("hex")}`;

/** Null when the header fits the bytes and the moment; else why it does not. Compares in constant time. */
export function checkNotice(
  key: Buffer,
  now: number,
  { header, body }: { header: string | string[] | undefined; body: Buffer },
): string | null {
  const match = typeof header === "string" ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (match === null) return "it bears no signature";
  const seconds = Number(match[1]);
  const isSame = timingSafeEqual(Buffer.from(match[2] as string, "hex"), timedMac(key, String(seconds), body).digest());
  if (!isSame) return "its signature is not the provider's";
  return Math.abs(now - seconds) > TOLERANCE_SECONDS ? "it was signed too long ago" : null;
}
