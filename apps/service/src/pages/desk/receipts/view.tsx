/** What waits on rails of the operator's own: payments that buyers say they made, others that are expected, refunds to send. */
import type { JSX } from "preact";
import { CURRENCY } from "../../../domain/money.js";
import { type Rail, railIdOf, railProvider } from "../../../domain/rails.js";
import { type ExpectedView, type OutgoingView, SHOWN_MAX } from "../../../store/read/desk/rails.js";
import { money } from "../../../words/format.js";
import { withUsd } from "../../../words/presented.js";
import { Badge } from "../../kit/badge.js";
import { maxLengthFor } from "../../kit/max-length.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Cell, described, Facts, Field, PageHead, Section, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { RECEIPTS_PATH, receiptPath } from "../links.js";
import { AccountLink, age, CopiedId, Said, Unseen } from "../parts.js";
import { providerName, STATEMENT_FORMATS } from "../words.js";
import type { Receipts } from "./load.js";
import { OutgoingForms } from "./outgoing.js";
import { Unmatched } from "./unmatched.js";

export function ReceiptsPage({
  context,
  receipts: { rails, sought, found, claimed, expected, unmatched, outgoing, now },
  said,
}: {
  context: DeskContext;
  receipts: Receipts;
  said: string | undefined;
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Receipts" entry="/receipts">
      <PageHead
        title="Receipts"
        lead="Money on accounts of your own. Compare what waits with the account, then book what came in. A buyer’s word alone books nothing."
      />
      <Said said={said} />
      <form method="get" action={RECEIPTS_PATH} class="mb-6 max-w-md">
        <Field
          label="Find a payment by its reference"
          name="q"
          hint="As the bank shows it: spaces and capitals don’t matter."
        >
          <div class="flex gap-2">
            <input
              type="text"
              class="input min-w-0 flex-1"
              maxLength={maxLengthFor(80)}
              autocomplete="off"
              value={sought}
              {...described("q", { hasHint: true })}
            />
            <button type="submit" class="btn">
              Find
            </button>
          </div>
        </Field>
      </form>
      {sought === "" ? null : (
        <Group
          id="found"
          title={`Payments with the reference ${sought}`}
          rows={found}
          now={now}
          none="No payment has this reference."
        />
      )}
      <Group id="claimed" title="Buyers say they’ve paid" rows={claimed} now={now} none="No buyer is waiting." />
      <Group
        id="expected"
        title="Other expected payments"
        rows={expected}
        now={now}
        none="No other payment is expected."
      />
      <Unmatched lines={unmatched} />
      <Outgoing
        rows={outgoing}
        now={now}
        context={context}
        byFile={new Set(rails.filter(({ payouts }) => payouts != null).map(railProvider))}
      />
      {rails.map((rail) => (
        <RailSection rail={rail} />
      ))}
    </DeskFrame>
  );
}

function Group({
  id,
  title,
  rows,
  now,
  none,
}: {
  id: string;
  title: string;
  rows: readonly ExpectedView[];
  now: number;
  none: string;
}): JSX.Element {
  return (
    <div id={id} class="mb-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">{title}</h2>
      {rows.length === 0 ? (
        <p class="panel muted p-4 text-sm">{none}</p>
      ) : (
        <Table
          label={title}
          head={["Seller", "Reference", "Amount", "Rail", "Asked for", "Time left", <Unseen text="Action" />]}
          columns={["", "", "text-end"]}
          stacks
        >
          {rows.map((row) => (
            <tr>
              <Cell name="Seller">
                <AccountLink account={row} />
              </Cell>
              <Cell name="Reference">
                <CopiedId label="reference">{row.reference}</CopiedId>
                <span class="muted block text-xs">Order {row.referenceCode}</span>
              </Cell>
              <MoneyCell name="Amount" amount={row.asked} currency={row.currency} />
              <Cell name="Rail">{railIdOf(row.provider)}</Cell>
              <Cell name="Asked for">{age(now - row.created)} ago</Cell>
              <Cell name="Time left">
                <Standing row={row} now={now} />
              </Cell>
              <Cell>
                <a class="btn btn-sm" href={receiptPath(row.sellerCode, row.escrow, row.payment)}>
                  Open<span class="sr-only"> {row.reference}</span>
                </a>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {rows.length === SHOWN_MAX ? <p class="muted text-sm">Only the first {SHOWN_MAX} are shown.</p> : null}
    </div>
  );
}

function Standing({ row, now }: { row: ExpectedView; now: number }): JSX.Element {
  const left = row.fundingDeadline - now;
  return (
    <span class="flex flex-wrap gap-1.5">
      {row.closedAt !== null ? (
        <Badge tone="over" icon="circle-check" text="Closed" />
      ) : left > 0 ? (
        <Badge tone={left < 86_400 ? "bad" : "waiting"} icon="clock" text={age(left)} />
      ) : (
        <Badge tone="bad" icon="clock" text="Over: money goes back" />
      )}
      {row.refusal === null ? null : <Badge tone="bad" icon="circle-alert" text="Not found" />}
      {row.files === 0 ? null : (
        <Badge tone="good" icon="paperclip" text={row.files === 1 ? "1 file" : `${row.files} files`} />
      )}
    </span>
  );
}

function Outgoing({
  rows,
  now,
  context,
  byFile,
}: {
  rows: readonly OutgoingView[];
  /** Rails that pay by files. */
  byFile: ReadonlySet<string>;
  now: number;
  context: DeskContext;
}): JSX.Element {
  return (
    <div id="outgoing" class="mb-8 scroll-mt-4">
      <h2 class="mb-3 font-semibold">Refunds to send</h2>
      {rows.length === 0 ? (
        <p class="panel muted p-4 text-sm">No refund has to be sent.</p>
      ) : (
        <ul class="space-y-4">
          {rows.map((row) => (
            <li class="panel p-4 sm:p-5">
              <Facts
                rows={[
                  ["To", row.buyer],
                  ["Amount", withUsd(row.currency === CURRENCY ? null : row, row.worth, "en")],
                  ["From", providerName(row.provider)],
                  ["Of payment", <CopiedId label="reference of the payment">{row.payment}</CopiedId>],
                  ["Reference to write", <CopiedId label="reference to write">{row.reference}</CopiedId>],
                  ["Seller", <AccountLink account={row} />],
                  ["Waiting for", age(now - row.created)],
                ]}
              />
              <OutgoingForms row={row} csrf={context.csrf} byFile={byFile.has(row.provider)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a rail can do, in words. */
const RailSection = ({ rail }: { rail: Rail }): JSX.Element => (
  <Section title={rail.name} lead={`Rail ${rail.id}`}>
    <Facts
      rows={[
        ["Buyers find it under", rail.method === "bank" ? "Bank transfer" : "Mobile money"],
        [
          "Takes",
          `${rail.currency}, from ${money(rail.least, rail.currency, "en")} to ${money(rail.most, rail.currency, "en")} a payment`,
        ],
        ["Payers from", rail.countries === null ? "everywhere" : rail.countries.join(", ")],
        ["Account holder", rail.holder],
        ...rail.account.map(({ label, value }) => [label, value] as const),
        ["Late money", rail.days === 1 ? "is waited for 1 day" : `is waited for ${rail.days} days`],
        [
          "Refunds",
          rail.payouts == null
            ? "whole and in parts, sent by hand from here"
            : "whole and in parts, by hand from here or in batches",
        ],
        [
          "Statements",
          rail.statements === null
            ? "none are imported"
            : `${STATEMENT_FORMATS[rail.statements.format]}, under Statements`,
        ],
        ["Payouts to sellers", rail.payouts == null ? "none" : `${rail.payouts.format}, under Batches`],
      ]}
    />
  </Section>
);
