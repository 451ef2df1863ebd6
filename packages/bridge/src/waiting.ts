/** Which orders wait, for whom, and why: one sentence each. */
import { isDisputed, isEnd } from "./stages.js";
import type { OrderRow } from "./tables.js";

/** Who has to act, before anything goes on. */
export type WaitsFor = "holdfast" | "shop" | "buyer" | "you";

export interface Waiting {
  readonly order: string;
  readonly waitsFor: WaitsFor;
  readonly reason: string;
  readonly session: string | null;
  readonly escrow: string | null;
}

/** @param has what is kept of its fulfilments: some that are not submitted, and some that are. */
export function whyWaiting(
  row: OrderRow,
  has: { readonly waiting: boolean; readonly submitted: boolean },
): Pick<Waiting, "waitsFor" | "reason"> {
  if (row.problem !== "") return { waitsFor: "you", reason: row.problem };
  if (isEnd(row.stage)) return { waitsFor: "shop", reason: "the shop was not told of its end yet" };
  if (row.isWithdrawn && row.stage !== "OPEN")
    return {
      waitsFor: "you",
      reason: `cancelled in the shop, but the buyer has ${row.stage === "FUNDED" ? "paid" : "confirmed"}: cancel the escrow in the console`,
    };
  if (row.stage !== "OPEN" && row.wanted !== row.offered)
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
