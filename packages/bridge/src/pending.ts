/** Which orders wait, for whom, and why: one sentence each. */
import type { Context } from "./context.js";
import { isDisputed, isEnd } from "./stages.js";
import { type OrderRow, ordersWhich } from "./tables.js";

/** Who has to act, before anything goes on. */
export type WaitsFor = "holdfast" | "shop" | "buyer" | "you";

export interface PendingOrder {
  readonly order: string;
  readonly waitsFor: WaitsFor;
  readonly reason: string;
  readonly session: string | null;
  readonly escrow: string | null;
}

/** @param has what is kept of its fulfilments, some that are not submitted and some that are, and a refund that is not made. */
function whyWaiting(
  row: OrderRow,
  has: { readonly waiting: boolean; readonly submitted: boolean; readonly refund: boolean },
): Pick<PendingOrder, "waitsFor" | "reason"> {
  if (row.problem !== "") return { waitsFor: "you", reason: row.problem };
  if (has.refund) return { waitsFor: "holdfast", reason: "a refund is not made yet" };
  if (isEnd(row.stage))
    return {
      waitsFor: "shop",
      reason: `the shop was not told of ${row.stage === row.told.stage ? "a refund" : "its end"} yet`,
    };
  if (row.isWithdrawn && row.stage !== "OPEN")
    return {
      waitsFor: "you",
      reason: `cancelled in the shop, but the buyer has ${row.stage === "FUNDED" ? "paid" : "confirmed"}: cancel the escrow in the console`,
    };
  if (row.stage !== "OPEN" && row.offered !== "" && row.wanted !== row.offered)
    return {
      waitsFor: "you",
      reason: "edited in the shop after the buyer confirmed: the escrow keeps its terms, or cancel it in the console",
    };
  if (isDisputed(row.turns)) return { waitsFor: "you", reason: "in dispute: answer the buyer in the console" };
  if (row.stage === "FUNDED") {
    if (has.waiting) return { waitsFor: "shop", reason: "shipped in part: more parcels have to follow" };
    if (has.submitted) return { waitsFor: "buyer", reason: "delivered: the buyer has not approved yet" };
    return { waitsFor: "shop", reason: "paid: the shop has not shipped yet" };
  }
  if (has.waiting)
    return { waitsFor: "buyer", reason: "shipped before it was paid: submitted once the money is there" };
  if (row.stage === "CONFIRMED") return { waitsFor: "buyer", reason: "confirmed, and not paid in full yet" };
  if (row.session === null) return { waitsFor: "holdfast", reason: "it has no link yet" };
  if (row.url === null)
    return { waitsFor: "shop", reason: "its link has expired, and the shop has not asked for another" };
  return { waitsFor: "buyer", reason: "the buyer has not confirmed yet" };
}

/** All orders that are not over. */
export async function pendingOrders({ shop, database }: Context): Promise<readonly PendingOrder[]> {
  return database.transaction(async (query) => {
    const refunding = await ordersWhich(query, shop, "toRefund");
    const rows = [
      ...(await ordersWhich(query, shop, "unfinished")),
      ...(await ordersWhich(query, shop, "owed")),
      ...(await ordersWhich(query, shop, "owedRefund")),
      ...refunding,
    ];
    const refunds = new Set(refunding.map(({ order }) => order));
    const counts = await query(
      `select "order", state, count(*) as amount from bridge_fulfilments where shop = $1 and "order" in (
         select o."order" from bridge_orders o where o.shop = $1 and o.stage in ('OPEN', 'CONFIRMED', 'FUNDED'))
       group by "order", state`,
      [shop],
    );
    const has = new Set(counts.map((count) => `${count["state"]} ${count["order"]}`));
    const unique = new Map(rows.map((row) => [row.order, row]));
    return [...unique.values()].map((row) => ({
      order: row.order,
      session: row.session,
      escrow: row.escrow,
      ...whyWaiting(row, {
        waiting: has.has(`WAITING ${row.order}`) || has.has(`SUBMITTING ${row.order}`),
        submitted: has.has(`SUBMITTED ${row.order}`),
        refund: refunds.has(row.order),
      }),
    }));
  });
}

const REPORT_MS = 3_600_000;

/** Says of each order why it waits, once when that changes, and of all of them every hour. */
export function openReport(context: Context): () => Promise<void> {
  let told = new Map<string, string>();
  let toldAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - toldAt > REPORT_MS) {
      told = new Map();
      toldAt = performance.now();
    }
    const waiting = await pendingOrders(context);
    for (const { order, session, escrow, reason, waitsFor } of waiting) {
      if (told.get(order) === reason) continue;
      context.log({
        level: waitsFor === "you" ? "warn" : "info",
        step: "order waits",
        order,
        session: session ?? undefined,
        escrow: escrow ?? undefined,
        waitsFor,
        reason,
      });
    }
    told = new Map(waiting.map(({ order, reason }) => [order, reason]));
  };
}
