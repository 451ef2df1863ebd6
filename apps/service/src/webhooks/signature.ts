/** The signature of a delivery (contract, "Signature verification"). */
import { createHmac } from "node:crypto";

/**
 * The value of `X-Escrow-Signature`: `t=<unix seconds>,v1=<hex>`, one `v1` for each secret, the current one first.
 * @param secrets whole signing secrets, prefix included: that text is the key.
 * @param seconds real time, not the sandbox's clock: receivers refuse what differs by more than 300 s from theirs.
 * @param body the exact bytes that are sent.
 */
export function signatureOf(secrets: readonly string[], seconds: number, body: string): string {
  const mark = (secret: string): string =>
    `v1=${createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex")}`;
  return [`t=${seconds}`, ...secrets.map(mark)].join(",");
}

/** The headers that come with every delivery (contract, "Delivery"). */
export function headersOf(given: {
  readonly type: string;
  readonly event: string;
  readonly delivery: string;
  readonly signature: string;
}): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    "x-escrow-event": given.type,
    "x-escrow-event-id": given.event,
    "x-escrow-delivery": given.delivery,
    "x-escrow-signature": given.signature,
  };
}

const USER_AGENT = "Holdfast-Webhooks/1.0";
