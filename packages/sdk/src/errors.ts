/** What a call can end with, besides an answer: everything that the SDK throws is a {@link HoldfastError}, or your own signal's reason. */
import type { ErrorCode, ErrorType } from "./types.js";

/** A code of the API, known to this package or not, or `unexpected_response` for an answer that is not the API's. */
// The last part keeps the known ones in an editor's suggestions.
export type AnyErrorCode = ErrorCode | "unexpected_response" | (string & {});

export class HoldfastError extends Error {
  override name = "HoldfastError";
  /** How many requests the call made. Above 1, an earlier one may have been carried out though its answer was lost. */
  attempts = 1;
}

/** The API refused. */
export class ApiError<Code extends string = AnyErrorCode> extends HoldfastError {
  override name = "ApiError";
  readonly status: number;
  readonly type: ErrorType | (string & {});
  readonly code: Code;
  /** From each field that is wrong, nested as `line_items.3.name`, to sentences. Empty unless the API gave some. */
  readonly details: Readonly<Record<string, readonly string[]>>;
  /** Quote it when you ask about a refusal. */
  readonly requestId: string | null;
  /** What `Retry-After` asked for. */
  readonly retryAfterSeconds: number | null;

  constructor(refusal: Refusal<Code>) {
    super(refusal.message);
    this.status = refusal.status;
    this.type = refusal.type;
    this.code = refusal.code;
    this.details = refusal.details;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }

  /** Narrows to one of these codes. */
  is<Asked extends ErrorCode | "unexpected_response">(...codes: readonly Asked[]): this is ApiError<Asked> {
    return (codes as readonly string[]).includes(this.code);
  }
}

type Refusal<Code> = {
  readonly status: number;
  readonly type: string;
  readonly code: Code;
  readonly message: string;
  readonly details: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
};

/** There was no answer, or not a whole one. What was asked may have been done. */
export class ConnectionError extends HoldfastError {
  override name = "ConnectionError";
}

/** There was no answer in time. */
export class TimeoutError extends ConnectionError {
  override name = "TimeoutError";
}
