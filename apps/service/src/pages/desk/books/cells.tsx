/** Cells that tables of the books share. */
import type { JSX } from "preact";
import { Cell } from "../../kit/ui.js";
import { digitsOf } from "../parts.js";

/** @param isSaid whether the row says the currency elsewhere */
export const Amount = ({ name, amount, currency, isSaid = false }: AmountProps): JSX.Element => (
  <Cell name={name} class="text-end font-medium whitespace-nowrap tabular-nums sm:max-xl:px-3">
    {digitsOf(amount, currency)} {isSaid ? null : <span class="muted text-xs">{currency}</span>}
  </Cell>
);

type AmountProps = {
  readonly name: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly isSaid?: boolean;
};
