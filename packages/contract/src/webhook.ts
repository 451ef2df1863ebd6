/** What a webhook bears beside its body ("Delivery"). */

/**
 * The headers of a delivery, in the order in which they are sent: the contract's six, then those of Standard Webhooks
 * where a secret can key them.
 */
export const webhookHeaders = (given: {
  readonly type: string;
  readonly event: string;
  readonly delivery: string;
  /** `t=<unix seconds>,v1=<hex>`, with one `v1` for each active secret. */
  readonly signature: string;
  /** `v1,<base64>` for each active secret that can, apart by spaces, at the same `t`; null when none can. */
  readonly standardSignature: string | null;
}): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  "user-agent": "Holdfast-Webhooks/1.0",
  "x-escrow-event": given.type,
  "x-escrow-event-id": given.event,
  "x-escrow-delivery": given.delivery,
  "x-escrow-signature": given.signature,
  ...(given.standardSignature === null
    ? {}
    : {
        "webhook-id": given.event,
        "webhook-timestamp": /^t=(\d+)/.exec(given.signature)?.[1] ?? "",
        "webhook-signature": given.standardSignature,
      }),
});
