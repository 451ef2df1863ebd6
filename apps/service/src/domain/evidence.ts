/** What the sides of a dispute may hand in with their words. A file is what its bytes are, whatever its name and its sender say. */
import type { EvidenceId } from "./ids.js";

export const EVIDENCE_FILES_MAX = 5;
export const EVIDENCE_BYTES_MAX = 5 * 1024 * 1024;
export const EVIDENCE_NAME_LENGTH = 120;

/** The types that are taken, and how the names of such files end. The first ending is the one that we write. */
export const EVIDENCE_TYPES = {
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/webp": [".webp"],
  "application/pdf": [".pdf"],
  // None that a program opens which does more than show it: a table may hold formulas, a mail whatever it likes.
  "text/plain": [".txt", ".text", ".log", ".md"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type EvidenceType = keyof typeof EVIDENCE_TYPES;

export type NewEvidence = {
  readonly id: EvidenceId;
  /** See {@link evidenceName}. */
  readonly name: string;
  readonly type: EvidenceType;
  /** From 1 to {@link EVIDENCE_BYTES_MAX} bytes. */
  readonly content: Uint8Array;
};

/**
 * What the bytes are, or null for anything that is not taken: the signatures of the WHATWG's "MIME Sniffing", section 6,
 * and text in UTF-8 that no browser could take for markup.
 */
export function evidenceTypeOf(content: Uint8Array): EvidenceType | null {
  const has = (signature: readonly number[], from = 0): boolean =>
    signature.every((byte, at) => content[from + at] === byte);
  if (has([0xff, 0xd8, 0xff])) return "image/jpeg";
  if (has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (has(ascii("RIFF")) && has(ascii("WEBPVP"), 8)) return "image/webp";
  if (has(ascii("%PDF-"))) return "application/pdf";
  return isPlainText(content) ? "text/plain" : null;
}

const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

function isPlainText(content: Uint8Array): boolean {
  const text = decode(content);
  return text !== null && text.trim() !== "" && !BINARY.test(text) && !MARKUP.test(text);
}

function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

/** Control characters other than tab, line feed, form feed, carriage return and escape ("MIME Sniffing", section 3). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** Begins as HTML, SVG or XML do; "<ada@example.com> wrote" does not. */
const MARKUP = /^\s*<(?:[!?]|\/?[a-z][a-z0-9:-]*[\s/>])/i;

/**
 * The name under which a file is shown and saved: the last part of its path, without marks that would turn the letters
 * around and without what file systems do not take, and with an ending that tells the truth.
 * @param given as the browser sent it; anything may stand there.
 */
export function evidenceName(given: string, type: EvidenceType): string {
  const [ending, ...others] = EVIDENCE_TYPES[type];
  const clean = plainFileName(given);
  const known = [ending, ...others].find((one) => clean.toLowerCase().endsWith(one));
  const stem = (known === undefined ? clean : clean.slice(0, -known.length)).replace(/^[.\s]+/, "");
  const suffix = known ?? ending;
  return [...(stem === "" ? "file" : stem)].slice(0, EVIDENCE_NAME_LENGTH - suffix.length).join("") + suffix;
}

/** The last part of its path, without what turns letters around and what file systems don't take; "" where nothing is left. */
export const plainFileName = (given: string): string =>
  (given.split(/[/\\]/).at(-1) ?? "")
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[<>:"|?*]/g, "_")
    .replaceAll(/\s+/g, " ")
    .trim();
