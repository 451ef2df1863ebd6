import type { Cents } from "../../../domain/money.js";
import { ZERO } from "../../../domain/money.js";
import { type Rail, railProvider } from "../../../domain/rails.js";
import { readClock } from "../../../store/read/clock.js";
import { type BatchView, type DueView, listBatches, listDue, sumDue } from "../../../store/read/desk/rail-batches.js";
import type { DeskServices } from "../load.js";

/** What waits on a rail that pays out. */
export type DueOf = { readonly rail: Rail; readonly orders: number; readonly total: Cents };

export type Batches = {
  readonly due: readonly DueOf[];
  readonly orders: readonly DueView[];
  readonly batches: readonly BatchView[];
  /** Unix seconds. */
  readonly now: number;
};

export async function loadBatches({ db, config }: Pick<DeskServices, "db" | "config">): Promise<Batches> {
  const [sums, orders, batches, { now }] = await Promise.all([sumDue(db), listDue(db), listBatches(db), readClock(db)]);
  const rails = (config.providers.manual?.rails ?? []).filter(({ payouts }) => payouts != null);
  const due = rails.map((rail) => {
    const sum = sums.find(({ provider }) => provider === railProvider(rail));
    return { rail, orders: sum?.orders ?? 0, total: sum?.total ?? ZERO };
  });
  return { due, orders, batches, now };
}
