import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type DisputesServices, loadDisputes } from "./load.js";
import { DisputesPage } from "./view.js";

/** The disputes of an account, open or ended. */
export const showDisputes: Handler<ConsoleContext, DisputesServices> = async (context, { query }, services) => {
  const which = query["which"] === "ended" ? "ended" : "open";
  const page = await loadDisputes(context, { which, page: pageIn(query, "uuid") }, services);
  return <DisputesPage context={context} page={page} which={which} />;
};
