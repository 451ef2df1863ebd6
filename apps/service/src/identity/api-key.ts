/**
 * API keys: `hf_<lookup>_<secret>`, where the last six characters of the secret are a checksum, so that a typo or a
 * truncated key is told apart without the database, and leaked keys can be found by scanners (contract,
 * "Authentication"). Only the SHA-256 of the whole key is stored.
 */
import { timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256 } from "../platform/hash.js";
import { token } from "../platform/random.js";

const FORM = /^hf_([0-9A-Za-z]{12})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export type PresentedKey = { readonly lookup: string; readonly hash: Buffer; readonly lastFour: string };

/** A new key, in full: shown once, never stored. */
export function newApiKey(): string {
  const body = `hf_${token(12)}_${token(32)}`;
  return body + checksum(body);
}

/** Reads the value of an `Authorization` header; null unless it is a well-formed key with the right checksum. */
export function readAuthorization(header: string | undefined): PresentedKey | null {
  const match = /^Bearer +(\S+)$/i.exec(header ?? "");
  return match?.[1] === undefined ? null : readApiKey(match[1]);
}

/** Null unless the text is a well-formed key with the right checksum. */
export function readApiKey(key: string): PresentedKey | null {
  const match = FORM.exec(key);
  const lookup = match?.[1];
  if (lookup === undefined || checksum(key.slice(0, -6)) !== match?.[3]) return null;
  return { lookup, hash: sha256(key), lastFour: key.slice(-4) };
}

/** The form in which a key may be shown after its creation. */
export const maskKey = ({ lookup, lastFour }: { lookup: string; lastFour: string }): string =>
  `hf_${lookup}_****${lastFour}`;

/** Whether the stored hash is that of the presented key, in constant time. */
export const isSameKey = (presented: PresentedKey, storedHash: Buffer): boolean =>
  storedHash.length === presented.hash.length && timingSafeEqual(storedHash, presented.hash);

/** Six base-62 digits of the CRC-32: 62^6 > 2^32, so nothing is lost. */
function checksum(body: string): string {
  let value = crc32(body);
  let text = "";
  for (let place = 0; place < 6; place += 1) {
    text = LETTERS.charAt(value % 62) + text;
    value = Math.floor(value / 62);
  }
  return text;
}
