import { readMessages } from "../../../commands/read-messages.js";
import type { MessageId } from "../../../domain/ids.js";
import { type Channel, takesMessages } from "../../../domain/messages.js";
import { uuidv7 } from "../../../platform/random.js";
import { lastAskedIn, listMessagesBefore, type Thread, threadOf } from "../../../store/read/orders/messages.js";
import { parsePlace } from "../../disputes/message-form.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices, type OrderView, type Scene } from "../load.js";

/** Where a buyer writes: to the seller, or back to an operator who asked. */
export type Talk = Scene & { readonly thread: Thread; readonly isOpen: boolean };

export const newMessageId = (): MessageId => uuidv7() as MessageId;

/** What the buyer sees of it now, and whether they may write there. */
export function talkIn(order: OrderView, channel: Channel): Pick<Talk, "thread" | "isOpen"> {
  const thread = threadOf(order, channel);
  return { thread, isOpen: takesMessages(channel, order, lastAskedIn(thread)) };
}

/** @throws PageRefusal not_found, also where no operator has asked anything. */
export async function loadTalk(
  context: BuyerContext,
  { params }: Pick<Asked, "params">,
  { channel, services }: { readonly channel: Channel; readonly services: OrderServices },
): Promise<Talk> {
  const scene = await loadScene(context, params, services);
  const talk = { ...scene, ...talkIn(scene.order, channel) };
  if (channel !== "buyer_seller" && talk.thread.messages.length === 0) throw new PageRefusal("not_found");
  return talk;
}

/** The same with the messages before one, where the address names it. What is shown has been read. */
export async function loadReadTalk(
  context: BuyerContext,
  asked: Asked,
  given: { readonly channel: Channel; readonly services: OrderServices },
): Promise<Talk> {
  const talk = await loadTalk(context, asked, given);
  const { db } = given.services;
  const { account, id: escrow } = talk.order.escrow;
  const before = parsePlace(asked.query["before"]);
  await readMessages(db, { account, escrow }, { reader: "buyer", shown: talk.thread.messages });
  if (before === null) return talk;
  const messages = await listMessagesBefore(db, { account, escrow }, { reader: "buyer", before });
  return { ...talk, thread: threadOf({ messages }, given.channel) };
}
