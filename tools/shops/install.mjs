/**
 * What a shop's tests and the demo need, brought when it is missing: each shop has a lockfile of its own, so that installing and
 * testing the rest brings none of it.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";
import { findMissing } from "../../shops/woocommerce/test/distributions.mjs";
import { Failure, mustRun, ROOT, run } from "../clients/process.mjs";
import { isUnreached } from "../clients/verdict.mjs";

/** @typedef {{ readonly name: string, readonly folder: string, readonly project?: string, readonly runner?: string, readonly findMissing?: () => Promise<string | null> }} Shop */

/**
 * `folder` has the lockfile and the tests in `test/`; `project` is what tsc compiles first; `runner` runs the tests instead of
 * Vitest, and writes its counts to `HOLDFAST_COUNTS`. A shop that npm doesn't have tells by `findMissing` what the machine lacks. @type {readonly Shop[]}
 */
export const SHOPS = [
  { name: "vendure", folder: "packages/vendure", project: "packages/vendure" },
  { name: "medusa", folder: "shops/medusa", project: "packages/medusa", runner: "shops/medusa/test.mjs" },
  { name: "woocommerce", folder: "shops/woocommerce", runner: "shops/woocommerce/test.mjs", findMissing },
];

/**
 * Installs what the lockfile names, once.
 * @param {Shop} shop
 * @param {number} [withinMs]
 * @returns {Promise<string | null>} why it can't be had on this machine
 * @throws Failure
 */
export async function installShop({ name, folder, findMissing: find }, withinMs = INSTALLS_WITHIN_MS) {
  if (find !== undefined) return find();
  const modules = join(ROOT, folder, "node_modules");
  const stamp = join(modules, ".installed");
  const wanted = createHash("sha256")
    .update(fs.readFileSync(join(ROOT, folder, "package-lock.json")))
    .digest("hex");
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === wanted) return null;
  console.error(`installing ${name} …`);
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code, output } = await run("npm", args, {
    cwd: join(ROOT, folder),
    env: { npm_config_fetch_retries: "1", npm_config_loglevel: "error" },
    withinMs,
  });
  if (code === null) return `its packages did not come within ${withinMs / 1_000} s`;
  if (code !== 0 && isUnreached(output)) return "the npm registry does not answer";
  if (code !== 0) throw new Failure(`installing ${name} failed\n${output.trim().slice(-4_000)}`);
  fs.writeFileSync(stamp, wanted);
  return null;
}

/** Compiles what its tests and the demo run. @param {Shop} shop @throws Failure */
export async function compileShop({ project }) {
  if (project !== undefined)
    await mustRun(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", join(ROOT, project)]);
}

const INSTALLS_WITHIN_MS = 1_800_000;
