/** The statement of the wallet: every line with what it is for, the event that told of it, and the balance after it. */
import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import { LINE_KINDS, type LineKind, type WalletLine } from "../../../../store/read/money/wallet.js";
import type { Page } from "../../../../store/read/page.js";
import { money, usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Pager } from "../../../kit/pager.js";
import { Tabs } from "../../../kit/tabs.js";
import { Day } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Section, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { escrowUrl, eventUrl, payoutUrl, statementUrl, walletUrl } from "../../links.js";
import { signedUsd } from "../pieces.js";
import { statementWords, walletWords } from "../words.js";
import { payoutOf } from "./described.js";
import { type Month, nameOf } from "./month.js";

type StatementProps = {
  readonly context: ConsoleContext;
  /** Null for all kinds. */
  readonly kind: LineKind | null;
  readonly page: Page<WalletLine>;
  /** The newest first. */
  readonly months: readonly Month[];
};

export function StatementPage({ context, kind, page, months }: StatementProps): JSX.Element {
  const words = statementWords(context.locale);
  const path = statementUrl(context);
  return (
    <Frame context={context} title={words.title} entry="/wallet">
      <PageHead
        title={words.title}
        up={{ href: walletUrl(context), label: walletWords(context.locale).title }}
        lead={words.lead}
      >
        <a class="btn" href={`${path}.csv`}>
          <Icon name="download" class="size-4" />
          {words.csv}
        </a>
      </PageHead>
      <Months path={path} months={months} />
      <Tabs
        label={words.kinds}
        class="mb-3 border-b border-base-300"
        tabs={[
          { href: path, text: words.all, isOn: kind === null },
          ...LINE_KINDS.map((one) => ({
            href: `${path}?kind=${one}`,
            text: words[`many_${one}`],
            isOn: one === kind,
          })),
        ]}
      />
      {page.rows.length === 0 ? (
        <Empty icon="receipt-text" title={kind === null ? words.none : words.noneOfKind}>
          {kind === null ? words.noneText : null}
        </Empty>
      ) : (
        <Table
          label={words.title}
          head={[words.line, words.description, words.event, words.amount, words.balance]}
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

/** Statements of a month are in sight for half a year, older ones behind a click. */
const MONTHS_SHOWN = 6;

function Months({ path, months }: { path: string; months: readonly Month[] }): JSX.Element | null {
  const words = useWords(statementWords);
  if (months.length === 0) return null;
  const older = months.slice(MONTHS_SHOWN);
  return (
    <Section title={words.months} lead={words.monthsLead}>
      <MonthList path={path} months={months.slice(0, MONTHS_SHOWN)} />
      {older.length === 0 ? null : (
        <details class="mt-2">
          <summary class="cursor-pointer py-1.5 text-sm font-medium text-primary">{words.olderMonths}</summary>
          <MonthList path={path} months={older} />
        </details>
      )}
    </Section>
  );
}

function MonthList({ path, months }: { path: string; months: readonly Month[] }): JSX.Element {
  const locale = useLocale();
  return (
    <ul class="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
      {months.map((month) => (
        <li class="flex items-center justify-between gap-3 border-b border-base-300 py-1.5 text-sm">
          <span>{nameOf(month, locale)}</span>
          <span class="flex gap-3">
            {(["pdf", "csv"] as const).map((ending) => (
              <a
                class="link link-primary inline-flex min-h-8 items-center"
                href={`${path}.${ending}?month=${month}`}
                aria-label={`${nameOf(month, locale)}, ${ending.toUpperCase()}`}
                download
              >
                {ending.toUpperCase()}
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Line({ context, line }: { context: ConsoleContext; line: WalletLine }): JSX.Element {
  const { locale } = context;
  const balance = usd(line.balanceAfter, locale);
  return (
    <tr>
      <Cell class="muted tabular-nums max-sm:hidden">{line.number}</Cell>
      <Cell class="min-w-40">
        <WhatFor context={context} line={line} />
        <span class="muted mt-0.5 block text-xs">
          <Day at={line.created} locale={locale} />
          <span class="block sm:hidden">{statementWords(locale).balanceAfter({ balance })}</span>
        </span>
      </Cell>
      <Cell class="max-md:hidden">
        <EventLink context={context} line={line} />
      </Cell>
      <Cell class="text-end font-medium whitespace-nowrap tabular-nums">{signedUsd(line.amount, locale)}</Cell>
      <Cell class="text-end whitespace-nowrap tabular-nums max-sm:hidden">{balance}</Cell>
    </tr>
  );
}

function WhatFor({ context, line }: { context: ConsoleContext; line: WalletLine }): JSX.Element {
  const words = useWords(statementWords);
  const one = words[`one_${line.kind}`];
  if (line.payout !== null) {
    const { id, number, presented } = line.payout;
    return (
      <>
        <a class="link link-primary font-medium" href={payoutUrl(context, id)}>
          {payoutOf(line.kind, number, words)}
        </a>
        {presented === null ? null : (
          <span class="muted block text-xs tabular-nums">
            {money(presented.amount, presented.currency, context.locale)}
          </span>
        )}
      </>
    );
  }
  if (line.order === null) return <span>{one}</span>;
  return (
    <>
      <a class="link-hover font-medium" href={escrowUrl(context, line.order.id)}>
        <Given text={line.order.part ?? line.order.title} lines={2} />
      </a>
      <span class="muted block text-xs">
        {one}
        <span class="max-sm:hidden"> · </span>
        <bdi class="whitespace-nowrap max-sm:block">{line.order.referenceCode}</bdi>
      </span>
    </>
  );
}

function EventLink({ context, line }: { context: ConsoleContext; line: WalletLine }): JSX.Element {
  const words = useWords(statementWords);
  if (line.event === null) return <span class="muted">{line.payout === null ? words.noEvent : "–"}</span>;
  const id = formatId("event", line.event);
  return (
    <a class="link link-primary font-mono text-xs" href={eventUrl(context, line.event)} title={id}>
      {id.slice(0, 4)}…{id.slice(-8)}
    </a>
  );
}
