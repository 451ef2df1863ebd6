/** Orders that nobody pays give their stock back. */
import type { MedusaContainer } from "@medusajs/framework/types";
import { cancelOrder } from "../adapter.js";
import { holdfastIn } from "../modules/holdfast/service.js";

export default async function cancelUnpaid(container: MedusaContainer): Promise<void> {
  for (const order of await holdfastIn(container).overdue(Date.now())) await cancelOrder(container, order);
}

export const config = { name: "holdfast-cancel-unpaid", schedule: "*/10 * * * *" };
