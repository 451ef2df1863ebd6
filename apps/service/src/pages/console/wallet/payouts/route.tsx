import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadPayouts, type PayoutsServices } from "./load.js";
import { PayoutsPage } from "./view.js";

/** All payouts of an account. */
export const showPayouts: Handler<ConsoleContext, PayoutsServices> = async (context, { query }, services) => (
  <PayoutsPage context={context} page={await loadPayouts(context, pageIn(query, "number"), services)} />
);
