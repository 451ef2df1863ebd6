import { readMessages } from "../../../commands/read-messages.js";
import { listMessagesBefore } from "../../../store/read/orders/messages.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { parsePlace } from "../../disputes/message-form.js";
import type { Asked } from "../../kit/answer.js";
import type { DeskReads } from "../load.js";

/** Answers that an operator was shown wait for nobody any more. */
export const readAnswers = ({ escrow: { account, id: escrow }, messages }: Order, { db }: DeskReads): Promise<void> =>
  readMessages(db, { account, escrow }, { reader: "operator", shown: messages });

/** The order with the messages before one, where the address names it. */
export async function withEarlier<Shown extends Order>(
  order: Shown,
  query: Asked["query"],
  { db }: DeskReads,
): Promise<Shown> {
  const before = parsePlace(query["before"]);
  if (before === null) return order;
  const { account, id: escrow } = order.escrow;
  return { ...order, messages: await listMessagesBefore(db, { account, escrow }, { reader: "operator", before }) };
}
