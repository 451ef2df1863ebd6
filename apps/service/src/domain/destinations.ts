/** Where payouts go, as sellers type it, and what may be added to what an account has. */
import type { PayeeDetail, PayeeForm } from "./payees.js";
import { DESTINATIONS_MAX, type Destination, type Payee, type TypedKind } from "./payouts.js";
import { ok, type Result, refused } from "./result.js";

/** What is wrong with a destination that was typed, by its field. */
export type DestinationProblems = {
  readonly kind?: "missing";
  /** `not_latin`: the bank’s file takes Latin letters alone. */
  readonly name?: "missing" | "too_long" | "not_latin";
  readonly bank?: "missing" | "too_long";
  /** `unsure`: the number could be read, and was not typed in full. */
  readonly number?: "bad_phone" | "bad_account" | "bad_iban" | "known" | "not_reached" | "unsure";
  /** Of what else is asked for, by its id. */
  readonly details?: Readonly<Record<string, PayeeDetail["kind"]>>;
  /** There are ten already. */
  readonly all?: "too_many";
};

export type TypedDestination = {
  readonly kind: TypedKind | null;
  /** How an account at a bank is named; of no meaning for others. */
  readonly form: PayeeForm;
  readonly details: Readonly<Record<string, string>>;
  readonly name: string;
  readonly bank: string;
  readonly number: string;
  /** Whose numbers may be typed without its code; null for none. */
  readonly country: string | null;
  /** The number as it was shown before, and confirmed; "" for none. */
  readonly confirmed: string;
};

/**
 * @param known those of the account that were not removed.
 * @param isReached whether any provider pays out there.
 */
export function decideAddDestination(
  known: readonly Pick<Destination, "kind" | "number">[],
  { kind, number }: Payee,
  isReached: boolean,
): Result<null, DestinationProblems> {
  if (!isReached) return refused({ number: "not_reached" });
  if (known.length >= DESTINATIONS_MAX) return refused({ all: "too_many" });
  const isKnown = known.some((one) => one.kind === kind && one.number === number);
  return isKnown ? refused({ number: "known" }) : ok(null);
}
