/** What is stuck at the provider that holds sellers' money, and what to do about it. */
import type { JSX } from "preact";
import type { HolderTrouble, StuckAtHolder } from "../../../store/read/desk/holder.js";
import { Given } from "../../kit/given.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Cell, Table } from "../../kit/ui.js";
import type { InCell } from "../cells.js";
import { AccountLink, age } from "../parts.js";
import { providerName } from "../words.js";

const TROUBLES: Readonly<Record<HolderTrouble, { readonly title: string; readonly toDo: string }>> = {
  recall: {
    title: "Can’t be taken back",
    toDo: "A buyer’s refund or a chargeback waits for this money. We try every hour. Ask the seller to bring money into their account there, or to finish what the provider wants from them. If they won’t, settle it with the buyer yourself.",
  },
  transfer: {
    title: "Doesn’t arrive",
    toDo: "We keep trying under the same reference, so it’s sent once. Look at the balance at the provider, and add money there if it doesn’t reach.",
  },
  stopped: {
    title: "Seller can’t be paid any more",
    toDo: "The money stays in the seller’s wallet. Ask them to finish what the provider wants: their console says what is missing. Transfers go on by themselves after that.",
  },
  below: {
    title: "Account below zero",
    toDo: "The seller owes the provider, and in the end so may you. What comes in pays that first: agree with the seller before you release more to them.",
  },
};

export const AtHolder = ({
  stuck,
  now,
}: {
  stuck: readonly InCell<StuckAtHolder>[];
  now: number;
}): JSX.Element | null =>
  stuck.length === 0 ? null : (
    <div id="holder" class="mb-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">Sellers’ accounts at the provider</h2>
      <Table
        label="Sellers’ accounts at the provider"
        head={["Account", "What", "Amount", "Provider", "Waiting for"]}
        columns={["", "", "text-end"]}
        stacks
      >
        {stuck.map((one) => (
          <tr>
            <Cell>
              <AccountLink account={one} />
            </Cell>
            <Cell name="What" class="min-w-56 max-w-md">
              <span class="block font-medium">{TROUBLES[one.trouble].title}</span>
              <span class="muted block text-xs leading-relaxed">{TROUBLES[one.trouble].toDo}</span>
            </Cell>
            <MoneyCell name="Amount" amount={one.amount} />
            <Cell name="Provider" class="min-w-40">
              <span class="block font-medium">{providerName(one.provider)}</span>
              {one.error === "" ? null : (
                <span class="block text-error">
                  <Given text={one.error} lines={3} />
                </span>
              )}
              <span class="muted block text-xs [overflow-wrap:anywhere]">
                {one.theirId}
                {one.reference === "" ? null : ` · ${one.reference}`}
              </span>
            </Cell>
            <Cell name="Waiting for" class="whitespace-nowrap">
              {age(now - one.created)}
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
