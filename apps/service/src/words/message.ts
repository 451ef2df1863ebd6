/** A sentence with places, in ICU MessageFormat (https://unicode-org.github.io/icu/userguide/format_parse/messages/). */
import { TYPE } from "@formatjs/icu-messageformat-parser";
import { type Formatters, IntlMessageFormat } from "intl-messageformat";

/** What a place without a form of its own takes. */
export type Text = string | number;

type Given = Readonly<Record<string, Text>>;

/** In places that choose between forms a number; in the others anything, such as an element of a page. */
export type Filled<Values, Part> = {
  readonly [Name in keyof Values]: [Values[Name]] extends [number] ? number : Values[Name] | Part;
};

/** Called with what stands in its places, it is the sentence as text. */
export interface Message<Values extends Given = Given> {
  (values: Values): string;
  /** The sentence in pieces, for what is no text. What is put in is never read for places again. */
  parts<Part>(values: Filled<Values, Part>): readonly (string | Part)[];
}

/** Making a formatter costs more than a page: one for a language. */
const rules = new Map<string, Intl.PluralRules>();
const FORMATTERS: Formatters = {
  getNumberFormat: (...given) => new Intl.NumberFormat(...given),
  getDateTimeFormat: (...given) => new Intl.DateTimeFormat(...given),
  getPluralRules: (locales, options) => {
    const key = `${String(locales)} ${options?.type ?? ""}`;
    const made = rules.get(key) ?? new Intl.PluralRules(locales, options);
    rules.set(key, made);
    return made;
  },
};

const OPTIONS = { ignoreTag: true, formatters: FORMATTERS } as const;

/** What is said needs places, or quotes of them. */
const PLACES = /[{'}]/;

/**
 * A text of a catalogue, ready to be said: itself where nothing is filled in, else a message. It is parsed when it is first said.
 * @param tag the language whose rules of counting hold, as BCP 47 has it.
 */
export function messageOf(text: string, tag: string): string | Message {
  if (!PLACES.test(text)) return text;
  if (!text.includes("{")) return new IntlMessageFormat(text, tag, undefined, OPTIONS).format() as string;
  let made: Spoken | undefined;
  const spoken = (): Spoken => (made ??= spokenBy(new IntlMessageFormat(text, tag, undefined, OPTIONS)));
  const say = (values: Given): string => spoken().say(values);
  const parts = <Part>(values: Filled<Given, Part>) => spoken().parts(values);
  return Object.assign(say, { parts }) as Message;
}

type Spoken = Pick<Message, "parts"> & { say(values: Given): string };

/** Most sentences choose between no forms. Said as their pieces, a page takes a tenth less of the processor. */
function spokenBy(format: IntlMessageFormat): Spoken {
  const pieces = format.getAst().map((element) => {
    if (element.type === TYPE.literal) return { text: element.value, name: null };
    return element.type === TYPE.argument ? { text: "", name: element.value } : null;
  });
  if (!pieces.every((piece) => piece !== null))
    return {
      say: (values) => format.format(values) as string,
      parts: <Part>(values: Filled<Given, Part>) =>
        format.formatToParts<Part>(values as Record<string, string>).map(({ value }) => value),
    };
  const parts = <Part>(values: Filled<Given, Part>): readonly (string | Part)[] =>
    pieces.map(({ text, name }) => (name === null ? text : given(values, name))) as (string | Part)[];
  return {
    parts,
    say: (values) => {
      let sentence = "";
      for (const { text, name } of pieces) sentence += name === null ? text : given(values, name);
      return sentence;
    },
  };
}

/** @throws where nothing is given for a place, which no sentence is said without. */
function given<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new TypeError(`nothing was given for {${name}}`);
  return value;
}
