import { LIMITS } from "@holdfast/contract";
import { type Cents, cents } from "../../../../domain/money.js";
import { readAmount } from "../../../../words/amount.js";
import { usd } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { newSessionWords } from "../words.js";
import { isFilled, type TypedSession } from "./form.js";

/** What a field takes, said to people who typed something else. */
export function sentenceFor(field: string, typed: TypedSession, locale: Locale): string {
  const words = newSessionWords(locale);
  if (field === "amount" || field.endsWith("_amount")) return words.problem_amount;
  if (field === "title" || field.endsWith("_title")) return words.problem_title({ most: LIMITS.titleLength });
  if (field === "reference") return words.problem_long({ most: LIMITS.externalReferenceLength });
  if (field === "email") return words.problem_email;
  if (field === "expires_in") return words.problem_choice;
  const amount = readAmount(typed.amount);
  return field === "milestones" && amount !== null
    ? words.problem_sum({ amount: usd(amount, locale), sum: usd(sumOf(typed), locale) })
    : words.problem_other;
}

const sumOf = ({ milestones }: TypedSession): Cents =>
  cents(milestones.filter(isFilled).reduce((sum, { amount }) => sum + (readAmount(amount) ?? 0n), 0n));
