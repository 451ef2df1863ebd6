/** `holdfast bridge serve` as an operator runs it: what it takes, what it prints, and how it ends. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND_LINE, freePort, launch, newFolder, until } from "../../../apps/service/test/process/launch.js";
import { cleanUpAtEnd, holdfast } from "./commands.js";

cleanUpAtEnd();

const SECRET = `whsec_${Buffer.alloc(30, 1).toString("base64")}`;
const ARGS = ["bridge", "serve", "--shop", "north", "--shop-url", "http://127.0.0.1:9/holdfast", "--port", "0"];

test("it listens, says what it waits for while Holdfast is away, and ends when it is told to", async () => {
  const service = `http://127.0.0.1:${await freePort()}`;
  const folder = newFolder();
  const running = launch([COMMAND_LINE, ...ARGS, "--url", service], {
    cwd: folder,
    env: { HOLDFAST_API_KEY: "hf_key", BRIDGE_SECRET: SECRET, BRIDGE_DATABASE: join(folder, "bridge.db") },
  });
  const lines = (): Record<string, string>[] =>
    running
      .stdout()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const find = (step: string): Record<string, string> | undefined => lines().find((line) => line["step"] === step);
  await until(() => find("listening") !== undefined && find("round failed") !== undefined, "it has made a round");
  expect(find("round failed")).toMatchObject({ level: "error", reason: expect.stringContaining("ECONNREFUSED") });
  const health = await fetch(`${find("listening")?.["reason"]}/healthz`);
  expect(health.status).toBe(200);
  running.child.kill("SIGTERM");
  const { code, signal, stderr } = await running.ended;
  expect([code, signal, stderr]).toEqual([0, null, ""]);
});

test.each([
  ["no secret at all", [], 2, /--secret/],
  ["a secret of another kind", ["--secret", "hush"], 2, /whsec_/],
  ["a prefix with a blank", ["--secret", SECRET, "--prefix", "two words"], 2, /at most 40 characters/],
  ["no time at all", ["--secret", SECRET, "--keep-alive-seconds", "0"], 2, /1 to 99999 seconds/],
  ["a secret that is too short", ["--secret", "whsec_c2hvcnQ="], 1, /24 to 64 bytes/],
] as const)("with %s it does not start", async (_, more, code, message) => {
  const ended = await holdfast([...ARGS, "--api-key", "hf_key", "--url", "http://127.0.0.1:9", ...more], {});
  expect([ended.code, ended.stderr.trim().split("\n")]).toEqual([code, [expect.stringMatching(message)]]);
});
