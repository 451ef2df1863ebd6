/** What a webhook bears beside its body ("Delivery"). */

/** The headers that come with every delivery, in the order in which they are sent. */
export const webhookHeaders = (given: {
  readonly type: string;
  readonly event: string;
  readonly delivery: string;
  readonly signature: string;
}): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  "user-agent": "Holdfast-Webhooks/1.0",
  "x-escrow-event": given.type,
  "x-escrow-event-id": given.event,
  "x-escrow-delivery": given.delivery,
  "x-escrow-signature": given.signature,
});
