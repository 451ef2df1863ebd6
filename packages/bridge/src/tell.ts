/** Makes the marks that the shop is owed, each until the shop has taken it. */
import { type Context, referenceOf } from "./context.js";
import { nextMark } from "./stages.js";
import type { OrderRow } from "./tables.js";

export async function tell(context: Context, row: OrderRow): Promise<void> {
  const { shop, database, holdfast, adapter, log } = context;
  let { told } = row;
  for (let next = nextMark(row, told); next !== null; next = nextMark(row, told)) {
    // A cancelled order takes no payment: that the buyer's money is held is told to people.
    const mark = row.isWithdrawn && next.mark === "markFunded" ? null : next.mark;
    if (mark !== null && row.escrow !== null) {
      const escrow = await holdfast.escrows.get(row.escrow);
      // A dispute may begin and end again; everything else comes once.
      const turn = next.told.turns === told.turns ? "" : `:${next.told.turns}`;
      await adapter[mark](row.order, escrow, `${referenceOf(shop, row.order)}:${mark}${turn}`);
      log({ level: "info", step: "shop told", order: row.order, escrow: row.escrow, reason: mark });
    }
    told = next.told;
    await database.transaction((query) =>
      query(`update bridge_orders set told_stage = $3, told_turns = $4 where shop = $1 and "order" = $2`, [
        shop,
        row.order,
        told.stage,
        told.turns,
      ]),
    );
    if (mark !== null) log({ level: "debug", step: "mark kept", order: row.order, reason: mark });
  }
}

export async function tellLink({ shop, database, adapter, log }: Context, row: OrderRow): Promise<void> {
  const { order, url, attempt } = row;
  await adapter.markOffered?.(
    order,
    url,
    `${referenceOf(shop, order)}:${url === null ? "expired" : "offered"}:${attempt}`,
  );
  log({ level: "info", step: "shop told", order, reason: "markOffered" });
  await database.transaction((query) =>
    query(`update bridge_orders set told_url = $3 where shop = $1 and "order" = $2`, [shop, order, url]),
  );
}
