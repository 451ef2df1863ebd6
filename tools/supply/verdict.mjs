/**
 * What npm's two checks of packages came to, read from what they print with --json.
 *
 * Owns the reading. Knows nothing of processes.
 */

/** @typedef {{ kind: "passed" | "failed" | "skipped", sentence: string }} Verdict */

/** Signatures of what is installed. @param {string} output @returns {Verdict} */
export function signaturesVerdict(output) {
  const read = parsed(output);
  if (!Array.isArray(read?.invalid) || !Array.isArray(read?.missing)) return skipped("signatures of packages");
  const bad = [...read.invalid, ...read.missing].map(({ name, version }) => `${name}@${version}`);
  return bad.length === 0
    ? { kind: "passed", sentence: "Every installed package bears a signature of its registry." }
    : { kind: "failed", sentence: `Without a valid signature: ${bad.join(", ")}.` };
}

/** Known holes in what the service runs on. @param {string} output @returns {Verdict} */
export function holesVerdict(output) {
  const counts = parsed(output)?.metadata?.vulnerabilities;
  if (typeof counts?.high !== "number" || typeof counts?.critical !== "number") return skipped("known holes");
  const found = counts.high + counts.critical;
  return found === 0
    ? { kind: "passed", sentence: "No package of the service has a known hole that is high or critical." }
    : { kind: "failed", sentence: `${found} packages of the service have known holes: see npm audit --omit=dev.` };
}

/** @returns {Verdict} */
const skipped = (what) => ({
  kind: "skipped",
  sentence: `Skipped, because the registry did not answer: the check of ${what}.`,
});

function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
