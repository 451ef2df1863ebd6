import { listed } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowsServices, openEscrows } from "./load.js";
import { EscrowsPage } from "./view.js";

/** The escrows of an account. */
export const showEscrows: Handler<ConsoleContext, EscrowsServices> = async (context, { query }, services) => {
  const opened = await openEscrows(context, query, services);
  return <EscrowsPage context={context} listed={await listed(opened, pageIn(query, "uuid"), context.seller)} />;
};
