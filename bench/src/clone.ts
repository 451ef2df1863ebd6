/** The repository as it is committed, elsewhere. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUTPUT_MAX = 64 * 1024 ** 2;
/** What an otherwise empty environment has: where programs are, and the certificates without which some networks let nothing be installed. */
const KEPT = ["PATH", "NODE_EXTRA_CA_CERTS"];

/** @throws with the end of its output when it fails. */
type RunInClone = (program: string, args: readonly string[]) => void;

/**
 * Clones into `holdfast` below a folder. What runs there has an empty environment, whose home is the folder too.
 * @param revision null for what is checked out here.
 */
export function cloneTo(folder: string, revision: string | null = null): RunInClone {
  const runIn =
    (cwd: string): RunInClone =>
    (program, args) => {
      const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
      const env = { ...Object.fromEntries(kept), HOME: folder };
      const options = { cwd, env, encoding: "utf8", maxBuffer: OUTPUT_MAX } as const;
      const { status, stdout, stderr } = spawnSync(program, args, options);
      if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${(stdout + stderr).slice(-4_000)}`);
    };
  const clone = join(folder, "holdfast");
  runIn(folder)("git", ["clone", "--quiet", ROOT, clone]);
  if (revision !== null) {
    // Here, where branches have their own names, and any commit its short one.
    const commit = spawnSync("git", ["rev-parse", "--verify", `${revision}^{commit}`], { cwd: ROOT, encoding: "utf8" });
    if (commit.status !== 0) throw new Error(`git knows no revision ${revision}`);
    runIn(clone)("git", ["checkout", "--quiet", "--detach", commit.stdout.trim()]);
  }
  return runIn(clone);
}
