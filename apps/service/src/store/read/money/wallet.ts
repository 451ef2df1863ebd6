/** Wallets as their owners see them: the balance, the statement, payouts and where they go. */

import type { Money } from "../../../domain/currencies.js";
import type { AccountId, EscrowId, EventId, PayoutId } from "../../../domain/ids.js";
import type { TransferKind } from "../../../domain/ledger.js";
import { add, type Cents } from "../../../domain/money.js";
import type { Destination, Payout, Wallet } from "../../../domain/payouts.js";
import type { PayoutStatus } from "../../../domain/states.js";
import type { CurrentReads, Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { type CurrencySum, PAYOUT_ABROAD } from "../../abroad.js";
import {
  DESTINATION,
  type DestinationRow,
  NO_ESCROW,
  PAYOUT,
  type PayoutRow,
  WALLET,
  type WalletRow,
} from "../../payouts.js";
import { toCents } from "../../rows.js";
import { type DayRange, daysFilter, type List, listOf, type Page, type PageRequest, pageOf } from "../page.js";

export type WalletView = Wallet & {
  /** In escrows that have not ended, fees included. */
  readonly held: Cents;
  /** Set aside for payouts that are neither there nor back. */
  readonly pending: Cents;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

/**
 * What an account has, and what decides about its payouts.
 *
 * What its escrows hold is what came in less all that is somewhere else: so the books need no walk over the escrows. Every
 * transfer has two sides, which makes the two the same (`ledger check`, "Paid in equals held, …").
 */
export async function readWallet(db: CurrentReads, account: AccountId): Promise<WalletView> {
  type Row = WalletRow & { readonly pending: string; readonly held: string; readonly now: string };
  const [row] = await db.read<Row>({
    name: "read wallet",
    text: `
      select ${WALLET.columns}, service_now() as now, books.pending,
        books.inside - coalesce((
          select sum(part.amount - part.charged_back - part.kept) from refunds r
          join refund_parts part on part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id
          where r.account_id = a.id and r.status <> 'SUCCEEDED' and part.status <> 'SUCCEEDED'), 0) as held
      from accounts a cross join lateral (
        select coalesce(sum(credits - debits) filter (where kind = 'payouts_pending'), 0) as pending,
          coalesce(sum(debits - credits), 0) as inside
        from ledger_accounts l
        where l.account_id = a.id and l.escrow_id = ${NO_ESCROW}
          and l.kind in ('external', 'merchant_wallet', 'fees_earned', 'payouts_pending', 'merchant_owes')
      ) books
      where a.id = $1`,
    values: [account],
  });
  if (row === undefined) throw new Error(`there is no account ${account}`);
  return {
    ...WALLET.fromRow(row),
    held: toCents(row.held),
    pending: toCents(row.pending),
    now: Number(row.now),
  };
}

// The statement ----------------------------------------------------------------------------------------------------------

export const LINE_KINDS = [
  "release",
  "settlement",
  "payout_reserved",
  "payout_void",
  "payout_returned",
  "chargeback_wallet",
  "wallet_restored",
  "debt_paid",
  "refund_released",
] as const satisfies readonly TransferKind[];
export type LineKind = (typeof LINE_KINDS)[number];

/** A line of the statement, and what it is for. */
export type WalletLine = {
  /** The number as text: the line's place in lists. */
  readonly position: string;
  readonly number: number;
  readonly kind: LineKind;
  /** Below zero for what left the wallet. */
  readonly amount: Cents;
  readonly balanceAfter: Cents;
  readonly created: number;
  /** Null for what is of a payout, and for the few old lines whose event can't be told any more. */
  readonly event: EventId | null;
  readonly order: {
    readonly id: EscrowId;
    readonly referenceCode: string;
    readonly externalReference: string;
    readonly title: string;
    /** Null for a settlement, and for an order of one part. */
    readonly part: string | null;
  } | null;
  readonly payout: {
    readonly id: PayoutId;
    readonly number: number;
    readonly status: PayoutStatus;
    /** What left, or was to leave, where that isn't USD. */
    readonly presented: Money | null;
  } | null;
};

type LineRow = {
  readonly position: string;
  readonly kind: LineKind;
  readonly amount: string;
  readonly balance_after: string;
  readonly created: string;
  readonly event_id: EventId | null;
  readonly escrow_id: EscrowId | null;
  readonly reference_code: string;
  readonly external_reference: string;
  readonly title: string;
  readonly part: string | null;
  readonly payout_id: PayoutId | null;
  readonly payout_number: string;
  readonly payout_status: PayoutStatus;
  readonly payout_currency: string | null;
  readonly payout_presented: string | null;
};

const LINE_COLUMNS = `l.number as position, l.kind, l.amount, l.balance_after, l.created, l.event_id, t.escrow_id, e.reference_code,
  e.external_reference, e.title, case when m.amount <> e.amount then m.title end as part, t.payout_id,
  p.number as payout_number, p.status as payout_status, p.presented_currency as payout_currency, p.presented_amount as payout_presented`;

// Everything but the lines is looked up by primary key, a page at a time.
const LINES = `wallet_lines l
  join ledger_transfers t on t.account_id = l.account_id and t.id = l.transfer_id
  left join escrows e on e.account_id = t.account_id and e.id = t.escrow_id
  left join milestones m on m.account_id = t.account_id and m.escrow_id = t.escrow_id and m.id = t.milestone_id
  left join payouts p on p.account_id = t.account_id and p.id = t.payout_id`;

function lineFromRow(row: LineRow): WalletLine {
  const { escrow_id, payout_id } = row;
  return {
    position: row.position,
    number: Number(row.position),
    kind: row.kind,
    amount: toCents(row.amount),
    balanceAfter: toCents(row.balance_after),
    created: Number(row.created),
    event: row.event_id,
    order:
      escrow_id === null
        ? null
        : {
            id: escrow_id,
            referenceCode: row.reference_code,
            externalReference: row.external_reference,
            title: row.title,
            part: row.part,
          },
    payout:
      payout_id === null
        ? null
        : {
            id: payout_id,
            number: Number(row.payout_number),
            status: row.payout_status,
            presented:
              row.payout_currency === null || row.payout_presented === null
                ? null
                : { amount: toCents(row.payout_presented), currency: row.payout_currency },
          },
  };
}

/** Lines newest first; of one kind, or of all for null. */
export async function listLines(
  db: CurrentReads,
  account: AccountId,
  { kind, page }: { readonly kind: LineKind | null; readonly page: PageRequest },
): Promise<Page<WalletLine>> {
  const listed = await pageOf<LineRow>(db, {
    name: "list wallet lines",
    select: LINE_COLUMNS,
    from: LINES,
    key: "l.number",
    keyType: "bigint",
    filters: [
      { sql: "l.account_id = $", value: account },
      ...(kind === null ? [] : [{ sql: "l.kind = $", value: kind }]),
    ],
    page,
  });
  return { ...listed, rows: listed.rows.map(lineFromRow) };
}

/** Unix seconds of the service's clock, from `from` on and before `until`. */
export type StatementSpan = { readonly from: number; readonly until: number };

/** Of all time. */
export const ALL_TIME: StatementSpan = { from: 0, until: Number.MAX_SAFE_INTEGER };

/**
 * The next lines of a span after one, oldest first, for reading all of them. Walks the index wallet_lines_created.
 * @param after the last one that was read; null for the first.
 */
export async function linesAfter(
  db: Reads,
  account: AccountId,
  { span, after, limit }: { readonly span: StatementSpan; readonly after: WalletLine | null; readonly limit: number },
): Promise<readonly WalletLine[]> {
  const rows = await db.read<LineRow>({
    name: "wallet lines after",
    text: `
      select ${LINE_COLUMNS} from ${LINES}
      where l.account_id = $1 and l.created >= $2 and l.created < $3 and (l.created, l.number) > ($4::bigint, $5::bigint)
      order by l.created, l.number limit $6`,
    values: [account, span.from, span.until, after?.created ?? -1, after?.number ?? 0, limit],
  });
  return rows.map(lineFromRow);
}

/** What a span came to. */
export type StatementSums = {
  /** The balance before its first line, and after its last. */
  readonly opening: Cents;
  readonly closing: Cents;
  readonly kinds: readonly { readonly kind: LineKind; readonly lines: number; readonly amount: Cents }[];
};

export async function sumLines(db: Queryable, account: AccountId, span: StatementSpan): Promise<StatementSums> {
  type Row = {
    readonly opening: string;
    readonly kind: LineKind | null;
    readonly lines: number;
    readonly amount: string;
  };
  const rows = await db.query<Row>({
    name: "sum wallet lines",
    text: `
      with opening as (
        select balance_after from wallet_lines where account_id = $1 and created < $2 order by created desc, number desc limit 1
      )
      select coalesce((select balance_after from opening), 0) as opening, kind, count(l.number)::int as lines,
        coalesce(sum(amount), 0) as amount
      from (select 1) always left join wallet_lines l on l.account_id = $1 and l.created >= $2 and l.created < $3
      group by kind`,
    values: [account, span.from, span.until],
  });
  const opening = toCents(rows[0]?.opening ?? "0");
  const kinds = LINE_KINDS.flatMap((kind) =>
    rows.filter((row) => row.kind === kind).map(({ lines, amount }) => ({ kind, lines, amount: toCents(amount) })),
  );
  return { opening, closing: add(opening, ...kinds.map(({ amount }) => amount)), kinds };
}

/** When the first line was written, and the time now; null for an account without lines. */
export async function readLineSpan(
  db: Queryable,
  account: AccountId,
): Promise<{ readonly first: number; readonly now: number } | null> {
  const [row] = await db.query<{ first: string; now: string }>({
    name: "read line span",
    text: "select created as first, service_now() as now from wallet_lines where account_id = $1 order by number limit 1",
    values: [account],
  });
  return row === undefined ? null : { first: Number(row.first), now: Number(row.now) };
}

// Payouts ----------------------------------------------------------------------------------------------------------------

export type PayoutView = Payout & {
  /** The number as text: the payout's place in lists. */
  readonly position: string;
  readonly to: Destination;
  /** Null for the command line. */
  readonly requestedByName: string | null;
  /** Null once its provider is not asked any more. Unix seconds of the service's clock. */
  readonly nextTryAt: number | null;
  readonly tries: number;
};

type PayoutViewRow = {
  readonly position: string;
  readonly payout: PayoutRow;
  readonly destination: DestinationRow;
  readonly requested_by_name: string | null;
  readonly next_try_at: string | null;
  readonly tries: number;
};

const PAYOUT_COLUMNS = `p.number as position, ${PAYOUT.asJson} as payout, ${DESTINATION.asJson} as destination,
  s.name as requested_by_name, case c.status when 'OPEN' then c.due_at / 1000 end as next_try_at, c.tries`;
const PAYOUTS = `payouts p
  join payout_destinations d on d.account_id = p.account_id and d.id = p.destination_id
  join payout_calls c on c.account_id = p.account_id and c.payout_id = p.id
  left join sellers s on s.id = p.requested_by`;

const payoutViewFromRow = (row: PayoutViewRow): PayoutView => ({
  ...PAYOUT.fromRow(row.payout),
  position: row.position,
  to: DESTINATION.fromRow(row.destination),
  requestedByName: row.requested_by_name,
  nextTryAt: row.next_try_at === null ? null : Number(row.next_try_at),
  tries: row.tries,
});

/** Newest first; of one status and of some days, or all. */
export const listPayouts = (
  db: Reads,
  account: AccountId,
  { status, ...days }: DayRange & { readonly status: PayoutStatus | null },
): List<PayoutView> =>
  listOf<PayoutViewRow, PayoutView>(
    db,
    {
      name: "list payouts",
      select: PAYOUT_COLUMNS,
      from: PAYOUTS,
      key: "p.number",
      keyType: "bigint",
      filters: [
        { sql: "p.account_id = $", value: account },
        ...(status === null ? [] : [{ sql: "p.status = $", value: status }]),
        ...daysFilter("p.created", days),
      ],
    },
    payoutViewFromRow,
  );

/** Null for what is not the account's. */
export async function findPayout(db: CurrentReads, account: AccountId, id: PayoutId): Promise<PayoutView | null> {
  const [row] = await db.read<PayoutViewRow>({
    name: "find payout",
    text: `select ${PAYOUT_COLUMNS} from ${PAYOUTS} where p.account_id = $1 and p.id = $2`,
    values: [account, id],
  });
  return row === undefined ? null : payoutViewFromRow(row);
}

/** Those that may be paid to now or later, oldest first. */
export async function listDestinations(db: CurrentReads, account: AccountId): Promise<readonly Destination[]> {
  const rows = await db.read<{ readonly destination: DestinationRow }>({
    name: "list payout destinations",
    text: `
      select ${DESTINATION.asJson} as destination from payout_destinations d
      where d.account_id = $1 and d.removed_at is null order by d.created, d.id`,
    values: [account],
  });
  return rows.map(({ destination }) => DESTINATION.fromRow(destination));
}

/** A payout as operators see it. Exact numbers stay text. */
export type OperatedPayoutRow = {
  readonly account: AccountId;
  readonly id: PayoutId;
  readonly number: string;
  readonly amount: string;
  /** What leaves, where that isn't USD. */
  readonly presented: CurrencySum | null;
  readonly status: PayoutStatus;
  readonly provider: string;
  readonly destination: DestinationRow;
  readonly created: string;
  readonly tries: number;
  /** Why the last try came to nothing. */
  readonly error: string | null;
};

const OPERATED = `
  select p.account_id as account, p.id, p.number, p.amount, ${PAYOUT_ABROAD} as presented, p.status, p.provider,
    ${DESTINATION.asJson} as destination, p.created, c.tries, c.error
  from payouts p
  join payout_destinations d on d.account_id = p.account_id and d.id = p.destination_id
  join payout_calls c on c.account_id = p.account_id and c.payout_id = p.id`;

/** The last hundred of an account, newest first. */
export const listPayoutsOf = (db: Queryable, account: AccountId): Promise<readonly OperatedPayoutRow[]> =>
  db.query<OperatedPayoutRow>({
    name: "list payouts of account",
    text: `${OPERATED} where p.account_id = $1 order by p.number desc limit 100`,
    values: [account],
  });

/** What is neither there nor back in the whole deployment, the oldest first; leans on the index payouts_open. */
export const listOpenPayouts = (db: Queryable): Promise<readonly OperatedPayoutRow[]> =>
  db.query<OperatedPayoutRow>({
    name: "list open payouts",
    text: `${OPERATED} where p.status in ('REQUESTED', 'SENT', 'PARKED') order by p.created, p.account_id, p.number`,
  });
