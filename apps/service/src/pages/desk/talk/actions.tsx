import { askQuestion } from "../../../commands/ask-question.js";
import { parseUuid } from "../../../domain/ids.js";
import { readClock } from "../../../store/read/clock.js";
import { findMessageFile } from "../../../store/read/orders/messages.js";
import { messageSentence } from "../../disputes/message-form.js";
import type { Answer } from "../../kit/answer.js";
import { sendFile } from "../../kit/files.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { orderPath, talkAnchor } from "../links.js";
import { type DeskReads, type DeskServices, loadAccount } from "../load.js";
import { loadOrder } from "../order/load.js";
import { OrderPage } from "../order/view.js";
import { operatorOf } from "../parts.js";
import { readQuestion, type TypedQuestion } from "./form.js";

/** An operator asks one of the two sides. */
export const askSide: Handler<DeskContext, DeskServices, Posted> = async (context, { params, form }, services) => {
  const order = await loadOrder(context, params, services);
  const { now } = await readClock(services.db);
  const { form: typed, answerBy } = readQuestion(form, now);
  const again = (what: TypedQuestion): Answer => ({
    status: UNPROCESSABLE,
    page: <OrderPage context={context} order={order} question={what} />,
  });
  if (typed.to === null || Object.keys(typed.problems).length > 0) return again(typed);
  const { account, id: escrow, buyerEmail } = order.escrow;
  const { id, to, text } = typed;
  const asked = await askQuestion(services.db, operatorOf(context), {
    ...{ account, escrow, buyerEmail, id, to, text },
    answerBy,
  });
  const path = orderPath(order.merchant.sellerCode, escrow);
  if (asked.ok) return `${path}?said=question${talkAnchor(to)}`;
  if (asked.reason === "own_account" || asked.reason === "own_order" || asked.reason === "second_needed") {
    return `${path}?said=${asked.reason === "own_order" ? "own-order" : "own"}`;
  }
  return again({ ...typed, problems: { text: messageSentence(asked.reason, "en") } });
};

/** A file of any message. */
export const sendDeskMessageFile: Handler<DeskContext, DeskReads> = async (_context, { params, reply }, services) => {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const id = parseUuid("evidence", params["file"] ?? "");
  const { id: account } = await loadAccount(params, services);
  const { db } = services;
  const file = escrow === null || id === null ? null : await findMessageFile(db, { account, escrow, id }, "operator");
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
};
