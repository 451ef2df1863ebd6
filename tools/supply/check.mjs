/**
 * Checks what was installed: that the registry has signed it, and that nothing of the service has a known hole. One line for
 * each; exit 1 when one failed. Where no registry answers, the line says so, and nothing fails.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { holesVerdict, signaturesVerdict } from "./verdict.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WITHIN_MS = 120_000;

/** What a command printed on stdout, whatever its exit code; what it had printed by then when it takes too long. */
function outputOf(args) {
  return new Promise((resolve) => {
    const child = spawn("npm", args, {
      cwd: ROOT,
      // A registry that does not answer is not asked again.
      env: { ...process.env, npm_config_fetch_retries: "0" },
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    });
    const cut = setTimeout(() => child.kill("SIGKILL"), WITHIN_MS);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.once("error", () => undefined);
    child.once("close", () => {
      clearTimeout(cut);
      resolve(output);
    });
  });
}

const [signatures, holes] = await Promise.all([
  outputOf(["audit", "signatures", "--json"]),
  outputOf(["audit", "--omit=dev", "--json"]),
]);
const verdicts = [signaturesVerdict(signatures), holesVerdict(holes)];
for (const { sentence } of verdicts) process.stdout.write(`${sentence}\n`);
process.exitCode = verdicts.some(({ kind }) => kind === "failed") ? 1 : 0;
