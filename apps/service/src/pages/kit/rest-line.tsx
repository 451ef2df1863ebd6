/** Below lines that don't add up to their order: what is left of it, so that every bill does. */
import type { JSX } from "preact";
import type { Cents } from "../../domain/money.js";
import { type OrderLine, restOf } from "../../store/read/orders/lines.js";
import { usd } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { kitWords } from "./words.js";

export function RestLine({
  lines,
  amount,
  locale,
  class: classes,
}: {
  lines: readonly OrderLine[];
  amount: Cents;
  locale: Locale;
  /** Its distance from the lines. */
  class: string;
}): JSX.Element | null {
  const rest = restOf(lines, amount);
  if (rest === null) return null;
  return (
    <p class={`flex justify-between gap-4 text-sm ${classes}`}>
      <span class="font-medium">{kitWords(locale).otherItems}</span>
      <span class="money">{usd(rest, locale)}</span>
    </p>
  );
}
