/**
 * The last release, built, to run beside this tree: processes of two releases serve side by side during each upgrade. What it is stands in
 * last.json, from the first commit after it on; it is built once, from the history of this repository, and kept in $XDG_CACHE_HOME.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Outside of any node_modules, below which Node reads no TypeScript. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "holdfast-releases");

export const LAST = JSON.parse(fs.readFileSync(new URL("last.json", import.meta.url), "utf8"));

const git = (args, cwd = ROOT) =>
  execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** Whether the history has it: a shallow clone has no releases, and an archive has no history. */
export function isInHistory(commit) {
  try {
    git(["cat-file", "-e", `${commit}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

/** @returns the root of the built tree, with a slash at its end; the first call takes a minute, and installs packages */
export function buildRelease(commit) {
  const target = join(CACHE, commit);
  if (!fs.existsSync(target)) {
    fs.mkdirSync(CACHE, { recursive: true });
    const draft = fs.mkdtempSync(join(CACHE, "draft-"));
    try {
      git(["clone", "--quiet", ROOT, draft]);
      git(["checkout", "--quiet", "--detach", commit], draft);
      const kept = ["PATH", "HOME", "NODE_EXTRA_CA_CERTS"].filter((name) => process.env[name] !== undefined);
      const env = Object.fromEntries(kept.map((name) => [name, process.env[name]]));
      execFileSync(process.execPath, ["tools/run.mjs", "build"], {
        cwd: draft,
        env,
        stdio: ["ignore", "ignore", "inherit"],
      });
      fs.renameSync(draft, target);
    } finally {
      fs.rmSync(draft, { recursive: true, force: true });
    }
  }
  return `${target}/`;
}
