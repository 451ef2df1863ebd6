import { readClock } from "../../../store/read/clock.js";
import { type BatchView, findBatch, listOrders, type OrderView } from "../../../store/read/desk/rail-batches.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { DeskReads } from "../load.js";

export type ShownBatch = {
  readonly batch: BatchView;
  /** In the order of the file; none of a batch that was withdrawn. */
  readonly orders: readonly OrderView[];
  /** Unix seconds. */
  readonly now: number;
};

/** @throws PageRefusal not_found */
export async function loadBatch(
  { batch: code = "" }: Asked["params"],
  { db }: Pick<DeskReads, "db">,
): Promise<ShownBatch> {
  const [batch, orders, { now }] = await Promise.all([findBatch(db, code), listOrders(db, code), readClock(db)]);
  if (batch === null) throw new PageRefusal("not_found");
  return { batch, orders, now };
}
