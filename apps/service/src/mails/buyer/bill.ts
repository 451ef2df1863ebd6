/** What was bought and what it costs, in mails to buyers. */
import { add, type Cents, cents, subtract, ZERO } from "../../domain/money.js";
import { grouped, usd } from "../../words/format.js";
import { directionOf, type Locale } from "../../words/locale.js";
import { given } from "../given.js";
import type { BillRow, Fact } from "../letter.js";
import { mailWords } from "../words.js";
import type { Items } from "./fields.js";

const shared = mailWords("shared");

/** Of a title or a name in a sentence, and of a line of a bill. */
export const NAME_LENGTH = 80;

/** What an order costs, in words. */
export function priceFacts(
  { amount, fees, total }: { readonly amount: Cents; readonly fees: Cents; readonly total: Cents },
  locale: Locale,
): readonly Fact[] {
  return [
    [shared(locale).price, usd(amount, locale)],
    [shared(locale).fees, usd(fees, locale)],
    [shared(locale).total, usd(total, locale)],
  ];
}

/** The lines, and one more where they don't add up to the order; then what the buyer pays. */
export function billRows(
  {
    items,
    ...price
  }: { readonly items: Items | null; readonly amount: Cents; readonly fees: Cents; readonly total: Cents },
  locale: Locale,
): readonly BillRow[] {
  const words = shared(locale);
  const lines = items?.lines ?? [];
  const shown = lines.map(({ name, quantity, unit }) => ({
    name:
      quantity === 1
        ? given(name, NAME_LENGTH)
        : `${grouped(quantity, locale)} × ${given(name, NAME_LENGTH, directionOf(locale))}`,
    amount: cents(BigInt(quantity) * unit),
  }));
  const listed = add(...shown.map(({ amount }) => amount));
  const hidden = (items?.count ?? 0) - lines.length;
  const rest = subtract(price.amount, items?.listed ?? ZERO);
  const rows = [
    ...shown,
    ...(hidden > 0 ? [{ name: words.more({ count: hidden }), amount: subtract(items?.listed ?? ZERO, listed) }] : []),
    ...(lines.length > 0 && rest !== ZERO ? [{ name: words.other, amount: rest }] : []),
  ];
  return [
    ...rows.map(({ name, amount }) => ({ name, amount: usd(amount, locale) })),
    ...priceFacts(price, locale).map(([name, amount], at) => ({ name, amount, isTotal: at === 2 })),
  ];
}
