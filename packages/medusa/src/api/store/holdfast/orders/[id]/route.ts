/** Where a storefront sends its buyer after the order was placed: `url` is the page to pay on, null once nothing is to be paid. */
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { holdfastIn } from "../../../../../modules/holdfast/service.js";

export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { url, stage } = await holdfastIn(request.scope).checkout(String(request.params["id"]));
  response.json({ checkout: { url, stage } });
}
