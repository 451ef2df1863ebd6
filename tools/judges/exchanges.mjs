/** What an adapter asks and its double answers in the tests, kept as lines of JSON. */
import fs from "node:fs";
import { join } from "node:path";
import { Failure, mustRun, ROOT } from "../clients/process.mjs";
import { CACHE } from "./tools.mjs";

const TESTS = join(ROOT, "apps/service/test");

/** Where the double of a provider writes what it was asked, by the variable that tells it so. */
export const folderOf = (provider) => join(CACHE, provider);
const variableOf = (provider) => `${provider.toUpperCase()}_EXCHANGES`;

/** Every file of tests that asks the double. */
function testsOfDouble(provider) {
  const double = new RegExp(`from "\\.[./\\w-]*/(?:${provider}/)?(?:stage|double)\\.js"`);
  const files = fs
    .readdirSync(TESTS, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name));
  return files
    .filter((name) => {
      const text = fs.readFileSync(join(TESTS, name), "utf8");
      return double.test(text) && (name.includes(provider) || text.includes(`${provider}/`));
    })
    .map((name) => join("apps/service/test", name));
}

export async function adapterTests(provider) {
  const folder = folderOf(provider);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const tests = testsOfDouble(provider);
  if (tests.length === 0) throw new Failure("no test asks the double");
  const args = ["node_modules/vitest/vitest.mjs", "run", ...tests];
  await mustRun(process.execPath, args, { cwd: ROOT, env: { [variableOf(provider)]: folder } });
  const { asked, told } = exchanges(provider);
  return `${tests.length} files, ${asked.length} requests, ${told.length} notices`;
}

/** @returns {{ asked: readonly { method: string, path: string, query?: string, headers: Record<string, string>, body: string, status: number, answer: any }[], told: readonly any[] }} */
export function exchanges(provider) {
  const folder = folderOf(provider);
  const lines = fs.existsSync(folder)
    ? fs.readdirSync(folder).flatMap((name) => fs.readFileSync(join(folder, name), "utf8").trim().split("\n"))
    : [];
  const all = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  return { asked: all.filter(({ method }) => method !== undefined), told: all.flatMap(({ event }) => event ?? []) };
}
