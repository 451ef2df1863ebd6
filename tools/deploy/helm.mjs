/** What the chart is looked at with: Helm, and the schemas of Kubernetes. Brought once, and kept. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUILT, CACHE, isProgram, Lacking, ROOT, tryProgram } from "./machine.mjs";

export const CHART = join(ROOT, "deploy/chart");
const HELM = "helm.sh/helm/v3/cmd/helm@v3.19.0";
const VALIDATOR = "kubernetes-validate==1.37.0";

/** That of the machine, or one that is built once and stays. */
export async function bringHelm() {
  if (!isProgram("helm")) await bring("go", ["install", HELM], { env: { GOBIN: BUILT }, withinMs: 900_000 });
}

/** In an environment of its own, which stays. @returns the program. */
export async function bringValidator() {
  const folder = join(CACHE, "kubernetes-validate");
  const stamp = join(folder, VALIDATOR);
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(CACHE, { recursive: true });
    await bring("python3", ["-m", "venv", folder]);
    await bring(join(folder, "bin/pip"), ["install", "--quiet", VALIDATOR]);
    writeFileSync(stamp, "");
  }
  return join(folder, "bin/kubernetes-validate");
}

/** @throws Lacking where a registry doesn't answer. */
async function bring(program, args, options) {
  const { code, output } = await tryProgram(program, args, options);
  if (code !== 0) throw new Lacking(`${args.at(-1)} can't be brought: ${output.trim().split("\n").at(-1)}`);
}
