/** A refusal on its way to the caller: a code of the catalogue, and what the caller should change. */
import { ERRORS, type ErrorCode, type ErrorDetails, LIMITS } from "@holdfast/contract";
import type { Refusal } from "../domain/model.js";

type Given = {
  readonly details?: ErrorDetails | undefined;
  readonly message?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Thrown by hooks and handlers of the API; expected, so it never pages anyone. */
export class ApiRefusal extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** @param given.message in place of the code's own sentence, where more is known. */
  constructor(code: ErrorCode, { details, message, headers = {} }: Given = {}) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Of another account or of nobody: the same sentence. */
export const noSuch = (object: "session" | "escrow" | "milestone" | "refund" | "endpoint"): ApiRefusal =>
  new ApiRefusal("not_found", { message: `There is no such ${object} in this account.` });

/** What a decision refused, in the contract's words. */
export const refusalOf = ({ code, details, message, subject }: Refusal): ApiRefusal =>
  code === "not_found"
    ? noSuch(subject === "session" ? subject : subject === undefined ? "milestone" : "escrow")
    : new ApiRefusal(code, { details, message });

/** The error envelope as JSON text (contract, "Error envelope"). */
export function writeError(code: ErrorCode, details?: ErrorDetails, message: string = ERRORS[code].message): string {
  const { type } = ERRORS[code];
  return JSON.stringify({ error: { type, code, message, ...(details === undefined ? {} : { details }) } });
}

/** Problems found in one request, field by field; only the first few hundred of a hopeless body are told. */
export class Problems {
  readonly #byField = new Map<string, string[]>();
  #count = 0;

  add(field: string, sentence: string): void {
    const known = this.#byField.get(field) ?? [];
    if (this.#count >= LIMITS.problemsShown || known.includes(sentence)) return;
    this.#count += 1;
    this.#byField.set(field, [...known, sentence]);
  }

  has(field: string): boolean {
    return this.#byField.has(field);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** A null prototype, since fields are named by callers. */
  get details(): ErrorDetails {
    return Object.assign(Object.create(null) as object, Object.fromEntries(this.#byField));
  }

  /** @throws ApiRefusal when any problem was added. */
  throwIfAny(): void {
    if (!this.isEmpty) throw new ApiRefusal("validation_failed", { details: this.details });
  }
}
