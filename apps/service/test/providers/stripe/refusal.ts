/** The double says no, as Stripe does. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: { readonly type: string; readonly code?: string; readonly param?: string };

  constructor(status: number, error: Refusal["error"]) {
    super(error.code ?? error.type);
    this.status = status;
    this.error = error;
  }
}
