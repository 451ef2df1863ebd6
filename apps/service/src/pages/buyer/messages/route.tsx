import { parseUuid } from "../../../domain/ids.js";
import type { Channel } from "../../../domain/messages.js";
import { findMessageFile } from "../../../store/read/orders/messages.js";
import { emptyMessage } from "../../disputes/message-form.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices } from "../load.js";
import { loadReadTalk, newMessageId } from "./load.js";
import { MessagesPage } from "./view.js";

type MessageHandler = Handler<BuyerContext, OrderServices>;

const show =
  (channel: Channel): MessageHandler =>
  async (context, asked, services) => (
    <MessagesPage
      {...(await loadReadTalk(context, asked, { channel, services }))}
      form={emptyMessage(newMessageId())}
    />
  );

export const showMessages = show("buyer_seller");
export const showQuestions = show("operator_buyer");

/** A file that came with a message that the buyer may read. */
export const sendMessageFile: MessageHandler = async (context, { params, reply }, services) => {
  const id = parseUuid("evidence", params["file"] ?? "");
  const { order } = await loadScene(context, params, services);
  const { account, id: escrow } = order.escrow;
  const file = id === null ? null : await findMessageFile(services.db, { account, escrow, id }, "buyer");
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
