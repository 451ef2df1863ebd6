/**
 * What is said to people, as data: a folder a language, a file an area, in `locales` and, above it, in the folder of the operator.
 * English is the source; what a language lacks is said in English.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Areas } from "./areas.js";
import { type Catalogue, faultsOf } from "./check.js";
import { type Message, messageOf } from "./message.js";
import { operatorEdition, withOperatorNames } from "./operator-names.js";

const BUILT_IN = fileURLToPath(new URL("../../locales", import.meta.url));

/** Of a language as a whole, in its file `language.json`. */
export type Language = {
  /** What it calls itself. */
  readonly name: string;
  /** The tags by which `Intl` writes its dates and its amounts (BCP 47); its own where they are left out. */
  readonly dates?: string;
  readonly amounts?: string;
  /** No native speaker has read it yet. */
  readonly draft?: boolean;
};

const ABOUT = "language";
const SOURCE = "en";

/** A catalogue that can't be used: the message names the file, the key and what is wrong. */
export class CatalogueError extends Error {}

/** In the order of reading: what a later folder says replaces what an earlier one says. */
let folders: readonly string[] = [BUILT_IN];
const catalogues = new Map<string, Catalogue>();
const speaking = new Map<string, readonly string[]>();
let languages: ReadonlyMap<string, Language> | undefined;

/** Counts how often what is said has changed, so that others know when to ask again. */
let edition = 0;
export const editionOfCatalogues = (): number => edition + operatorEdition();

/**
 * From now on, languages and sentences of this folder come before the built-in ones. All of it is read and checked at once.
 * @throws CatalogueError when a file of it can't be used; then nothing has changed.
 */
export function useLocalesOf(folder: string | null): void {
  if (folder !== null) checkFolder(folder);
  folders = folder === null ? [BUILT_IN] : [BUILT_IN, folder];
  languages = undefined;
  catalogues.clear();
  speaking.clear();
  edition += 1;
}

/** All languages by their codes, English first, the others by what they call themselves. */
export function languagesKnown(): ReadonlyMap<string, Language> {
  languages ??= new Map(
    [...new Set(folders.flatMap(languageFolders))]
      .map((code): [string, Language] => [code, languageOf(code)])
      .sort(([a, one], [b, other]) =>
        a === SOURCE ? -1 : b === SOURCE ? 1 : one.name.localeCompare(other.name, SOURCE),
      ),
  );
  return languages;
}

/** The languages that have a file of this area. */
export function languagesWith(area: string): readonly string[] {
  const known = speaking.get(area);
  if (known !== undefined) return known;
  const found = [...languagesKnown().keys()].filter((code) =>
    folders.some((folder) => existsSync(join(folder, code, `${area}.json`))),
  );
  speaking.set(area, found);
  return found;
}

/** A section of an area, in a language, each sentence ready to be said. */
export function sectionOf<Area extends keyof Areas, Section extends keyof Areas[Area]>(
  area: Area,
  section: Section,
  locale: string,
): Areas[Area][Section] {
  const english = catalogueOf(SOURCE, area)[section as string] as Catalogue;
  const own = catalogueOf(locale, area)[section as string];
  return spoken(english, own, tagOf(locale)) as Areas[Area][Section];
}

/** Each sentence of the English catalogue, in the other language where it has it. */
function spoken(
  english: Catalogue,
  own: Catalogue | string | undefined,
  tag: string,
): Readonly<Record<string, unknown>> {
  const other = typeof own === "object" ? own : {};
  return Object.fromEntries(
    Object.entries(english)
      .filter(([key]) => !key.startsWith("@"))
      .map(([key, text]): [string, string | Message | Readonly<Record<string, unknown>>] => {
        const translated = Object.hasOwn(other, key) ? other[key] : undefined;
        if (typeof text === "object") return [key, spoken(text, translated, tag)];
        return [
          key,
          typeof translated === "string"
            ? messageOf(withOperatorNames(translated), tag)
            : messageOf(withOperatorNames(text), tagOf(SOURCE)),
        ];
      }),
  );
}

/** The tag by which a language counts. */
const tagOf = (code: string): string => languagesKnown().get(code)?.dates ?? code;

/** The sentences of an area as they stand in the files, by their keys; nothing where a language has none. */
export function catalogueOf(code: string, area: string): Catalogue {
  const key = `${code}/${area}`;
  const known = catalogues.get(key);
  if (known !== undefined) return known;
  const found = folders
    .map((folder) => read(join(folder, code, `${area}.json`)))
    .reduce<Catalogue>((below, above) => (above === null ? below : merged(below, above as Catalogue)), {});
  catalogues.set(key, found);
  return found;
}

const merged = (below: Catalogue, above: Catalogue): Catalogue => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(above).map(([key, value]) => {
      const under = below[key];
      return [key, typeof value === "object" && typeof under === "object" ? merged(under, value) : value];
    }),
  ),
});

function languageOf(code: string): Language {
  return Object.assign({}, ...folders.map((folder) => read(join(folder, code, `${ABOUT}.json`)))) as Language;
}

/** Null where there is no such file. @throws CatalogueError for one that is no JSON. */
function read(file: string): unknown {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CatalogueError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** As the database takes a language. */
const CODE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

const languageFolders = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && CODE.test(entry.name))
    .map(({ name }) => name);

/** @throws CatalogueError for the first file that can't be used. */
function checkFolder(folder: string): void {
  let entries: readonly { readonly name: string; isDirectory(): boolean }[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    throw new CatalogueError(`${folder} can't be read as a folder of languages`);
  }
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    if (!entry.isDirectory())
      throw new CatalogueError(`${join(folder, entry.name)} is not in the folder of a language`);
    if (!CODE.test(entry.name))
      throw new CatalogueError(`${join(folder, entry.name)} is not named after a language, as in "de" or "pt-BR"`);
    checkLanguage(folder, entry.name);
  }
}

function checkLanguage(folder: string, code: string): void {
  const isNew = !existsSync(join(BUILT_IN, code));
  const about = read(join(folder, code, `${ABOUT}.json`)) as Language | null;
  if (isNew && typeof about?.name !== "string")
    throw new CatalogueError(`${join(folder, code, `${ABOUT}.json`)} has to give the language's "name"`);
  const tag = about?.dates ?? (isNew ? code : tagOf(code));
  for (const known of [tag, about?.amounts ?? tag]) checkTag(known, join(folder, code, `${ABOUT}.json`));
  for (const file of readdirSync(join(folder, code)).filter((name) => !name.startsWith("."))) {
    if (file === `${ABOUT}.json`) continue;
    const path = join(folder, code, file);
    const source = file.endsWith(".json") ? read(join(BUILT_IN, SOURCE, file)) : null;
    if (source === null) throw new CatalogueError(`${path} is none of the files of ${join(BUILT_IN, SOURCE)}`);
    const [fault] = faultsOf(read(path), source as Catalogue, tag);
    if (fault !== undefined) throw new CatalogueError(`${path}: ${fault}`);
  }
}

function checkTag(tag: string, file: string): void {
  const known = ((): boolean => {
    try {
      return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
    } catch {
      return false;
    }
  })();
  if (!known) throw new CatalogueError(`${file}: "${tag}" is no language that dates and amounts can be written in`);
}
