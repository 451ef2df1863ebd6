/** What is typed to set a rate. */
import { CURRENCY } from "../../../domain/money.js";
import { isRate, type Rate } from "../../../domain/rates.js";
import { plainNumber } from "../../../domain/typed.js";
import type { FormFields } from "../../kit/page-context.js";

export type TypedRate = {
  readonly currency: string;
  readonly rate: string;
  readonly problems: { readonly currency: string | null; readonly rate: string | null };
};

export const NO_RATE_TYPED: TypedRate = { currency: "", rate: "", problems: { currency: null, rate: null } };

type ReadRate =
  | { readonly ok: true; readonly value: Pick<Rate, "currency" | "rate"> }
  | { readonly ok: false; readonly typed: TypedRate };

/** "kes" and "129,35" are read; "1,000.5" is not: a rate is not guessed at. */
export function readRate({ currency = "", rate = "" }: FormFields): ReadRate {
  const code = currency.trim().toUpperCase().slice(0, 10);
  const text = plainNumber(rate).replace(/[,\u066b]/, ".");
  const problems = {
    currency: code === CURRENCY ? "Every rate is of one US dollar, so it has none." : codeProblem(code),
    rate: isRate(text) ? null : "Give a number greater than 0 of at most 12 digits, such as 129.35.",
  };
  return problems.currency === null && problems.rate === null
    ? { ok: true, value: { currency: code, rate: text } }
    : { ok: false, typed: { currency: code, rate: rate.slice(0, 40), problems } };
}

const codeProblem = (code: string): string | null =>
  /^[A-Z]{3}$/.test(code) ? null : "Give three letters, such as KES.";
