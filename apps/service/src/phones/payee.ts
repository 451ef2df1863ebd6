/** Where payouts go, as sellers type it, and where that is. */

import { isBankName } from "../domain/bank-text.js";
import type { DestinationProblems, TypedDestination } from "../domain/destinations.js";
import { plainLine } from "../domain/names.js";
import { ANY_ACCOUNT, fitsNumber, type PayeeDetail, readDetail } from "../domain/payees.js";
import { DESTINATION_NAME_MAX, isIban, type Payee, readAccountNumber } from "../domain/payouts.js";
import { ok, type Result, refused } from "../domain/result.js";
import { countryOfPhone, readPhone } from "./phone.js";

export function readPayee(typed: TypedDestination): Result<Payee, DestinationProblems> {
  const { kind } = typed;
  const name = plainLine(typed.name);
  const bank = plainLine(typed.bank);
  const phone = kind === "bank" ? null : readPhone(typed.number, typed.country);
  const number = kind === "bank" ? accountNumber(typed) : (phone?.number ?? null);
  const details = kind === "bank" ? detailsOf(typed) : { read: {}, problems: {} };
  const problems: DestinationProblems = {
    ...(kind === null ? { kind: "missing" } : {}),
    ...nameProblem(typed, name),
    ...(kind === "bank" ? textProblem("bank", bank) : {}),
    ...(number === null ? { number: kind === "bank" ? ACCOUNT_PROBLEMS[typed.form.number] : "bad_phone" } : {}),
    ...(Object.keys(details.problems).length > 0 ? { details: details.problems } : {}),
  };
  if (kind === null || number === null || Object.keys(problems).length > 0) return refused(problems);
  // A payout that went to a stranger is gone: what was not typed in full is shown before it is kept.
  if (phone?.isPlain === false && typed.confirmed !== number) return refused({ number: "unsure" });
  return ok(kind === "bank" ? { kind, name, bank, number, details: details.read } : { kind, name, number });
}

const ACCOUNT_PROBLEMS = { any: "bad_account", iban: "bad_iban", us: "bad_account" } as const;

function accountNumber({ number: typed, form }: TypedDestination): string | null {
  const number = readAccountNumber(typed);
  return number !== null && fitsNumber(form, number) ? number : null;
}

function detailsOf({ form, details }: TypedDestination) {
  const read: Record<string, string> = {};
  const problems: Record<string, PayeeDetail["kind"]> = {};
  for (const detail of form.details) {
    const value = readDetail(detail, details[detail.id] ?? "");
    if (value === null) problems[detail.id] = detail.kind;
    else read[detail.id] = value;
  }
  return { read, problems };
}

/** Two letters, of a phone, of an IBAN and of a bank in the United States. Null where nothing tells. */
export function countryOfAccount(payee: Payee): string | null {
  if (payee.kind === "mobile_money") return countryOfPhone(payee.number);
  if (payee.kind === "connected") return null;
  if (isIban(payee.number)) return payee.number.slice(0, 2);
  return payee.details?.["routing"] === undefined ? null : "US";
}

/** A bank knows its customers by Latin letters, where our file has no others. */
function nameProblem({ kind, form }: TypedDestination, name: string): DestinationProblems {
  const isLatin = kind === "bank" && form.id !== ANY_ACCOUNT.id && form.label === null;
  const problem = textProblem("name", name);
  return problem.name === undefined && isLatin && !isBankName(name) ? { name: "not_latin" } : problem;
}

function textProblem(field: "name" | "bank", text: string): DestinationProblems {
  if (text === "") return { [field]: "missing" };
  return [...text].length > DESTINATION_NAME_MAX ? { [field]: "too_long" } : {};
}
