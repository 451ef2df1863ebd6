/** What files of refunds have in them. Sums are in USD. */
import { formatMoney } from "../../domain/money.js";
import type { RefundLine } from "../../store/read/orders/refunds.js";
import { plainMoneys } from "../../words/presented.js";
import { type Column, moment, quoted } from "../kit/csv.js";

/** Comes last in a file, so that the other columns keep their places. */
export const REFUND_ABROAD: Column<RefundLine> = [
  "Buyer gets in other currencies",
  (one) => quoted(one.back === null ? "" : plainMoneys(one.back)),
];

export const REFUND_COLUMNS: readonly Column<RefundLine>[] = [
  ["Refund", (one) => quoted(one.number)],
  moment("Created", (one) => one.created),
  moment("Updated", (one) => one.updated),
  ["Reference code", (one) => quoted(one.orderReference)],
  ["Title", (one) => quoted(one.title)],
  ["Order external reference", (one) => quoted(one.orderExternalReference)],
  ["Buyer email", (one) => quoted(one.buyerEmail)],
  ["Escrow", (one) => quoted(one.escrow)],
  ["Milestone", (one) => quoted(one.part)],
  ["External reference", (one) => quoted(one.externalReference)],
  ["Reason", (one) => quoted(one.reason)],
  ["Made by", (one) => quoted(one.actor)],
  ["Status", (one) => quoted(one.status)],
  ["Failure", (one) => quoted(one.failure ?? "")],
  ["Source", (one) => quoted(one.source)],
  ["Amount (USD)", (one) => formatMoney(one.amount)],
  ["Out of the wallet (USD)", (one) => formatMoney(one.wallet)],
  ["Owed at first (USD)", (one) => formatMoney(one.owed)],
  ["Fees refunded (USD)", (one) => formatMoney(one.fees)],
];
