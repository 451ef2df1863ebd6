/** Where payouts go, as sellers type it, and what may be added to what an account has. */

import {
  DESTINATION_NAME_MAX,
  DESTINATIONS_MAX,
  type Destination,
  type DestinationKind,
  type Payee,
  readAccountNumber,
} from "./payouts.js";
import { readPhone } from "./phone.js";
import { refused, type Told, told } from "./told.js";
import { tidy } from "./typed.js";

/** What is wrong with a destination that was typed, by its field. */
export type DestinationProblems = {
  readonly kind?: "missing";
  readonly name?: "missing" | "too_long";
  readonly bank?: "missing" | "too_long";
  readonly number?: "bad_phone" | "bad_account" | "known" | "not_reached";
  /** There are ten already. */
  readonly all?: "too_many";
};

export type TypedDestination = {
  readonly kind: DestinationKind | null;
  readonly name: string;
  readonly bank: string;
  readonly number: string;
};

export function readPayee(typed: TypedDestination): Told<Payee, DestinationProblems> {
  const { kind } = typed;
  const name = oneLine(typed.name);
  const bank = oneLine(typed.bank);
  const number = kind === "bank" ? readAccountNumber(typed.number) : readPhone(typed.number);
  const problems: DestinationProblems = {
    ...(kind === null ? { kind: "missing" } : {}),
    ...textProblem("name", name),
    ...(kind === "bank" ? textProblem("bank", bank) : {}),
    ...(number === null ? { number: kind === "bank" ? "bad_account" : "bad_phone" } : {}),
  };
  if (kind === null || number === null || Object.keys(problems).length > 0) return refused(problems);
  return told(kind === "bank" ? { kind, name, bank, number } : { kind, name, number });
}

/**
 * @param known those of the account that were not removed.
 * @param isReached whether any provider pays out there.
 */
export function decideAddDestination(
  known: readonly Pick<Destination, "kind" | "number">[],
  { kind, number }: Payee,
  isReached: boolean,
): Told<null, DestinationProblems> {
  if (!isReached) return refused({ number: "not_reached" });
  if (known.length >= DESTINATIONS_MAX) return refused({ all: "too_many" });
  const isKnown = known.some((one) => one.kind === kind && one.number === number);
  return isKnown ? refused({ number: "known" }) : told(null);
}

/** Control characters and runs of spaces become one space. */
const oneLine = (text: string): string => tidy(text.replaceAll(/[\p{Cc}\s]+/gu, " "));

function textProblem(field: "name" | "bank", text: string): DestinationProblems {
  if (text === "") return { [field]: "missing" };
  return [...text].length > DESTINATION_NAME_MAX ? { [field]: "too_long" } : {};
}
