import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type DeliveryServices, loadAttempts, loadOwnDelivery } from "./load.js";
import { DeliveryPage } from "./view.js";

/** One delivery and its attempts. */
export const showDelivery: Handler<ConsoleContext, DeliveryServices> = async (context, asked, services) => {
  const delivery = await loadOwnDelivery(context, asked, services);
  const attempts = await loadAttempts(context, delivery, services);
  return <DeliveryPage context={context} delivery={delivery} attempts={attempts} />;
};
