/** The signature of a delivery (contract, "Signature verification"). */
import { timedMac } from "../platform/mac.js";

/**
 * The value of `X-Escrow-Signature`: `t=<unix seconds>,v1=<hex>`, one `v1` for each secret, the current one first.
 * @param secrets whole signing secrets, prefix included: that text is the key.
 * @param seconds real time, not the sandbox's clock: receivers refuse what differs by more than 300 s from theirs.
 * @param body the exact bytes that are sent.
 */
export function signatureOf(secrets: readonly string[], seconds: number, body: string): string {
  const mark = (secret: string): string => `v1=${timedMac(secret, String(seconds), body).toString("hex")}`;
  return [`t=${seconds}`, ...secrets.map(mark)].join(",");
}
