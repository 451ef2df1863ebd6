/** Files of banks that one operator uploads at the desk and another one imports. */
import type { BankStatement } from "./bank-statements.js";

export type UploadStatus = "PENDING" | "IMPORTED" | "DECLINED" | "WITHDRAWN";

/** A day of the largest accounts; the command line takes more. The database bounds the bytes as well. */
export const UPLOAD_BYTES_MAX = 16 * 1024 * 1024;
/** Lines that are read, shown and booked while somebody waits for the page. */
export const UPLOAD_LINES_MAX = 20_000;

export type UploadId = string & { readonly kind: "upload" };

/** What a new line would be booked as. */
export type LineKind = "payment" | "refund" | "refund_returned" | "payout" | "payout_returned" | "batch" | "other";

/** One new line, as operators compare it with the account. */
export type PreviewLine = {
  /** Counted from 1970. */
  readonly day: number;
  readonly amount: bigint;
  /** The beginning of what payer and bank wrote. */
  readonly text: string;
  readonly kind: LineKind;
  /** What of ours it names; null for nothing, or for several things. */
  readonly reference: string | null;
  /** It names nothing, and may be a payment that somebody waits for. */
  readonly isNear: boolean;
};

/** What importing a file would do, at the moment in which it was asked. */
export type StatementPreview = BankStatement & {
  /** Lines that no statement has brought before; of them those that name payments, refunds and payouts of ours, or what came back. */
  readonly added: number;
  readonly payments: number;
  readonly refunds: number;
  readonly payouts: number;
  readonly returned: number;
  /** Money that came in and names nothing: what of the first {@link COMPARED_MAX} may be a payment that somebody waits for, and the rest. */
  readonly near: number;
  readonly unmatched: number;
  /** What left and names nothing, such as the bank's charges. */
  readonly charges: number;
  /** What the payments that it names add up to. */
  readonly paid: bigint;
  /** Of each new line and what it names: two previews with the same one book the same. */
  readonly effect: string;
  /** Those that name something first; at most {@link PREVIEW_LINES_MAX}. */
  readonly lines: readonly PreviewLine[];
};

export const PREVIEW_LINES_MAX = 100;
/** Lines that are held beside all payments that somebody waits for, which is the work of the product of both. */
export const COMPARED_MAX = 300;

/** Why an upload was not taken, or not decided; pages have a sentence for each. */
export type UploadRefusal =
  | "not_found"
  /** It was decided, or something else was booked at the same moment. */
  | "stale"
  /** Another file of the rail waits. */
  | "waiting"
  /** Who uploaded it does not decide. */
  | "own_request"
  /** It books to an account that the operator belongs to, or pays an order that the operator bought. */
  | "own_account"
  /** It would do something else than was shown. */
  | "changed"
  /** All of its lines are booked already. */
  | "nothing"
  /** The rail is configured no more, or takes no statements. */
  | "not_offered";
