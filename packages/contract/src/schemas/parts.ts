/** What the schemas of resources and bodies are made of. */
import { type TSchema, Type } from "typebox";
import { LIMITS } from "../limits.js";
import { INVISIBLE } from "../text.js";

/** Any text: no NUL, which no text of the database can hold. */
export const TEXT = "^[^\\u0000]*$";
/** The same, and not blank: what can't be seen, something else, and whatever follows. */
export const SOME_TEXT = `^[\\u0001-\\u0020\\u007F-\\u009F${INVISIBLE}]*[^\\u0000-\\u0020\\u007F-\\u009F${INVISIBLE}][^\\u0000]*$`;
/** Text shown on one line: no control characters but newline and tab. */
const PLAIN_TEXT = "^[^\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]*$";
/** The same, and not blank. */
const SOME_PLAIN_TEXT = `^[\\t\\n ${INVISIBLE}]*[^\\u0000-\\u0020\\u007F-\\u009F${INVISIBLE}][^\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]*$`;

export const oneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: "string", enum: [...values], ...options });

/** What an answer names, and may name more of one day: `unknown` is what a client does with a value that it does not know. */
export const growing = <const T extends readonly string[]>(
  name: string,
  values: T,
  { is, unknown }: { is: string; unknown: string },
) => oneOf(values, { "x-component": name, description: `${is} Values may be added: ${unknown}` });

export const line = (length: number, options: object = {}) =>
  Type.String({
    maxLength: length,
    pattern: PLAIN_TEXT,
    "x-expects": `text of at most ${length} characters, without control characters`,
    ...options,
  });

export const requiredLine = (length: number) =>
  line(length, {
    minLength: 1,
    pattern: SOME_PLAIN_TEXT,
    "x-visible": true,
    "x-expects": `text of 1 to ${length} characters, not blank, without control characters`,
  });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const record = <P extends Record<string, TSchema>>(properties: P, options: object) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const uuid = (description: string) =>
  Type.String({ format: "uuid", description, examples: ["0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81"] });
export const timestamp = (description: string) =>
  Type.Integer({ description: `${description} Unix seconds.`, minimum: 0, examples: [1790000000] });

/**
 * Reads like Type.Object, keeps the static type, forbids fields that the contract does not name: of this service, not of
 * the next, so the published document leaves answers open.
 */
export const strict = <P extends Record<string, TSchema>>(name: string, description: string, properties: P) =>
  Type.Object(properties, { additionalProperties: false, "x-component": name, description });

/** A request body: unknown fields are ignored (decisions, "Requests"). */
export const body = <P extends Record<string, TSchema>>(name: string, description: string, properties: P) =>
  Type.Object(properties, { "x-component": name, description });

export const Money = Type.String({
  pattern: "^\\d+\\.\\d{2}$",
  "x-component": "Money",
  "x-expects": 'a string with exactly two decimal places, such as "12.34"',
  description: "Decimal US dollars with exactly two decimal places, as a string.",
  examples: ["249.90"],
});

/** Money in a request: at most 999999999999.99. */
const amountOf = (name: string, centsMin: number, expects: string) =>
  Type.String({
    pattern: "^\\d+\\.\\d{2}$",
    "x-cents-min": centsMin,
    "x-component": name,
    "x-expects": `${expects} with exactly two decimal places, at most "999999999999.99", such as "249.90"`,
    description: `Decimal US dollars with exactly two decimal places, as a string${centsMin > 0 ? ", at least 0.01" : ""}.`,
    examples: ["249.90"],
  });
export const MoneyInput = amountOf("MoneyInput", 0, "an amount as a string");
export const AmountInput = amountOf("AmountInput", 1, "an amount of at least 0.01 as a string");

/** Of ISO 4217, other than USD. */
export const Currency = (description: string, { isOptional = false } = {}) =>
  Type.String({
    pattern: isOptional ? "^(?:[A-Z]{3})?$" : "^[A-Z]{3}$",
    "x-expects": "three capital letters of ISO 4217",
    description,
    examples: ["KES"],
  });

/**
 * An address that mail can be sent to. Wider than `email` (RFC 5321), narrower than `idn-email` (RFC 6531): dots may follow one another
 * before the @, and letters of other scripts stand behind it alone.
 */
export const EmailInput = (description: string) =>
  Type.String({
    format: "idn-email",
    maxLength: LIMITS.emailLength,
    "x-expects": "an email address, with ASCII letters, digits and signs before the @ and a domain behind it",
    description: `${description} Before the @ it takes ASCII alone, dots anywhere; the domain may have letters of any script, and is kept in ASCII (Punycode). Of \`Ada <ada@example.com>\` and \`mailto:ada@example.com\` the address is kept.`,
    examples: ["ada@example.com"],
  });
