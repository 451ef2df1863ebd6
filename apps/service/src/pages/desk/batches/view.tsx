/** What is due on rails that pay out, each with the button that gathers it, and the batches. */
import type { JSX } from "preact";
import { BATCH_LINES_MAX } from "../../../domain/batches.js";
import { type BatchView, DUE_SHOWN, type DueView } from "../../../store/read/desk/rail-batches.js";
import { money } from "../../../words/format.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { ButtonForm, Cell, Confirm, Empty, Notice, PageHead, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { BatchBadge, OrderCells, OrderReason } from "../batch/parts.js";
import { DeskFrame } from "../frame.js";
import { BATCHES_PATH, batchPath } from "../links.js";
import { age, OWN, operatorOf, Said, Unseen } from "../parts.js";
import { providerName } from "../words.js";
import type { Batches, DueOf } from "./load.js";

export function BatchesPage({
  context,
  due,
  orders,
  batches,
  now,
  said,
}: Batches & { context: DeskContext; said: string | undefined }): JSX.Element {
  return (
    <DeskFrame context={context} title="Batches" entry="/batches">
      <PageHead
        title="Batches"
        lead="Payouts and refunds that leave your own accounts by a file for the bank. One operator gathers what is due, another one approves it, and the bank’s statement says what was paid."
      />
      <Said said={said} />
      {due.length === 0 ? (
        <Notice tone="note">No rail in RAILS_FILE has payouts, so nothing is gathered.</Notice>
      ) : (
        <ul class="mb-8 grid gap-3 lg:grid-cols-2">
          {due.map((one) => (
            <Gather {...one} csrf={context.csrf} />
          ))}
        </ul>
      )}
      <h2 class="mb-3 font-semibold">Batches</h2>
      {batches.length === 0 ? (
        <Empty icon="file-text" title="No batches yet" />
      ) : (
        <BatchTable batches={batches} now={now} />
      )}
      <Due orders={orders} now={now} context={context} />
    </DeskFrame>
  );
}

const Gather = ({ rail, orders, total, csrf }: DueOf & { csrf: string }): JSX.Element => (
  <li class="panel flex flex-wrap items-center justify-between gap-3 p-4">
    <div class="min-w-0">
      <h2 class="font-semibold [overflow-wrap:anywhere]">{rail.name}</h2>
      <p class="muted text-sm">
        {orders === 0
          ? "Nothing is due"
          : `${orders === 1 ? "1 order is" : `${orders} orders are`} due, ${money(total, rail.currency, "en")} in total`}
        {orders > BATCH_LINES_MAX ? `; a batch takes the ${BATCH_LINES_MAX} that wait longest` : ""}
      </p>
    </div>
    {orders === 0 ? null : (
      <ButtonForm
        action={BATCHES_PATH}
        csrf={csrf}
        label="Make a batch"
        about={`of ${rail.name}`}
        class="btn btn-sm btn-primary"
        fields={{ rail: rail.id }}
      />
    )}
  </li>
);

const BatchTable = ({ batches, now }: { batches: readonly BatchView[]; now: number }): JSX.Element => (
  <Table
    label="Batches"
    head={["Batch", "Rail", "Orders", "Total", "State", "Made", <Unseen text="Action" />]}
    columns={["", "", "text-end", "text-end"]}
    stacks
  >
    {batches.map((one) => (
      <tr>
        <Cell name="Batch">
          <span class="font-mono text-xs">{one.code}</span>
        </Cell>
        <Cell name="Rail">{providerName(one.provider)}</Cell>
        <Cell name="Orders" class="text-end tabular-nums">
          {one.lines}
        </Cell>
        <MoneyCell name="Total" amount={one.total} currency={one.currency} />
        <Cell name="State">
          <BatchBadge batch={one} />
        </Cell>
        <Cell name="Made">
          {age(now - one.created)} ago
          <span class="muted block text-xs [overflow-wrap:anywhere]">{one.madeName}</span>
        </Cell>
        <Cell>
          <a class="btn btn-sm" href={batchPath(one.code)}>
            Open<span class="sr-only"> batch {one.code}</span>
          </a>
        </Cell>
      </tr>
    ))}
  </Table>
);

function Due({ orders, now, context }: { orders: readonly DueView[]; now: number; context: DeskContext }): JSX.Element {
  const { accounts } = operatorOf(context);
  return (
    <div id="due" class="mt-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">Due</h2>
      {orders.length === 0 ? (
        <Empty icon="circle-check" title="Nothing is due" />
      ) : (
        <Table
          label="Due"
          head={["Seller", "What", "To", "Amount", "Rail", "Waiting for", <Unseen text="Action" />]}
          columns={["", "", "", "text-end"]}
          stacks
        >
          {orders.map((order) => (
            <tr>
              <OrderCells order={order} />
              <Cell name="Rail">{providerName(order.provider)}</Cell>
              <Cell name="Waiting for">
                {age(now - order.created)}
                {order.isHeld ? (
                  <span class="block text-xs text-error">The account is stopped: it isn’t gathered</span>
                ) : null}
              </Cell>
              <Cell>
                {order.kind === "refund" ? null : accounts.includes(order.account) ? (
                  <span class="muted text-xs">{OWN.own_account}</span>
                ) : (
                  <Refuse order={order} csrf={context.csrf} />
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {orders.length === DUE_SHOWN ? <p class="muted mt-2 text-sm">Only the first {DUE_SHOWN} are shown.</p> : null}
    </div>
  );
}

function Refuse({ order, csrf }: { order: DueView; csrf: string }): JSX.Element {
  return (
    <Confirm
      label="Refuse"
      question="Only if it can’t be sent: the money goes back to the seller’s wallet at once. The seller reads your reason."
    >
      <form method="post" action={`${BATCHES_PATH}/refuse`}>
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="order" value={order.code} />
        <OrderReason order={order} label="Reason" button="Give it back" />
      </form>
    </Confirm>
  );
}
