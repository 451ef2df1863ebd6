import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadEscrowStory } from "../escrow/load.js";
import { askOf, previewRefund, type RefundServices, readTyped } from "./load.js";
import { RefundPage } from "./view.js";

/** Asks how much goes back, and then says what that does: nothing is done from the page on which it is typed. */
export const showRefund: Handler<ConsoleContext, RefundServices> = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  const typed = readTyped(asked.query);
  const ask = askOf(typed, null);
  const isAsked = asked.query["review"] === "1";
  const preview = ask === null ? null : await previewRefund(story, ask, services);
  return <RefundPage context={context} story={story} typed={typed} preview={preview} isAsked={isAsked} />;
};
