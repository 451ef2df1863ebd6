import { cancelPayout } from "../../../../commands/cancel-payout.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { payoutUrl } from "../../links.js";
import type { ConsoleServices } from "../../services.js";
import { loadPayout } from "./load.js";

type PayoutServices = Pick<ConsoleServices, "db" | "executor">;

/** Calls a payout back, as long as it has not left. */
export const callBack: Handler<ConsoleContext, PayoutServices, Posted> = async (context, asked, services) => {
  const { id } = await loadPayout(context, asked, services);
  const told = await cancelPayout(services.executor, { account: context.member.account, payout: id });
  return `${payoutUrl(context, id)}?said=${told.ok ? "cancelled" : "late"}`;
};
