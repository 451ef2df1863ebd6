import { parseUuid } from "../../../../domain/ids.js";
import type { Channel } from "../../../../domain/messages.js";
import { findMessageFile } from "../../../../store/read/orders/messages.js";
import { emptyMessage } from "../../../disputes/message-form.js";
import { sendFile } from "../../../kit/files.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadReadTalk, newMessageId, type TalkServices } from "./load.js";
import { MessagesPage } from "./view.js";

type TalkHandler = Handler<ConsoleContext, TalkServices>;

const show =
  (channel: Channel): TalkHandler =>
  async (context, asked, services) => (
    <MessagesPage
      talk={await loadReadTalk(context, asked, { channel, services })}
      form={emptyMessage(newMessageId())}
    />
  );

export const showMessages = show("buyer_seller");
export const showQuestions = show("operator_seller");

/** A file that came with a message that the team may read. @throws PageRefusal not_found for any other. */
export const downloadMessageFile: TalkHandler = async ({ member: { account } }, { params, reply }, { db }) => {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const id = parseUuid("evidence", params["file"] ?? "");
  const file = escrow === null || id === null ? null : await findMessageFile(db, { account, escrow, id }, "merchant");
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
