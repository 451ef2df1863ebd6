/**
 * Request bodies made from the contract's own schemas: for every field the values at, just below and just above each of
 * its limits, and everything else that text, numbers and JSON can hold. Each choice says whether the contract takes it,
 * so that a body is known to be right or wrong before it is sent.
 *
 * Bodies are put together as JSON text, since much that is wrong with JSON can't be said by a value.
 */
import { isBlank, LIMITS } from "@holdfast/contract";
import type { Chance } from "./random.js";

/** The parts of a JSON Schema that bodies are made from. */
export type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly "x-cents-min"?: number;
  readonly "x-visible"?: boolean;
};

/**
 * What a choice amounts to: the contract takes it; refuses it in the field; or refuses the whole body as text (half
 * characters, a key twice), when no other fault is told. `unknown` where the contract leaves room.
 */
export type Verdict = "taken" | "refused" | "unreadable" | "unknown";

/** JSON text for one field; null leaves the field out. */
type Choice = { readonly json: string | null; readonly verdict: Verdict };

const taken = (...json: readonly string[]): Choice[] => json.map((text) => ({ json: text, verdict: "taken" }));
const refused = (...json: readonly string[]): Choice[] => json.map((text) => ({ json: text, verdict: "refused" }));
const unreadable = (...json: readonly string[]): Choice[] =>
  json.map((text) => ({ json: text, verdict: "unreadable" }));
const quote = (text: string): string => JSON.stringify(text);

/** One character each, as people count them: of one to four bytes, and beyond the 65,536 that fit two. */
const LETTERS = ["a", "é", "漢", "\u{1F600}", "\u{10FFFF}", "'", '"', "\\", "<", "\u202E", "\uFEFF", "\u2028"];
const CONTROLS = ["\u0001", "\u0008", "\u000B", "\r", "\u001B", "\u007F", "\u0085", "\u009F"];
const HALF_CHARACTERS = ['"\\ud800"', '"x\\udc00x"', '"\\ud83d"', '"\\udfff\\ud800"', '"\\uD800\\u0041"'];
const UNSEEN = ["  \n", "\u2066\u2069", "\u200B", "\u00AD", "\u115F\u3164", "\u2800", "\u{E0041}"];
const HARMLESS = [
  "a\tb",
  "line\nline",
  "\u202Egnp.exe",
  "é",
  "e\u0301",
  "𝕏",
  "<script>",
  "${x}",
  "'; drop table",
  "%00",
  "\\u0041",
];

function textChoices({ minLength = 0, maxLength, pattern, format, "x-visible": needsInk = false }: Schema): Choice[] {
  if (format === "idn-email") return emailChoices();
  if (format === "uri") return urlChoices(pattern?.includes("https") === true);
  if (pattern === "^(?:[A-Z]{3})?$") return currencyChoices();
  const isLine = pattern?.includes("\\u0000-\\u0008") === true;
  const choices = [
    ...taken(...HARMLESS.map(quote), '"\\ud83d\\ude00"', '"\\u0041\\/"'),
    ...(minLength > 0 || needsInk ? refused('""') : taken('""')),
    ...(needsInk ? refused : taken)(...UNSEEN.map(quote)),
    ...CONTROLS.flatMap((control) => (isLine ? refused : taken)(quote(`a${control}b`))),
  ];
  if (maxLength === undefined) return choices;
  // Megabytes of long text prove no more than kilobytes.
  for (const letter of LETTERS.slice(0, maxLength > 1_000 ? 4 : LETTERS.length)) {
    if (needsInk && isBlank(letter)) continue;
    choices.push(...taken(...[maxLength - 1, maxLength].map((length) => quote(letter.repeat(length)))));
    choices.push(...refused(...[maxLength + 1, maxLength * 2].map((length) => quote(letter.repeat(length)))));
  }
  return choices;
}

const emailChoices = (): Choice[] => [
  ...taken(quote(""), quote("ada@example.com"), quote("a.b+tag@mail.example.co"), quote("a..b.@xn--bcher-kva.example")),
  ...refused(...[" ", "ada", "ada@", "@example.com", "a b@example.com", "a@b@c.example"].map(quote)),
  ...refused(quote(`${"a".repeat(250)}@example.com`), quote("ada\u0001@example.com")),
];

/** None that is one: which of them there is a rate for, no schema says. */
const currencyChoices = (): Choice[] => [
  ...taken(quote("")),
  ...refused(...["kes", "KE", "KESS", " KES", "K3S", "line\nline"].map(quote)),
];

const urlChoices = (isSecure: boolean): Choice[] => [
  ...taken(
    ...["", "https://shop.example/a?b=c#d", "https://shop.example", "https://shop.example/{ESCROW_ID}"].map(quote),
  ),
  ...(isSecure ? refused : taken)(quote("http://127.0.0.1:8080/"), quote("com.example.shop:/thanks")),
  ...refused(
    ...[
      " ",
      "https://shop..example/",
      `https://${"a".repeat(64)}.example/`,
      `https://shop.example/${"a".repeat(2_048)}`,
      "/orders",
      "//shop.example/",
      "shop.example",
      "ftp://shop.example/",
      "javascript:alert(1)",
      "data:text/html,x",
      "https://",
      "https:/shop.example",
      "https://a b/",
      "https://shop.example\\x",
      "https://ada:secret@shop.example/",
      "https://ada@shop.example/",
      "https://shop.example/\u0001",
      "https://[::1",
      "https://shop.example:99999/",
    ].map(quote),
  ),
];

const wholeDigits = (count: number): string => "9".repeat(count);

function moneyChoices(centsMin: number): Choice[] {
  const max = wholeDigits(LIMITS.amountWholeDigits);
  return [
    ...taken(quote("0.01"), quote("1.00"), quote(`${max}.98`), quote(`${max}.99`), quote(`${"0".repeat(30)}12.34`)),
    ...(centsMin > 0 ? refused(quote("0.00"), quote("000.00")) : taken(quote("0.00"), quote("000.00"))),
    ...refused(quote(`1${"0".repeat(LIMITS.amountWholeDigits)}.00`), quote(`${wholeDigits(30)}.00`)),
    ...refused(
      ...["", "1", "1.", ".50", "1.5", "1.005", "-1.00", "+1.00", " 1.00", "1.00 ", "1.00\n", "1,00", "1 000.00"].map(
        quote,
      ),
      ...["１.００", "1e2.00", "0x1.00", "NaN", "Infinity", "1.00\u0001", "1.00USD", "$1.00", "٣.٠٠"].map(quote),
    ),
    ...refused("1.00", "100", "1e400", "-0", "123456789012345678901234567890.12"),
  ];
}

function wholeNumberChoices({ minimum = 0, maximum = 0 }: Schema): Choice[] {
  return [
    ...taken(
      String(minimum),
      String(minimum + 1),
      String(maximum - 1),
      String(maximum),
      `${minimum}.0`,
      `${minimum}e0`,
    ),
    ...refused(String(minimum - 1), `${minimum}.5`, `${maximum}0`, `-${maximum}`, "1e400", "-1e400", "1e-7"),
    ...(maximum < Number.MAX_SAFE_INTEGER ? refused(String(maximum + 1)) : refused("9007199254740992")),
    ...refused(quote(String(minimum)), "true", "[1]", quote("")),
  ];
}

function mapChoices({ maxProperties = 0 }: Schema): Choice[] {
  const map = (...entries: readonly (readonly [string, string])[]): string =>
    `{${entries.map(([key, value]) => `${quote(key)}:${quote(value)}`).join(",")}}`;
  const many = (count: number): string =>
    map(...Array.from({ length: count }, (_, index) => [`k${index}`, "v"] as const));
  const { metadataKeyLength: keyLength, metadataValueLength: valueLength } = LIMITS;
  return [
    ...taken("{}", map(["", ""]), map(["constructor", "x"], ["toString", "y"], ["hasOwnProperty", "z"])),
    ...taken(map(["a.b", "~1/~0"], ["\u0001", "\u0002"], ["1", "one"], ["0", "nought"])),
    ...LETTERS.flatMap((letter) => [
      ...taken(map([letter.repeat(keyLength), "v"]), map(["k", letter.repeat(valueLength)])),
      ...refused(map([letter.repeat(keyLength + 1), "v"]), map(["k", letter.repeat(valueLength + 1)])),
    ]),
    ...taken(many(maxProperties - 1), many(maxProperties)),
    ...refused(many(maxProperties + 1), many(2_000)),
    ...refused('{"k":1}', '{"k":null}', '{"k":true}', '{"k":{}}', '{"k":["v"]}', '{"a":"1","b":2}'),
    ...unreadable('{"__proto__":"x"}', '{"\\u005f_proto__":"x"}', '{"a":"1","a":"2"}', '{"a":"1","\\u0061":"2"}'),
    ...unreadable('{"\\u0000":"x"}', '{"\\ud800":"x"}', '{"k":"\\u0000"}', '{"k":"\\udfff"}'),
  ];
}

/** What no type of field takes, and what is no text at all. */
function foreignChoices({ type }: Schema): Choice[] {
  const samples: Readonly<Record<string, string>> = {
    string: '"x"',
    number: "7",
    boolean: "true",
    array: "[]",
    object: "{}",
  };
  const own = type === "integer" ? "number" : (type ?? "");
  return [
    ...Object.entries(samples).flatMap(([name, json]) => (name === own ? [] : refused(json))),
    ...refused('{"__proto":1}', "[[[[]]]]", '{"constructor":{"prototype":{}}}', "-1"),
    ...(type === "boolean" ? [] : refused("false")),
    ...unreadable('"\\u0000"', '"a\\u0000b"', ...HALF_CHARACTERS, '{"__proto__":{"admin":true}}', '{"a":1,"a":1}'),
  ];
}

/** One body, or a part of it, with the faults that it was given. */
export type Made = { readonly json: string; readonly faults: readonly Fault[] };
export type Fault = { readonly field: string; readonly verdict: Exclude<Verdict, "taken"> };

const NO_FAULT: readonly Fault[] = [];

const choicesOf = new Map<Schema, readonly Choice[]>();

/** All choices for a field that is not made of further fields. */
function fieldChoices(schema: Schema): readonly Choice[] {
  const known = choicesOf.get(schema);
  if (known !== undefined) return known;
  const made = [...ownChoices(schema), ...foreignChoices(schema)];
  choicesOf.set(schema, made);
  return made;
}

function ownChoices(schema: Schema): readonly Choice[] {
  if (schema.enum !== undefined) {
    const wrong = ["", "usd", " USD", "EUR", "cash", "true", "constructor"].filter(
      (word) => !schema.enum?.includes(word),
    );
    return [...taken(...schema.enum.map(quote)), ...refused(...wrong.map(quote))];
  }
  if (schema["x-cents-min"] !== undefined) return moneyChoices(schema["x-cents-min"]);
  if (schema.type === "string") return textChoices(schema);
  if (schema.type === "integer") return wholeNumberChoices(schema);
  if (schema.type === "boolean") return [...taken("true", "false"), ...refused('"true"', '"false"', '""', "0", "1")];
  if (schema.maxProperties !== undefined) return mapChoices(schema);
  throw new Error(`no choices for ${JSON.stringify(schema)}`);
}

const ordinary = new Map<Schema, readonly Choice[]>();

/** A choice that the contract takes, mostly a short one. */
function takenChoice(schema: Schema, chance: Chance): string {
  const all = ordinary.get(schema) ?? fieldChoices(schema).filter(({ verdict }) => verdict === "taken");
  ordinary.set(schema, all);
  const short = all.filter(({ json }) => (json?.length ?? 0) < 60);
  return chance.pick(chance.happens(0.9) && short.length > 0 ? short : all).json ?? "null";
}

/** Makes a field: as the contract takes it, or, when it is to be odd, by any of its choices. */
function makeField(schema: Schema, name: string, required: boolean, odd: boolean, chance: Chance): Made | null {
  if (odd && chance.happens(0.12)) {
    const faults: readonly Fault[] = required ? [{ field: name, verdict: "refused" }] : NO_FAULT;
    return chance.happens(0.5) ? { json: "null", faults } : faults.length === 0 ? null : { json: "", faults };
  }
  if (schema.items !== undefined) return makeList(schema, name, odd, chance);
  if (schema.properties !== undefined) return makeObject(schema, name, odd, chance);
  if (!odd) return { json: takenChoice(schema, chance), faults: NO_FAULT };
  const { json, verdict } = chance.pick(fieldChoices(schema));
  return { json: json ?? "null", faults: verdict === "taken" ? NO_FAULT : [{ field: name, verdict }] };
}

function makeList(schema: Schema, name: string, odd: boolean, chance: Chance): Made {
  const { items = {}, maxItems = 0 } = schema;
  const list = (length: number): Made[] => Array.from({ length }, () => makeObject(items, name, false, chance));
  if (odd && chance.happens(0.3)) {
    const { json, verdict } = chance.pick(foreignChoices(schema));
    return { json: json ?? "null", faults: [{ field: name, verdict: verdict as Fault["verdict"] }] };
  }
  if (odd && chance.happens(0.2)) {
    const length = chance.pick([maxItems, maxItems + 1, maxItems + 1, 0, 3_000]);
    if (length === 3_000) return { json: `[${"{},".repeat(length)}{}]`, faults: [{ field: name, verdict: "refused" }] };
    return { json: joined(list(length)), faults: length > maxItems ? [{ field: name, verdict: "refused" }] : NO_FAULT };
  }
  const parts = list(chance.integer(1, 3));
  if (!odd) return { json: joined(parts), faults: NO_FAULT };
  const at = chance.integer(0, parts.length - 1);
  const part = chance.happens(0.15)
    ? { json: chance.pick(["null", "1", '"x"', "[]"]), faults: [{ field: name, verdict: "refused" as const }] }
    : makeObject(items, name, true, chance);
  parts[at] = part;
  return { json: joined(parts), faults: part.faults };
}

const joined = (parts: readonly Made[]): string => `[${parts.map(({ json }) => json).join(",")}]`;

/** An object of the schema's fields; `name` stands for all of them where it is a part. Odd ones have one odd field or more. */
export function makeObject(schema: Schema, name: string, odd: boolean, chance: Chance): Made {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const oddNames = new Set<string>();
  if (odd && names.length > 0) {
    for (let count = chance.pick([1, 1, 1, 2, 4]); count > 0; count -= 1) oddNames.add(chance.pick(names));
  }
  const faults: Fault[] = [];
  const fields: string[] = [];
  for (const field of names) {
    const isRequired = required.includes(field);
    const isOdd = oddNames.has(field);
    if (!isRequired && !isOdd && chance.happens(0.6)) continue;
    const made = makeField(properties[field] as Schema, name === "" ? field : name, isRequired, isOdd, chance);
    if (made === null) continue;
    faults.push(...made.faults);
    if (made.json !== "") fields.push(`${quote(field)}:${made.json}`);
  }
  if (chance.happens(0.05)) fields.push(chance.pick(UNKNOWN_FIELDS));
  if (chance.happens(0.2)) fields.reverse();
  return { json: `{${fields.join(chance.happens(0.05) ? " ,\n\t" : ",")}}`, faults };
}

/** Ignored by the contract, whatever they hold. */
const UNKNOWN_FIELDS = [
  '"surprise":true',
  '"constructor":{"prototype":{"admin":true}}',
  '"toString":null',
  '"":""',
  '"id":"cs_0"',
  '"status":"COMPLETED"',
  '"x":[[[[[[[[[[[[[1]]]]]]]]]]]]]',
  '"fees":"0.00"',
];

/** The whole body spoilt as bytes or as JSON. `taken` ones are as good as before. */
export function spoil(json: string, chance: Chance): { readonly bytes: string | Buffer; readonly verdict: Verdict } {
  const inner = json.slice(1, -1);
  const separator = inner === "" ? "" : ",";
  const nested = (levels: number): string => `{${inner}${separator}"deep":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const cut = (): Buffer => {
    const bytes = Buffer.from(json);
    return bytes.subarray(0, chance.integer(1, bytes.length - 1));
  };
  const invalidByte = (): Buffer => {
    const at = json.indexOf('"') + 1;
    const bad = chance.pick(["\xFF", "\xC3", "\xED\xA0\x80", "\xC0\xAF", "\xF5\x80\x80\x80", "\x80"]);
    return Buffer.concat([Buffer.from(json.slice(0, at)), Buffer.from(bad, "latin1"), Buffer.from(json.slice(at))]);
  };
  const spoilt: readonly (() => { bytes: string | Buffer; verdict: Verdict })[] = [
    () => ({ bytes: cut(), verdict: "unreadable" }),
    () => ({ bytes: json.includes('"') ? invalidByte() : Buffer.from([0x7b, 0xff, 0x7d]), verdict: "unreadable" }),
    () => ({ bytes: Buffer.from(json, "utf16le"), verdict: "unreadable" }),
    () => ({ bytes: `\uFEFF${json}`, verdict: "unknown" }),
    () => ({ bytes: `${json}${chance.pick(["x", "{}", ",", "\0", "]", "//"])}`, verdict: "unreadable" }),
    () => ({ bytes: `${chance.pick([",", "x", "[", "\0", "\u00A0", "\v"])}${json}`, verdict: "unreadable" }),
    () => ({ bytes: ` \r\n\t${json}\n `, verdict: "taken" }),
    () => ({ bytes: `{${inner}${separator}}`, verdict: separator === "" ? "taken" : "unreadable" }),
    () => ({ bytes: `{${inner}${separator}"a":1,"a":1}`, verdict: "unreadable" }),
    () => ({ bytes: `{${inner}${separator}"__proto__":{"title":"x"}}`, verdict: "unreadable" }),
    () => ({ bytes: `{${inner}${separator}"a":{"b":1,"\\u0062":2}}`, verdict: "unreadable" }),
    () => ({ bytes: nested(LIMITS.bodyNesting - 1), verdict: "taken" }),
    () => ({ bytes: nested(chance.pick([LIMITS.bodyNesting, 17, 100, 5_000, 100_000])), verdict: "unreadable" }),
    () => ({ bytes: `{${inner}${separator}"more":"\\u0000"}`, verdict: "unreadable" }),
    () => ({ bytes: `{${inner}${separator}"more":["\\udead"]}`, verdict: "unreadable" }),
    () => ({ bytes: `{${inner}${separator}"more":${"1".repeat(400)}}`, verdict: "taken" }),
    () => ({ bytes: json.replaceAll('"', "'"), verdict: json.includes('"') ? "unreadable" : "taken" }),
    () => ({
      bytes: chance.pick([
        "[]",
        "null",
        '"x"',
        "7",
        "true",
        "[{}]",
        " ",
        "\0",
        "undefined",
        "NaN",
        "{",
        "}",
        '{"a"}',
        "{1:2}",
      ]),
      verdict: "unreadable",
    }),
    () => ({ bytes: `{"a":"\t"}`, verdict: "unreadable" }),
    () => ({ bytes: `{"a":01}`, verdict: "unreadable" }),
    () => ({ bytes: `{"a":/* why */1}`, verdict: "unreadable" }),
    () => ({ bytes: Buffer.from(Array.from({ length: 40 }, () => chance.integer(0x80, 0xff))), verdict: "unreadable" }),
  ];
  return chance.pick(spoilt)();
}
