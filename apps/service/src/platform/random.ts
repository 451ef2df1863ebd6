/** Values that nobody can guess, and ids that sort by time. */
import { randomBytes, randomFillSync, randomInt } from "node:crypto";

const pool = Buffer.alloc(4096);
let used = pool.length;
let lastMillisecond = 0;
let counter = 0;

/** `size` random bytes out of a pool, since asking the system for a few at a time costs more than the bytes. */
function take(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += size;
  return pool.subarray(used - size, used);
}

/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, a 12-bit counter that keeps ids of one process
 * in the order of their making (section 6.2, method 1), 62 random bits.
 */
export function uuidv7(): string {
  const hex = uuidv7Digits();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The same as 32 digits of hex. */
export function uuidv7Digits(): string {
  const millisecond = Date.now();
  if (millisecond > lastMillisecond) {
    lastMillisecond = millisecond;
    counter = take(1).readUInt8(0);
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMillisecond += 1;
      counter = 0;
    }
  }
  const bytes = Buffer.alloc(16);
  take(8).copy(bytes, 8);
  bytes.writeUIntBE(lastMillisecond, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex");
}

/** `count` random decimal digits, at most 14. */
export function digits(count: number): string {
  return randomInt(10 ** count)
    .toString()
    .padStart(count, "0");
}

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters, each drawn evenly from digits and letters of both cases: 5.95 bits apiece. */
export function token(length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

/** `length` characters without those that people mix up (no I, L, O, U): for codes that are read aloud. */
export function spokenCode(length: number): string {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return Array.from(randomBytes(length), (byte) => letters.charAt(byte & 31)).join("");
}
