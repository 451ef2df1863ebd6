/** The end of a run tells the truth: what passed, what failed, and each reason for which something was skipped. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const REPORTER = fileURLToPath(new URL("../counts.mjs", import.meta.url));
const VITEST = fileURLToPath(new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "holdfast-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  "told.test.mjs": `
    test("a story", () => {});
    test("a story that breaks", () => expect(1).toBe(2));
    test("a story by curl", ({ skip }) => skip(true, "this machine has no curl"));
    test("another by curl", ({ skip }) => skip(true, "this machine has no curl"));
    test("by PHP", ({ skip }) => skip(true, "this machine has no php"));
    test.skip("by nothing", () => {});`,
  "unset.test.mjs": `
    describe("a room", () => {
      beforeAll(() => { throw new Error("no browser"); });
      test("one", () => {});
      test("two", () => {});
    });`,
  "unloadable.test.mjs": `import "./nowhere.mjs";`,
  "tagged.test.mjs": `
    test("near", () => {});
    test("far", { tags: ["wide"] }, () => {});`,
  "vitest.config.mjs": `export default { test: { tags: [{ name: "wide" }] } };`,
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

function countsOf(...args: string[]): unknown {
  const report = join(folder, "counts.json");
  spawnSync(process.execPath, [VITEST, "run", "--globals", `--root=${folder}`, `--reporter=${REPORTER}`, ...args], {
    env: { ...process.env, HOLDFAST_COUNTS: report },
  });
  return JSON.parse(readFileSync(report, "utf8"));
}

test("every test is counted once, and a file or room that could not begin is a failure", () => {
  expect(countsOf()).toEqual({
    passed: 3,
    failed: 3,
    skipped: {
      "this machine has no curl": 2,
      "this machine has no php": 1,
      "without a reason": 1,
      "their set-up failed, see above": 2,
    },
  });
});

test("what was not asked for was not skipped", () => {
  expect(countsOf("-t", "curl")).toEqual({ passed: 0, failed: 1, skipped: { "this machine has no curl": 2 } });
  expect(countsOf("--tags-filter=!wide", "tagged")).toEqual({ passed: 1, failed: 0, skipped: {} });
});
