/** Money that is held, and can't stay much longer where it was paid. */
import type { JSX } from "preact";
import { NEAR_DAYS } from "../../../domain/staying.js";
import type { StayingMoney } from "../../../store/read/desk/staying.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Cell, Table } from "../../kit/ui.js";
import type { InCell } from "../cells.js";
import { AccountLink, age } from "../parts.js";
import { providerName } from "../words.js";

export const Staying = ({ staying, now }: { staying: readonly InCell<StayingMoney>[]; now: number }): JSX.Element => (
  <div id="staying" class="mb-8 scroll-mt-4">
    <h2 class="mb-3 font-semibold">Money that can’t stay much longer</h2>
    {staying.length === 0 ? (
      <p class="panel muted p-4 text-sm">None within {NEAR_DAYS} days.</p>
    ) : (
      <>
        <p class="muted mb-3 text-sm">
          After the end a payment can’t be paid back by its provider, or has to leave the balance there. Have the order
          settled before, or move the money to the bank and agree with the buyer on another way back.
        </p>
        <Table
          label="Money that can’t stay much longer"
          head={["Account", "Order", "Held", "Paid by", "Can be paid back", "May stay there"]}
          columns={["", "", "text-end"]}
          stacks
        >
          {staying.map((one) => (
            <tr>
              <Cell>
                <AccountLink account={one} />
              </Cell>
              <Cell name="Order" class="whitespace-nowrap">
                {one.referenceCode}
              </Cell>
              <MoneyCell name="Held" amount={one.held} />
              <Cell name="Paid by">
                {providerName(one.provider)}
                <span class="muted block text-xs">{age(now - one.paidAt)} ago</span>
              </Cell>
              <Cell name="Can be paid back">{leftOf(one.refundUntil, now)}</Cell>
              <Cell name="May stay there">{leftOf(one.holdUntil, now)}</Cell>
            </tr>
          ))}
        </Table>
      </>
    )}
  </div>
);

function leftOf(until: number | null, now: number): JSX.Element | string {
  if (until === null) return "Without end";
  return until <= now ? <span class="text-error">Not any more</span> : `${age(until - now)} more`;
}
