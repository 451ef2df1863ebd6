import { askOfRequest } from "../../../../commands/refund-requests.js";
import type { Handler } from "../../../kit/route.js";
import { askOf, previewRefund, readTyped } from "../../../refunds/preview.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { loadEscrowStory } from "../escrow/load.js";
import { RequestPage } from "./request.js";
import { RefundPage } from "./view.js";

export type RefundServices = Pick<ConsoleServices, "db" | "executor" | "refundTerms">;

/**
 * Asks how much goes back, and then says what that does: nothing is done from the page on which it is typed. While a member waits
 * for a colleague, what that one asks for is shown instead.
 */
export const showRefund: Handler<ConsoleContext, RefundServices> = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  const member = context.seller.id;
  const request = story.refundRequest;
  if (request !== null) {
    const preview = await previewRefund(story, { ask: askOfRequest(request), member }, services);
    return <RequestPage context={context} story={story} request={request} preview={preview} />;
  }
  const typed = readTyped(asked.query);
  const ask = askOf(typed, { actor: "merchant", once: null });
  const isAsked = asked.query["review"] === "1";
  const preview = ask === null ? null : await previewRefund(story, { ask, member }, services);
  return <RefundPage context={context} story={story} typed={typed} preview={preview} isAsked={isAsked} />;
};
