import { sendMessage } from "../../../../commands/send-message.js";
import { settleMessages } from "../../../../commands/settle-messages.js";
import type { Channel } from "../../../../domain/messages.js";
import { isFit, readMessage, refusedMessage, type SentMessage } from "../../../disputes/message-form.js";
import type { FilesAction, Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import { MESSAGE_TAKEN } from "../../../kit/upload.js";
import type { ConsoleContext } from "../../context.js";
import { escrowUrl, messagesUrl } from "../../links.js";
import { loadTalk, newMessageId, type Talk, type TalkServices } from "./load.js";
import { MessagesPage } from "./view.js";

const write = (channel: Channel): FilesAction<ConsoleContext, Talk, TalkServices> => ({
  files: MESSAGE_TAKEN,
  look: async (context, asked, services) => {
    const talk = await loadTalk(context, asked, { channel, services });
    return talk.mayWrite ? { context: talk } : { instead: messagesUrl(context, talk.order.escrow.id, channel) };
  },
  act: async (talk, { upload }, { db }) => {
    const { context, order } = talk;
    const form = readMessage(upload, newMessageId(), context.locale);
    const again = (what: SentMessage) => ({ status: UNPROCESSABLE, page: <MessagesPage talk={talk} form={what} /> });
    if (!isFit(form)) return again(form);
    const { account, id: escrow } = order.escrow;
    const { id, text } = form;
    const by = { channel, author: "merchant", authorId: context.seller.id } as const;
    const sent = await sendMessage(db, { account, escrow, id, ...by, text, files: upload.files });
    if (!sent.ok) return again(refusedMessage(form, sent.reason, context.locale));
    return `${escrowUrl(context, escrow)}${channel === "buyer_seller" ? "#messages" : "#questions"}`;
  },
});

export const writeToBuyer = write("buyer_seller");
export const answerOperator = write("operator_seller");

/** @throws PageRefusal not_found, for another account's order as for one that does not exist. */
export const settleTalk: Handler<ConsoleContext, TalkServices, Posted> = async (context, asked, services) => {
  const { order } = await loadTalk(context, asked, { channel: "buyer_seller", services });
  const { account, id: escrow } = order.escrow;
  await settleMessages(services.db, { account, escrow });
  return `${escrowUrl(context, escrow)}#messages`;
};
