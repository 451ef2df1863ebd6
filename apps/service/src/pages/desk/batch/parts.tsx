/** Pieces that pages about batches share. */
import type { ComponentProps, JSX } from "preact";
import { ORDER_REASON_MAX } from "../../../domain/batches.js";
import type { Payee } from "../../../domain/payouts.js";
import type { BatchView, OrderView } from "../../../store/read/desk/rail-batches.js";
import { Badge } from "../../kit/badge.js";
import type { StatusLook } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Cell } from "../../kit/ui.js";
import { AccountLink } from "../parts.js";

const LOOKS = {
  DRAFT: [{ tone: "waiting", icon: "clock" }, "To be approved"],
  APPROVED: [{ tone: "waiting", icon: "circle-check" }, "To be exported"],
  EXPORTED: [{ tone: "calm", icon: "hourglass" }, "At the bank"],
  SETTLED: [{ tone: "good", icon: "circle-check" }, "Settled"],
  WITHDRAWN: [{ tone: "over", icon: "circle-x" }, "Withdrawn"],
} as const satisfies Record<BatchView["status"], readonly [StatusLook, string]>;

export function BatchBadge({ batch }: { batch: BatchView }): JSX.Element {
  const [look, text] = LOOKS[batch.status];
  return (
    <span class="flex flex-wrap gap-1.5">
      <Badge {...look} text={text} />
      {batch.withdrawalBy === null || batch.status === "WITHDRAWN" ? null : (
        <Badge tone="bad" icon="circle-alert" text="To be withdrawn" />
      )}
    </span>
  );
}

const ORDER_LOOKS = {
  OPEN: [{ tone: "calm", icon: "hourglass" }, "Open"],
  PAID: [{ tone: "good", icon: "circle-check" }, "Paid"],
  REFUSED: [{ tone: "bad", icon: "circle-alert" }, "Not paid"],
  RETURNED: [{ tone: "bad", icon: "circle-alert" }, "Came back"],
} as const satisfies Record<OrderView["status"], readonly [StatusLook, string]>;

export function OrderBadge({ status }: Pick<OrderView, "status">): JSX.Element {
  const [look, text] = ORDER_LOOKS[status];
  return <Badge {...look} text={text} />;
}

/** Whom it goes to, in full: who approves it has to see where the money goes. */
const OrderTo = ({ payee }: { payee: Payee }): JSX.Element => (
  <span class="block min-w-40 text-sm">
    <Given text={payee.name} lines={2} />
    <span class="muted block font-mono text-xs [overflow-wrap:anywhere]">{payee.number}</span>
    {payee.kind === "bank" ? (
      <span class="muted block text-xs [overflow-wrap:anywhere]">
        {[
          payee.bank,
          ...Object.entries(payee.details ?? {}).map(([id, value]) => `${id.replaceAll("_", " ")} ${value}`),
        ]
          .filter((one) => one !== "")
          .join(", ")}
      </span>
    ) : null}
  </span>
);

/** Whose order it is, what, to whom and how much. */
export const OrderCells = ({
  order,
}: {
  order: Pick<OrderView, "code" | "kind" | "payee" | "amount" | "currency"> &
    ComponentProps<typeof AccountLink>["account"];
}): JSX.Element => (
  <>
    <Cell name="Seller">
      <AccountLink account={order} />
    </Cell>
    <Cell name="What">
      {order.kind === "payout" ? "Payout" : "Refund"}
      <span class="muted block font-mono text-xs">{order.code}</span>
    </Cell>
    <Cell name="To">
      <OrderTo payee={order.payee} />
    </Cell>
    <MoneyCell name="Amount" amount={order.amount} currency={order.currency} />
  </>
);

/** Why an order ended otherwise than paid, and the button that says so: one for each order of a page. */
export function OrderReason({
  order,
  label,
  button,
}: {
  order: Pick<OrderView, "code">;
  label: string;
  button: string;
}): JSX.Element {
  const id = `why-${order.code}`;
  return (
    <>
      <label class="mb-1 block text-sm font-medium" for={id}>
        {label}
      </label>
      <textarea id={id} class="field mb-3" name="reason" rows={2} maxLength={maxLengthFor(ORDER_REASON_MAX)} required />
      <button type="submit" class="btn btn-sm btn-error btn-outline">
        {button}
      </button>
    </>
  );
}
