import { readMessages } from "../../../commands/read-messages.js";
import { parseUuid } from "../../../domain/ids.js";
import { findEvidence } from "../../../store/read/orders/orders.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices, readAddress, versionOf } from "../load.js";
import { noticeOf } from "./notice.js";
import { OrderPage } from "./view.js";

type OrderHandler = Handler<BuyerContext, OrderServices>;

/** One order. Another buyer's is 404. Messages that are shown have been read. */
export const showOrder: OrderHandler = async (context, { params, query }, services) => {
  const { order } = await loadScene(context, params, services);
  const { account, id: escrow } = order.escrow;
  await readMessages(services.db, { account, escrow }, { reader: "buyer", shown: order.messages });
  return <OrderPage context={context} order={order} notice={noticeOf(order, query, context.locale)} />;
};

/** Whether the page would look different by now: asked for by one that is open. */
export const showOrderStatus: OrderHandler = async (context, { params, reply }, services) => {
  const { order } = await loadScene(context, params, services);
  return reply.header("Cache-Control", "no-store").send({ version: versionOf(order) });
};

/** A file that was handed in for a dispute of the order. */
export const sendEvidence: OrderHandler = async ({ buyer }, { params, reply }, { db }) => {
  const id = parseUuid("evidence", params["evidence_id"] ?? "");
  const file = id === null ? null : await findEvidence(db, { ...readAddress(params), id }, { buyer: buyer.email });
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
