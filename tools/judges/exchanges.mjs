/** What the adapter asks and the double answers in the tests, kept as lines of JSON. */
import fs from "node:fs";
import { join } from "node:path";
import { Failure, mustRun, ROOT } from "../clients/process.mjs";
import { CACHE } from "./tools.mjs";

export const FOLDER = join(CACHE, "exchanges");
const TESTS = join(ROOT, "apps/service/test");
const DOUBLE = /from "\.[./\w-]*\/(?:stripe\/)?(?:stage|double)\.js"/;

/** Every file of tests that asks the double. */
function testsOfDouble() {
  const files = fs
    .readdirSync(TESTS, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name));
  return files
    .filter((name) => {
      const text = fs.readFileSync(join(TESTS, name), "utf8");
      return DOUBLE.test(text) && (name.includes("stripe") || text.includes("stripe/"));
    })
    .map((name) => join("apps/service/test", name));
}

export async function adapterTests() {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const tests = testsOfDouble();
  if (tests.length === 0) throw new Failure("no test asks the double");
  const args = ["node_modules/vitest/vitest.mjs", "run", ...tests];
  await mustRun(process.execPath, args, { cwd: ROOT, env: { STRIPE_EXCHANGES: FOLDER } });
  const { asked, told } = exchanges();
  return `${tests.length} files, ${asked.length} requests, ${told.length} notices`;
}

/** @returns {{ asked: readonly { method: string, path: string, headers: Record<string, string>, body: string, status: number, answer: any }[], told: readonly any[] }} */
export function exchanges() {
  const lines = fs.existsSync(FOLDER)
    ? fs.readdirSync(FOLDER).flatMap((name) => fs.readFileSync(join(FOLDER, name), "utf8").trim().split("\n"))
    : [];
  const all = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  return { asked: all.filter(({ method }) => method !== undefined), told: all.flatMap(({ event }) => event ?? []) };
}
