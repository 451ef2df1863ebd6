/** Every language says what English says: no amount, name or day is left out of a phrase, and no gap shows. */
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../src/words/locale.js";

type Phrase = (...given: readonly unknown[]) => unknown;

/** Something given to a phrase, by which it can be found again: as text, and in each of its fields. */
const given = (name: string): object =>
  new Proxy(new String(`‹${name}›`), {
    get(text, field) {
      const own: unknown = Reflect.get(text, field);
      if (typeof own === "function") return own.bind(text);
      return typeof field === "symbol" ? own : (own ?? `‹${name}.${field}›`);
    },
  });

const built = join(import.meta.dirname, "../../dist");
const areas = globSync("**/words/en.js", { cwd: built }).map(dirname).sort();

async function catalogueOf(area: string, locale: string): Promise<unknown> {
  const file = join(built, area, `${locale}.js`);
  return existsSync(file) ? (await import(file))[locale] : undefined;
}

/** All that a catalogue says, each text and phrase by its place. */
function said(words: unknown, place: string): readonly (readonly [string, string | Phrase])[] {
  if (typeof words === "string" || typeof words === "function") return [[place, words as string | Phrase]];
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([name, inner]) => said(inner, `${place}.${name}`));
}

/** What a text or phrase says of what it is given: the places filled later, and each thing given. */
function heard(words: string | Phrase): readonly string[] {
  const text =
    typeof words === "string"
      ? words
      : `${words(...Array.from({ length: words.length }, (_, place) => given(`${place}`)))}`;
  return [...new Set(text.match(/\{\w+\}|‹[\w.]+›/g))].sort();
}

describe.each(areas)("%s", (area) => {
  test("each language names what English names", async () => {
    const english = new Map(said(await catalogueOf(area, "en"), ""));
    for (const locale of LOCALES) {
      const catalogue = await catalogueOf(area, locale);
      for (const [place, words] of said(catalogue, "")) {
        const first = english.get(place);
        if (first !== undefined) expect([locale, place, heard(words)]).toEqual([locale, place, heard(first)]);
      }
    }
  });
});
