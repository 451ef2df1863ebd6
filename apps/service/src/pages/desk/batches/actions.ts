/** Makes batches, and takes back payouts that can't be sent. */
import { refuseOrder } from "../../../commands/end-order.js";
import { makeBatch } from "../../../commands/make-batch.js";
import { ORDER_REASON_MAX } from "../../../domain/batches.js";
import { findOrderOf } from "../../../store/read/desk/rail-batches.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { batchOperator, batchSaid } from "../batch/said.js";
import { BATCHES_PATH, batchPath } from "../links.js";
import type { DeskServices } from "../load.js";
import { operatorOf, readReason } from "../parts.js";
import { saidOf } from "../words.js";

type BatchesAction = Handler<DeskContext, DeskServices, Posted>;

export const gather: BatchesAction = async (context, { form }, { db, config }) => {
  const rail = config.providers.manual?.rails.find(({ id }) => id === form["rail"]);
  const made = await makeBatch(db, batchOperator(context), rail);
  return made.ok ? `${batchPath(made.value)}?said=batch-made` : `${BATCHES_PATH}?said=${batchSaid(made, "batch-made")}`;
};

export const sendNot: BatchesAction = async (context, { form }, { db }) => {
  const order = await findOrderOf(db, form["order"] ?? "");
  if (order === null) throw new PageRefusal("not_found");
  const { reason, problem } = readReason(form["reason"], ORDER_REASON_MAX);
  if (problem !== null) return `${BATCHES_PATH}?said=no-reason#due`;
  const by = { operator: operatorOf(context), account: order.account, reason };
  return `${BATCHES_PATH}?said=${saidOf(await refuseOrder(db, by, order.code), "order-refused")}#due`;
};
