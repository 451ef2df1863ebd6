/**
 * Checks all catalogues of `apps/service/locales` and writes the types of their messages from the English ones: a key that is missing,
 * or a place that nothing is given for, doesn't compile. What is wrong with a catalogue ends the build with its file, its key and its place.
 */
import fs from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { faultsOf, placesOf } from "../apps/service/src/words/check.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LOCALES = join(ROOT, "apps/service/locales");
const TYPES = join(ROOT, "apps/service/src/words/areas.ts");
const SOURCE = "en";

const read = (code, name) => {
  const file = join(LOCALES, code, `${name}.json`);
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${relative(ROOT, file)} is not JSON: ${error.message}`);
  }
};
const namesOf = (code) =>
  fs
    .readdirSync(join(LOCALES, code))
    .filter((name) => name !== "language.json")
    .map((name) => name.replace(/\.json$/, ""))
    .sort();

const english = new Map(namesOf(SOURCE).map((name) => [name, read(SOURCE, name)]));
const faults = fs.readdirSync(LOCALES).flatMap((code) => {
  const tag = read(code, "language").dates ?? code;
  return namesOf(code).flatMap((name) => {
    const source = english.get(name);
    const file = relative(ROOT, join(LOCALES, code, `${name}.json`));
    if (source === undefined) return [`${file}: there is no English catalogue of this name`];
    return faultsOf(read(code, name), source, tag).map((fault) => `${file}: ${fault}`);
  });
});
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}

/** A key as TypeScript has it in a type. */
const nameOf = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
/** The type of a text: itself plain, or a message with its places. */
function typeOf(text) {
  const places = [...placesOf(text, "en")];
  if (places.length === 0) return "string";
  const fields = places.map(
    ([name, use]) => `${nameOf(name)}: ${use === "number" ? "number" : use === "text" ? "Text" : choiceOf(use)}`,
  );
  return `Message<{ ${fields.join("; ")} }>`;
}
/** Anything else is said by the form "other". */
const choiceOf = (use) => (use.split(" | ").length > 1 ? "Text" : "Text");
function linesOf(catalogue, indent) {
  return Object.entries(catalogue)
    .filter(([key]) => !key.startsWith("@"))
    .flatMap(([key, value]) =>
      typeof value === "string"
        ? [`${indent}readonly ${nameOf(key)}: ${typeOf(value)};`]
        : [`${indent}readonly ${nameOf(key)}: {`, ...linesOf(value, `${indent}  `), `${indent}};`],
    );
}

const types = [
  "/** The sentences of each area, and what is filled into them. Written by tools/locales.mjs from the English catalogues: edit those. */",
  'import type { Message, Text } from "./message.js";',
  "",
  "export interface Areas {",
  ...[...english].flatMap(([name, catalogue]) => [
    `  readonly ${nameOf(name)}: {`,
    ...linesOf(catalogue, "    "),
    "  };",
  ]),
  "}",
  "",
].join("\n");
if (!fs.existsSync(TYPES) || fs.readFileSync(TYPES, "utf8") !== types) fs.writeFileSync(TYPES, types);
