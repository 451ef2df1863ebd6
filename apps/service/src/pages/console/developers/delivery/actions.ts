import { resendDelivery } from "../../../../commands/resend-delivery.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { endpointUrl } from "../../links.js";
import { type DeliveryServices, loadOwnDelivery } from "./load.js";

/** Sends the event of a delivery again, as a new one. */
export const resendEvent: Handler<ConsoleContext, DeliveryServices, Posted> = async (context, asked, services) => {
  const { endpoint_id: endpoint, delivery } = await loadOwnDelivery(context, asked, services);
  const told = await resendDelivery(services.db, context.member.account, Number(delivery));
  if (!told.ok) throw new PageRefusal("not_found");
  return `${endpointUrl(context, endpoint)}?said=${told.value.isHeld ? "held" : "resent"}`;
};
