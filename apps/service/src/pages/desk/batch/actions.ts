/** What operators do about one batch, and about orders of it that ended otherwise than paid. */
import { approveBatch } from "../../../commands/approve-batch.js";
import { askEnding, confirmEnding, dropEnding } from "../../../commands/end-order.js";
import { exportBatch } from "../../../commands/export-batch.js";
import { askWithdrawal, keepBatch, withdrawBatch } from "../../../commands/withdraw-batch.js";
import { BATCH_STATUSES, ORDER_REASON_MAX } from "../../../domain/batches.js";
import type { OrderView } from "../../../store/read/desk/rail-batches.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { batchPath } from "../links.js";
import type { DeskServices } from "../load.js";
import { operatorOf, readReason } from "../parts.js";
import { saidOf } from "../words.js";
import { loadBatch, type ShownBatch } from "./load.js";
import { batchOperator, batchSaid } from "./said.js";

type BatchAction = Handler<DeskContext, DeskServices, Posted>;

const named = (context: DeskContext, code: string | undefined) => ({
  operator: batchOperator(context),
  code: code ?? "",
});
const seenIn = (text: string | undefined) => BATCH_STATUSES.find((one) => one === text);
const said = (code: string, what: string, at = ""): string => `${batchPath(code)}?said=${what}${at}`;

export const approve: BatchAction = async (context, { params }, { db }) => {
  const { batch } = await loadBatch(params, { db });
  const done = await approveBatch(db, named(context, batch.code));
  return said(batch.code, batchSaid(done, "batch-approved"));
};

export const writeFile: BatchAction = async (context, { params }, { db, config }) => {
  const { batch } = await loadBatch(params, { db });
  const done = await exportBatch(db, named(context, batch.code), config.providers.manual?.rails ?? []);
  return said(batch.code, batchSaid(done, "batch-exported"));
};

export const askBack: BatchAction = async (context, { params, form }, { db }) => {
  const { batch } = await loadBatch(params, { db });
  const seen = seenIn(form["seen"]);
  const { reason, problem } = readReason(form["reason"]);
  if (problem !== null || seen === undefined) return said(batch.code, "no-reason", "#withdraw");
  const done = await askWithdrawal(db, named(context, batch.code), { seen, reason });
  return said(batch.code, batchSaid(done, "batch-asked"));
};

export const takeBack: BatchAction = async (context, { params, form }, { db }) => {
  const { batch } = await loadBatch(params, { db });
  const seen = seenIn(form["seen"]);
  if (seen === undefined) throw new PageRefusal("not_found");
  const done = await withdrawBatch(db, named(context, batch.code), seen);
  return said(batch.code, batchSaid(done, "batch-withdrawn"));
};

export const keep: BatchAction = async (context, { params }, { db }) => {
  const { batch } = await loadBatch(params, { db });
  return said(batch.code, batchSaid(await keepBatch(db, named(context, batch.code)), "batch-kept"));
};

/** @throws PageRefusal not_found */
function orderIn({ orders }: ShownBatch, form: Readonly<Record<string, string | undefined>>) {
  const order = orders.find(({ code }) => code === form["order"]);
  const seen = (["OPEN", "PAID"] as const satisfies readonly OrderView["status"][]).find((one) => one === form["seen"]);
  if (order === undefined) throw new PageRefusal("not_found");
  return { order, seen };
}

export const askEnd: BatchAction = async (context, { params, form }, { db }) => {
  const shown = await loadBatch(params, { db });
  const { order, seen } = orderIn(shown, form);
  const { reason, problem } = readReason(form["reason"], ORDER_REASON_MAX);
  if (problem !== null || seen === undefined) return said(shown.batch.code, "no-reason", "#orders");
  const by = { operator: operatorOf(context), account: order.account, reason };
  const acted = await askEnding(db, by, { code: order.code, seen });
  return said(shown.batch.code, saidOf(acted, "ending-asked"), "#orders");
};

export const confirmEnd: BatchAction = async (context, { params, form }, { db }) => {
  const shown = await loadBatch(params, { db });
  const { order, seen } = orderIn(shown, form);
  if (seen === undefined) throw new PageRefusal("not_found");
  if (order.endBy === context.seller.id) return said(shown.batch.code, "own-request", "#orders");
  const by = { operator: operatorOf(context), account: order.account, reason: order.endReason ?? "" };
  const { provider, code } = shown.batch;
  const acted = await confirmEnding(db, by, { code: order.code, seen, provider });
  return said(code, saidOf(acted, "ending-done"), "#orders");
};

export const dropEnd: BatchAction = async (context, { params, form }, { db }) => {
  const shown = await loadBatch(params, { db });
  const { order } = orderIn(shown, form);
  const by = { operator: operatorOf(context), account: order.account, reason: "" };
  return said(shown.batch.code, saidOf(await dropEnding(db, by, order.code), "ending-kept"), "#orders");
};
