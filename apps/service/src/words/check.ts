/** What a catalogue has to be like: the same messages as the English one, each with the same places, counted as its language counts. */
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** Sentences by their keys, in sections. A key that begins with "@" is a note for translators on the one behind it. */
export type Catalogue = { readonly [key: string]: string | Catalogue };

/** How a place is used: "text", "number" where the form depends on it, or the words that it chooses between. */
export type Places = ReadonlyMap<string, string>;

/** Places that every sentence may have, and that the service fills: who runs it, who holds the money, what the software is called. */
export const OPERATOR_NAMES: readonly string[] = ["operator", "holder", "product"];

const NOTE = "@";

/** Every message of a catalogue by the path of its keys, such as "review.title". */
export function messagesOf(catalogue: Catalogue, path = ""): readonly (readonly [string, unknown])[] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) => {
    if (key.startsWith(NOTE)) return [];
    const place = path === "" ? key : `${path}.${key}`;
    return typeof value === "object" && value !== null ? messagesOf(value as Catalogue, place) : [[place, value]];
  });
}

/** The places of a text. @throws SyntaxError that says where the text stops being ICU MessageFormat. */
export function placesOf(text: string, tag: string): Places {
  const places = new Map<string, string>();
  for (const [name, use] of usesIn(parsed(text), tag)) {
    if (OPERATOR_NAMES.includes(name)) continue;
    const known = places.get(name);
    if (known === undefined || known === "text") places.set(name, use);
    else if (use !== "text" && use !== known) throw new SyntaxError(`uses {${name}} in two ways`);
  }
  return places;
}

/** What the parser calls its faults, in words. */
const FAULTS: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: "has a { that is not closed",
  EMPTY_ARGUMENT: "has a place without a name",
  MALFORMED_ARGUMENT: "has a place that is not written {name}",
  UNMATCHED_CLOSING_TAG: "has a tag",
  MISSING_OTHER_CLAUSE: 'has a choice without the form "other"',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: "has a plural without forms",
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: "has a form of a plural that is not in braces",
  UNCLOSED_QUOTED_STRING: "has a quote that is not closed",
};

function parsed(text: string): readonly MessageFormatElement[] {
  try {
    return parse(text, {
      ignoreTag: true,
      captureLocation: true,
      requiresOtherClause: true,
      shouldParseSkeletons: false,
    });
  } catch (error) {
    const { message, location } = error as Error & { location?: { start: { offset: number } } };
    const at = location === undefined ? "" : `, at character ${location.start.offset + 1}`;
    throw new SyntaxError(`${FAULTS[message] ?? `is not ICU MessageFormat (${message})`}${at}`);
  }
}

function* usesIn(elements: readonly MessageFormatElement[], tag: string): Generator<readonly [string, string]> {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break;
      case TYPE.argument:
        yield [element.value, "text"];
        break;
      case TYPE.plural: {
        if (element.pluralType !== "cardinal") throw new SyntaxError("counts ordinals, which no page does");
        checkForms(element.value, Object.keys(element.options), tag);
        yield [element.value, "number"];
        for (const form of Object.values(element.options)) yield* usesIn(form.value, tag);
        break;
      }
      case TYPE.select:
        yield [element.value, Object.keys(element.options).sort().join(" | ")];
        for (const form of Object.values(element.options)) yield* usesIn(form.value, tag);
        break;
      default:
        throw new SyntaxError("has a number, a date or a tag in braces: those are filled in as they are to be read");
    }
  }
}

/** Whole numbers that people count up to: those above a million that some languages set apart are never met. */
const COUNTED = Array.from({ length: 201 }, (_, count) => count);

/** @throws SyntaxError for a form that the language doesn't have, and for one that it has and that is missing. */
function checkForms(name: string, forms: readonly string[], tag: string): void {
  const rules = new Intl.PluralRules(tag);
  const known: readonly string[] = rules.resolvedOptions().pluralCategories;
  const exact = new Set(forms.filter((form) => form.startsWith("=")).map((form) => Number(form.slice(1))));
  for (const form of forms)
    if (!form.startsWith("=") && !known.includes(form))
      throw new SyntaxError(
        `counts {${name}} with "${form}": this language has ${known.map((one) => `"${one}"`).join(", ")}`,
      );
  for (const count of COUNTED) {
    const form = rules.select(count);
    // Where one thing has a sentence of its own, and none of it, as a rule, is not said.
    if (count === 0 || exact.has(count) || forms.includes(form)) continue;
    throw new SyntaxError(`counts {${name}} without "${form}", the form for ${count}`);
  }
}

/**
 * What is wrong with a catalogue, a sentence for each key; empty when nothing is.
 * @param english the catalogue of the same area that it translates; itself for the English one.
 * @param tag the language, as BCP 47 has it.
 */
export function faultsOf(catalogue: unknown, english: Catalogue, tag: string): readonly string[] {
  if (typeof catalogue !== "object" || catalogue === null || Array.isArray(catalogue))
    return ["has to be an object of sentences by their keys"];
  const first = new Map(messagesOf(english));
  return messagesOf(catalogue as Catalogue).flatMap(([key, text]) => {
    const fault = faultOf(text, first.get(key), tag);
    return fault === null ? [] : [`"${key}" ${fault}`];
  });
}

function faultOf(text: unknown, english: unknown, tag: string): string | null {
  if (typeof english !== "string") return "is a key that the English catalogue does not have";
  if (typeof text !== "string") return "has to be a text";
  if (text.trim() === "" && english.trim() !== "")
    return "is empty: leave the key out, and the English sentence is shown";
  try {
    return differenceOf(placesOf(text, tag), placesOf(english, "en"));
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/** A language may count where English doesn't, and the other way round: a number is text too. */
function differenceOf(own: Places, english: Places): string | null {
  const missing = [...english.keys()].find((name) => !own.has(name));
  if (missing !== undefined) return `leaves out {${missing}}`;
  for (const [name, use] of own) {
    const asked = english.get(name);
    if (asked === undefined) return `has a place {${name}}, which is not filled in`;
    if (use !== asked && use !== "text" && !(use === "number" && asked === "text"))
      return `chooses by {${name}} between ${use}; English between ${asked}`;
  }
  return null;
}
