/** What is told of a seller's server is kept in English, and read back into the languages of the console. */
import { describe, expect, test } from "vitest";
import { asItCame, type Sentence, say } from "../../src/diagnoses/say.js";
import { translate } from "../../src/diagnoses/translate.js";
import { catalogueOf, languagesWith } from "../../src/words/catalogues.js";

const slotsOf = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();
/** Each slot filled with a text of its own. */
const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name) => `<${name}>`);

const SENTENCES = Object.keys(catalogueOf("en", "diagnoses")) as Sentence[];

describe.each(languagesWith("diagnoses").filter((code) => code !== "en"))("in %s", (language) => {
  const catalogue = catalogueOf(language, "diagnoses") as Readonly<Record<Sentence, string>>;

  test("a sentence has the places of the English one, and comes back with what was filled in", () => {
    for (const sentence of SENTENCES) {
      expect([sentence, slotsOf(catalogue[sentence])]).toEqual([sentence, slotsOf(sentence)]);
      expect([sentence, translate(filled(sentence), language)]).toEqual([sentence, filled(catalogue[sentence])]);
    }
  });
});

test("pieces of a sentence are translated too, also a sentence within one", () => {
  const did = say("gave no answer ({why})", { why: "The connection was reset" });
  expect(translate(say("It {did}.", { did }), "fr")).toBe("Il n’a pas répondu (La connexion a été réinitialisée).");
  const what = ["escapes (it answered 403)", "another order of keys (it answered 500)"].join("; ");
  expect(translate(say("It refused a right signature over a body with {what}.", { what }), "pt")).toBe(
    "Recusou uma assinatura certa sobre um corpo com sequências de escape (respondeu 403); chaves por outra ordem (respondeu 500).",
  );
  const late = say("95 of 100 answers came within {span}. After {late} a delivery counts as failed.", {
    span: "12.5 s",
    late: "10.0 s",
  });
  expect(translate(late, "fr")).toBe(
    "95 réponses sur 100 sont arrivées en 12,5 s ou moins. Après 10,0 s, un envoi compte comme échoué.",
  );
});

test("what nobody of ours said stays as it came", () => {
  expect(translate(asItCame("The probe answered 500."), "sw")).toBeNull();
  expect(translate("", "sw")).toBeNull();
});
