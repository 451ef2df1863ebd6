import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { loadPayout, versionOf } from "./load.js";
import { PayoutPage } from "./view.js";

type PayoutHandler = Handler<ConsoleContext, Pick<ConsoleServices, "db">>;

/** One payout; while it moves the page looks for news. */
export const showPayout: PayoutHandler = async (context, asked, services) => {
  const payout = await loadPayout(context, asked, services);
  return <PayoutPage context={context} payout={payout} said={asked.query["said"]} />;
};

export const payoutStatus: PayoutHandler = async (context, asked, services) =>
  asked.reply.send({ version: versionOf(await loadPayout(context, asked, services)) });
