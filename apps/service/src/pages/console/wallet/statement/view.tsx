/** The statement of the wallet: every line with what it is for, the event that told of it, and the balance after it. */
import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import { LINE_KINDS, type LineKind, type WalletLine } from "../../../../store/read/money/wallet.js";
import type { Page } from "../../../../store/read/page.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { Pager } from "../../../kit/pager.js";
import { Day } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { escrowUrl, eventUrl, payoutUrl, statementUrl, walletUrl } from "../../links.js";
import { KindLink, signedUsd } from "../pieces.js";
import { LINE_NAMES } from "../words.js";

type StatementProps = {
  readonly context: ConsoleContext;
  /** Null for all kinds. */
  readonly kind: LineKind | null;
  readonly page: Page<WalletLine>;
};

export function StatementPage({ context, kind, page }: StatementProps): JSX.Element {
  const path = statementUrl(context);
  return (
    <Frame context={context} title="Statement" entry="/wallet">
      <PageHead
        title="Statement"
        up={{ href: walletUrl(context), label: "Wallet" }}
        lead="Every amount that entered or left your wallet. The lines add up to your available balance."
      >
        <a class="btn" href={`${path}.csv`}>
          <Icon name="download" class="size-4" />
          Download CSV
        </a>
      </PageHead>
      <nav class="mb-4 flex flex-wrap gap-2" aria-label="Kinds of lines">
        <KindLink href={path} label="All" isCurrent={kind === null} />
        {LINE_KINDS.map((one) => (
          <KindLink href={`${path}?kind=${one}`} label={LINE_NAMES[one].many} isCurrent={one === kind} />
        ))}
      </nav>
      {page.rows.length === 0 ? (
        <Empty icon="receipt-text" title={kind === null ? "No lines yet" : "No lines of this kind"}>
          {kind === null ? "The first one appears when a buyer approves a delivery." : null}
        </Empty>
      ) : (
        <Table
          label="Statement"
          head={["Line", "Description", "Event", "Amount", "Balance"]}
          columns={["max-sm:hidden", "", "max-md:hidden", "text-end", "text-end max-sm:hidden"]}
        >
          {page.rows.map((line) => (
            <Line context={context} line={line} />
          ))}
        </Table>
      )}
      <Pager page={page} path={path} query={kind === null ? {} : { kind }} />
    </Frame>
  );
}

function Line({ context, line }: { context: ConsoleContext; line: WalletLine }): JSX.Element {
  return (
    <tr>
      <Cell class="muted tabular-nums max-sm:hidden">{line.number}</Cell>
      <Cell class="min-w-40">
        <WhatFor context={context} line={line} />
        <span class="muted mt-0.5 block text-xs">
          <Day at={line.created} locale="en" />
          <span class="sm:hidden"> · {usd(line.balanceAfter, "en")} after it</span>
        </span>
      </Cell>
      <Cell class="max-md:hidden">
        <EventLink context={context} line={line} />
      </Cell>
      <Cell class="text-end font-medium whitespace-nowrap tabular-nums">{signedUsd(line.amount)}</Cell>
      <Cell class="text-end whitespace-nowrap tabular-nums max-sm:hidden">{usd(line.balanceAfter, "en")}</Cell>
    </tr>
  );
}

function WhatFor({ context, line }: { context: ConsoleContext; line: WalletLine }): JSX.Element {
  const { one } = LINE_NAMES[line.kind];
  if (line.payout !== null) {
    return (
      <a class="link link-primary font-medium" href={payoutUrl(context, line.payout.id)}>
        {line.kind === "payout_void" || line.kind === "payout_returned"
          ? `Payout ${line.payout.number} returned`
          : `Payout ${line.payout.number}`}
      </a>
    );
  }
  if (line.order === null) return <span>{one}</span>;
  return (
    <>
      <a class="link-hover font-medium" href={escrowUrl(context, line.order.id)}>
        <Given text={line.order.part ?? line.order.title} lines={2} />
      </a>
      <span class="muted block text-xs">
        {one} · <bdi>{line.order.referenceCode}</bdi>
      </span>
    </>
  );
}

function EventLink({ context, line }: { context: ConsoleContext; line: WalletLine }): JSX.Element {
  if (line.event === null) return <span class="muted">{line.payout === null ? "Not kept" : "–"}</span>;
  const id = formatId("event", line.event);
  return (
    <a class="link link-primary font-mono text-xs" href={eventUrl(context, line.event)} title={id}>
      {id.slice(0, 4)}…{id.slice(-8)}
    </a>
  );
}
