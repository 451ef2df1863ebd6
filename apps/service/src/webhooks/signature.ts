/** The signatures of a delivery: the contract's ("Signature verification"), and that of Standard Webhooks beside it. */
import { standardKeyOf, timedMac } from "../platform/mac.js";

/** What is signed. */
type Signed = {
  readonly event: string;
  /** Real time, not the sandbox's clock: receivers refuse what differs by more than 300 s from theirs. */
  readonly seconds: number;
  /** The exact bytes that are sent. */
  readonly body: string;
};

export type Signatures = {
  /** The value of `X-Escrow-Signature`: `t=<unix seconds>,v1=<hex>`, one `v1` for each secret. */
  readonly signature: string;
  /** The value of `webhook-signature`: `v1,<base64>` for each secret that is such a key; null when none is. */
  readonly standardSignature: string | null;
};

/** @param secrets whole signing secrets, prefix included, the current one first. */
export const signaturesOf = (secrets: readonly string[], signed: Signed): Signatures => ({
  signature: signatureOf(secrets, signed.seconds, signed.body),
  standardSignature: standardSignatureOf(secrets, signed),
});

/** @param secrets the whole text of each is its key. */
export function signatureOf(secrets: readonly string[], seconds: number, body: string): string {
  const mark = (secret: string): string => `v1=${timedMac(secret, String(seconds), body).digest("hex")}`;
  return [`t=${seconds}`, ...secrets.map(mark)].join(",");
}

/** @param secrets what stands behind the prefix of each is its key, as base64. */
export function standardSignatureOf(secrets: readonly string[], { event, seconds, body }: Signed): string | null {
  const keys = secrets.map(standardKeyOf).filter((key) => key !== null);
  if (keys.length === 0) return null;
  return keys.map((key) => `v1,${timedMac(key, `${event}.${seconds}`, body).digest("base64")}`).join(" ");
}
