/** An order of a file that was sent and ended otherwise than paid: one operator says so, another one agrees. */
import type { JSX } from "preact";
import type { BatchView, OrderView } from "../../../store/read/desk/rail-batches.js";
import { ButtonForm, Confirm } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { batchPath } from "../links.js";
import { OWN, operatorOf } from "../parts.js";
import { OrderReason } from "./parts.js";

type Props = { readonly order: OrderView; readonly batch: BatchView; readonly context: DeskContext };

export function OrderEnding({ order, batch, context }: Props): JSX.Element | null {
  if (order.status !== "OPEN" && order.status !== "PAID") return null;
  if (operatorOf(context).accounts.includes(order.account)) return <span class="muted text-xs">{OWN.own_account}</span>;
  return order.endBy === null ? (
    <Ask order={order} batch={batch} context={context} />
  ) : (
    <Decide order={order} batch={batch} context={context} />
  );
}

function Ask({ order, batch, context }: Props): JSX.Element {
  const isOpen = order.status === "OPEN";
  return (
    <Confirm
      label={isOpen ? "It wasn’t paid" : "It came back"}
      question={
        isOpen
          ? "Only if the bank has said that it does not pay it: the money goes back to whom it is owed, and may be sent again. Another operator has to agree."
          : "Only if the money is on the account again, and no statement line says so. Another operator has to agree."
      }
    >
      <form method="post" action={`${batchPath(batch.code)}/orders`}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="order" value={order.code} />
        <input type="hidden" name="seen" value={order.status} />
        <OrderReason order={order} label="The bank’s reason" button="Ask another operator" />
      </form>
    </Confirm>
  );
}

function Decide({ order, batch, context }: Props): JSX.Element {
  const home = `${batchPath(batch.code)}/orders`;
  const isOpen = order.status === "OPEN";
  return (
    <div class="max-w-64 text-sm">
      <p class="mb-2 [overflow-wrap:anywhere]">
        {order.endName} says that {isOpen ? "it wasn’t paid" : "it came back"}: {order.endReason}
      </p>
      <div class="flex flex-wrap gap-2">
        {order.endBy === context.seller.id ? null : (
          <ButtonForm
            action={`${home}/confirm`}
            csrf={context.csrf}
            label={isOpen ? "Agree: not paid" : "Agree: it came back"}
            about={order.code}
            class="btn btn-sm btn-error"
            fields={{ order: order.code, seen: order.status }}
          />
        )}
        <ButtonForm
          action={`${home}/keep`}
          csrf={context.csrf}
          label="Disagree"
          about={order.code}
          class="btn btn-sm"
          fields={{ order: order.code }}
        />
      </div>
    </div>
  );
}
