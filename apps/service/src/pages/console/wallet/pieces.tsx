/** Pieces that the pages of the wallet share. */
import type { JSX } from "preact";
import { type Cents, cents, ZERO } from "../../../domain/money.js";
import type { Destination } from "../../../domain/payouts.js";
import type { PayoutStatus } from "../../../domain/states.js";
import type { PayoutView } from "../../../store/read/money/wallet.js";
import { usd } from "../../../words/format.js";
import { Badge } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import { Day } from "../../kit/times.js";
import { Cell, MoneyCell, Notice, Table } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { payoutUrl } from "../links.js";
import { destinationLabel, PAYOUT_LOOKS, saidOf } from "./words.js";

export const PayoutBadge = ({ status }: { status: PayoutStatus }): JSX.Element => <Badge {...PAYOUT_LOOKS[status]} />;

export function SaidNotice({ code }: { code: string | undefined }): JSX.Element | null {
  const said = saidOf(code);
  return said === null ? null : <Notice tone={said.tone}>{said.text}</Notice>;
}

/** "+$25.00", "−$25.00": screen readers say the sign as a word; on screen it has its full width. */
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

/** A choice among kinds; the one that is on is marked. */
export const KindLink = ({
  href,
  label,
  isCurrent,
}: {
  href: string;
  label: string;
  isCurrent: boolean;
}): JSX.Element => (
  <a
    class={`btn btn-sm max-sm:min-h-11 ${isCurrent ? "btn-primary" : ""}`}
    href={href}
    aria-current={isCurrent ? "page" : undefined}
  >
    {label}
  </a>
);
