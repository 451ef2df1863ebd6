/** What an adapter asks and its double answers in the tests, kept as lines of JSON. */
import fs from "node:fs";
import { join } from "node:path";
import { Failure, mustRun, ROOT } from "../clients/process.mjs";
import { CACHE } from "./tools.mjs";

/** Providers whose doubles others judge. */
export const JUDGED = ["stripe", "paystack", "flutterwave", "momo"];

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

/** What the doubles are told so that they keep what they are asked, in folders that are empty. */
export function keeping(providers) {
  for (const provider of providers) {
    fs.rmSync(folderOf(provider), { recursive: true, force: true });
    fs.mkdirSync(folderOf(provider), { recursive: true });
  }
  return Object.fromEntries(providers.map((provider) => [variableOf(provider), folderOf(provider)]));
}

/** @param given.isKept what `KEEP_EXCHANGES=1 npm test` has kept is taken, and no test is run. */
export async function adapterTests(provider, { isKept }) {
  const tests = testsOfDouble(provider);
  if (tests.length === 0) throw new Failure("no test asks the double");
  if (!isKept) {
    const args = ["node_modules/vitest/vitest.mjs", "run", ...tests];
    await mustRun(process.execPath, args, { cwd: ROOT, env: keeping([provider]) });
  }
  const { asked, told } = exchanges(provider);
  if (asked.length === 0) throw new Failure("nothing was kept: run `KEEP_EXCHANGES=1 npm test` before `--kept`");
  return `${isKept ? "kept" : `${tests.length} files`}, ${asked.length} requests, ${told.length} notices`;
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
