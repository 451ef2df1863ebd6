/** The documents say what the program does: what can be compared is compared. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { greeting } from "../../../apps/service/src/greeting.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, "utf8");
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups);
const sorted = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter((name) => name !== undefined))].sort();

/** The part of the README below a heading, up to the next of its level. */
function section(heading: string): string {
  const [, part] = read("README.md").split(`\n## ${heading}\n`);
  if (part === undefined) throw new Error(`the README has no section "${heading}"`);
  return part.split("\n## ", 1)[0] ?? "";
}

test("the README's walk is the one that the first start prints", () => {
  const printed = greeting("http://localhost:3000", {
    apiKey: "hf_key",
    email: "demo@holdfast.example",
    password: "a password",
  }).split("\n");
  const walk = printed
    .slice(printed.findIndex((line) => line.startsWith("SESSION=")))
    .join("\n")
    .trim();
  expect(section("An order from session to COMPLETED")).toContain(`\`\`\`sh\n${walk}\n\`\`\``);
});

test("the README lists the variables that are read, and no others", () => {
  const known = all(
    read("apps/service/src/config.ts"),
    /\b(?:read(?:<[^(]*>)?|need)\(\s*"([A-Z_]+)"|environment\["([A-Z_]+)"\]/g,
  );
  const rows = section("Configuration")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const listed = rows.flatMap((row) => all(row.split("|")[1] ?? "", /`([A-Z_]+)`/g));
  expect(sorted(listed)).toEqual(sorted(known));
});

test("the README lists the commands that there are, and no others", () => {
  const folder = "packages/cli/src/";
  const source = readdirSync(ROOT + folder)
    .map((name) => read(folder + name))
    .join("\n");
  const groups = new Map([...source.matchAll(/const (\w+) = group\("(\w+)"/g)].map(([, name, word]) => [name, word]));
  const plain = [...source.matchAll(/\badd\(\s*(\w+),\s*"(\w+)/g)].flatMap(([, parent, verb]) =>
    groups.has(parent) ? [`${groups.get(parent)} ${verb}`] : [],
  );
  const decided = all(source, /\["(\w+)", "[A-Z]+", "[^"]*"\]/g).map((verb) => `merchant ${verb}`);
  const listed = all(section("The command line"), /`([a-z]+ [a-z]+)[^`]*`/g).filter((command) =>
    [...groups.values()].includes(command.split(" ")[0]),
  );
  expect(sorted(listed)).toEqual(sorted([...plain, ...decided]));
});
