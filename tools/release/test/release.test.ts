/** What a release says of itself. `npm run release -- --dry-run` makes and tries the rest. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
// @ts-expect-error plain JavaScript
import { ARTEFACTS } from "../artefacts.mjs";
// @ts-expect-error plain JavaScript
import { notesOf } from "../dry-run.mjs";

const folder = mkdtempSync(join(tmpdir(), "holdfast-release-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the notes are what the changelog says of the version, and no other", () => {
  const changelog = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0]\n\n- Refunds.\n\n## [0.1.0]\n\n- The first.\n";
  expect(notesOf("0.2.0", changelog)).toBe("- Refunds.\n");
  expect(notesOf("0.1.0", changelog)).toBe("- The first.\n");
});

test("a version without notes is not released", () => {
  expect(() => notesOf("0.3.0", "## [0.2.0]\n\n- Refunds.\n")).toThrow("no notes for 0.3.0");
  expect(() => notesOf("0.2.0", "## [0.2.0]\n\n## [0.1.0]\n\n- The first.\n")).toThrow("no notes for 0.2.0");
});

test("the chart is of the version of the product, and so is the image that it takes", () => {
  const read = (path: string): string =>
    readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const chart = read("deploy/chart/Chart.yaml");
  expect(chart).toContain(`\nversion: ${version}\n`);
  expect(chart).toContain(`\nappVersion: ${version}\n`);
});

test("one commit gives the same zip each time", async () => {
  const { make } = ARTEFACTS.find(({ name }: { name: string }) => name.startsWith("PHP"));
  const digest = async (): Promise<string> => {
    const [file] = await make({ to: folder });
    return createHash("sha256").update(readFileSync(file)).digest("hex");
  };
  expect(await digest()).toBe(await digest());
});
