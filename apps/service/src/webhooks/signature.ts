/** The signatures of a delivery: the contract's ("Signature verification"), and that of Standard Webhooks beside it. */
import { createSecretKey, type KeyObject } from "node:crypto";
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

/** Signs with the same secrets again and again: making the key of one takes as long as using it. */
export type Signer = (signed: Signed) => Signatures;

/** @param secrets whole signing secrets, prefix included, the current one first. */
export function signerOf(secrets: readonly string[]): Signer {
  // The contract's key is the whole text of a secret, Standard Webhooks' what stands behind its prefix, as base64.
  const keys = secrets.map((secret) => createSecretKey(secret, "utf8"));
  const standardKeys = secrets
    .map(standardKeyOf)
    .filter((key) => key !== null)
    .map((key) => createSecretKey(key));
  const mark = (key: KeyObject, { seconds, body }: Signed): string =>
    `v1=${timedMac(key, String(seconds), body).digest("hex")}`;
  const standardMark = (key: KeyObject, { event, seconds, body }: Signed): string =>
    `v1,${timedMac(key, `${event}.${seconds}`, body).digest("base64")}`;
  return (signed) => ({
    signature: [`t=${signed.seconds}`, ...keys.map((key) => mark(key, signed))].join(","),
    standardSignature:
      standardKeys.length === 0 ? null : standardKeys.map((key) => standardMark(key, signed)).join(" "),
  });
}

export const signaturesOf = (secrets: readonly string[], signed: Signed): Signatures => signerOf(secrets)(signed);
