/** `holdfast provider doctor`, as who writes an adapter uses it: without a deployment. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_LINE, launch, newFolder, until } from "../../../apps/service/test/process/launch.js";
import { startNodeAdapter } from "../../../apps/service/test/providers/http/examples.js";
import { ADAPTER_SECRET } from "../../../apps/service/test/providers/http/stage.js";
import { atEnd, cleanUpAtEnd, expectRefused, holdfast } from "./commands.js";

cleanUpAtEnd();

const doctor = (url: string, ...more: readonly string[]) =>
  holdfast(["provider", "doctor", url, "--secret", ADAPTER_SECRET, ...more], {});

test("an adapter that holds: a table for people, one value for scripts, and 0", async () => {
  const adapter = await startNodeAdapter();
  atEnd(adapter.stop);
  const text = await doctor(adapter.url);
  expect(text).toMatchObject({ code: 0, stderr: "" });
  expect(text.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+, First Bank, client funds\n\ncapabilities\n {2}pass /);
  expect(text.stdout).toMatch(/\n45 passed, 0 failed, 4 skipped, in [\d.]+ s\n$/);
  const { code, stdout } = await doctor(adapter.url, "--json", "--only", "pay");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "passed", counts: { pass: 2, fail: 0, skip: 0 } });
});

test("one that fails: each failure has the command that makes it again, without the secret, and 1", async () => {
  const adapter = await startNodeAdapter({ env: { TZ: "UTC" } });
  atEnd(adapter.stop);
  const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const ended = await holdfast(["provider", "doctor", adapter.url, "--secret", other], {});
  expect(ended).toMatchObject({ code: 1, stderr: "" });
  expect(ended.stdout).toContain("FAIL  it says what it can do");
  expect(ended.stdout).toContain("it does not take our signature (HTTP 401)");
  expect(ended.stdout).toContain(`Again: holdfast provider doctor ${adapter.url} --secret "$SECRET"\n`);
  expect(ended.stdout).not.toContain(other);
});

test("what is no secret, no address and no check is refused in one line", async () => {
  const refused = (url: string, secret: string, ...more: readonly string[]) =>
    holdfast(["provider", "doctor", url, "--secret", secret, ...more], {});
  expectRefused(await refused("http://127.0.0.1:1", "whsec_short"), 1, /the secret is none of an adapter/);
  expectRefused(await refused("http://127.0.0.1:1", "abc"), 2, /starts with whsec_/);
  expectRefused(await refused("ftp://adapter", ADAPTER_SECRET), 1, /starts with http/);
  expectRefused(await refused("http://127.0.0.1:1", ADAPTER_SECRET, "--only", "luck"), 1, /there is no check luck/);
});

test("--watch tries it again when a file changes, until it is stopped", async () => {
  const adapter = await startNodeAdapter();
  atEnd(adapter.stop);
  const folder = newFolder();
  const args = ["provider", "doctor", adapter.url, "--secret", ADAPTER_SECRET, "--only", "pay", "--watch", folder];
  const { child, stdout, ended } = launch([COMMAND_LINE, ...args]);
  const times = (): number => stdout().match(/2 passed, 0 failed/g)?.length ?? 0;
  await until(() => times() === 1, "it is tried");
  for (let saved = 0; times() < 2 && saved < 30; saved += 1) {
    writeFileSync(join(folder, "adapter.mjs"), String(saved));
    await until(() => times() > 1, "it is tried again", 2_000).catch(() => undefined);
  }
  expect(times()).toBeGreaterThan(1);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
});
