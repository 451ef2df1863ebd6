import { removeDestination } from "../../../../commands/payouts.js";
import { parseUuid } from "../../../../domain/ids.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { destinationsUrl } from "../../links.js";
import type { DestinationsServices } from "./load.js";

/** Payouts that are on their way to it go on. */
export const forgetDestination: Handler<ConsoleContext, DestinationsServices, Posted> = async (
  context,
  { params },
  { db },
) => {
  const id = parseUuid("destination", params["destination"] ?? "");
  const isRemoved = id !== null && (await removeDestination(db, context.member.account, id));
  if (!isRemoved) throw new PageRefusal("not_found");
  return `${destinationsUrl(context)}?said=removed`;
};
