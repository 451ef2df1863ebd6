/** Where Holdfast's webhooks go. They wake the bridge up, which reads the feed: a delivery that is lost loses nothing. */
import { SignatureError } from "@holdfast/sdk/webhooks";
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { holdfastIn } from "../../../modules/holdfast/service.js";

export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  try {
    await holdfastIn(request.scope).receive({ headers: request.headers, body: Buffer.from(request.rawBody ?? "") });
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    response.status(400).json({ type: "invalid_data", message: error.message });
  }
}
