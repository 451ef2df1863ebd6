/** UUIDs of version 4 for providers that want such ids of us. Ours follow from our references, so that one can't have two. */
import { sha256 } from "../platform/hash.js";

export type IdKind = "payment" | "refund" | "payout";
/** @param attempt counts from 1: what ended for want of balance is asked for anew under the next id. */
export type IdOf = (kind: IdKind, reference: string, attempt?: number) => string;

/** @param provider whose ids they are. Never changes. */
export const idsOf =
  (provider: string): IdOf =>
  (kind, reference, attempt = 1) => {
    const bytes = Buffer.from(sha256(Buffer.from(`${provider} ${kind} ${attempt} ${reference}`)).subarray(0, 16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
