/** Any order, for an operator who reads it: what happened, who paid what, where each cent is, and what we wrote about it. */

import type { JSX } from "preact";
import { mayRefund } from "../../../domain/decisions/refund.js";
import { isEndedByMistake } from "../../../domain/ended-by-bank.js";
import { heldOf } from "../../../domain/escrow.js";
import { TRANSFERS } from "../../../domain/ledger.js";
import { add } from "../../../domain/money.js";
import { refusalOfOrder } from "../../../domain/operators.js";
import { usd } from "../../../words/format.js";
import { moneys } from "../../../words/presented.js";
import { DisputeThread } from "../../disputes/thread.js";
import { EscrowBadge, MistakenBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { LongText } from "../../kit/long-text.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Day, Time } from "../../kit/times.js";
import { Cell, Facts, PageHead, Section, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { deskRefundPath, disputePath, SEARCH_PATH } from "../links.js";
import { AccountLink, CopiedId, operatorOf, Said } from "../parts.js";
import type { TypedQuestion } from "../talk/form.js";
import { Talk } from "../talk/view.js";
import type { ShownOrder } from "./load.js";
import { Items, Milestones, Payments } from "./parts.js";
import { LEDGER_LABELS, TRANSFER_LABELS } from "./words.js";

export function OrderPage({
  context,
  order,
  said,
  question,
}: {
  context: DeskContext;
  order: ShownOrder;
  said?: string | undefined;
  /** What was typed, and is to be put right. */
  question?: TypedQuestion;
}): JSX.Element {
  const { escrow, merchant } = order;
  const dispute = disputePath(merchant.sellerCode, escrow.id);
  return (
    <DeskFrame context={context} title={`Order ${escrow.referenceCode}`} entry={null}>
      <PageHead
        up={{ href: SEARCH_PATH, label: "Search" }}
        title={<Given text={escrow.title} lines={3} />}
        lead={
          <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
            {isEndedByMistake(order) ? <MistakenBadge /> : <EscrowBadge status={escrow.status} />}
            <CopiedId label="reference">{escrow.referenceCode}</CopiedId>
          </span>
        }
      >
        {mayRefund(escrow) && refusalOfOrder(operatorOf(context), escrow) === null ? (
          <a class="btn btn-sm" href={deskRefundPath(merchant.sellerCode, escrow.id)}>
            Refund
          </a>
        ) : null}
        {escrow.disputeReference === null ? null : (
          <a class={`btn btn-sm ${escrow.status === "DISPUTED" ? "btn-primary" : ""}`} href={dispute}>
            {escrow.status === "DISPUTED" ? "Decide the dispute" : "Dispute"}
          </a>
        )}
      </PageHead>
      <Said said={said} />
      <div class="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div class="min-w-0">
          <About order={order} />
          <Section title="History" lead="What both sides did and said, oldest first.">
            {order.entries.length === 0 ? (
              <p class="muted text-sm">Nothing was delivered or disputed yet.</p>
            ) : (
              <DisputeThread dispute={order} viewer="operator" fileUrl={(id) => `${dispute}/evidence/${id}`} />
            )}
          </Section>
          <Talk context={context} order={order} form={question} />
        </div>
        <div class="min-w-0">
          <Items order={order} />
          <Milestones order={order} />
          <Payments order={order} />
        </div>
      </div>
      <Transfers order={order} />
      <Mails order={order} />
    </DeskFrame>
  );
}

function About({ order: { escrow, merchant, sessionCreated, endedAt } }: { order: ShownOrder }): JSX.Element {
  const day = (at: number | null, none: string): JSX.Element | string =>
    at === null ? none : <Day at={at} locale="en" />;
  return (
    <Section title="Order">
      <Facts
        rows={[
          ["Seller", <AccountLink account={merchant} />],
          ["Buyer", <span class="select-all">{escrow.buyerEmail}</span>],
          ...(escrow.externalReference === ""
            ? []
            : [["Shop’s reference", <Given text={escrow.externalReference} lines={2} />] as const]),
          ["Order id", <CopiedId label="order id">{escrow.id}</CopiedId>],
          ["Price and fees", `${usd(escrow.amount, "en")} and ${usd(escrow.fees, "en")}`],
          ["Held now", usd(heldOf(escrow), "en")],
          ["Released to the seller", usd(escrow.released, "en")],
          ["Refunded to the buyer", usd(add(escrow.refunded, escrow.refundedReleased), "en")],
          ["Offered", day(sessionCreated, "")],
          ["Confirmed", day(escrow.created, "")],
          ["Paid in full", day(escrow.fundedAt, "Not yet")],
          ["First delivered", day(escrow.firstSubmittedAt, "Not yet")],
          ...(endedAt === null ? [] : [["Ended", day(endedAt, "")] as const]),
        ]}
      />
      {escrow.description === "" ? null : (
        <div class="mt-4">
          <LongText text={escrow.description} locale="en" />
        </div>
      )}
    </Section>
  );
}

const Transfers = ({ order: { transfers } }: { order: ShownOrder }): JSX.Element => (
  <>
    <h2 class="mb-3 font-semibold">Ledger transfers</h2>
    {transfers.length === 0 ? (
      <p class="panel muted mb-6 p-4 text-sm">No money has moved yet.</p>
    ) : (
      <Table
        label="Ledger transfers"
        head={["What", "From", "To", "When", "Amount"]}
        columns={["", "", "", "", "text-end"]}
        stacks
      >
        {transfers.map(({ kind, amount, presented, created }) => (
          <tr>
            <Cell class="font-medium">{TRANSFER_LABELS[kind]}</Cell>
            <Cell name="From">{LEDGER_LABELS[TRANSFERS[kind].debit]}</Cell>
            <Cell name="To">{LEDGER_LABELS[TRANSFERS[kind].credit]}</Cell>
            <Cell name="When">
              <Time at={created} />
            </Cell>
            <MoneyCell name="Amount" amount={amount} below={presented === null ? null : moneys(presented, "en")} />
          </tr>
        ))}
      </Table>
    )}
  </>
);

/** The outbox keeps mails for 90 days. */
const Mails = ({ order: { mails } }: { order: ShownOrder }): JSX.Element => (
  <>
    <h2 class="mt-6 mb-3 font-semibold">Mails</h2>
    {mails.length === 0 ? (
      <p class="panel muted mb-6 p-4 text-sm">None in the last 90 days.</p>
    ) : (
      <Table label="Mails" head={["Subject", "To", "State"]} stacks>
        {mails.map(({ subject, recipient, created, sentAt, error }) => (
          <tr>
            <Cell class="min-w-52">
              <Given text={subject} lines={2} />
            </Cell>
            <Cell name="To" class="[overflow-wrap:anywhere]">
              {recipient}
            </Cell>
            <Cell name="State">
              {sentAt === null ? (error === null ? "Waiting" : "Not delivered yet") : "Sent"}{" "}
              <Time at={sentAt ?? created} />
              {error === null || sentAt !== null ? null : (
                <span class="block text-error">
                  <Given text={error} lines={2} />
                </span>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    )}
  </>
);
