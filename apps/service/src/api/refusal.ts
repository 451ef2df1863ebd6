/** A refusal on its way to the caller: a code of the catalogue, and what the caller should change. */
import { ERRORS, type ErrorCode, type ErrorDetails, LIMITS } from "@holdfast/contract";

/** Thrown by hooks and handlers of the API; expected, so it never pages anyone. */
export class ApiRefusal extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    { details, headers = {} }: { details?: ErrorDetails | undefined; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(code);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** The error envelope as JSON text (contract, "Error envelope"). */
export function writeError(code: ErrorCode, details?: ErrorDetails): string {
  const { type, message } = ERRORS[code];
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
