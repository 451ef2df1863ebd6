import { isFresh } from "../../../domain/rates.js";
import { readClock } from "../../../store/read/clock.js";
import {
  findRateSource,
  listCurrentRates,
  listWaitingRates,
  type RateSource,
  type StoredRate,
} from "../../../store/read/rates.js";
import type { DeskServices } from "../load.js";

export type ShownRate = StoredRate & {
  readonly isFresh: boolean;
  /** Basis points. */
  readonly marginBps: number;
};

/** A rate that waits, beside the one that it would replace; null where it is the first. */
export type WaitingRate = ShownRate & { readonly before: StoredRate | null };

export type ShownRates = {
  readonly current: readonly ShownRate[];
  readonly waiting: readonly WaitingRate[];
  /** The one that is to be decided; null for none. */
  readonly chosen: WaitingRate | null;
  /** Null where rates come from nowhere. */
  readonly source: RateSource | null;
  readonly ageMaxSeconds: number;
  readonly now: number;
};

export type RatesServices = Pick<DeskServices, "db" | "rates" | "config">;

/** @param chosen by its number; undefined takes the first that waits. */
export async function loadRates(chosen: string | undefined, { db, rates, config }: RatesServices): Promise<ShownRates> {
  const [current, waiting, source, { now }] = await Promise.all([
    listCurrentRates(db),
    listWaitingRates(db),
    findRateSource(db),
    readClock(db),
  ]);
  const { ageMaxSeconds } = config.rates;
  const shown = <One extends StoredRate>(one: One): One & ShownRate => ({
    ...one,
    isFresh: isFresh(one, now, ageMaxSeconds),
    marginBps: rates.marginOf(one.currency),
  });
  const before = new Map(current.map((one) => [one.currency, one]));
  const all = waiting.map((one) => shown({ ...one, before: before.get(one.currency) ?? null }));
  return {
    current: current.map(shown),
    waiting: all,
    chosen: (chosen === undefined ? all[0] : all.find(({ id }) => id === chosen)) ?? null,
    source,
    ageMaxSeconds,
    now,
  };
}
