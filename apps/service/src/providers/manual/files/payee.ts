import type { Payee } from "../../../domain/payouts.js";

/** Files go to banks alone. @throws for anybody else: the adapter takes no such order. */
export function bankPayee(payee: Payee): {
  readonly name: string;
  readonly number: string;
  readonly bank: string;
  readonly details: Readonly<Record<string, string>>;
} {
  if (payee.kind !== "bank") throw new Error("a file of payments goes to accounts at banks");
  const { name, number, bank, details = {} } = payee;
  return { name, number, bank, details };
}
