/** Makes the marks that the shop is owed, each until the shop has taken it. */
import { type Context, messageOf } from "./context.js";
import { nextMark } from "./stages.js";
import type { OrderRow } from "./tables.js";

/** @returns the order as it is now known to the shop. */
export async function tell(context: Context, row: OrderRow): Promise<void> {
  const { shop, database, holdfast, adapter, log } = context;
  let { told } = row;
  for (let next = nextMark(row, told); next !== null; next = nextMark(row, told)) {
    // A cancelled order takes no payment: that the buyer's money is held is told to people.
    const mark = row.isWithdrawn && next.mark === "markFunded" ? null : next.mark;
    if (mark !== null && row.escrow !== null) {
      const escrow = await holdfast.escrows.get(row.escrow);
      await adapter[mark](row.order, escrow);
      log({ level: "info", step: "shop told", order: row.order, escrow: row.escrow, reason: mark });
    }
    told = next.told;
    await database.transaction(async (query) => {
      await context.renew(query);
      await query(
        `update bridge_orders set told_stage = $3, told_turns = $4, problem = '' where shop = $1 and "order" = $2`,
        [shop, row.order, told.stage, told.turns],
      );
    });
    if (mark !== null) log({ level: "debug", step: "mark kept", order: row.order, reason: mark });
  }
}

export async function tellLink({ shop, database, adapter, log, renew }: Context, row: OrderRow): Promise<void> {
  await adapter.markOffered?.(row.order, row.url);
  log({ level: "info", step: "shop told", order: row.order, reason: "markOffered" });
  await database.transaction(async (query) => {
    await renew(query);
    await query(`update bridge_orders set told_url = $3, problem = '' where shop = $1 and "order" = $2`, [
      shop,
      row.order,
      row.url,
    ]);
  });
}

/** Keeps why a step for an order failed; it is taken again in the next round. */
export async function keepProblem({ shop, database }: Context, order: string, error: unknown): Promise<void> {
  await database.transaction((query) =>
    query(`update bridge_orders set problem = $3 where shop = $1 and "order" = $2`, [shop, order, messageOf(error)]),
  );
}
