/**
 * Passwords that were leaked and published, more than 200,000, as a Bloom filter: what is in it is always found; of what is not,
 * one text in 65,536 is taken for leaked all the same, and then another password has to be thought of. The build makes the
 * filter from a published list (tools/leaked-passwords.mjs).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The bits, eight a byte. */
type Filter = Uint8Array;

/** Each text sets this many bits: as many as one SHA-512 has numbers of 32 bits. */
const POSITIONS = 16;
/** Half of all bits are set then, so that of 16 of a text that is not in it all are with a chance of 2^-16. */
const BYTES_PER_TEXT = POSITIONS / Math.LN2 / 8;

/** Shorter ones are no word that somebody adds digits to. */
const CORE_MIN = 4;

/** In lower case, as the filter has them. */
export function makeFilter(texts: ReadonlySet<string>): Filter {
  const filter = new Uint8Array(Math.ceil(texts.size * BYTES_PER_TEXT));
  for (const text of texts)
    for (const position of positionsOf(text, filter))
      filter[position >> 3] = (filter[position >> 3] ?? 0) | (1 << (position & 7));
  return filter;
}

/** Takes as long for any text of its length, whether it is in the filter or not. */
export const isIn = (filter: Filter, text: string): boolean =>
  positionsOf(text, filter).reduce((found, position) => found & ((filter[position >> 3] ?? 0) >> (position & 7)), 1) ===
  1;

function positionsOf(text: string, { length }: Filter): readonly number[] {
  const hash = createHash("sha512").update(text).digest();
  return Array.from({ length: POSITIONS }, (_, at) => hash.readUInt32LE(at * 4) % (length * 8));
}

/**
 * What of a published list goes into the filter, in lower case: all that are long enough for a password of ours, and of the first
 * of any length those that others are made of, by digits and signs around them.
 * @param published the most frequent first.
 * @param least code points that a password of ours has at least.
 */
export function textsOf(published: readonly string[], least: number): ReadonlySet<string> {
  const lower = published.map((text) => text.toLowerCase());
  return new Set([
    ...lower.filter((text) => text.length >= least),
    ...lower.slice(0, CORES).filter((text) => text.length >= CORE_MIN),
  ]);
}

const CORES = 100_000;

/** Newer than the list, of other languages, or our own names. */
const UNLISTED: ReadonlySet<string> = new Set(
  `contraseña administrador superuser guestguest changemenow iloveyouso thepassword twitter instagram whatsapp linkedin fortnite
  roblox correcthorsebatterystaple letmein12345 payments escrowescrow holdfast holdfastholdfast northwind`.split(/\s+/),
);

/** Read once, when the first password is chosen: no start waits for it. */
let read: Filter | undefined;

/** @param text in lower case. @throws Error when the build did not make the filter. */
export function isLeaked(text: string): boolean {
  read ??= readFileSync(createRequire(import.meta.url).resolve("@holdfast/service/leaked-passwords"));
  return isIn(read, text) || UNLISTED.has(text);
}
