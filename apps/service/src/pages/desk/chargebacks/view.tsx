/** Chargebacks of all accounts: those that wait, those that are decided, and how large their share is. */

import type { JSX } from "preact";
import type { DeskChargeback, DisputedShare } from "../../../store/read/desk/chargebacks.js";
import type { Page } from "../../../store/read/page.js";
import { grouped } from "../../../words/format.js";
import { moneys } from "../../../words/presented.js";
import { ChargebackBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { Late } from "../../kit/late.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Pager } from "../../kit/pager.js";
import { ShortDay } from "../../kit/times.js";
import { Cell, Empty, PageHead, Section, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { type AllCells, type InCell, inCell } from "../cells.js";
import { ExportLink } from "../exports/link.js";
import { DeskFrame } from "../frame.js";
import { CHARGEBACKS_PATH, chargebackPath } from "../links.js";
import { AccountLink, age, MoreThere } from "../parts.js";
import { providerName, reasonName } from "../words.js";
import type { OpenChargebacks } from "./load.js";

const Tabs = ({ which }: { which: "open" | "decided" }): JSX.Element => (
  <nav class="mb-4 flex gap-2" aria-label="Which chargebacks">
    {(["open", "decided"] as const).map((one) => (
      <a
        class={`btn btn-sm ${one === which ? "btn-primary" : ""}`}
        href={CHARGEBACKS_PATH + (one === "open" ? "" : "?which=decided")}
        aria-current={one === which ? "page" : undefined}
      >
        {one === "open" ? "Open" : "Decided"}
      </a>
    ))}
  </nav>
);

const RIGHT = "text-end";

/** @param now null where nobody has to answer any more. */
const Rows = ({ rows, now }: { rows: readonly InCell<DeskChargeback>[]; now: number | null }): JSX.Element => (
  <Table
    label="Chargebacks"
    head={["Order", "Seller", "Status", now === null ? "Reported" : "Answer within", "Amount"]}
    columns={["", "", "", "", RIGHT]}
    stacks
  >
    {rows.map((row) => (
      <tr>
        <Cell class="min-w-48">
          <a class="link link-primary inline-flex min-h-6 items-center" href={inCell(chargebackPath(row.id), row.cell)}>
            <Given text={row.title} lines={2} />
          </a>
          <span class="muted block text-xs">{row.reference}</span>
        </Cell>
        <Cell name="Seller">
          <AccountLink account={row} />
        </Cell>
        <Cell name="Status">
          <ChargebackBadge status={row.status} />
          <span class="muted mt-1 block text-xs [overflow-wrap:anywhere]">
            {providerName(row.provider)}: {reasonName(row.reason)}
          </span>
        </Cell>
        <Cell name={now === null ? "Reported" : "Answer within"} class="whitespace-nowrap">
          {now === null ? <ShortDay at={row.created} locale="en" /> : deadline(row, now)}
        </Cell>
        <MoneyCell
          name="Amount"
          amount={row.amount}
          below={row.disputed === null ? null : moneys(row.disputed, "en")}
        />
      </tr>
    ))}
  </Table>
);

function deadline({ status, answerBy }: DeskChargeback, now: number): string {
  if (answerBy === null || status === "ANSWERED") return "–";
  return answerBy > now ? age(answerBy - now) : "Too late";
}

export const OpenChargebacksPage = ({
  context,
  chargebacks: { rows, shares, now },
}: {
  context: DeskContext;
  chargebacks: Omit<OpenChargebacks, "rows" | "shares"> & {
    readonly rows: readonly InCell<DeskChargeback>[];
    readonly shares: readonly InCell<DisputedShare>[];
  };
}): JSX.Element => (
  <DeskFrame context={context} title="Chargebacks" entry="/chargebacks">
    <PageHead
      title="Chargebacks"
      lead="Payments that the payer’s bank disputes. While one is open, no money of that payment is paid out. The most urgent comes first."
    />
    <Tabs which="open" />
    {rows.length === 0 ? <Empty icon="landmark" title="No open chargebacks" /> : <Rows rows={rows} now={now} />}
    {shares.length === 0 ? null : <Shares shares={shares} />}
  </DeskFrame>
);

/** Card schemes have limits for it, and fine those above. */
const Shares = ({ shares }: { shares: readonly InCell<DisputedShare>[] }): JSX.Element => (
  <Section
    title="Share of disputed payments"
    lead="Payments that banks disputed in a month (UTC), as a share of that month’s payments. Card schemes take notice at about 0.9%."
  >
    <Table
      label="Share of disputed payments"
      head={["Month", "Provider", "Payments", "Disputed", "Share", "Amount"]}
      columns={["", "", RIGHT, RIGHT, RIGHT, RIGHT]}
      stacks
    >
      {shares.map(({ month, provider, payments, disputed, amount, cell }) => (
        <tr>
          <Cell class="whitespace-nowrap">{month}</Cell>
          <Cell name="Provider">
            {providerName(provider)}
            {cell === undefined ? null : ` · cell ${cell}`}
          </Cell>
          <Cell name="Payments" class="text-end tabular-nums">
            {grouped(payments, "en")}
          </Cell>
          <Cell name="Disputed" class="text-end tabular-nums">
            {grouped(disputed, "en")}
          </Cell>
          <Cell name="Share" class="text-end tabular-nums">
            {payments === 0 ? "–" : `${((100 * disputed) / payments).toFixed(2)}%`}
          </Cell>
          <MoneyCell name="Amount" amount={amount} />
        </tr>
      ))}
    </Table>
  </Section>
);

export const DecidedChargebacksPage = ({
  context,
  page,
  all: { rows, more },
  ageSeconds,
}: {
  context: DeskContext;
  page: Page<DeskChargeback & { readonly position: string }>;
  all: AllCells<DeskChargeback>;
  ageSeconds: number | null;
}): JSX.Element => (
  <DeskFrame context={context} title="Chargebacks" entry="/chargebacks">
    <PageHead title="Chargebacks" lead="Those that are decided, the newest first.">
      <ExportLink list="chargebacks" query={{ which: "decided" }} />
    </PageHead>
    <Tabs which="decided" />
    {rows.length === 0 ? (
      <Empty icon="landmark" title="No chargeback is decided yet" />
    ) : (
      <Rows rows={rows} now={null} />
    )}
    <Pager page={page} path={CHARGEBACKS_PATH} query={{ which: "decided" }} />
    <MoreThere more={more} />
    <Late ageSeconds={ageSeconds} />
  </DeskFrame>
);
