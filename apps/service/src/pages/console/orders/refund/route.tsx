import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadEscrowStory } from "../escrow/load.js";
import { askOf, previewRefund, type RefundServices, readTyped } from "./load.js";
import { RefundPage } from "./view.js";

/** Says what a refund of what was typed would do; without anything typed, of all that can go back. */
export const showRefund: Handler<ConsoleContext, RefundServices> = async (context, asked, services) => {
  const story = await loadEscrowStory(context, asked, services);
  const typed = readTyped(asked.query);
  const ask = askOf(typed, null);
  const preview = ask === null ? null : await previewRefund(story, ask, services);
  return <RefundPage context={context} story={story} typed={typed} preview={preview} />;
};
