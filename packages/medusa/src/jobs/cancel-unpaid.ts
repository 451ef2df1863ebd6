/** Orders that nobody pays give their stock back. */
import type { MedusaContainer } from "@medusajs/framework/types";
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows";
import { holdfastIn } from "../modules/holdfast/service.js";

export default async function cancelUnpaid(container: MedusaContainer): Promise<void> {
  for (const order of await holdfastIn(container).overdue(Date.now()))
    await cancelOrderWorkflow(container).run({ input: { order_id: order } });
}

export const config = { name: "holdfast-cancel-unpaid", schedule: "*/10 * * * *" };
