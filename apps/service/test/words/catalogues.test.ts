/** What is said to people is data, checked before it is served. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cents } from "../../src/domain/money.js";
import { afterWords, reviewWords } from "../../src/pages/checkout/session/words.js";
import { CatalogueError, languagesKnown, useLocalesOf } from "../../src/words/catalogues.js";
import { type Catalogue, faultsOf, messagesOf } from "../../src/words/check.js";
import { day, usd } from "../../src/words/format.js";
import { consoleLocales, directionOf, localeName, localeOf, locales } from "../../src/words/locale.js";
import { UTC } from "../../src/words/zone.js";

const BUILT_IN = join(import.meta.dirname, "../../locales");
const read = (code: string, area: string): Catalogue =>
  JSON.parse(readFileSync(join(BUILT_IN, code, `${area}.json`), "utf8")) as Catalogue;
const areasOf = (code: string): readonly string[] =>
  readdirSync(join(BUILT_IN, code))
    .filter((name) => name !== "language.json")
    .map((name) => name.replace(/\.json$/, ""));

/** What buyers read: a language that is spoken to them says all of it. */
const BUYERS = ["checkout", "disputes", "home", "mails", "orders", "papers", "shared"];
/** Between letters, or behind a plural; other straight ones quote braces. */
const STRAIGHT = /\p{L}'(?:\p{L}|\s|[.,]|$)/u;
/** Sections of the shared area that only the console shows. */
const OF_THE_CONSOLE = /^(?:shell|list|plot|status|security)\./;

describe.each(readdirSync(BUILT_IN))("%s", (code) => {
  const tag = languagesKnown().get(code)?.dates ?? code;

  test.each(areasOf(code))(
    "%s: every sentence has the places of the English one and counts as the language does",
    (area) => {
      expect(faultsOf(read(code, area), read("en", area), tag)).toEqual([]);
    },
  );

  test("apostrophes are curly, and in French nothing can break before a sign that stands apart", () => {
    const FAULTS = code === "fr" ? [STRAIGHT, / [:;!?»]|« /u, /[\p{L}}][;!?](?:\s|$)/u] : [STRAIGHT];
    // Diagnoses are what the API and the command line say in English as well.
    const areas = areasOf(code).filter((area) => code !== "en" || area !== "diagnoses");
    const wrong = areas.flatMap((area) =>
      messagesOf(read(code, area)).filter(([, text]) => FAULTS.some((fault) => fault.test(String(text)))),
    );
    expect(wrong).toEqual([]);
  });

  test("nothing is left in English by accident", () => {
    const speaks = areasOf(code);
    expect(speaks).toEqual(expect.arrayContaining(BUYERS));
    const isForSellers = speaks.includes("console");
    for (const area of isForSellers ? areasOf("en") : BUYERS) {
      const own = new Set(messagesOf(read(code, area)).map(([key]) => key));
      const missing = messagesOf(read("en", area))
        .map(([key]) => key)
        .filter((key) => !own.has(key) && (isForSellers || !OF_THE_CONSOLE.test(key)));
      expect([area, missing]).toEqual([area, []]);
    }
  });
});

test.each([
  [{ pay: "Zahlen" }, "leaves out {amount}"],
  [{ pay: "{amount} von {total}" }, "has a place {total}, which is not filled in"],
  [{ pay: "{amount" }, "has a { that is not closed, at character 1"],
  [{ pay: "{amount} {}" }, "has a place without a name, at character 10"],
  [{ pay: "" }, "is empty: leave the key out, and the English sentence is shown"],
  [{ pay: 7 }, "has to be a text"],
  [{ paid: "Bezahlt" }, "is a key that the English catalogue does not have"],
  [
    { items: "{count, plural, one {Ein Artikel} few {# Artikel} other {# Artikel}}" },
    'counts {count} with "few": this language has "one", "other"',
  ],
  [{ items: "{count, plural, one {Ein Artikel}}" }, 'has a choice without the form "other", at character 34'],
  [{ items: "{count, plural, other {# Artikel}}" }, 'counts {count} without "one", the form for 1'],
  [
    { items: "{count, number} Artikel" },
    "has a number, a date or a tag in braces: those are filled in as they are to be read",
  ],
])("%j is refused by its key, with what is wrong", (catalogue, why) => {
  const english = { pay: "Pay {amount}", items: "{count, plural, one {One item} other {{count} items}}" };
  expect(faultsOf(catalogue, english, "de")).toEqual([`"${Object.keys(catalogue)[0]}" ${why}`]);
});

test("what may be said otherwise: a number without a form, an exact number, quoted braces, a note", () => {
  const english = {
    "@items": "Below the list.",
    items: "{count, plural, one {One item} other {{count} items}}",
    code: "Use '{'x'}'",
  };
  const good = {
    items: "{count, plural, =1 {Ein Artikel} other {{count} Artikel}}",
    code: "Nimm '{'y'}'",
    "@code": "x",
  };
  expect(faultsOf(good, english, "de")).toEqual([]);
  expect(faultsOf({ items: "Artikel: {count}" }, english, "de")).toEqual([]);
  expect(faultsOf({ items: "{count, plural, one {a} two {b} few {c} many {d} other {e}}" }, english, "ar")).toEqual([]);
});

describe("a folder of the operator", () => {
  const folders: string[] = [];
  afterEach(() => {
    useLocalesOf(null);
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const folderOf = (files: Readonly<Record<string, unknown>>): string => {
    const folder = mkdtempSync(join(tmpdir(), "holdfast-locales-"));
    folders.push(folder);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
    }
    return folder;
  };

  test("replaces single sentences, and leaves the others", () => {
    useLocalesOf(folderOf({ "fr/checkout.json": { review: { title: "Votre achat" } } }));
    expect(reviewWords("fr").title).toBe("Votre achat");
    expect(reviewWords("fr").summary).toBe("Récapitulatif de la commande");
    useLocalesOf(null);
    expect(reviewWords("fr").title).not.toBe("Votre achat");
  });

  test("brings a language: what it says is said, the rest in English, dates and amounts as it writes them", () => {
    useLocalesOf(
      folderOf({
        "de/language.json": { name: "Deutsch" },
        "de/checkout.json": {
          review: { moreItems: "{count, plural, one {Noch ein Artikel} other {Noch {count} Artikel}}" },
        },
      }),
    );
    expect(locales()).toContain("de");
    expect(consoleLocales()).not.toContain("de");
    expect([localeName("de"), directionOf("de")]).toEqual(["Deutsch", "ltr"]);
    expect(localeOf([], "de-AT, fr;q=0.5")).toBe("de");
    const words = reviewWords("de");
    expect([words.moreItems({ count: 1 }), words.moreItems({ count: 7 })]).toEqual([
      "Noch ein Artikel",
      "Noch 7 Artikel",
    ]);
    expect(words.title).toBe("Review your order");
    expect(afterWords("de").paidTitle).toBe(afterWords("en").paidTitle);
    expect(usd(cents(123_450n), "de").replaceAll("\u00a0", " ")).toBe("1.234,50 $");
    expect(day(1_795_291_200, "de", UTC)).toBe("21. November 2026");
  });

  test.each([
    [{ "de/checkout.json": {} }, /de\/language\.json has to give the language's "name"/],
    [{ "fr/checkout.json": "{" }, /fr\/checkout\.json is not JSON: /],
    [{ "fr/cart.json": {} }, /fr\/cart\.json is none of the files of /],
    [
      { "fr/checkout.json": { review: { titleToPay: "Payer" } } },
      /fr\/checkout\.json: "review\.titleToPay" leaves out \{total\}/,
    ],
    [
      { "fr/checkout.json": { review: { moreItems: "{count, plural, one {a} few {b} other {c}}" } } },
      /"review\.moreItems" counts \{count\} with "few"/,
    ],
    [{ "French/checkout.json": {} }, /French is not named after a language, as in "de" or "pt-BR"/],
    [{ "readme.txt": "x" }, /readme\.txt is not in the folder of a language/],
    [{ "xx/language.json": { name: "X", dates: "not a tag" } }, /xx\/language\.json: "not a tag" is no language/],
  ])("%j stops the start with its file, and nothing of it is served", (files, why) => {
    const before = reviewWords("fr").titleToPay({ total: "1" });
    expect(() => useLocalesOf(folderOf(files))).toThrow(CatalogueError);
    expect(() => useLocalesOf(folderOf(files))).toThrow(why);
    expect(reviewWords("fr").titleToPay({ total: "1" })).toBe(before);
  });

  test("one that can't be read is named", () => {
    expect(() => useLocalesOf("/nowhere/locales")).toThrow("/nowhere/locales can't be read as a folder of languages");
  });
});

test("languages stand in the order of their names, English first", () => {
  expect(locales()[0]).toBe("en");
  expect(consoleLocales()[0]).toBe("en");
  const names = locales().slice(1).map(localeName);
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, "en")));
});
