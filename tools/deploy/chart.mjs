/**
 * The chart, without a cluster: helm finds nothing wrong, each set of values of deploy/chart/ci makes objects that Kubernetes knows, what
 * selects pods finds some, and the service takes the settings that its pods are given. Wrong values are refused by a sentence.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { problemsOf } from "../../apps/service/dist/config/index.js";
import { isSecret, NAMES } from "../../apps/service/dist/config/variables.js";
import { bringHelm, bringValidator, CHART } from "./helm.mjs";
import { expect, program, tryProgram } from "./machine.mjs";

const VALUES = join(CHART, "ci");
const SETS = 6;
/** The oldest that the chart takes, and the newest that the validator knows. */
const KUBERNETES = ["1.30", "1.37"];
/** Not of Kubernetes itself: no schema of it is at hand. */
const OF_OTHERS = ["ServiceMonitor"];

/** What is wrong, and what helm then says. */
const REFUSED = [
  [["--set", "publicUrl="], "publicUrl is not set: say where people reach the service"],
  [["--set", "publicUrl=http://pay.shop.example"], "live mode takes an https origin"],
  [["--set", "image.repository="], "image.repository is not set: say where you pushed the image"],
  [["--set", "secrets.SECRET_KEY=null"], "secrets.SECRET_KEY is not set: name the Secret"],
  [["--set", "settings.ROLE=all"], "settings.ROLE is the chart's own"],
  [
    ["--set", "settings.SMTP_URL=smtps://user:password@mail.shop.example"],
    "settings.SMTP_URL is a secret: name the Secret",
  ],
  [
    ["--set", "settings.PROVIDER_MYBANK_SECRETS=whsec_"],
    "settings.PROVIDER_MYBANK_SECRETS is a secret: name the Secret",
  ],
  [
    ["--set", "secrets.MIGRATION_DATABASE_URL.name=owner,secrets.MIGRATION_DATABASE_URL.key=url"],
    "secrets.MIGRATION_DATABASE_URL belongs to migration.secrets",
  ],
  [["--set", "secrets.SMTP_URI.name=mail,secrets.SMTP_URI.key=url"], "secrets.SMTP_URI is no secret of the service"],
  [["--set", "web.replica=3"], "replica"],
  [["--set", "web.autoscaling.enabled=true,web.autoscaling.min=9"], "web.autoscaling.min is above web.autoscaling.max"],
];

export async function checkChart() {
  await bringHelm();
  const validator = await bringValidator();
  const names = readdirSync(VALUES).filter((name) => name.endsWith(".yaml"));
  expect(names.length === SETS, `${names.length} sets of values in deploy/chart/ci`);
  const listed = /define "holdfast.secrets" -\}\}\n(.*)\n/.exec(
    readFileSync(join(CHART, "templates/_helpers.tpl"), "utf8"),
  )?.[1];
  expect(listed === NAMES.filter(isSecret).sort().join(" "), `_helpers.tpl lists other secrets: ${listed}`);
  const folder = mkdtempSync(join(tmpdir(), "holdfast-deploy-"));
  let count = 0;
  try {
    for (const name of names) {
      const values = join(VALUES, name);
      for (const kubernetes of KUBERNETES) {
        await program("helm", ["lint", CHART, "--strict", "--values", values, "--kube-version", kubernetes]);
        const file = join(folder, `${kubernetes}-${name}`);
        writeFileSync(file, (await render(["--values", values], kubernetes)).stdout);
        await validate(validator, file, kubernetes);
      }
      const objects = readObjects(join(folder, `${KUBERNETES[1]}-${name}`));
      checkSelectors(objects, name);
      checkSettings(objects, name, folder);
      count += objects.length;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const [args, says] of REFUSED) {
    const { code, output } = await tryProgram("helm", template(["--values", join(VALUES, "smallest.yaml"), ...args]));
    expect(code !== 0 && output.includes(says), `${args[1]} is not refused: ${output.slice(-300)}`);
  }
  return `${count} objects of ${names.length} sets of values are valid, and ${REFUSED.length} wrong values are refused`;
}

const template = (args, kubernetes = KUBERNETES[1]) => [
  "template",
  "holdfast",
  CHART,
  "--kube-version",
  kubernetes,
  ...args,
];
const render = (args, kubernetes) => program("helm", template(args, kubernetes));

async function validate(validator, file, kubernetes) {
  const { code, output } = await tryProgram(validator, ["--strict", "--kubernetes-version", kubernetes, file]);
  const unknown = output
    .split("\n")
    .filter((line) => /^(WARN|ERROR)/.test(line) && !OF_OTHERS.some((kind) => line.includes(`kind ${kind} `)));
  expect(code === 0 && unknown.length === 0, `${file}\n${output.slice(-3_000)}`);
}

const readObjects = (file) =>
  parseAllDocuments(readFileSync(file, "utf8"))
    .map((document) => document.toJS())
    .filter((object) => object !== null);

const isWithin = (labels, wanted) => Object.entries(wanted).every(([key, value]) => labels[key] === value);

/** Whoever selects pods, or services, finds those that are meant: a label that differs by a letter is valid, and does nothing. */
function checkSelectors(objects, name) {
  const labels = (kinds) => objects.filter(({ kind }) => kinds.includes(kind)).map(labelsOf);
  const labelsOf = (object) => object.spec.template?.metadata.labels ?? object.metadata.labels;
  const pods = labels(["Deployment", "Job"]);
  for (const { kind, metadata, spec } of objects) {
    const selector =
      kind === "Service" ? spec.selector : (spec.selector?.matchLabels ?? spec.podSelector?.matchLabels ?? null);
    if (selector === null) continue;
    const candidates = kind === "ServiceMonitor" ? labels(["Service"]) : pods;
    expect(
      candidates.some((one) => isWithin(one, selector)),
      `${name}: ${kind} ${metadata.name} selects nothing`,
    );
  }
}

/** Each container's settings, with files in place of its secrets, as the service itself judges them. */
function checkSettings(objects, name, folder) {
  const given = {
    DATABASE_URL: "postgres://holdfast@database.shop.example/holdfast?sslmode=verify-full",
    SECRET_KEY: "ZGVwbG95LXRlc3QtZGVwbG95LXRlc3QtZGVwbG95LTE=",
    SMTP_URL: "smtps://user:password@mail.shop.example",
    STRIPE_SECRET_KEY: "rk_live_0123456789abcdefghijklmn",
    STRIPE_WEBHOOK_SECRETS: "whsec_0123456789abcdefghijklmnopqrstuv",
  };
  for (const { kind, metadata, spec } of objects.filter((object) => ["Deployment", "Job"].includes(object.kind))) {
    const [{ env }] = spec.template.spec.containers;
    const [{ projected }] = spec.template.spec.volumes;
    const mounted = projected.sources.flatMap(({ secret }) => secret.items.map(({ path }) => path));
    const environment = { DATA_DIR: "none" };
    for (const { name: variable, value } of env) {
      const secret = /^\/run\/holdfast\/secrets\/(.+)$/.exec(value)?.[1];
      if (secret === undefined) environment[variable] = value;
      else {
        expect(mounted.includes(secret), `${name}: ${kind} ${metadata.name} has no ${secret}`);
        environment[variable] = join(folder, secret);
        writeFileSync(environment[variable], given[secret] ?? given.DATABASE_URL);
      }
    }
    // A certificate that only the cluster has.
    delete environment.TLS_EXTRA_CA_FILE;
    const { problems } = problemsOf(environment);
    expect(problems.length === 0, `${name}: ${kind} ${metadata.name}\n${problems.join("\n")}`);
  }
}
