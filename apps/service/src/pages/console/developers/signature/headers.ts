/**
 * Reads the signature headers that were pasted: `X-Escrow-Signature`, or the three of Standard Webhooks a line each. What a
 * family of headers signs, with which key, and how it writes that, is in one place for both.
 */
import { standardKeyOf } from "../../../../platform/mac.js";
import type { FindingWords } from "./words.js";

export type Finding = { readonly tone: "good" | "bad" | "note"; readonly text: string };

export const bad = (text: string): Finding => ({ tone: "bad", text });
export const note = (text: string): Finding => ({ tone: "note", text });
export const good = (text: string): Finding => ({ tone: "good", text });

type Family = {
  /** The key that a secret makes, as it was pasted; null when it makes none. */
  readonly keyOf: (secret: string) => string | Buffer | null;
  readonly encoding: "hex" | "base64";
  /** What its sentences are called. */
  readonly name: "escrow" | "standard";
  /** Whether a secret that lacks its prefix is wrong, or receivers can do without. */
  readonly needsPrefix: boolean;
};

const ESCROW: Family = {
  keyOf: (secret) => secret,
  encoding: "hex",
  name: "escrow",
  needsPrefix: true,
};

const STANDARD: Family = {
  keyOf: standardKeyOf,
  encoding: "base64",
  name: "standard",
  needsPrefix: false,
};

export type ReadHeaders = {
  readonly family: Family;
  /** What is signed before the body, without the dot between them. */
  readonly prefix: string;
  /** The event that the headers name; null when they name none. */
  readonly event: string | null;
  readonly seconds: string;
  /** Every `v1` that could be one, as the family writes it. */
  readonly marks: readonly string[];
  readonly findings: readonly Finding[];
};

/** Without marks, seconds or prefix the findings say what is missing. */
export function readHeaders(pasted: string, words: FindingWords): ReadHeaders {
  const lines = linesOf(pasted);
  const valueIn = (name: string): string | undefined => lines.find((line) => line.name === name)?.value;
  const escrow = valueIn("x-escrow-signature");
  const standard = valueIn("webhook-signature");
  const bare = lines[0]?.name === null ? lines[0].value : undefined;
  if (escrow === undefined && (standard !== undefined || bare?.startsWith("v1,"))) {
    const [event, seconds] = [valueIn("webhook-id"), valueIn("webhook-timestamp")];
    return readStandard({ event, seconds, signature: standard ?? bare ?? "" }, words);
  }
  return readEscrow(escrow ?? bare ?? "", words);
}

type Line = { readonly name: string | null; readonly value: string };

/** A line without a name goes on with the one before. */
function linesOf(pasted: string): readonly Line[] {
  const lines: Line[] = [];
  for (const text of pasted.split("\n").map(unquoted)) {
    const [, name, value = ""] = /^([A-Za-z-]{1,40}) ?:(.*)$/.exec(text) ?? [];
    const before = lines.at(-1);
    if (name !== undefined) lines.push({ name: name.toLowerCase(), value: unquoted(value) });
    else if (before === undefined) lines.push({ name: null, value: text });
    else lines[lines.length - 1] = { ...before, value: before.value + text };
  }
  return lines;
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replaceAll(/^["']|["']$/g, "")
    .trim();

function readEscrow(text: string, words: FindingWords): ReadHeaders {
  const fields = text.split(",").map((field) => field.trim().split("=", 2) as [string, string?]);
  const valuesOf = (name: string): readonly string[] =>
    fields.filter(([field]) => field === name).map(([, value = ""]) => value);
  const [t, ...others] = valuesOf("t");
  const marks = valuesOf("v1");
  const whole = marks.filter((mark) => /^[0-9a-f]{64}$/i.test(mark)).map((mark) => mark.toLowerCase());
  const findings = [
    ...(t === undefined ? [bad(words.noT)] : timeProblems(t, "escrow", words)),
    ...(others.length === 0 ? [] : [bad(words.severalT)]),
    ...markProblems(marks, words),
  ];
  const seconds = isSeconds(t) ? t : "";
  return { family: ESCROW, prefix: seconds, event: null, seconds, marks: whole, findings };
}

type Given = {
  readonly event: string | undefined;
  readonly seconds: string | undefined;
  readonly signature: string;
};

function readStandard(given: Given, words: FindingWords): ReadHeaders {
  const { event, seconds: at } = given;
  const parts = given.signature.split(/\s+/).filter((part) => part !== "");
  const marks = parts.filter((part) => part.startsWith("v1,")).map((part) => part.slice(3));
  const whole = marks.filter(isSha256);
  const broken = marks.length > whole.length;
  const findings = [
    ...(event === undefined ? [bad(words.noId)] : []),
    ...(at === undefined ? [bad(words.noTimestamp)] : timeProblems(at, "standard", words)),
    ...(marks.length === 0 ? [bad(words.noStandardMark)] : []),
    ...(broken ? [bad(words.brokenStandardMark)] : []),
    ...(marks.length > 1 && !broken ? [note(words.severalMarks({ count: marks.length }))] : []),
  ];
  const seconds = isSeconds(at) ? at : "";
  const prefix = event === undefined || seconds === "" ? "" : `${event}.${seconds}`;
  return { family: STANDARD, prefix, event: event ?? null, seconds, marks: whole, findings };
}

const isSeconds = (text: string | undefined): text is string => /^\d{1,12}$/.test(text ?? "");
const isSha256 = (mark: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(mark);

function timeProblems(text: string, name: Family["name"], words: FindingWords): readonly Finding[] {
  if (/^\d{13}$/.test(text)) return [bad(words[`milliseconds_${name}`])];
  return isSeconds(text) ? [] : [bad(words[`noSeconds_${name}`])];
}

function markProblems(marks: readonly string[], words: FindingWords): readonly Finding[] {
  if (marks.length === 0) return [bad(words.noMark)];
  const broken = marks.find((mark) => !/^[0-9a-f]{64}$/i.test(mark));
  if (broken === undefined) return marks.length === 1 ? [] : [note(words.severalMarks({ count: marks.length }))];
  if (!/^[0-9a-f]*$/i.test(broken)) return [bad(words.notHex)];
  return [bad(words.wrongLength({ digits: broken.length }))];
}
