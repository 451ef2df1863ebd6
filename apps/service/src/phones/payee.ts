/** Where payouts go, as sellers type it, and where that is. */
import type { DestinationProblems, TypedDestination } from "../domain/destinations.js";
import { plainLine } from "../domain/names.js";
import { DESTINATION_NAME_MAX, isIban, type Payee, readAccountNumber } from "../domain/payouts.js";
import { ok, type Result, refused } from "../domain/result.js";
import { countryOfPhone, readPhone } from "./phone.js";

export function readPayee(typed: TypedDestination): Result<Payee, DestinationProblems> {
  const { kind } = typed;
  const name = plainLine(typed.name);
  const bank = plainLine(typed.bank);
  const phone = kind === "bank" ? null : readPhone(typed.number, typed.country);
  const number = kind === "bank" ? readAccountNumber(typed.number) : (phone?.number ?? null);
  const problems: DestinationProblems = {
    ...(kind === null ? { kind: "missing" } : {}),
    ...textProblem("name", name),
    ...(kind === "bank" ? textProblem("bank", bank) : {}),
    ...(number === null ? { number: kind === "bank" ? "bad_account" : "bad_phone" } : {}),
  };
  if (kind === null || number === null || Object.keys(problems).length > 0) return refused(problems);
  // A payout that went to a stranger is gone: what was not typed in full is shown before it is kept.
  if (phone?.isPlain === false && typed.confirmed !== number) return refused({ number: "unsure" });
  return ok(kind === "bank" ? { kind, name, bank, number } : { kind, name, number });
}

/** Two letters, of a phone and of an IBAN. Null where the number does not tell. */
export function countryOfAccount({ kind, number }: Pick<Payee, "kind" | "number">): string | null {
  if (kind === "mobile_money") return countryOfPhone(number);
  if (kind === "connected") return null;
  return isIban(number) ? number.slice(0, 2) : null;
}

function textProblem(field: "name" | "bank", text: string): DestinationProblems {
  if (text === "") return { [field]: "missing" };
  return [...text].length > DESTINATION_NAME_MAX ? { [field]: "too_long" } : {};
}
