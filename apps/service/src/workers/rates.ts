/** Rates of currencies: every process has those that are current in memory, and one that works reads the file that they come from. */
import { takeRates } from "../commands/take-rates.js";
import { isFresh, type Rate, type Rates } from "../domain/rates.js";
import type { Queryable } from "../platform/database.js";
import type { Log } from "../platform/log.js";
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

type FileMeans = {
  readonly db: Queryable;
  readonly log: Log;
  readonly tickMs?: number | undefined;
  readonly ageMaxSeconds: number;
  /** Null as long as it says what it said before. */
  readonly look: () => { readonly value: readonly Rate[] } | { readonly problem: string } | null;
};

/** What a process that works does besides: takes over what the file says when it changes. */
export function startRatesFile({ db, log, tickMs = TICK_MS, ageMaxSeconds, look }: FileMeans): Ticker {
  let given: readonly Rate[] | null = null;
  return startTicker(tickMs, async () => {
    try {
      const said = look();
      if (said !== null && "problem" in said)
        log.error({ reason: said.problem }, "RATES_FILE can't be used: the rates from before go on");
      if (said !== null && "value" in said) given = said.value;
      if (given === null) return false;
      const rates = given;
      for (const { rate, verdict } of await inJob("rates", () => takeRates(db, { rates, ageMaxSeconds })))
        if (verdict === "CURRENT") log.info(rate, "a rate is current");
        else log.error({ ...rate, verdict }, NOT_TAKEN[verdict]);
      given = null;
    } catch (error) {
      log.warn({ err: error }, "rates of RATES_FILE could not be written down, and will be");
    }
    return false;
  });
}

const NOT_TAKEN = {
  WAITING: "a rate jumps by more than 20 %, and waits for an operator",
  STALE: "a rate of RATES_FILE is too old",
  EARLY: "a rate of RATES_FILE is of a time to come",
} as const;
