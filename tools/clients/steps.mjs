/** What is tried, one step a client or tool: each says in a line what held, or throws a Failure. */
import fs from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { fuzz } from "./fuzz.mjs";
import { PACKAGE_STEPS } from "./packages.mjs";
import { CACHE, Failure, HERE, mustRun, ROOT, run } from "./process.mjs";
import { RECEIVER_STEPS } from "./receivers.mjs";
import { SDK_STEPS } from "./sdk.mjs";
import { judgeChanges, webhookChanges } from "./verdict.mjs";
import { verifyWebhooks } from "./webhooks.mjs";

/** The live document, as every step reads it. */
export const DOCUMENT = join(CACHE, "openapi.json");
const RELEASED = join(ROOT, "docs/api/released");

/**
 * @typedef {{ service: Awaited<ReturnType<import("./service.mjs").startService>>, bin: (name: string) => string, seconds: number }} Given
 * @type {readonly { name: string, needs: readonly ("npm" | "sdk" | "receivers" | "python" | "go" | "php")[], try: (given: Given) => Promise<string> }[]}
 */
export const STEPS = [
  { name: "openapi-typescript, openapi-fetch", needs: ["npm"], try: (given) => typeScript(given, "fetch") },
  { name: "@hey-api/openapi-ts", needs: ["npm"], try: (given) => typeScript(given, "hey") },
  { name: "openapi-python-client", needs: ["python"], try: python },
  { name: "oapi-codegen", needs: ["go"], try: go },
  ...SDK_STEPS,
  ...PACKAGE_STEPS,
  { name: "Spectral", needs: ["npm"], try: spectral },
  { name: "Redocly", needs: [], try: redocly },
  { name: "oasdiff", needs: ["go"], try: changes },
  { name: "standardwebhooks, svix and stripe for Python", needs: ["python"], try: verifyWebhooks },
  ...RECEIVER_STEPS,
  { name: "schemathesis", needs: ["python"], try: fuzz },
];

/** A folder of its own with copies of our sources, where generated ones may lie beside them. */
function workshop(name) {
  const folder = join(CACHE, `${name}-client`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(join(HERE, name), folder, { recursive: true });
  return folder;
}

/** The client's program prints the escrow that it brought to its end; the service is asked whether that is so. */
async function judgeOrder(service, { stdout }) {
  const [, id] = /^COMPLETED ([0-9a-f-]{36})$/m.exec(stdout.trim()) ?? [];
  if (id === undefined) throw new Failure(`saw no escrow.completed of its order; printed ${JSON.stringify(stdout)}`);
  const { status } = await service.get(`/escrows/${id}`);
  if (status !== "COMPLETED") throw new Failure(`escrow ${id} is ${status}`);
  return "generated, compiled, one whole order";
}

const GENERATE = {
  fetch: (bin, folder) => [bin("openapi-typescript"), [DOCUMENT, "-o", join(folder, "generated/schema.d.ts")]],
  hey: (bin, folder) => [bin("openapi-ts"), ["-i", DOCUMENT, "-o", join(folder, "hey"), "--no-log-file"]],
};

async function typeScript({ service, bin }, name) {
  const folder = workshop("typescript");
  for (const other of Object.keys(GENERATE)) if (other !== name) fs.rmSync(join(folder, `${other}.ts`));
  await mustRun(...GENERATE[name](bin, folder));
  await mustRun(bin("tsc"), ["-p", folder]);
  const bundle = await rolldown({ input: join(folder, `${name}.ts`), platform: "node", logLevel: "silent" });
  const program = join(folder, "order.mjs");
  await bundle.write({ file: program, format: "esm" });
  return judgeOrder(service, await mustRun(process.execPath, [program, service.baseUrl, service.apiKey]));
}

async function python({ service, bin }) {
  const folder = workshop("python");
  const client = join(folder, "client");
  const PATH = `${join(bin("x"), "..")}:${process.env.PATH}`; // it looks for its formatter there
  const args = ["generate", "--path", DOCUMENT, "--output-path", client, "--fail-on-warning"];
  await mustRun(bin("openapi-python-client"), args, { env: { PATH } });
  const order = [join(folder, "order.py"), service.baseUrl, service.apiKey];
  return judgeOrder(service, await mustRun(bin("python"), order, { env: { PYTHONPATH: client } }));
}

async function go({ service, bin }) {
  const folder = workshop("go");
  const { stdout } = await mustRun(bin("oapi-codegen"), [DOCUMENT]);
  fs.mkdirSync(join(folder, "openapi"));
  fs.writeFileSync(join(folder, "openapi/openapi.gen.go"), stdout);
  const program = join(folder, "order");
  await mustRun("go", ["build", "-o", program, "."], { cwd: folder, env: { GOTOOLCHAIN: "local" } });
  return judgeOrder(service, await mustRun(program, [service.baseUrl, service.apiKey]));
}

async function spectral({ bin }) {
  const args = ["lint", DOCUMENT, "--ruleset", join(HERE, "spectral.json"), "--fail-severity", "warn"];
  await mustRun(bin("spectral"), args);
  return "no error, no warning";
}

async function redocly() {
  const cli = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
  const rules = ["--config", join(ROOT, "redocly.yaml"), "--skip-rule", "no-server-example.com"]; // it is served by localhost
  await mustRun(process.execPath, [cli, "lint", DOCUMENT, ...rules], { cwd: ROOT });
  return "no error at the strictest preset";
}

/** Against the last release, which bears the date of its API as its name. */
async function changes({ bin }) {
  const releases = fs.readdirSync(RELEASED).filter((name) => /^\d{4}-\d\d-\d\d\.json$/.test(name));
  const read = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
  const [before, after] = [read(join(RELEASED, releases.sort().at(-1))), read(DOCUMENT)];
  const severities = join(HERE, "changes/severities.txt");
  const args = [
    "changelog",
    ...[before, after].map(withoutWebhooks),
    "--format",
    "json",
    "--severity-levels",
    severities,
  ];
  const { code, stdout, output } = await run(bin("oasdiff"), args);
  if (code !== 0) throw new Failure(output);
  const verdict = judgeChanges([...JSON.parse(stdout || "[]"), ...webhookChanges(before, after)], {
    accepted: read(join(HERE, "changes/accepted.json")),
    sameDate: before.info.version === after.info.version,
  });
  const counts = `since the last release ${verdict.additive} additive, ${verdict.breaking} breaking`;
  if (verdict.refused.length > 0)
    throw new Failure(`${counts}, not accepted in changes/accepted.json:\n${verdict.refused.join("\n")}`);
  if (verdict.gone.length > 0) throw new Failure(`accepted, but not there any more: ${verdict.gone.join(", ")}`);
  return before.info.version === after.info.version ? `${counts}, each accepted` : `${counts}, under a new date`;
}

/** oasdiff would take them for requests to us, with the meaning of every change turned round; what they carry is in the feed too. */
function withoutWebhooks({ webhooks, ...document }, index) {
  const path = join(CACHE, `compared-${index}.json`);
  fs.writeFileSync(path, JSON.stringify(document));
  return path;
}
