/** An order that the shop has cancelled: its link stops to work. Money that is held goes back from the console alone. */
import { ApiError } from "@holdfast/sdk";
import { type Context, isOwn } from "./context.js";
import { advance } from "./stages.js";
import type { OrderRow } from "./tables.js";

/** @returns whether it is new. */
export async function keepWithdrawal({ shop, database, log }: Context, order: string): Promise<boolean> {
  const kept = await database.transaction((query) =>
    query(
      `update bridge_orders set withdrawn = 1 where shop = $1 and "order" = $2 and withdrawn = 0
       and (stage in ('OPEN', 'CONFIRMED', 'FUNDED') or stage <> told_stage or turns <> told_turns) returning 1`,
      [shop, order],
    ),
  );
  if (kept.length > 0) log({ level: "info", step: "order cancelled in the shop", order });
  return kept.length > 0;
}

/** Ends an order that nobody has confirmed. When the buyer was quicker, it goes on as one that waits for people. */
export async function withdraw(context: Context, row: OrderRow): Promise<void> {
  const { database, shop, holdfast, log } = context;
  for (const id of row.session === null ? await unkept(context, row) : [row.session]) {
    try {
      await holdfast.sessions.expire(id);
      log({ level: "info", step: "session expired", order: row.order, session: id, reason: "the order was cancelled" });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.is("session_completed")) throw error;
      return keepEscrow(context, row, id);
    }
  }
  await database.transaction((query) =>
    query(
      `update bridge_orders set stage = 'CANCELLED', told_stage = 'CANCELLED', url = null
       where shop = $1 and "order" = $2 and stage = 'OPEN' and withdrawn = 1`,
      [shop, row.order],
    ),
  );
}

/** A session that was created, and not kept, has the order's reference. One of another shop's may have it, too. */
async function unkept({ holdfast, shop }: Context, row: OrderRow): Promise<readonly string[]> {
  const { data } = await holdfast.sessions.list({ external_reference: row.reference });
  return data
    .filter((session) => session.status !== "EXPIRED" && isOwn(shop, session, [row.wanted, row.offered]))
    .map(({ id }) => id);
}

async function keepEscrow({ database, shop, holdfast, log }: Context, row: OrderRow, session: string): Promise<void> {
  const { escrow: id } = await holdfast.sessions.get(session);
  if (id === null) return;
  const escrow = await holdfast.escrows.get(id);
  const { stage, turns } = advance(row, escrow);
  await database.transaction((query) =>
    query(
      `update bridge_orders set session = $3, escrow = $4, stage = $5, turns = $6, url = null
       where shop = $1 and "order" = $2 and stage = 'OPEN'`,
      [shop, row.order, session, id, stage, turns],
    ),
  );
  log({ level: "warn", step: "cancelled too late", order: row.order, escrow: id, reason: escrow.status });
}
