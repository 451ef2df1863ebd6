import { listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { openPayouts, type PayoutsServices } from "./load.js";
import { PayoutsPage } from "./view.js";

/** All payouts of an account. */
export const showPayouts: Handler<ConsoleContext, PayoutsServices> = async (context, { query }, services) => {
  const opened = await openPayouts(context, query, services);
  return <PayoutsPage context={context} listed={await listed(opened, pageIn(query, "number"), context.seller)} />;
};
