/** `holdfast provider doctor`: tries somebody's adapter of holdfast-provider/1 in its test mode, and says what it gets wrong. */
import { watch } from "node:fs";
import * as admin from "@holdfast/service/admin";
import { secretIn } from "./key.js";
import { withScheme } from "./local-url.js";
import { around, type Entering, EXIT_REFUSED, stopOnSignals } from "./run.js";

type Report = Awaited<ReturnType<Awaited<ReturnType<typeof admin.loadProviderDoctor>>["examineAdapter"]>>;
type Options = {
  readonly secret: string;
  readonly only?: string;
  readonly watch?: string | true;
  readonly json?: boolean;
};

const HELP = `
It takes no deployment, and asks the adapter in its test mode alone: money, payers and
what goes wrong are played by the helpers that the protocol asks for. What the adapter
says that it can't do is skipped. Each failure comes with the command that makes that one
check again.

--watch tries it again whenever a file below the folder changes (the working directory
unless another is named), until you stop it. The exit code is then that of the last time.

Exit 0 when everything held, 1 when something failed, as when nobody answers at the URL,
and 2 when the command is not understood.
`;

export function enterProviderDoctor({ group, add }: Entering): void {
  add(
    group("provider", "an adapter of your own over HTTP"),
    "doctor",
    "check an adapter: what it gets wrong, and how to see it again",
  )
    .argument("<url>", "where the adapter is", withScheme)
    .requiredOption("--secret <secret>", "what both sides sign with (whsec_…)", secretIn)
    .option("--only <check>", "make this one check")
    .option("--watch [folder]", "try again whenever a file changes")
    .addHelpText("after", HELP)
    .action(doctor);
}

async function doctor(url: string, options: Options): Promise<void> {
  const { examineAdapter } = await admin.loadProviderDoctor();
  const { env, print, end } = around();
  const config = admin.readConfig(env);
  const once = async (): Promise<void> => {
    const report = await examineAdapter(url, { secret: options.secret, only: options.only ?? null, config });
    print(options.json === true ? `${JSON.stringify(shown(report))}\n` : `${written(report)}\n`);
    end(report.verdict === "failed" ? EXIT_REFUSED : 0);
  };
  await once();
  if (options.watch === undefined) return;
  await again(options.watch === true ? "." : options.watch, once);
}

/** Editors write a file in several steps, and the adapter has to start anew. */
const SETTLED_MS = 500;

async function again(folder: string, once: () => Promise<void>): Promise<void> {
  const stopping = stopOnSignals();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (/(?:^|[\\/])(?:node_modules|vendor|\.git)(?:[\\/]|$)/.test(String(file))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(once);
    }, SETTLED_MS);
  });
  await new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  clearTimeout(timer);
  watcher.close();
  await running;
}

/** The command that makes one check again. The secret stays where it is. */
const commandOf = ({ url }: Report, check: string): string =>
  `holdfast provider doctor ${url} --secret "$SECRET"${check === "capabilities" ? "" : ` --only ${check}`}`;

const shown = (report: Report): unknown => ({
  url: report.url,
  account: report.account,
  findings: report.findings.map((one) =>
    one.verdict === "fail" ? { ...one, command: commandOf(report, one.check) } : one,
  ),
  counts: report.counts,
  verdict: report.verdict,
  duration_ms: report.duration_ms,
});

const MARKS = { pass: "pass", fail: "FAIL", skip: "skip" } as const;

function written(report: Report): string {
  const { url, account, findings, counts, duration_ms: took } = report;
  const groups = Map.groupBy(findings, ({ group }) => group);
  return [
    account === null ? url : `${url}, ${account}`,
    ...[...groups].flatMap(([group, own]) => ["", group, ...own.flatMap((one) => linesOf(report, one))]),
    "",
    `${counts.pass} passed, ${counts.fail} failed, ${counts.skip} skipped, in ${(took / 1_000).toFixed(1)} s`,
  ].join("\n");
}

const LINE_MAX = 400;
/** What an adapter says moves no cursor and paints nothing. */
const visible = (text: string): string => text.replaceAll(/\p{Cc}/gu, "\u{FFFD}").slice(0, LINE_MAX);

function linesOf(report: Report, { verdict, check, title, found }: Report["findings"][number]): readonly string[] {
  if (verdict !== "fail") return [`  ${MARKS[verdict]}  ${title}: ${visible(found)}`];
  return [`  ${MARKS[verdict]}  ${title}`, `        ${visible(found)}`, `        Again: ${commandOf(report, check)}`];
}
