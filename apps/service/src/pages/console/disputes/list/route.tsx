import { countDisputes } from "../../../../store/read/console/orders.js";
import { isNarrowed, listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type DisputesServices, openDisputes } from "./load.js";
import { DisputesPage } from "./view.js";

/** The disputes of an account, open or ended. */
export const showDisputes: Handler<ConsoleContext, DisputesServices> = async (context, { query }, services) => {
  const { which, ...opened } = await openDisputes(context, query, services);
  const { which: _, ...narrowed } = opened.query;
  const [found, counts] = await Promise.all([
    listed(opened, pageIn(query, "uuid"), context.seller),
    isNarrowed(narrowed) ? null : countDisputes(services.db, context.member.account),
  ]);
  return <DisputesPage context={context} listed={found} which={which} counts={counts} />;
};
