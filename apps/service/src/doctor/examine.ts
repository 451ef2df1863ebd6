/**
 * Examines a receiver of webhooks: plays a bad day to it, and says of each thing whether it held, what was sent and answered, what
 * is likely behind it and how to mend it.
 *
 * What may be sent is decided here. Without leave to play orders nothing goes out but pings and what must be refused: a
 * genuine-looking `escrow.funded` makes a store ship.
 *
 * Modes: knocking (one ping), taking a right signature, checking (a few checks at a time), counting. No check begins once the
 * budget of time is used up.
 */
import { asItCame } from "../diagnoses/say.js";
import { type AccountFacts, accountChecks } from "./account.js";
import { BEHAVIOUR_CHECKS } from "./behaviour.js";
import { type Check, deliverPing, type Known, type Need, type Probe, ProbeFailed } from "./check.js";
import { openWard, PACE, type Pace, type Send, type Ward } from "./fixture.js";
import { countVerdicts, type Finding, GROUPS, type Outcome, type Report, unknown } from "./report.js";
import { RIGHT_SIGNATURE, ROTATION_CHECKS, SIGNATURE_CHECKS } from "./signatures.js";
import {
  addressCheck,
  BURST,
  certificateCheck,
  clockCheck,
  LARGE_BODY,
  redirectCheck,
  type Seen,
  SKEW_SECONDS_MAX,
  speedCheck,
} from "./transport.js";

export type { AccountFacts } from "./account.js";
export { UNREAD_MAX } from "./account.js";
export { type Probe, ProbeFailed } from "./check.js";
export type { Pace } from "./fixture.js";
export type { Exchange, Finding, Group, Report, Verdict } from "./report.js";

export type Patient = {
  readonly url: string;
  readonly secret: string;
  /** The secret that it took the place of, where that is known; `isOver` once it no longer signs. */
  readonly previous: { readonly secret: string; readonly isOver: boolean } | null;
  /** Whether the secret is known to be one of a sandbox: then events of made-up orders may be sent. */
  readonly isOfSandbox: boolean;
  /** What the address guard says of the URL; null for nothing. */
  readonly addressProblem: string | null;
  readonly probe: Probe | null;
  /** Null where nobody could look. */
  readonly account: AccountFacts | null;
};

/** Nobody answers there: nothing can be said of the receiver. The message is one sentence. */
export class Unreachable extends Error {
  readonly durationMs: number;

  constructor(message: string, durationMs: number) {
    super(message);
    this.durationMs = durationMs;
  }
}

/** @throws Unreachable when no connection could be made. */
export async function examine(
  patient: Patient,
  means: { readonly send: Send; readonly pace?: Partial<Pace> },
): Promise<Report> {
  const { url, secret, previous } = patient;
  const pace = { ...PACE, ...means.pace };
  const ward = openWard({
    url,
    secret,
    secretsKnown: previous === null ? [secret] : [secret, previous.secret],
    send: means.send,
    pace,
  });
  const { first, findings: early } = await knock(ward, patient);
  if (Math.abs(ward.skew ?? 0) > SKEW_SECONDS_MAX) ward.followItsClock();

  const answers = first.kind === "answered" && !(first.status >= 300 && first.status < 400);
  const known: Known = { probe: patient.probe, previous, mayPlayOrders: patient.isOfSandbox };
  const met = new Map<Need, boolean>([
    ["answers", answers],
    ["orders", patient.isOfSandbox],
  ]);
  const right = await run(RIGHT_SIGNATURE, { ward, known, met });
  met.set("acceptance", right.verdict === "pass");
  const rest = await inParallel([LARGE_BODY, ...SIGNATURE_CHECKS, ...BEHAVIOUR_CHECKS, ...ROTATION_CHECKS], {
    atOnce: pace.checksAtOnce,
    work: (check) => run(check, { ward, known, met }),
  });
  // Alone, so that nothing else is held up by it.
  const burst = await run(BURST, { ward, known, met });
  const late = [speedCheck(ward.durations, pace), clockCheck(ward), ...accountChecks(patient.account)].map(findingOf);
  return reportOf({ patient, ward, findings: [...early, ...late, burst, right, ...rest] });
}

async function knock(ward: Ward, { url, addressProblem }: Patient) {
  const { bed, exchanges } = ward.bed();
  const first = await deliverPing(bed);
  if (first.kind === "failed" && first.stage === "dial") throw new Unreachable(first.error, first.durationMs);
  const seen = [addressCheck(addressProblem), certificateCheck(url, first), redirectCheck(first)];
  return {
    first,
    findings: seen.map((one) => ({ ...findingOf(one), exchanges: one.check === "address" ? [] : exchanges })),
  };
}

const WITHOUT: Readonly<Record<Need, Outcome>> = {
  answers: unknown("It does not answer here.", "Mend what is found of the way to it first."),
  acceptance: unknown("It did not take a right signature, so a refusal says nothing.", "Mend that first."),
  orders: unknown(
    "Only a sandbox is sent events of orders, and this secret is not known to be one of a sandbox.",
    "Check the endpoint of your sandbox, where its secret is known to the service.",
  ),
};
const OUT_OF_TIME = unknown("There was no time left for it.", "It answers slowly: mend that first.");

type Means = { readonly ward: Ward; readonly known: Known; readonly met: ReadonlyMap<Need, boolean> };

async function run(check: Check, { ward, known, met }: Means): Promise<Finding> {
  const missing = check.needs.find((need) => met.get(need) !== true);
  const { bed, exchanges } = ward.bed();
  const outcome = missing === undefined ? await judged(check, { bed, known, isOver: ward.isOver }) : WITHOUT[missing];
  const { group, check: name, title } = check;
  return finding({ group, check: name, title }, scrubbed(outcome, ward), exchanges);
}

async function judged(
  check: Check,
  {
    bed,
    known,
    isOver,
  }: { readonly bed: Parameters<Check["run"]>[0]; readonly known: Known; readonly isOver: boolean },
): Promise<Outcome> {
  if (isOver) return OUT_OF_TIME;
  try {
    return await check.run(bed, known);
  } catch (error) {
    if (error instanceof ProbeFailed) return unknown(asItCame(error.message), "Mend the probe.");
    throw error;
  }
}

/** What a probe told may be anything. */
const scrubbed = (outcome: Outcome, { scrub }: Ward): Outcome => ({
  ...outcome,
  found: asItCame(scrub(outcome.found)),
});

const findingOf = ({ judge, ...of }: Seen): Finding => finding(of, judge(), []);

const finding = (
  of: Pick<Finding, "group" | "check" | "title">,
  { verdict, found, cause, remedy }: Outcome,
  exchanges: Finding["exchanges"],
): Finding => ({ ...of, verdict, found, cause: cause ?? null, remedy: remedy ?? null, exchanges });

/** In the order of the groups; within one, as they are listed where they are made. */
function reportOf({
  patient,
  ward,
  findings,
}: {
  readonly patient: Patient;
  readonly ward: Ward;
  readonly findings: readonly Finding[];
}): Report {
  const counts = countVerdicts(findings);
  return {
    url: ward.scrub(patient.url),
    scope: patient.isOfSandbox ? "orders" : "harmless",
    verdict: counts.fail > 0 ? "failed" : "held",
    counts,
    requests: ward.requests,
    duration_ms: ward.elapsed(),
    findings: GROUPS.flatMap((group) => findings.filter((one) => one.group === group)),
  };
}

/** In their order, so many at a time. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  { atOnce, work }: { readonly atOnce: number; readonly work: (item: Item) => Promise<Result> },
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = [...items.entries()];
  const takeTurns = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.set(next[0], await work(next[1]));
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return items.map((_, at) => results.get(at) as Result);
}
