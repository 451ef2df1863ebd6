/** Fees and limits as operators type them: amounts as 12.34, shares as a percentage with at most two places. */
import type { Limits } from "../../../domain/decisions/account-terms.js";
import type { FeeSchedule } from "../../../domain/fees.js";
import { formatMoney, ZERO } from "../../../domain/money.js";
import { plainNumber } from "../../../domain/typed.js";
import { readAmount } from "../../../words/amount.js";
import type { FormFields } from "../../kit/page-context.js";

/** Texts by the names of their fields, and what is wrong with them. */
export type TypedTerms = {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, string>>;
};

type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly typed: TypedTerms };

const FEE_FIELDS = ["percent", "fixed", "min", "max"] as const;

const percentOf = (basisPoints: number): string => (basisPoints / 100).toFixed(2);

/** As the account has them; all empty for those of the deployment. */
export const feesTyped = (fees: FeeSchedule | null): TypedTerms => ({
  problems: {},
  values:
    fees === null
      ? {}
      : {
          percent: percentOf(fees.basisPoints),
          fixed: formatMoney(fees.fixed),
          min: formatMoney(fees.min),
          max: fees.max === null ? "" : formatMoney(fees.max),
        },
});

export const limitsTyped = ({ dailyMax, refundCredit }: Limits): TypedTerms => ({
  problems: {},
  values: {
    ...(dailyMax === null ? {} : { daily: formatMoney(dailyMax) }),
    ...(refundCredit === ZERO ? {} : { credit: formatMoney(refundCredit) }),
  },
});

const AMOUNT = "Enter an amount in US dollars, such as 2.50.";

/** 0 to 10000; null for another form. */
function readPercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,\u066b](\d{1,2}))? ?[%\u066a]?$/.exec(plainNumber(text));
  if (match === null) return null;
  const points = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return points <= 10_000 ? points : null;
}

export function readFees(form: FormFields): Read<FeeSchedule> {
  const values = Object.fromEntries(FEE_FIELDS.map((name) => [name, (form[name] ?? "").slice(0, 40)]));
  const [percent = "", fixed = "", min = "", max = ""] = FEE_FIELDS.map((name) => values[name] ?? "");
  const basisPoints = readPercent(percent);
  const fixedAmount = fixed.trim() === "" ? ZERO : readAmount(fixed);
  const minAmount = min.trim() === "" ? ZERO : readAmount(min);
  const maxAmount = max.trim() === "" ? null : readAmount(max);
  const isMaxWrong = max.trim() !== "" && maxAmount === null;
  const isBelow = maxAmount !== null && minAmount !== null && maxAmount < minAmount;
  const problems: Readonly<Record<string, string>> = {
    ...(basisPoints === null ? { percent: "Enter a percentage from 0 to 100, with at most two decimals." } : {}),
    ...(fixedAmount === null ? { fixed: AMOUNT } : {}),
    ...(minAmount === null ? { min: AMOUNT } : {}),
    ...(isMaxWrong ? { max: AMOUNT } : isBelow ? { max: "Enter an amount of at least the minimum." } : {}),
  };
  if (basisPoints === null || fixedAmount === null || minAmount === null || isMaxWrong || isBelow) {
    return { ok: false, typed: { values, problems } };
  }
  return { ok: true, value: { basisPoints, fixed: fixedAmount, min: minAmount, max: maxAmount } };
}

/** An empty field is what holds for everybody: the deployment's limit of payouts, and no refund on credit. */
export function readLimits(form: FormFields): Read<Limits> {
  const [daily = "", credit = ""] = ["daily", "credit"].map((name) => (form[name] ?? "").slice(0, 40));
  const dailyMax = readAmount(daily);
  const refundCredit = credit.trim() === "" ? ZERO : readAmount(credit);
  const isDailyWrong = daily.trim() !== "" && dailyMax === null;
  if (refundCredit !== null && !isDailyWrong) return { ok: true, value: { dailyMax, refundCredit } };
  const problems: Readonly<Record<string, string>> = {
    ...(isDailyWrong ? { daily: AMOUNT } : {}),
    ...(refundCredit === null ? { credit: AMOUNT } : {}),
  };
  return { ok: false, typed: { values: { daily, credit }, problems } };
}
