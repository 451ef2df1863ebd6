/** Pieces that the pages of the wallet share. */
import type { JSX } from "preact";
import type { DestinationId, PayoutId } from "../../../domain/ids.js";
import { type Cents, cents, ZERO } from "../../../domain/money.js";
import type { Destination } from "../../../domain/payouts.js";
import type { PayoutStatus } from "../../../domain/states.js";
import type { PayoutView } from "../../../store/read/money/wallet.js";
import { usd } from "../../../words/format.js";
import { Given } from "../../given.js";
import { Badge, Day } from "../../orders/parts.js";
import type { ConsoleContext } from "../context.js";
import { Cell, MoneyCell, Notice, Table } from "../ui.js";
import { destinationLabel, PAYOUT_LOOKS, saidOf } from "./words.js";

type Home = Pick<ConsoleContext, "home">;

export const walletUrl = ({ home }: Home): string => `${home}/wallet`;
export const statementUrl = (context: Home): string => `${walletUrl(context)}/statement`;
export const payoutsUrl = (context: Home): string => `${walletUrl(context)}/payouts`;
export const payoutUrl = (context: Home, id: PayoutId): string => `${payoutsUrl(context)}/${id}`;
export const destinationsUrl = (context: Home): string => `${walletUrl(context)}/destinations`;
export const removeUrl = (context: Home, id: DestinationId): string => `${destinationsUrl(context)}/${id}/remove`;

export const PayoutBadge = ({ status }: { status: PayoutStatus }): JSX.Element => <Badge {...PAYOUT_LOOKS[status]} />;

export function SaidNotice({ code }: { code: string | undefined }): JSX.Element | null {
  const said = saidOf(code);
  return said === null ? null : <Notice tone={said.tone}>{said.text}</Notice>;
}

/** "+$25.00", "−$25.00": the sign is a word of its own for who listens, and so has the right length for who looks. */
export const signedUsd = (amount: Cents): string =>
  amount < ZERO ? `−${usd(cents(-amount), "en")}` : `+${usd(amount, "en")}`;

/** Where a payout goes, and whose it is. */
export const To = ({ to }: { to: Destination }): JSX.Element => (
  <>
    <Given text={destinationLabel(to)} lines={2} class="font-medium" />
    <Given text={to.name} lines={2} class="muted text-xs" />
  </>
);

/** Newest first. */
export const PayoutTable = ({
  context,
  payouts,
}: {
  context: ConsoleContext;
  payouts: readonly PayoutView[];
}): JSX.Element => (
  <Table label="Payouts" head={["Payout", "To", "Status", "Amount"]} columns={["", "max-sm:hidden", "", "text-end"]}>
    {payouts.map((payout) => (
      <tr>
        <Cell class="whitespace-nowrap">
          <a class="link link-primary font-medium" href={payoutUrl(context, payout.id)}>
            Payout {payout.number}
          </a>
          <span class="muted mt-0.5 block text-xs">
            <Day at={payout.created} locale="en" />
          </span>
        </Cell>
        <Cell class="min-w-40 max-sm:hidden">
          <To to={payout.to} />
        </Cell>
        <Cell>
          <PayoutBadge status={payout.status} />
        </Cell>
        <MoneyCell amount={payout.amount} />
      </tr>
    ))}
  </Table>
);
