/** Pieces that pages about batches share. */
import type { JSX } from "preact";
import type { Payee } from "../../../domain/payouts.js";
import type { BatchView, OrderView } from "../../../store/read/desk/rail-batches.js";
import { Badge } from "../../kit/badge.js";
import type { StatusLook } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";

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
export const OrderTo = ({ payee }: { payee: Payee }): JSX.Element => (
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
