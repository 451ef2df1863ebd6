/** The documents say what the program does: what can be compared is compared. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OPERATIONS } from "@holdfast/contract";
import { expect, test } from "vitest";
import { banner } from "../../../apps/service/src/banner.js";
import { allMetrics } from "./all-metrics.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, "utf8");
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups);
const sorted = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter((name) => name !== undefined))].sort();

test("the README's walk is the one that the first start prints", () => {
  const demo = { apiKey: "hf_key", email: "demo@holdfast.example", password: "a password" };
  const printed = banner("http://localhost:3000", demo, "npm run -s holdfast --").split("\n");
  const walk = printed
    .slice(printed.findIndex((line) => line.startsWith("api()")))
    .join("\n")
    .trim();
  expect(read("README.md")).toContain(`\`\`\`sh run\n${walk}\n\`\`\``);
});

test("the reference lists the commands that there are, and no others", () => {
  const folder = "packages/cli/src/";
  const source = readdirSync(ROOT + folder)
    .map((name) => read(folder + name))
    .join("\n");
  const groups = new Map([...source.matchAll(/const (\w+) = group\("(\w+)"/g)].map(([, name, word]) => [name, word]));
  const plain = [...source.matchAll(/\badd\(\s*(\w+),\s*"(\w+)/g)].flatMap(([, parent, verb]) =>
    groups.has(parent) ? [`${groups.get(parent)} ${verb}`] : [],
  );
  const decided = all(source, /\["(\w+)", "[A-Z]+", "[^"]*"\]/g).map((verb) => `merchant ${verb}`);
  const reference = ["command-line.md", "scale/cells.md"].map((name) => read(`docs/reference/${name}`)).join("\n");
  const listed = all(reference, /`([a-z]+ [a-z]+)[^`]*`/g).filter((command) =>
    [...groups.values()].includes(command.split(" ")[0]),
  );
  expect(sorted(listed)).toEqual(sorted([...plain, ...decided]));
});

test("the reference lists the sandbox helpers that there are, and no others", () => {
  const call = (text: string): string => text.replace("…", "/test_helpers").replaceAll(/\{\w+\}/g, "{}");
  const known = Object.values(OPERATIONS)
    .filter(({ path }) => path.startsWith("/test_helpers/"))
    .map(({ method, path }) => call(`${method.toUpperCase()} ${path}`));
  const listed = all(read("docs/reference/sandbox-helpers.md"), /^\| `([A-Z]+ …[^`]+)`/gm).map(call);
  expect(sorted(listed)).toEqual(sorted(known));
});

test("the reference lists the metrics that there are, and no others", async () => {
  const own = all(await allMetrics(), /^# TYPE (holdfast_\w+) /gm);
  const known = [...own, ...all(read("packages/bridge/src/serve/metrics.ts"), /"(holdfast_bridge_\w+)"/g)].sort();
  const listed = all(read("docs/reference/metrics.md"), /`(holdfast_\w+)`/g);
  expect(sorted(listed)).toEqual(sorted(known));
});

test("ARCHITECTURE is read in one go, and names every folder of the service", () => {
  const text = read("ARCHITECTURE.md");
  expect(Buffer.byteLength(text)).toBeLessThan(12 * 1024);
  const rooms = text.slice(text.indexOf("\n## Rooms\n"), text.indexOf("\n## Where to look\n"));
  const named = all(rooms, /^\| (`[^|]*) \|/gm).flatMap((cell) => all(cell, /`(\w+)`/g));
  const folders = readdirSync(`${ROOT}apps/service/src`, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(sorted(named)).toEqual(folders.map(({ name }) => name).sort());
});

test("the index of documents names each of them, but for decision records, which have an index of their own", () => {
  const index = read("docs/README.md");
  const documents = readdirSync(`${ROOT}docs`, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md") && path !== "README.md" && !path.startsWith("decisions/"));
  expect(documents.length).toBeGreaterThan(30);
  expect(documents.filter((path) => !index.includes(`](${path})`))).toEqual([]);
});
