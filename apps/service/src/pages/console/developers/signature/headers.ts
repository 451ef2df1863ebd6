/**
 * Reads the signature headers that were pasted: `X-Escrow-Signature`, or the three of Standard Webhooks a line each. What a
 * family of headers signs, with which key, and how it writes that, is in one place for both.
 */
import { standardKeyOf } from "../../../../platform/mac.js";

export type Finding = { readonly tone: "good" | "bad" | "note"; readonly text: string };

export const bad = (text: string): Finding => ({ tone: "bad", text });
export const note = (text: string): Finding => ({ tone: "note", text });
export const good = (text: string): Finding => ({ tone: "good", text });

type Family = {
  /** The key that a secret makes, as it was pasted; null when it makes none. */
  readonly keyOf: (secret: string) => string | Buffer | null;
  readonly encoding: "hex" | "base64";
  /** How one's own signature comes about, in a sentence. */
  readonly recipe: string;
  /** What is wrong with a secret that makes no key. */
  readonly noKey: string;
  /** What is wrong with a secret that lacks its prefix; null when receivers can do without. */
  readonly noPrefix: string | null;
};

const ESCROW: Family = {
  keyOf: (secret) => secret,
  encoding: "hex",
  recipe: "Its key is the whole secret as text, its message is t, a dot, and the raw bytes of the body.",
  noKey: "",
  noPrefix: "The secret lacks its prefix: whsec_ is part of the key.",
};

const STANDARD: Family = {
  keyOf: standardKeyOf,
  encoding: "base64",
  recipe:
    "Its key is what stands behind whsec_, decoded from base64; its message is webhook-id, a dot, webhook-timestamp, a dot, and the raw bytes of the body.",
  noPrefix: null,
  noKey:
    "The secret is no base64 of 24 to 64 bytes behind whsec_, so it makes no webhook-signature. Rotate the secret of an older endpoint.",
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
export function readHeaders(pasted: string): ReadHeaders {
  const lines = linesOf(pasted);
  const valueIn = (name: string): string | undefined => lines.find((line) => line.name === name)?.value;
  const escrow = valueIn("x-escrow-signature");
  const standard = valueIn("webhook-signature");
  const bare = lines[0]?.name === null ? lines[0].value : undefined;
  if (escrow === undefined && (standard !== undefined || bare?.startsWith("v1,"))) {
    const [event, seconds] = [valueIn("webhook-id"), valueIn("webhook-timestamp")];
    return readStandard({ event, seconds, signature: standard ?? bare ?? "" });
  }
  return readEscrow(escrow ?? bare ?? "");
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

function readEscrow(text: string): ReadHeaders {
  const fields = text.split(",").map((field) => field.trim().split("=", 2) as [string, string?]);
  const valuesOf = (name: string): readonly string[] =>
    fields.filter(([field]) => field === name).map(([, value = ""]) => value);
  const [t, ...others] = valuesOf("t");
  const marks = valuesOf("v1");
  const whole = marks.filter((mark) => /^[0-9a-f]{64}$/i.test(mark)).map((mark) => mark.toLowerCase());
  const form = "The header's form is t=<unix seconds>,v1=<hex>";
  const findings = [
    ...(t === undefined ? [bad(`The header has no t. ${form}.`)] : timeProblems("The header's t", t, form)),
    ...(others.length === 0 ? [] : [bad("The header has more than one t: two headers were joined.")]),
    ...markProblems(marks),
  ];
  const seconds = isSeconds(t) ? t : "";
  return { family: ESCROW, prefix: seconds, event: null, seconds, marks: whole, findings };
}

const LINE_EACH = "Paste webhook-id, webhook-timestamp and webhook-signature, a line each";

function readStandard(given: {
  readonly event: string | undefined;
  readonly seconds: string | undefined;
  readonly signature: string;
}): ReadHeaders {
  const { event, seconds: at } = given;
  const words = given.signature.split(/\s+/).filter((word) => word !== "");
  const marks = words.filter((word) => word.startsWith("v1,")).map((word) => word.slice(3));
  const whole = marks.filter(isSha256);
  const broken = marks.length > whole.length;
  const findings = [
    ...(event === undefined ? [bad(`There is no webhook-id, which is signed too. ${LINE_EACH}.`)] : []),
    ...(at === undefined
      ? [bad(`There is no webhook-timestamp, which is signed too. ${LINE_EACH}.`)]
      : timeProblems("webhook-timestamp", at, "It is sent in whole Unix seconds")),
    ...(marks.length === 0 ? [bad("webhook-signature has no v1, which is the signature itself.")] : []),
    ...(broken ? [bad("A v1 of webhook-signature is no SHA-256 in base64, 44 characters: it was cut or joined.")] : []),
    ...(marks.length > 1 && !broken ? [severalMarks(marks.length)] : []),
  ];
  const seconds = isSeconds(at) ? at : "";
  const prefix = event === undefined || seconds === "" ? "" : `${event}.${seconds}`;
  return { family: STANDARD, prefix, event: event ?? null, seconds, marks: whole, findings };
}

const isSeconds = (text: string | undefined): text is string => /^\d{1,12}$/.test(text ?? "");
const isSha256 = (mark: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(mark);

function timeProblems(name: string, text: string, form: string): readonly Finding[] {
  if (/^\d{13}$/.test(text)) return [bad(`${name} is in milliseconds. It is sent in whole seconds.`)];
  return isSeconds(text) ? [] : [bad(`${name} is no number of seconds. ${form}.`)];
}

const severalMarks = (count: number): Finding =>
  note(`The header has ${count} v1, as during a rotation: one has to fit.`);

function markProblems(marks: readonly string[]): readonly Finding[] {
  if (marks.length === 0) return [bad("The header has no v1, which is the signature itself.")];
  const broken = marks.find((mark) => !/^[0-9a-f]{64}$/i.test(mark));
  if (broken === undefined) return marks.length === 1 ? [] : [severalMarks(marks.length)];
  if (!/^[0-9a-f]*$/i.test(broken)) return [bad("A v1 has other characters than hexadecimal digits.")];
  return [bad(`A v1 has ${broken.length} digits where a SHA-256 in hexadecimal has 64: it was cut or joined.`)];
}
