/**
 * `holdfast doctor`: plays a bad day to a receiver of webhooks, and says what it does wrong, why, and how to mend it. The
 * examination is the service's (its console makes the same); here is how it is asked for, and what is known of the secret.
 */
import { writeFileSync } from "node:fs";
import * as admin from "@holdfast/service/admin";
import type { Command } from "commander";
import { openProbe } from "./doctor-probe.js";
import { writeReport } from "./doctor-report.js";
import { keyIn, secretIn } from "./key.js";
import { withScheme } from "./local-url.js";
import { around, type Entering, EXIT_REFUSED } from "./run.js";

type Options = {
  readonly secret: string;
  readonly previousSecret?: string;
  readonly probe?: string;
  readonly apiKey?: string;
  readonly position?: string;
  readonly junit?: string;
  readonly json?: boolean;
};

const HELP = `
It sends some seventy requests and takes less than a minute. Events of orders, all of
them made up by the doctor, go out only when the deployment at hand is a sandbox and the
secret is one of its endpoints', or the one that listen made here. Otherwise nothing is
sent but pings and what must be refused.

--probe tells the state of an order, so that repeats and order can be judged: a URL, in
which {order} is replaced by the order's id, or a command, which gets it in
HOLDFAST_ORDER. What it answers must stay the same while nothing happens. It is asked
before anything is sent, and may make the order then.

Exit 0 when everything held, 1 when something failed, as when nobody answers at the
URL, and 2 when the command is not understood.
`;

export function addDoctor({ root, add }: { readonly root: Command; readonly add: Entering["add"] }): void {
  add(root, "doctor", "check a receiver of webhooks: what it does wrong, why, and how to mend it")
    .argument("<url>", "where the receiver is", withScheme)
    .requiredOption("--secret <secret>", "the endpoint's signing secret", secretIn)
    .option("--previous-secret <secret>", "the one before the last rotation, which must be refused by now", secretIn)
    .option("--probe <url-or-command>", "tells the state of an order")
    .option("--api-key <key>", "also check the account, on the deployment of DATA_DIR or DATABASE_URL")
    .option("--position <event>", "with --api-key: the last event that your reader of the feed handled")
    .option("--junit <file>", "also write the findings as JUnit XML")
    .addHelpText("after", HELP)
    .action(doctor);
}

async function doctor(url: string, options: Options, command: Command): Promise<void> {
  const [doctoring, { problemOfForwardUrl }] = await Promise.all([admin.loadDoctoring(), admin.loadForwarding()]);
  const problem = problemOfForwardUrl(url);
  if (problem !== null) command.error(`error: argument '${url}' is invalid. ${problem}`);
  if (options.position !== undefined && options.apiKey === undefined)
    command.error("error: --position takes --api-key beside it.");
  const config = admin.readConfig(around().env);
  const known = await loadDoctorContext(config, options);
  const previous =
    options.previousSecret === undefined ? known.previous : { secret: options.previousSecret, isOver: true };
  const probe = options.probe === undefined ? null : openProbe(withScheme(options.probe), doctoring.ProbeFailed);
  const report = await doctoring.examineAt(url, { ...known, previous, probe, secret: options.secret, config });
  if (options.junit !== undefined) writeJunit(options.junit, doctoring.writeJunit(report), command);
  const { print, end } = around();
  print(options.json === true ? `${JSON.stringify(report)}\n` : `${writeReport(report)}\n`);
  if (report.verdict === "failed") end(EXIT_REFUSED);
}

/** A deployment that does not answer is as good as none, unless its account is to be looked at. */
export async function loadDoctorContext(
  config: admin.Config,
  { secret, apiKey, position }: Pick<Options, "secret" | "apiKey" | "position">,
): Promise<admin.DoctorContext> {
  const { loadDoctorContext: ask, emptyDoctorContext, hasDeployment } = await admin.loadDoctoring();
  const key = apiKey === undefined ? null : keyIn(apiKey);
  if (!hasDeployment(config)) {
    if (key === null) return emptyDoctorContext(config, secret);
    throw new admin.CommandRefused("--api-key takes a deployment at hand: set DATA_DIR or DATABASE_URL to its own.");
  }
  try {
    return await admin.withStore(
      (db) => ask({ db, config }, { secret, apiKey: key, position: position ?? null }),
      config,
    );
  } catch (error) {
    if (key !== null) throw error;
    return emptyDoctorContext(config, secret);
  }
}

function writeJunit(file: string, xml: string, command: Command): void {
  try {
    writeFileSync(file, xml);
  } catch (error) {
    command.error(`error: --junit: ${error instanceof Error ? error.message : String(error)}`);
  }
}
