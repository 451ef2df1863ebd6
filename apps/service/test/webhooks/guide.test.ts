/** The guide for sellers: its snippet verifies what we sign, and refuses everything else. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LIMITS } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signaturesOf } from "../../src/webhooks/signature.js";
import { ROOT } from "../process/launch.js";

type IsGenuine = (header: string | undefined, body: Buffer, secret: string, now?: number) => boolean;

const guide = readFileSync(join(ROOT, "docs/guides/webhooks.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "holdfast-guide-"));
let isGenuine: IsGenuine;
beforeAll(async () => {
  const [, snippet = ""] = /```js \w+\n(.*?)```/s.exec(guide) ?? [];
  const path = join(folder, "verify.mjs");
  writeFileSync(path, snippet);
  ({ isGenuine } = (await import(pathToFileURL(path).href)) as { isGenuine: IsGenuine });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OURS = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1t";
const OLD = "whsec_9uAiPfGj3MoXyQ1t2Hq8vKx0TdE5nLrYb7sWcZ";
const BODY = '{"id":"evt_1","data":{"object":{"title":"Åsa & 子"}}}';
const NOW = 1_790_000_000;
const signed = (secrets = [OURS], seconds = NOW): string =>
  signaturesOf(secrets, { event: "evt_1", seconds, body: BODY }).signature;

test("the guide's snippet takes what we signed, by either secret of a rotation, up to 300 seconds away", () => {
  const body = Buffer.from(BODY);
  expect(isGenuine(signed(), body, OURS, NOW)).toBe(true);
  for (const secret of [OURS, OLD]) expect(isGenuine(signed([OURS, OLD]), body, secret, NOW)).toBe(true);
  for (const off of [-300, 300]) expect(isGenuine(signed(), body, OURS, NOW + off)).toBe(true);
});

test("it refuses another secret, another body, another time, and what is no signature", () => {
  const body = Buffer.from(BODY);
  expect(isGenuine(signed([OLD]), body, OURS, NOW)).toBe(false);
  expect(isGenuine(signed(), Buffer.from(`${BODY} `), OURS, NOW)).toBe(false);
  for (const off of [-301, 301]) expect(isGenuine(signed(), body, OURS, NOW + off)).toBe(false);
  expect(isGenuine(signed().replace(`t=${NOW}`, `t=${NOW + 1}`), body, OURS, NOW)).toBe(false);
  for (const header of [undefined, "", "t=1", `t=${NOW},v1=`, signed().replace("v1", "v0"), signed().slice(0, -1)]) {
    expect(isGenuine(header, body, OURS, NOW), String(header)).toBe(false);
  }
});

test("the guide's table of retries is the schedule", () => {
  const [, row = ""] = /^\| after the one before \| at once \| (.*) \|$/m.exec(guide) ?? [];
  const units: Readonly<Record<string, number>> = { min: 60, h: 3600 };
  const seconds = row.split(" | ").map((cell) => {
    const [count, unit = ""] = cell.split(" ");
    return Number(count) * (units[unit] ?? Number.NaN);
  });
  expect(seconds).toEqual(LIMITS.webhookRetrySeconds);
});
