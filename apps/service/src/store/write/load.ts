/**
 * Loads and locks what units of work decide on: sessions before escrows, and accounts, for their payouts, last; each in the
 * order of their keys.
 */
import type { AccountId, DestinationId, EscrowId, PaymentId, PayoutId } from "../../domain/ids.js";
import type { Dispute, Facts, Payment, Source, Subject } from "../../domain/model.js";
import type { PayoutSource } from "../../domain/payouts.js";
import type { Transaction } from "../../platform/database.js";
import { overRows } from "../bulk.js";
import {
  PAYMENT_AS_JSON,
  type PaymentRow,
  type PresentedRoomRow,
  paymentFromRow,
  presentedRoomFrom,
} from "../payment-rows.js";
import { SOURCE_LEFT } from "../payout-sources.js";
import {
  DESTINATION,
  type DestinationRow,
  NO_ESCROW,
  PAYOUT,
  type PayoutRow,
  WALLET,
  type WalletRow,
} from "../payouts.js";
import { NOW } from "../read/clock.js";
import { REFUND_COLUMNS, type RefundRow, refundFromRow } from "../refund-rows.js";
import { REFUNDABLE_COLUMNS, type RefundableRow, refundFactsFrom } from "../refundables.js";
import {
  DISPUTE_AS_JSON,
  type DisputeRow,
  disputeFromRow,
  ESCROW_COLUMNS,
  type EscrowRow,
  escrowFromRow,
  SESSION_COLUMNS,
  type SessionRow,
  sessionFromRow,
  toCents,
} from "../rows.js";
import { lockAccounts, readChargebacks, readPurses } from "./load-chargebacks.js";

export type Loaded = { readonly now: number; readonly facts: readonly Facts[] };

const KEY = {
  account_id: ["bigint", (key: Key) => key.account],
  id: ["uuid", (key: Key) => key.id],
} as const;

const lockSessions = overRows<Key>(
  "lock sessions",
  KEY,
  ({ rows }) => `
  select ${SESSION_COLUMNS} from checkout_sessions
  where (account_id, id) in (select account_id, id from ${rows("account_id", "id")})
  order by account_id, id for update`,
);

const LOADED_ESCROW = `${NOW} as now, ${ESCROW_COLUMNS},
    (select owes.debits - owes.credits from ledger_accounts owes
     where owes.account_id = given.account_id and owes.kind = 'merchant_owes' and owes.escrow_id = ${NO_ESCROW}) as owes,
    (select json_agg(${PAYMENT_AS_JSON} order by p.created, p.id) from payments p
     where p.account_id = e.account_id and p.escrow_id = e.id and p.status in ('CREATED', 'PENDING')) as open_payments,
    case when e.status = 'DISPUTED' then ${DISPUTE_AS_JSON} end as dispute`;

// Two statements: the first waits for the locks, the second sees what was committed while it waited. It also tells the
// time, once for each key whether there is such an escrow or not, and brings the open payments: as statements of their
// own these two took a fifth of what loading costs.
const lockEscrows = overRows<Key>(
  "lock escrows",
  KEY,
  ({ rows }) => `
  select 1 from escrows
  where (account_id, id) in (select account_id, id from ${rows("account_id", "id")})
  order by account_id, id for update`,
);
const readEscrows = overRows<Key>(
  "read escrows",
  KEY,
  ({ rows }) => `
  select ${LOADED_ESCROW}
  from ${rows("account_id", "id")}
  left join escrows e on e.account_id = given.account_id and e.id = given.id`,
);

// For a refund that is asked for, with the wallets, which are locked after the escrows: nobody else spends from them.
const lockRefundables = overRows<Key>(
  "lock refundables",
  KEY,
  ({ rows }) => `
  with locked as materialized (
    select account_id from escrows
    where (account_id, id) in (select account_id, id from ${rows("account_id", "id")})
    order by account_id, id for update
  )
  select 1 from accounts where id in (select account_id from locked) order by id for no key update`,
);
const readRefundables = overRows<WantedRefund>(
  "read refundables",
  {
    ...KEY,
    key: ["text", ({ key }) => key],
    external_reference: ["text", ({ externalReference }) => externalReference],
    member: ["uuid", ({ member }) => member],
    request: ["uuid", ({ request }) => request],
  },
  ({ names, rows }) => `
  select ${LOADED_ESCROW}, ${REFUNDABLE_COLUMNS}
  from ${rows(...names)}
  left join escrows e on e.account_id = given.account_id and e.id = given.id`,
);

const READ_NAMED_PAYMENTS = `
  select p.escrow_id, ${PAYMENT_AS_JSON} as payment from payments p
  where (p.account_id, p.provider, p.reference) in (select * from unnest($1::bigint[], $2::text[], $3::text[]))`;
const READ_PAYMENTS_BY_ID = `
  select p.escrow_id, ${PAYMENT_AS_JSON} as payment from payments p
  where (p.account_id, p.escrow_id, p.id) in (select * from unnest($1::bigint[], $2::uuid[], $3::uuid[]))`;
const READ_REFUNDS = `
  select ${REFUND_COLUMNS} from refunds r
  where (r.account_id, r.escrow_id, r.id) in (select * from unnest($1::bigint[], $2::uuid[], $3::uuid[]))`;

const READ_WALLETS = `
  select a.id as account_id, given.payout_id, ${WALLET.columns},
    case when p.id is not null then ${PAYOUT.asJson} end as payout,
    case when d.id is not null then ${DESTINATION.asJson} end as destination, ${SOURCE_LEFT} as source_left
  from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
    as given (account_id, payout_id, destination_id, escrow_id, payment_id)
  join accounts a on a.id = given.account_id
  left join payouts p on p.account_id = a.id and p.id = given.payout_id
  left join payout_destinations d on d.account_id = a.id and d.id = coalesce(p.destination_id, given.destination_id)`;

type LoadedWalletRow = WalletRow & {
  readonly account_id: AccountId;
  readonly payout_id: PayoutId;
  readonly payout: PayoutRow | null;
  readonly destination: DestinationRow | null;
  readonly source_left: string | null;
};

type LoadedEscrowRow = { readonly now: string } & (
  | { readonly id: null }
  | (EscrowRow & {
      readonly open_payments: readonly PaymentRow[] | null;
      readonly dispute: DisputeRow | null;
      readonly owes: string | null;
    })
);
type LoadedRefundableRow = LoadedEscrowRow & RefundableRow;
type NamedPaymentRow = { readonly escrow_id: EscrowId; readonly payment: PaymentRow };

type Key = { readonly account: AccountId; readonly id: string };
type Named = { readonly account: AccountId; readonly provider: string; readonly reference: string };
type WantedRefund = Key & {
  readonly key: string | null;
  readonly externalReference: string;
  readonly member: string | null;
  readonly request: string | null;
};
type Within = { readonly account: AccountId; readonly escrow: EscrowId; readonly id: string };

const keysOf = (of: readonly Key[]): unknown[][] => [of.map((key) => key.account), of.map((key) => key.id)];
const namesOf = (of: readonly Named[]): unknown[][] => [
  of.map((name) => name.account),
  of.map((name) => name.provider),
  of.map((name) => name.reference),
];

const withinOf = (of: readonly Within[]): unknown[][] => [
  of.map((one) => one.account),
  of.map((one) => one.escrow),
  of.map((one) => one.id),
];

type Wanting = { readonly account: AccountId; readonly subject: Subject };

/** What the subjects of units are made of, by the statement that loads it. */
function wantedBy(units: readonly Wanting[]) {
  const sessions = units.flatMap(({ account, subject }) =>
    subject.kind === "session" ? [{ account, id: subject.id }] : [],
  );
  const escrows = units.flatMap(({ account, subject }) => {
    const id = subject.kind === "refundable" ? null : escrowOf(subject);
    return id === null ? [] : [{ account, id }];
  });
  const named = units.flatMap(({ account, subject }) =>
    subject.kind === "escrow" && subject.payment !== undefined && "provider" in subject.payment
      ? [{ account, ...subject.payment }]
      : [],
  );
  const known = units.flatMap(({ account, subject }) =>
    subject.kind === "escrow" && subject.payment !== undefined && "id" in subject.payment
      ? [{ account, escrow: subject.id, id: subject.payment.id }]
      : [],
  );
  const disputed = units.flatMap(({ account, subject }) =>
    subject.kind === "chargeback" ? [{ account, escrow: subject.escrow, payment: subject.payment }] : [],
  );
  const debtors = units.flatMap(({ account, subject }) => (subject.kind === "debt" ? [account] : []));
  const owed = units.flatMap(({ account, subject }) =>
    subject.kind === "refund" ? [{ account, escrow: subject.escrow, id: subject.id }] : [],
  );
  const wallets = units.flatMap(({ account, subject }): readonly WantedWallet[] => {
    if (subject.kind === "payout") return [{ account, payout: subject.id, destination: null, source: null }];
    return subject.kind === "wallet" ? [{ ...subject, account }] : [];
  });
  const askedFor = units.flatMap(({ account, subject }) =>
    subject.kind === "refundable" ? [{ ...subject, account, id: subject.escrow }] : [],
  );
  return { sessions, escrows, named, known, owed, wallets, disputed, debtors, askedFor };
}

/** Everything is sent at once: one round trip whatever the number of units. */
export async function lockAndLoad(tx: Transaction, units: readonly Wanting[]): Promise<Loaded> {
  const { sessions, escrows, named, known, owed, wallets, disputed, debtors, askedFor } = wantedBy(units);
  const [
    sessionRows,
    ,
    escrowRows,
    namedRows,
    knownRows,
    refundRows,
    walletRows,
    chargebacks,
    debts,
    ,
    refundableRows,
    clock,
  ] = await Promise.all([
    sessions.length === 0 ? [] : tx.query<SessionRow>(lockSessions(sessions)),
    escrows.length === 0 ? [] : tx.query(lockEscrows(escrows)),
    escrows.length === 0 ? [] : tx.query<LoadedEscrowRow>(readEscrows(escrows)),
    named.length === 0
      ? []
      : tx.query<NamedPaymentRow>({ name: "read payments", text: READ_NAMED_PAYMENTS, values: namesOf(named) }),
    known.length === 0
      ? []
      : tx.query<NamedPaymentRow>({
          name: "read payments by id",
          text: READ_PAYMENTS_BY_ID,
          values: withinOf(known),
        }),
    owed.length === 0 ? [] : tx.query<RefundRow>({ name: "read refunds", text: READ_REFUNDS, values: withinOf(owed) }),
    readWallets(tx, wallets),
    readChargebacks(tx, disputed),
    readPurses(tx, debtors),
    askedFor.length === 0 ? [] : tx.query(lockRefundables(askedFor)),
    askedFor.length === 0 ? [] : tx.query<LoadedRefundableRow>(readRefundables(askedFor)),
    escrows.length + askedFor.length === 0
      ? tx.query<{ now: string }>({ name: "read clock", text: `select ${NOW} as now` })
      : [],
  ]);
  const sessionById = new Map(sessionRows.map((row) => [`${row.account_id} ${row.id}`, row]));
  const escrowById = new Map(
    [...escrowRows, ...refundableRows].flatMap((row) =>
      row.id === null ? [] : [[`${row.account_id} ${row.id}`, row] as const],
    ),
  );
  const facts = units.map(({ account, subject }): Facts => {
    if (subject.kind === "session") {
      const row = sessionById.get(`${account} ${subject.id}`);
      return row === undefined ? { payments: [] } : { session: sessionFromRow(row), payments: [] };
    }
    if (subject.kind === "debt") return { payments: [], ...debts(account) };
    const escrow = escrowOf(subject);
    if (escrow === null) return walletFacts(walletRows.find((one) => one.account_id === account));
    const row = escrowById.get(`${account} ${escrow}`);
    if (row === undefined) return { payments: [] };
    const asked = [...namedRows, ...knownRows].flatMap(({ escrow_id, payment }) =>
      escrow_id === escrow ? [payment] : [],
    );
    const refundable = refundableRows.find(({ id }) => id === escrow);
    const refund =
      subject.kind === "refund"
        ? refundRows.find(({ escrow_id, id }) => escrow_id === escrow && id === subject.id)
        : undefined;
    return {
      escrow: escrowFromRow(row),
      payments: paymentsFromRows([...(row.open_payments ?? []), ...asked]),
      dispute: row.dispute === null ? NO_DISPUTE : disputeFromRow(row.dispute),
      owes: toCents(row.owes ?? "0"),
      ...(refund === undefined ? {} : { refund: refundFromRow(refund) }),
      ...(subject.kind === "chargeback" ? chargebacks(account, subject) : {}),
      ...(refundable === undefined ? {} : { refundable: refundFactsFrom(refundable) }),
    };
  });
  return { now: Number((escrowRows[0] ?? refundableRows[0] ?? clock[0])?.now), facts };
}

const NO_DISPUTE: Dispute = { offers: [], statements: { buyer: 0, merchant: 0 } };

function escrowOf(subject: Subject): EscrowId | null {
  if (subject.kind === "escrow") return subject.id;
  return "escrow" in subject ? subject.escrow : null;
}

type WantedWallet = {
  readonly account: AccountId;
  readonly payout: PayoutId;
  /** Null takes the payout's own. */
  readonly destination: DestinationId | null;
  readonly source: PayoutSource | null;
};

/** One unit an account at a time, which is what the executor sees to. */
async function readWallets(tx: Transaction, wanted: readonly WantedWallet[]): Promise<readonly LoadedWalletRow[]> {
  if (wanted.length === 0) return [];
  const accounts = wanted.map(({ account }) => account);
  const [, rows] = await Promise.all([
    lockAccounts(tx, accounts),
    tx.query<LoadedWalletRow>({
      name: "read wallets",
      text: READ_WALLETS,
      values: [
        accounts,
        wanted.map(({ payout }) => payout),
        wanted.map(({ destination }) => destination),
        wanted.map(({ source }) => source?.escrow ?? null),
        wanted.map(({ source }) => source?.payment ?? null),
      ],
    }),
  ]);
  return rows;
}

function walletFacts(row: LoadedWalletRow | undefined): Facts {
  if (row === undefined) return { payments: [] };
  const payout = row.payout === null ? null : PAYOUT.fromRow(row.payout);
  const destination = row.destination === null ? null : DESTINATION.fromRow(row.destination);
  const sourceLeft = row.source_left === null ? null : toCents(row.source_left);
  return { payments: [], wallet: { ...WALLET.fromRow(row), payout, destination, sourceLeft } };
}

/** In the order of the rows, each once: one that was asked for by name may be open too. */
function paymentsFromRows(rows: readonly PaymentRow[]): readonly Payment[] {
  return [...new Map(rows.map(paymentFromRow).map((payment) => [payment.id, payment])).values()];
}

// What a payment brought too much is left to the refund that names it, whether that was split already or not.
const READ_SOURCES = `
  select p.account_id, p.escrow_id, p.id, p.provider,
    p.received - coalesce((
      select sum(r.amount) from refunds r
      where r.account_id = p.account_id and r.escrow_id = p.escrow_id and r.payment_id = p.id), 0)
    - coalesce((
      select sum(part.amount) from refund_parts part
      join refunds r on r.account_id = part.account_id and r.escrow_id = part.escrow_id and r.id = part.refund_id
      where part.account_id = p.account_id and part.escrow_id = p.escrow_id and part.payment_id = p.id
        and r.payment_id is null), 0)
    - p.charged_back as room,
    case when p.presented_currency is not null then json_build_array(p.presented_currency, p.presented_step, p.accepted::text,
      p.presented_accepted::text, (p.presented_accepted - p.presented_charged_back - coalesce((
        select sum(part.presented) from refund_parts part
        join refunds r on r.account_id = part.account_id and r.escrow_id = part.escrow_id and r.id = part.refund_id
        where part.account_id = p.account_id and part.escrow_id = p.escrow_id and part.payment_id = p.id
          and r.payment_id is null), 0))::text) end as presented
  from payments p
  where (p.account_id, p.escrow_id) in (select * from unnest($1::bigint[], $2::uuid[])) and p.status = 'SUCCEEDED'
  order by p.created desc, p.id desc`;

/**
 * The payments that brought money to escrows that this transaction has locked, latest first, by
 * {@link sourcesKey}. Asked only when money is given back: few transactions do.
 */
export async function readSources(
  tx: Transaction,
  escrows: readonly Key[],
): Promise<ReadonlyMap<string, readonly Source[]>> {
  type Row = {
    readonly account_id: AccountId;
    readonly escrow_id: EscrowId;
    readonly id: PaymentId;
    readonly provider: string;
    readonly room: string;
    readonly presented: PresentedRoomRow | null;
  };
  const rows = await tx.query<Row>({ name: "read sources", text: READ_SOURCES, values: keysOf(escrows) });
  const sources = new Map<string, Source[]>();
  for (const { account_id, escrow_id, id, provider, room, presented } of rows) {
    const key = sourcesKey(account_id, escrow_id);
    const source = { payment: { id, provider }, room: toCents(room), presented: presentedRoomFrom(presented) };
    sources.set(key, [...(sources.get(key) ?? []), source]);
  }
  return sources;
}

export const sourcesKey = (account: AccountId, escrow: EscrowId): string => `${account} ${escrow}`;
