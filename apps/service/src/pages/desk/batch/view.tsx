/** One batch: what is in it, where it stands, and what comes next. */
import type { JSX } from "preact";
import { money } from "../../../words/format.js";
import { Icon } from "../../kit/icons.js";
import { LongText } from "../../kit/long-text.js";
import { Time } from "../../kit/times.js";
import { ButtonForm, Cell, Confirm, Facts, Notice, PageHead, Section, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { BATCHES_PATH, batchPath } from "../links.js";
import { CopiedId, FullId, NO_REASON, operatorOf, ReasonField, Said, Unseen } from "../parts.js";
import { providerName } from "../words.js";
import { OrderEnding } from "./ending.js";
import type { ShownBatch } from "./load.js";
import { BatchBadge, OrderBadge, OrderCells } from "./parts.js";

type Props = ShownBatch & { readonly context: DeskContext };

export function BatchPage(props: Props & { readonly said: string | undefined }): JSX.Element {
  const { context, batch, said } = props;
  return (
    <DeskFrame context={context} title={`Batch ${batch.code}`} entry="/batches">
      <PageHead
        title={`Batch ${batch.code}`}
        up={{ href: BATCHES_PATH, label: "Batches" }}
        lead={`${batch.lines === 1 ? "1 order" : `${batch.lines} orders`}, ${money(batch.total, batch.currency, "en")}`}
      />
      <Said said={said} />
      <Standing {...props} />
      <Next {...props} />
      <Withdrawal {...props} />
      <Orders {...props} />
    </DeskFrame>
  );
}

const who = (name: string | null, at: number | null): JSX.Element | string =>
  name === null || at === null ? (
    "Not yet"
  ) : (
    <span>
      {name}, <Time at={at} />
    </span>
  );

const Standing = ({ batch }: Props): JSX.Element => (
  <Section title="Where it stands">
    <Facts
      rows={[
        ["State", <BatchBadge batch={batch} />],
        ["Rail", providerName(batch.provider)],
        ["Total", money(batch.total, batch.currency, "en")],
        ["Reference at the bank", <CopiedId label="reference of the batch">{batch.code}</CopiedId>],
        ["Made", who(batch.madeName, batch.created)],
        ["Approved", who(batch.approvedName, batch.approvedAt)],
        ["Exported", who(batch.exportedName, batch.exportedAt)],
        ...(batch.fileName === null || batch.digest === null
          ? []
          : [["File", batch.fileName] as const, ["SHA-256 of the file", <FullId>{batch.digest}</FullId>] as const]),
        ...(batch.withdrawnName === null
          ? []
          : [["Withdrawn", who(`${batch.withdrawalName} and ${batch.withdrawnName}`, batch.endedAt)] as const]),
      ]}
    />
  </Section>
);

/** The one step that comes next, or why it does not. */
function Next({ batch, orders, context }: Props): JSX.Element | null {
  const home = batchPath(batch.code);
  const { accounts } = operatorOf(context);
  if (batch.withdrawalBy !== null) return null;
  switch (batch.status) {
    case "DRAFT":
      return (
        <Section title="Approve" lead="Compare each account and amount. What you approve is what the file says.">
          {batch.madeBy === context.seller.id ? (
            <p class="text-sm">You made it, so another operator has to approve it.</p>
          ) : orders.some(({ account }) => accounts.includes(account)) ? (
            <p class="text-sm">You belong to an account in it, so another operator has to approve it.</p>
          ) : (
            <ButtonForm action={`${home}/approve`} csrf={context.csrf} label="Approve" class="btn btn-primary" />
          )}
        </Section>
      );
    case "APPROVED":
      return (
        <Section
          title="Export"
          lead="The file is written once: every download is the same, and the audit log says who downloaded it."
        >
          <ButtonForm action={`${home}/export`} csrf={context.csrf} label="Write the file" class="btn btn-primary" />
        </Section>
      );
    case "EXPORTED":
    case "SETTLED":
      return (
        <Section title="File" lead="Hand it to the bank once. Its statement settles the orders.">
          <a class="btn btn-primary" href={`${home}/file`} download>
            <Icon name="download" class="size-4" />
            Download the file
          </a>
        </Section>
      );
    case "WITHDRAWN":
      return null;
    default:
      return batch.status satisfies never;
  }
}

function Withdrawal({ batch, orders, context }: Props): JSX.Element | null {
  const home = batchPath(batch.code);
  const { csrf } = context;
  const { withdrawalBy, withdrawalName, withdrawalReason, status } = batch;
  if (status === "WITHDRAWN")
    return (
      <Notice tone="note">It was withdrawn, and never sent. What was in it is due again. {withdrawalReason}</Notice>
    );
  if (status === "SETTLED" || orders.some((one) => one.status !== "OPEN")) return null;
  if (withdrawalBy === null)
    return (
      <div id="withdraw" class="mb-6 scroll-mt-4">
        <Confirm
          label="Withdraw the batch"
          icon="circle-x"
          question={
            status === "EXPORTED"
              ? "Only if the file was never handed to the bank: what is in it is gathered again, and would be paid twice. Another operator has to agree."
              : "What is in it is due again. Another operator has to agree; nothing is exported meanwhile."
          }
        >
          <form method="post" action={`${home}/withdraw`}>
            <input type="hidden" name="csrf" value={csrf} />
            <input type="hidden" name="seen" value={status} />
            <ReasonField typed={NO_REASON} hint="The operator who agrees sees it, and it’s kept in the audit log." />
            <button type="submit" class="btn btn-sm btn-error btn-outline">
              Ask to withdraw it
            </button>
          </form>
        </Confirm>
      </div>
    );
  const isMine = withdrawalBy === context.seller.id;
  return (
    <Section
      title="Withdraw"
      lead={`${withdrawalName} asks to withdraw it. Nothing is exported until this is decided.`}
    >
      <div class="mb-4 text-sm">
        <LongText text={withdrawalReason ?? ""} locale="en" />
      </div>
      {status === "EXPORTED" ? (
        <Notice tone="bad">
          Its file was written. Agree only if you know that the bank never got it: else all of it is paid twice.
        </Notice>
      ) : null}
      <div class="flex flex-wrap items-center gap-3">
        {isMine ? (
          <p class="muted text-sm">Another operator has to agree.</p>
        ) : (
          <ButtonForm
            action={`${home}/withdraw/confirm`}
            csrf={csrf}
            label="Withdraw it"
            class="btn btn-sm btn-error"
            fields={{ seen: status }}
          />
        )}
        <ButtonForm action={`${home}/withdraw/keep`} csrf={csrf} label="Keep it" class="btn btn-sm" />
      </div>
    </Section>
  );
}

function Orders(props: Props): JSX.Element | null {
  const { batch, orders, context } = props;
  if (orders.length === 0) return null;
  const isSent = batch.status === "EXPORTED" || batch.status === "SETTLED";
  return (
    <div id="orders" class="mb-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">Orders</h2>
      <Table
        label="Orders"
        head={["Line", "Seller", "What", "To", "Amount", "State", <Unseen text="Action" />]}
        columns={["text-end", "", "", "", "text-end"]}
        stacks
      >
        {orders.map((order) => (
          <tr>
            <Cell name="Line" class="text-end tabular-nums">
              {order.line}
            </Cell>
            <OrderCells order={order} />
            <Cell name="State">
              <OrderBadge status={order.status} />
              {order.isHeld && order.status === "OPEN" && !isSent ? (
                <span class="mt-1 block text-xs text-error">The account was stopped: withdraw the batch</span>
              ) : null}
              {order.reason === null ? null : (
                <span class="muted mt-1 block text-xs [overflow-wrap:anywhere]">{order.reason}</span>
              )}
            </Cell>
            <Cell>{isSent ? <OrderEnding order={order} batch={batch} context={context} /> : null}</Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}
