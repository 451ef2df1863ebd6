/**
 * One-time codes of a second factor: RFC 6238 with SHA-1, six digits and thirty seconds, as every authenticator app
 * understands them.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { operatorName } from "../words/operator-names.js";

const STEP_SECONDS = 30;
/** What clocks may differ by, in steps (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 random bits in base 32: as it is typed into an app, and as it is kept, sealed. */
export const newTotpSecret = (): string =>
  Array.from({ length: (SECRET_BYTES * 8) / 5 / 8 }, () => base32(randomBytes(5))).join("");

/** Five bytes are eight letters. */
const base32 = (bytes: Buffer): string =>
  Array.from({ length: 8 }, (_, at) =>
    BASE32.charAt(Number((BigInt(bytes.readUIntBE(0, 5)) >> BigInt(35 - at * 5)) & 31n)),
  ).join("");

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of one step (RFC 4226, 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export const totpStep = (unixSeconds: number): number => Math.floor(unixSeconds / STEP_SECONDS);

/**
 * The step whose code this is, among those around a moment; null when it is the code of none. The caller checks that
 * the step was not used before.
 * @param unixSeconds of real time: apps know no other.
 */
export function matchTotp(secret: string, typed: string, unixSeconds: number): number | null {
  const now = totpStep(unixSeconds);
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, at) => now - DRIFT_STEPS + at);
  const given = Buffer.from(typed);
  const matching = steps.filter((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return matching.at(-1) ?? null;
}

/** What the QR code says. A colon would end the issuer's name in the entry's own. */
export function totpUri(secret: string, email: string): string {
  const issuer = operatorName().replaceAll(":", " ");
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${new URLSearchParams({ secret, issuer })}`;
}
