import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type DomainServices, loadDomain } from "./load.js";
import { DomainPage } from "./view.js";

/** The seller's own domain for checkouts. */
export const showDomain: Handler<ConsoleContext, DomainServices> = async (context, { query }, services) => (
  <DomainPage context={context} {...(await loadDomain(context, services))} said={query["said"]} />
);
