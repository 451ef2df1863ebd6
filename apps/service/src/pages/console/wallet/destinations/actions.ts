import { removeDestination } from "../../../../commands/remove-destination.js";
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
  const removed =
    id === null ? null : await removeDestination(db, { account: context.member.account, id }, context.seller.actor);
  if (!removed?.ok) throw new PageRefusal("not_found");
  return `${destinationsUrl(context)}?said=removed`;
};
