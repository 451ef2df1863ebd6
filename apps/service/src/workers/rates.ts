/** Rates of currencies: every process has those that are current in memory, and one that works reads where they come from. */
import { type Judged, takeRates } from "../commands/take-rates.js";
import { isFresh, type Rate, type RateRules, type Rates } from "../domain/rates.js";
import type { Queryable } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Provider } from "../providers/port.js";
import { claimRateSource, noteRateSource } from "../store/queue/rate-source.js";
import { listCurrentRates } from "../store/read/rates.js";
import { inJob } from "./job.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

type RatesTerms = {
  /** Basis points by currency; `*` for all others. */
  readonly margins: ReadonlyMap<string, number>;
  readonly ageMaxSeconds: number;
  readonly quoteGraceSeconds: number;
};

export type RatesWatch = Rates & {
  /** Takes over what is written down by now. @throws DatabaseUnavailable, and then nothing has changed. */
  refresh(): Promise<void>;
};

export function watchRates(db: Queryable, { margins, ageMaxSeconds, quoteGraceSeconds }: RatesTerms): RatesWatch {
  let known: ReadonlyMap<string, Rate> = new Map();
  const isUsable = (rate: Rate, now: number): boolean => isFresh(rate, now, ageMaxSeconds);
  return {
    find: (currency, now) => {
      const rate = known.get(currency);
      return rate !== undefined && isUsable(rate, now) ? rate : null;
    },
    list: (now) => [...known.values()].filter((rate) => isUsable(rate, now)),
    marginOf: (currency) => margins.get(currency) ?? margins.get("*") ?? 0,
    quoteGraceSeconds,
    refresh: async () => {
      const rates = await listCurrentRates(db);
      known = new Map(rates.map((rate) => [rate.currency, rate]));
    },
  };
}

/** What every process does: keeps its rates current. */
export const startRates = (
  watch: RatesWatch,
  { log, tickMs = TICK_MS }: { readonly log: Log; readonly tickMs?: number | undefined },
): Ticker =>
  startTicker(tickMs, async () => {
    try {
      await watch.refresh();
    } catch (error) {
      log.warn({ err: error }, "rates could not be read from the database");
    }
    return false;
  });

/** What a source says by now; null as long as there is nothing new. It is called again and again. */
export type RatesSource = () => Promise<Told | null>;
type Told = { readonly name: string } & ({ readonly value: readonly Rate[] } | { readonly problem: string });

/** @param look what the file says when it has changed */
export const rateFile =
  (look: () => { readonly value: readonly Rate[] } | { readonly problem: string } | null): RatesSource =>
  async () => {
    const said = look();
    return said === null ? null : { name: "RATES_FILE", ...said };
  };

/** How often a provider is asked, all processes together. */
const ASKED_SECONDS = 300;

/** The first of the providers that says what currencies cost; the others are not asked, whatever it answers. */
export const rateProvider =
  (db: Queryable, providers: { readonly all: readonly Pick<Provider, "name" | "rates">[] }): RatesSource =>
  async () => {
    for (const { name, rates } of providers.all) {
      if (rates == null) continue;
      if (!(await claimRateSource(db, name, ASKED_SECONDS))) return null;
      const answer = await rates();
      return answer.kind === "rates" ? { name, value: answer.rates } : { name, problem: answer.reason };
    }
    return null;
  };

type SourceMeans = RateRules & {
  readonly db: Queryable;
  readonly log: Log;
  readonly source: RatesSource;
  readonly tickMs?: number | undefined;
};

/** What a process that works does besides: takes over what the source says, and notes what is wrong with it. */
export function startRatesSource({ db, log, source, tickMs = TICK_MS, ...rules }: SourceMeans): Ticker {
  let given: Told | null = null;
  return startTicker(tickMs, async () => {
    try {
      given = (await source()) ?? given;
      if (given === null) return false;
      const told = given;
      await inJob("rates", () => takeOver(told, { db, log, rules }));
      given = null;
    } catch (error) {
      log.warn({ err: error }, "rates could not be taken over, and will be");
    }
    return false;
  });
}

type Means = { readonly db: Queryable; readonly log: Log; readonly rules: RateRules };

async function takeOver(told: Told, { db, log, rules }: Means): Promise<void> {
  const { name } = told;
  if ("problem" in told) {
    log.error({ source: name, reason: told.problem }, "no rates could be read: those from before go on");
    await noteRateSource(db, { name, isRead: false, problem: told.problem.slice(0, PROBLEM_MAX) });
    return;
  }
  const judged = await takeRates(db, { ...rules, rates: told.value });
  for (const { rate, verdict } of judged)
    if (verdict === "CURRENT") log.info(rate, "a rate is current");
    else log.error({ ...rate, verdict }, NOT_TAKEN[verdict]);
  await noteRateSource(db, { name, isRead: true, problem: unusable(judged) });
}

const NOT_TAKEN = {
  WAITING: "a rate waits for an operator: it is the first, jumps by more than 20 %, or may be upside down",
  STALE: "a rate is too old",
  EARLY: "a rate is of a time to come",
} as const;

const PROBLEM_MAX = 500;

/** Which rates are no use as they are told; null for none of them. */
function unusable(judged: readonly Judged[]): string | null {
  const of = (verdict: Judged["verdict"]): string =>
    judged.flatMap(({ rate, ...one }) => (one.verdict === verdict ? [rate.currency] : [])).join(", ");
  const sentences = [
    ["too old", of("STALE")],
    ["of a time to come", of("EARLY")],
  ].flatMap(([what, currencies]) => (currencies === "" ? [] : [`${what}: ${currencies}`]));
  return sentences.length === 0 ? null : sentences.join("; ").slice(0, PROBLEM_MAX);
}
