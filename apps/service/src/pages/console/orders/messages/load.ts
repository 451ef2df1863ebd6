import { readMessages } from "../../../../commands/read-messages.js";
import type { MessageId } from "../../../../domain/ids.js";
import { parseUuid } from "../../../../domain/ids.js";
import { type Channel, takesMessages } from "../../../../domain/messages.js";
import { uuidv7 } from "../../../../platform/random.js";
import { lastAskedIn, listMessagesBefore, type Thread, threadOf } from "../../../../store/read/orders/messages.js";
import type { Order } from "../../../../store/read/orders/orders.js";
import { findOrderOfAccount } from "../../../../store/read/orders/orders.js";
import { parsePlace } from "../../../disputes/message-form.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type TalkServices = Pick<ConsoleServices, "db">;

/** Where the team writes: to the buyer, or back to an operator who asked. */
export type Talk = {
  readonly context: ConsoleContext;
  readonly order: Order;
  readonly thread: Thread;
  readonly mayWrite: boolean;
};

export const newMessageId = (): MessageId => uuidv7() as MessageId;

/** What the team sees of it now, and whether this member may write there. */
export function talkIn(context: ConsoleContext, order: Order, channel: Channel): Talk {
  const thread = threadOf(order, channel);
  const mayWrite = context.may("handleOrders") && takesMessages(channel, order, lastAskedIn(thread));
  return { context, order, thread, mayWrite };
}

/** @throws PageRefusal not_found, for another account's order, and where no operator has asked anything. */
export async function loadTalk(
  context: ConsoleContext,
  { params }: Pick<Asked, "params">,
  { channel, services: { db } }: { readonly channel: Channel; readonly services: TalkServices },
): Promise<Talk> {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const { account } = context.member;
  const order = escrow === null ? null : await findOrderOfAccount({ query: db.read }, { account, escrow }, "merchant");
  if (order === null) throw new PageRefusal("not_found");
  const talk = talkIn(context, order, channel);
  if (channel !== "buyer_seller" && talk.thread.messages.length === 0) throw new PageRefusal("not_found");
  return talk;
}

/** The same with the messages before one, where the address names it. What is shown has been read. */
export async function loadReadTalk(
  context: ConsoleContext,
  asked: Asked,
  given: { readonly channel: Channel; readonly services: TalkServices },
): Promise<Talk> {
  const talk = await loadTalk(context, asked, given);
  const { db } = given.services;
  const { account, id: escrow } = talk.order.escrow;
  const before = parsePlace(asked.query["before"]);
  await readMessages(db, { account, escrow }, { reader: "merchant", shown: talk.thread.messages });
  if (before === null) return talk;
  const messages = await listMessagesBefore(db, { account, escrow }, { reader: "merchant", before });
  return { ...talk, thread: threadOf({ messages }, given.channel) };
}
