/**
 * `POST /holdfast/webhook`: Holdfast has news. The feed is the truth, so a delivery only wakes the bridge up, and nothing in it is
 * believed or needs to be verified. Anybody may call it; a call costs at most one look at the feed.
 */
import { Controller, HttpCode, Post } from "@nestjs/common";
import { EscrowService } from "./service.js";

@Controller("holdfast")
export class WebhookController {
  constructor(private readonly escrows: EscrowService) {}

  @Post("webhook")
  @HttpCode(204)
  wake(): void {
    this.escrows.wake();
  }
}
