/** schemathesis over every operation: no finding but those that findings.json allows, and nothing that it never reached. */
import fs from "node:fs";
import { join } from "node:path";
import { CACHE, Failure, HERE, run } from "./process.mjs";
import { createSeeds } from "./seeds.mjs";
import { judgeFindings, sentencesOf } from "./verdict.mjs";

const SEED = 20_260_901;
const REPORT = join(CACHE, "schemathesis.ndjson");
const SETTINGS = join(CACHE, "schemathesis.toml");

/** @param {import("./steps.mjs").Given} given */
export async function fuzz({ service, bin, seconds }) {
  const document = join(CACHE, "openapi.json");
  fs.writeFileSync(SETTINGS, settings(await createSeeds(service)));
  fs.rmSync(REPORT, { force: true });
  const before = await service.successes();
  const { code, output } = await run(
    bin("schemathesis"),
    [
      ...["--config-file", SETTINGS, "run", document, "--url", service.baseUrl],
      ...["--header", `Authorization: Bearer ${service.apiKey}`, "--checks", "all", "--seed", String(SEED)],
      ...["--max-time", String(seconds), "--continue-on-failure", "--report-ndjson-path", REPORT, "--no-color"],
    ],
    { cwd: CACHE },
  );
  // 0: nothing found; 1: something was. All else is no run.
  if ((code !== 0 && code !== 1) || !fs.existsSync(REPORT)) throw new Failure(output.slice(-4_000));
  const { cases, findings, errors } = readReport(fs.readFileSync(REPORT, "utf8"));
  if (code === 1 && findings.length + errors.length === 0) throw new Failure(output.slice(-4_000));
  const { findings: allowed } = JSON.parse(fs.readFileSync(join(HERE, "findings.json"), "utf8"));
  const { refused, used } = judgeFindings(findings, allowed);
  const missed = await neverReached(service, before, document);
  const problems = [...errors, ...refused, ...missed.map((id) => `${id} never succeeded: nothing of it was tried`)];
  if (problems.length > 0) throw new Failure(`seed ${SEED}, ${cases} cases\n${problems.join("\n")}`);
  const known = [...used].map(([why, times]) => `${times} of: ${why}`).join("; ");
  return `${cases} cases, seed ${SEED}${known === "" ? "" : `; allowed ${known}`}`;
}

/** Each operation gets the object that was made for it. */
const settings = (seeds) =>
  [
    "[cache]",
    "enabled = false", // each run begins anew
    "[generation]",
    "allow-x00 = false",
    'database = "none"',
    ...Object.entries(seeds).flatMap(([operation, parameters]) => [
      "[[operations]]",
      `include-operation-id = "${operation}"`,
      `parameters = { ${Object.entries(parameters)
        .map(([name, value]) => `"path.${name}" = "${value}"`)
        .join(", ")} }`,
    ]),
    "",
  ].join("\n");

/** Every failed check of every case, with what the service said. */
function readReport(text) {
  const findings = [];
  const errors = [];
  let cases = 0;
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const event = JSON.parse(line);
    const { cases: tried = {}, interactions = {}, checks: checked = {} } = event.ScenarioFinished?.recorder ?? {};
    if (event.NonFatalError !== undefined) errors.push(JSON.stringify(event.NonFatalError).slice(0, 1_000));
    if (event.FatalError !== undefined) errors.push(JSON.stringify(event.FatalError).slice(0, 1_000));
    cases += Object.keys(interactions).length;
    for (const [id, checks] of Object.entries(checked)) {
      const { method, path } = tried[id].value;
      const { response } = interactions[id] ?? {};
      for (const { name, status, failure_info } of checks) {
        if (status !== "failure") continue;
        const says = sentencesOf(bodyOf(response));
        const told = says.length > 0 ? says : [failure_info?.failure?.message ?? ""];
        findings.push({ check: name, operation: `${method} ${path}`, status: response?.status_code ?? 0, says: told });
      }
    }
  }
  return { cases, findings, errors };
}

function bodyOf(response) {
  try {
    return JSON.parse(Buffer.from(response.content.$base64, "base64").toString());
  } catch {
    return undefined;
  }
}

/** Operations of the API that did not succeed once since `before`. */
async function neverReached(service, before, document) {
  const after = await service.successes();
  const { paths } = JSON.parse(fs.readFileSync(document, "utf8"));
  return Object.values(paths)
    .flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
    .filter((id) => id !== "getDescription" && (after.get(id) ?? 0) <= (before.get(id) ?? 0));
}
