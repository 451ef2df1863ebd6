/** What was said in English, in other languages: a text is read back into its sentence and what was filled in. */
import { catalogueOf, languagesWith } from "../words/catalogues.js";
import type { Sentence } from "./say.js";

const AREA = "diagnoses";

type Catalogue = Readonly<Record<string, unknown>>;

/** Whether there is a catalogue of it; English needs none. */
export const isTranslated = (locale: string): boolean => languagesWith(AREA).includes(locale);

/** A sentence with slots: `own` are the texts around them, `names` those of the slots. */
type Pattern = { readonly sentence: Sentence; readonly own: readonly string[]; readonly names: readonly string[] };

const SLOT = /\{(\w+)\}/g;

/** The one that says most in words of its own comes first: another might take part of it for what was filled in. */
let patterns: readonly Pattern[] | undefined;
const patternsOf = (): readonly Pattern[] =>
  (patterns ??= (Object.keys(catalogueOf("en", AREA)) as Sentence[])
    .filter((sentence) => sentence.includes("{"))
    .map((sentence) => ({
      sentence,
      own: sentence.split(/\{\w+\}/),
      names: [...sentence.matchAll(SLOT)].map(([, name = ""]) => name),
    }))
    .sort((one, other) => other.own.join("").length - one.own.join("").length));

/** Null for what is in no catalogue, such as the words of a probe. */
export function translate(text: string, language: string): string | null {
  const catalogue: Catalogue = catalogueOf(language, AREA);
  if (Object.hasOwn(catalogue, text)) return String(catalogue[text]);
  for (const pattern of patternsOf()) {
    const values = readBy(pattern, text);
    if (values !== null)
      return String(catalogue[pattern.sentence] ?? pattern.sentence).replaceAll(SLOT, (_, name: string) =>
        filledIn(values.get(name) ?? "", language),
      );
  }
  return null;
}

/** What stands in the slots, each as short as it can be and never empty; null when the text is of another sentence. */
function readBy({ own, names }: Pattern, text: string): ReadonlyMap<string, string> | null {
  const [first = "", ...others] = own;
  if (!text.startsWith(first)) return null;
  const values = new Map<string, string>();
  let from = first.length;
  for (const [at, part] of others.entries()) {
    const isLast = at === others.length - 1;
    const to = isLast ? (text.endsWith(part) ? text.length - part.length : -1) : text.indexOf(part, from + 1);
    if (to <= from) return null;
    values.set(names[at] ?? "", text.slice(from, to));
    from = to + part.length;
  }
  return values;
}

/** Several pieces, one, a sentence without its full stop, or what is the same in all languages. */
function filledIn(value: string, language: string): string {
  const pieces = value.split("; ");
  const told = pieces.map((piece) => translate(piece, language));
  if (told.every((piece) => piece !== null)) return told.join("; ");
  return translate(value, language) ?? translate(`${value}.`, language)?.replace(/\.$/, "") ?? value;
}
