import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowsServices, loadEscrows } from "./load.js";
import { EscrowsPage } from "./view.js";

/** The escrows of an account. */
export const showEscrows: Handler<ConsoleContext, EscrowsServices> = async (context, { query }, services) => (
  <EscrowsPage context={context} {...(await loadEscrows(context, query, services))} />
);
