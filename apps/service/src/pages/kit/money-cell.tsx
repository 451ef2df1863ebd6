/** Amounts in tables. */
import type { JSX } from "preact";
import { type Cents, CURRENCY } from "../../domain/money.js";
import { money } from "../../words/format.js";
import { useLocale } from "./language.js";
import { Cell } from "./ui.js";

/** Amounts stand to the right, and are never broken. */
export const MoneyCell = ({
  amount,
  currency = CURRENCY,
  name,
  below = null,
  class: classes = "",
}: {
  amount: Cents;
  /** USD where it is left out. */
  currency?: string;
  name?: string | undefined;
  /** The same as a payer, or a provider, has it in another currency. */
  below?: string | null;
  class?: string;
}): JSX.Element => (
  <Cell name={name} class={`text-end font-medium whitespace-nowrap tabular-nums ${classes}`}>
    {money(amount, currency, useLocale())}
    {below === null ? null : <BelowAmount text={below} />}
  </Cell>
);

/** It may be broken where the amount is not. */
export const BelowAmount = ({ text }: { text: string }): JSX.Element => (
  <span class="muted block text-xs font-normal whitespace-normal">
    <bdi>{text}</bdi>
  </span>
);
