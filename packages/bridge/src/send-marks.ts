/** Makes the marks that the shop is owed, each until the shop has taken it. */
import type { Escrow } from "@holdfast/sdk";
import type { Context } from "./context.js";
import { byShop } from "./names.js";
import { sendRefunds } from "./refund.js";
import { type Mark, nextMark } from "./stages.js";
import { findOrder, type OrderRow } from "./tables.js";
import { keepWithdrawal } from "./withdraw.js";

export async function sendMarks(context: Context, { order }: Pick<OrderRow, "order">): Promise<void> {
  const { shop, database, holdfast, log } = context;
  for (;;) {
    const row = await ownedNow(context, order);
    const next = row === null ? null : nextMark(row, row.told);
    // What goes back may be why the order ends, and is told first.
    if (row !== null && next?.mark !== "markFunded" && (await sendRefunds(context, row))) continue;
    if (row === null || next === null) return;
    const { mark, told } = next;
    if (mark !== null && row.escrow !== null) {
      const escrow = await holdfast.escrows.get(row.escrow);
      // A dispute may begin and end again; everything else comes once.
      const turn = told.turns === row.told.turns ? "" : `:${told.turns}`;
      await make(context, row, { mark, escrow, id: `${byShop(shop, order)}:${mark}${turn}` });
    }
    await database.transaction((query) =>
      query(`update bridge_orders set told_stage = $3, told_turns = $4 where shop = $1 and "order" = $2`, [
        shop,
        order,
        told.stage,
        told.turns,
      ]),
    );
    if (mark !== null) log({ level: "debug", step: "mark kept", order, reason: mark });
  }
}

/** The shop may have taken the order back since the round began: it is asked as near to the mark as can be. */
async function ownedNow(context: Context, order: string): Promise<OrderRow | null> {
  const find = () => context.database.transaction((query) => findOrder(query, context.shop, order));
  const row = await find();
  if (row === null || row.isWithdrawn || nextMark(row, row.told) === null) return row;
  const cancelled = new Set(await context.adapter.orders.cancelled([order]));
  if (!cancelled.has(order)) return row;
  await keepWithdrawal(context, order);
  return find();
}

type Due = { readonly mark: Mark; readonly escrow: Escrow; readonly id: string };

/** An order that the shop has taken back is the shop's alone: it moves nothing, and people may read how its escrow goes on. */
async function make({ adapter, log }: Context, row: OrderRow, { mark, escrow, id }: Due): Promise<void> {
  const { order } = row;
  if (!row.isWithdrawn) {
    await adapter[mark](order, escrow, id);
    log({ level: "info", step: "shop told", order, escrow: escrow.id, reason: mark });
    return;
  }
  await adapter.noteEscrow?.(order, escrow, `${id}:note`);
  const reason = `${mark} left out: the shop has taken the order back`;
  log({
    level: "info",
    step: adapter.noteEscrow === undefined ? "mark left out" : "order noted",
    order,
    escrow: escrow.id,
    reason,
  });
}

export async function sendLink({ shop, database, adapter, log }: Context, row: OrderRow): Promise<void> {
  const { order, url, attempt } = row;
  await adapter.markOffered?.(order, url, `${byShop(shop, order)}:${url === null ? "expired" : "offered"}:${attempt}`);
  log({ level: "info", step: "shop told", order, reason: "markOffered" });
  await database.transaction((query) =>
    query(`update bridge_orders set told_url = $3 where shop = $1 and "order" = $2`, [shop, order, url]),
  );
}
