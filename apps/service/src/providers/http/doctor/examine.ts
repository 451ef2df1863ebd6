/**
 * Tries an adapter in its test mode against all that the protocol asks for, as a black box. What the conformance suite asks of the
 * adapters in this repository, it asks of anybody's.
 */
import { setTimeout } from "node:timers/promises";
import { monotonicMs } from "../../../platform/clock.js";
import { described } from "../../bounded.js";
import { type HttpClient, openHttpClient } from "../../http-client.js";
import type { Unreachable } from "../../port.js";
import { Unreadable } from "../../unreadable.js";
import { openHttp } from "../adapter.js";
import { type Reported, readCapabilities } from "../capabilities.js";
import { type HttpAsking, openAsking } from "../client.js";
import { keysOf } from "../signature.js";
import { type Conditions, HelperFailed, openTestMode } from "../test-mode.js";
import { type Bench, type Check, opensRaw, Wrong } from "./bench.js";
import { BOOKS } from "./books.js";
import { LOOKS } from "./looks.js";
import { OUTGOING } from "./outgoing.js";
import { PAYMENTS } from "./payments.js";
import { RATES } from "./rates.js";
import { SIGNATURES } from "./signatures.js";

const CHECKS: readonly Check[] = [...LOOKS, ...SIGNATURES, ...PAYMENTS, ...OUTGOING, ...BOOKS, ...RATES];
export const CHECK_IDS: readonly string[] = ["capabilities", ...CHECKS.map(({ id }) => id)];

export type ProviderFinding = {
  readonly group: string;
  readonly check: string;
  readonly title: string;
  readonly verdict: "pass" | "fail" | "skip";
  /** What was seen, or why it was not tried: a sentence or a few words. */
  readonly found: string;
};

export type ProviderReport = {
  readonly url: string;
  readonly account: string | null;
  /** What it says that it can do; empty where nobody could read it. */
  readonly capabilities: readonly Reported["capabilities"][number][];
  readonly findings: readonly ProviderFinding[];
  readonly counts: Readonly<Record<ProviderFinding["verdict"], number>>;
  readonly verdict: "passed" | "failed";
  readonly duration_ms: number;
};

const STARTING_TRIES = 10;
const STARTING_MS = 300;

const CAPABILITIES = {
  group: "capabilities",
  check: "capabilities",
  title: "it says what it can do, in its test mode",
} as const;

/** As long as a helper may take that moves its clock. */
const WITHIN_MS = 7_500;

/** @param given.only the one check to make; null for all. @throws Error for an invalid secret. */
export async function examineProvider(
  url: string,
  given: { readonly secret: string; readonly only: string | null; readonly extraCa: string | null },
): Promise<ProviderReport> {
  const began = monotonicMs();
  const httpClient = openHttpClient({ bases: [url], isSandbox: true, withinMs: WITHIN_MS, extraCa: given.extraCa });
  try {
    const { told, findings } = await examine({ url, httpClient, ...given });
    const count = (verdict: ProviderFinding["verdict"]): number =>
      findings.filter((one) => one.verdict === verdict).length;
    const counts = { pass: count("pass"), fail: count("fail"), skip: count("skip") };
    return {
      url,
      account: told?.account ?? null,
      capabilities: told?.capabilities ?? [],
      findings,
      counts,
      verdict: counts.fail > 0 ? "failed" : "passed",
      duration_ms: Math.round(monotonicMs() - began),
    };
  } finally {
    await httpClient.close();
  }
}

type Given = {
  readonly url: string;
  readonly secret: string;
  readonly only: string | null;
  readonly httpClient: HttpClient;
};

async function examine({
  url,
  secret,
  only,
  httpClient,
}: Given): Promise<{ told: Reported | null; findings: readonly ProviderFinding[] }> {
  const keys = keysOf([secret]);
  const asking = openAsking({ httpClient, url, keys });
  const test = openTestMode(asking);
  const settings = { name: "doctor", url, secrets: [secret], isLive: false, isNear: true };
  const adapter = openHttp(settings, { httpClient, callbackUrl: () => "https://pay.example/callbacks/http/doctor" });
  const failed = (found: string) => ({ told: null, findings: [{ ...CAPABILITIES, verdict: "fail" as const, found }] });
  try {
    const told = await firstAnswer(asking);
    if ("kind" in told) return failed(told.reason);
    if (told.isLive) return failed("it is in live mode: the doctor tries adapters in their test mode alone");
    if (told.capabilities.length === 0) return failed("it can do nothing: its capabilities are empty");
    await adapter.refresh?.();
    const bench: Bench = {
      adapter,
      told,
      test,
      keys,
      plays: await test.plays(),
      raw: opensRaw({ httpClient, url, keys }),
    };
    const found = `${told.capabilities.length} capabilities of ${told.account}`;
    const findings: ProviderFinding[] = [{ ...CAPABILITIES, verdict: "pass", found }];
    for (const check of CHECKS.filter(({ id }) => only === null || id === only))
      findings.push(await findingOf(check, bench));
    return { told, findings };
  } catch (error) {
    return failed(wordsOf(error));
  }
}

/** Who has just started the adapter, or saved a file of it, need not wait until it listens. */
async function firstAnswer(asking: HttpAsking): Promise<Reported | Unreachable> {
  for (let tries = 1; ; tries += 1) {
    const told = await readCapabilities(asking);
    const isStarting = "kind" in told && told.isUndone === true && told.cause === undefined;
    if (!isStarting || tries === STARTING_TRIES) return told;
    await setTimeout(STARTING_MS);
  }
}

async function findingOf({ group, id, title, skip, run }: Check, bench: Bench): Promise<ProviderFinding> {
  const named = { group, check: id, title };
  const why = skip?.(bench) ?? null;
  if (why !== null) return { ...named, verdict: "skip", found: why };
  try {
    return { ...named, verdict: "pass", found: await run(bench) };
  } catch (error) {
    return { ...named, verdict: "fail", found: wordsOf(error) };
  } finally {
    await atRest(bench);
  }
}

/** The next check finds it as the first one did. */
async function atRest({ test, told, plays }: Bench): Promise<void> {
  const [one] = told.capabilities;
  const can = (play: (typeof plays.plays)[number]): boolean => plays.plays.includes(play);
  const rest: Conditions = {
    fault: null,
    refunds: "paid",
    ...(plays.payee === null ? {} : { payouts: "paid" as const }),
    ...(can("available") ? { available: null } : {}),
    ...(can("currency") && one !== undefined ? { currency: one.currency } : {}),
  };
  await test.condition(rest).catch(() => undefined);
}

/** Any other error is a bug of the doctor's. */
function wordsOf(error: unknown): string {
  if (error instanceof Wrong || error instanceof Unreadable) return error.message;
  if (error instanceof HelperFailed) return `a helper of its test mode failed: ${error.message}`;
  throw new Error(described(error), { cause: error });
}
