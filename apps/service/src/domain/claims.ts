/** What buyers say of a payment by a rail of the operator's own: that they made it, with what shows it. */
import type { EvidenceType } from "./evidence.js";

/** Files that come with one form, and that all of an order's payments may have. */
export const PROOF_FILES = 3;
export const PROOF_FILES_MAX = 10;
/** A photo of a receipt, or the bank's own document. */
export const PROOF_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "application/pdf",
] as const satisfies readonly EvidenceType[];

/** Unix seconds. `refusal`: why an operator did not find the money; null while nobody has said so. */
export type PaymentClaim = {
  readonly claimedAt: number;
  readonly files: number;
  readonly refusal: string | null;
};
