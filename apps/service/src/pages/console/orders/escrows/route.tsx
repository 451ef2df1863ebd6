import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { readTyped } from "../query.js";
import { type EscrowsServices, loadEscrows } from "./load.js";
import { EscrowsPage } from "./view.js";

/** The escrows of an account. */
export const showEscrows: Handler<ConsoleContext, EscrowsServices> = async (context, { query }, services) => {
  const typed = readTyped(query);
  const page = await loadEscrows(context, { typed, page: pageIn(query, "uuid") }, services);
  return <EscrowsPage context={context} page={page} typed={typed} />;
};
