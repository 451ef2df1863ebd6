/** What operators type of money that came in. */
import { BANK_REFERENCE_MAX, type GivenReceipt } from "../../../domain/approvals.js";
import { type Currency, formatAmount, stepOf } from "../../../domain/currencies.js";
import { CURRENCY, ZERO } from "../../../domain/money.js";
import { parseDay } from "../../../platform/clock.js";
import { readAmount } from "../../../words/amount.js";
import type { FormFields } from "../../kit/page-context.js";

export type TypedReceipt = {
  readonly amount: string;
  readonly day: string;
  readonly bankReference: string;
  readonly problems: { readonly amount?: string; readonly day?: string; readonly bankReference?: string };
};

export const NOTHING_TYPED: TypedReceipt = { amount: "", day: "", bankReference: "", problems: {} };

/** Money that is older was looked for long ago. */
const DAYS_BACK = 400;

const AMOUNT_PROBLEM = (currency: Currency): string =>
  currency === CURRENCY
    ? "An amount in US dollars, such as 250.00."
    : `An amount in ${currency}, such as ${formatAmount(EXAMPLE, currency)}.`;
const EXAMPLE = 25_000n;

/** The bank's reference, on one line; null when it is empty or too long. */
export function readBankReference(typed: string | undefined): string | null {
  const text = (typed ?? "").replaceAll(/\s+/g, " ").trim();
  return text === "" || [...text].length > BANK_REFERENCE_MAX ? null : text;
}

/** @param today counted from 1970. */
export function readReceipt(
  { amount: amountText = "", day: dayText = "", bank_reference: bankText = "" }: FormFields,
  today: number,
  currency: Currency,
): { readonly ok: true; readonly value: GivenReceipt } | { readonly ok: false; readonly typed: TypedReceipt } {
  const amount = readAmount(amountText);
  const day = parseDay(dayText);
  const bankReference = readBankReference(bankText);
  // Some accounts are a day ahead of UTC.
  const isDay = day !== null && day <= today + 1 && day >= today - DAYS_BACK;
  const isAmount = amount !== null && amount > ZERO && amount % stepOf(currency) === 0n;
  if (isAmount && isDay && bankReference !== null) return { ok: true, value: { amount, day, bankReference } };
  const problems = {
    ...(isAmount ? {} : { amount: AMOUNT_PROBLEM(currency) }),
    ...(isDay ? {} : { day: `A day of the last ${DAYS_BACK}, such as 2026-05-10.` }),
    ...(bankReference === null
      ? { bankReference: `The bank’s reference, of at most ${BANK_REFERENCE_MAX} characters.` }
      : {}),
  };
  return { ok: false, typed: { amount: amountText, day: dayText, bankReference: bankText, problems } };
}
