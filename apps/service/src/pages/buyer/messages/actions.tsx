import { sendMessage } from "../../../commands/send-message.js";
import type { Channel } from "../../../domain/messages.js";
import { isFit, readMessage, refusedMessage, type SentMessage } from "../../disputes/message-form.js";
import type { FilesAction } from "../../kit/route.js";
import { BAD_REQUEST } from "../../kit/status.js";
import { MESSAGE_TAKEN } from "../../kit/upload.js";
import type { BuyerContext } from "../access.js";
import { messagesAnchor, messagesUrl } from "../links.js";
import { type OrderServices, pathOf } from "../load.js";
import { loadTalk, newMessageId, type Talk } from "./load.js";
import { MessagesPage } from "./view.js";

const write = (channel: Channel): FilesAction<BuyerContext, Talk, OrderServices> => ({
  files: MESSAGE_TAKEN,
  look: async (context, asked, services) => {
    const talk = await loadTalk(context, asked, { channel, services });
    return talk.isOpen ? { context: talk } : { instead: messagesUrl(pathOf(talk.order), channel) };
  },
  act: async (talk, { upload }, { db }) => {
    const { locale } = talk.context;
    const form = readMessage(upload, newMessageId(), locale);
    const again = (what: SentMessage) => ({ status: BAD_REQUEST, page: <MessagesPage {...talk} form={what} /> });
    if (!isFit(form)) return again(form);
    const { account, id: escrow } = talk.order.escrow;
    const { id, text } = form;
    const message = {
      account,
      escrow,
      id,
      channel,
      author: "buyer",
      authorId: null,
      text,
      files: upload.files,
    } as const;
    const sent = await sendMessage(db, message);
    return sent.ok ? pathOf(talk.order) + messagesAnchor(channel) : again(refusedMessage(form, sent.reason, locale));
  },
});

export const writeToSeller = write("buyer_seller");
export const answerOperator = write("operator_buyer");
