/** What happens in the shop wakes the bridge up. An event that is lost costs the time to the next round, and nothing else. */
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework";
import { holdfastIn } from "../modules/holdfast/service.js";

export default async function wake({ container }: SubscriberArgs): Promise<void> {
  holdfastIn(container).wake();
}

export const config: SubscriberConfig = {
  event: [
    "order.placed",
    "order.canceled",
    "order-edit.confirmed",
    "shipment.created",
    "delivery.created",
    "payment.captured",
  ],
};
