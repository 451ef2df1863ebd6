/** Loads and locks what units of work decide on: sessions before escrows, each in the order of their keys. */
import type { AccountId, EscrowId } from "../../domain/ids.js";
import type { Facts, Payment, Subject } from "../../domain/model.js";
import type { Transaction } from "../../platform/database.js";
import { NOW } from "../read/clock.js";
import {
  ESCROW_COLUMNS,
  type EscrowRow,
  escrowFromRow,
  PAYMENT_AS_JSON,
  type PaymentRow,
  paymentFromRow,
  SESSION_COLUMNS,
  type SessionRow,
  sessionFromRow,
} from "../rows.js";

export type Loaded = { readonly now: number; readonly facts: readonly Facts[] };

const LOCK_SESSIONS = `
  select ${SESSION_COLUMNS} from checkout_sessions
  where (account_id, id) in (select * from unnest($1::bigint[], $2::uuid[]))
  order by account_id, id for update`;

// Two statements: the first waits for the locks, the second sees what was committed while it waited. It also tells the
// time, once for each key whether there is such an escrow or not, and brings the open payments: as statements of their
// own these two took a fifth of what loading costs.
const LOCK_ESCROWS = `
  select 1 from escrows
  where (account_id, id) in (select * from unnest($1::bigint[], $2::uuid[]))
  order by account_id, id for update`;
const READ_ESCROWS = `
  select ${NOW} as now, ${ESCROW_COLUMNS},
    (select json_agg(${PAYMENT_AS_JSON} order by p.created, p.id) from payments p
     where p.account_id = e.account_id and p.escrow_id = e.id and p.status in ('CREATED', 'PENDING')) as open_payments
  from unnest($1::bigint[], $2::uuid[]) as given (account_id, id)
  left join escrows e on e.account_id = given.account_id and e.id = given.id`;
const READ_NAMED_PAYMENTS = `
  select p.escrow_id, ${PAYMENT_AS_JSON} as payment from payments p
  where (p.account_id, p.provider, p.reference) in (select * from unnest($1::bigint[], $2::text[], $3::text[]))`;

type LoadedEscrowRow = { readonly now: string } & (
  | { readonly id: null }
  | (EscrowRow & { readonly open_payments: readonly PaymentRow[] | null })
);
type NamedPaymentRow = { readonly escrow_id: EscrowId; readonly payment: PaymentRow };

type Key = { readonly account: AccountId; readonly id: string };
type Named = { readonly account: AccountId; readonly provider: string; readonly reference: string };

const keysOf = (of: readonly Key[]): unknown[][] => [of.map((key) => key.account), of.map((key) => key.id)];
const namesOf = (of: readonly Named[]): unknown[][] => [
  of.map((name) => name.account),
  of.map((name) => name.provider),
  of.map((name) => name.reference),
];

/** Everything is sent at once: one round trip whatever the number of units. */
export async function lockAndLoad(
  tx: Transaction,
  units: readonly { readonly account: AccountId; readonly subject: Subject }[],
): Promise<Loaded> {
  const sessions = units.flatMap(({ account, subject }) =>
    "session" in subject ? [{ account, id: subject.session }] : [],
  );
  const escrows = units.flatMap(({ account, subject }) =>
    "escrow" in subject ? [{ account, id: subject.escrow }] : [],
  );
  const named = units.flatMap(({ account, subject }) =>
    "escrow" in subject && subject.payment !== undefined ? [{ account, ...subject.payment }] : [],
  );
  const [sessionRows, , escrowRows, namedRows, clock] = await Promise.all([
    sessions.length === 0
      ? []
      : tx.query<SessionRow>({ name: "lock sessions", text: LOCK_SESSIONS, values: keysOf(sessions) }),
    escrows.length === 0 ? [] : tx.query({ name: "lock escrows", text: LOCK_ESCROWS, values: keysOf(escrows) }),
    escrows.length === 0
      ? []
      : tx.query<LoadedEscrowRow>({ name: "read escrows", text: READ_ESCROWS, values: keysOf(escrows) }),
    named.length === 0
      ? []
      : tx.query<NamedPaymentRow>({ name: "read payments", text: READ_NAMED_PAYMENTS, values: namesOf(named) }),
    escrows.length === 0 ? tx.query<{ now: string }>({ name: "read clock", text: `select ${NOW} as now` }) : [],
  ]);
  const sessionById = new Map(sessionRows.map((row) => [`${row.account_id} ${row.id}`, row]));
  const escrowById = new Map(
    escrowRows.flatMap((row) => (row.id === null ? [] : [[`${row.account_id} ${row.id}`, row] as const])),
  );
  const facts = units.map(({ account, subject }): Facts => {
    if ("session" in subject) {
      const row = sessionById.get(`${account} ${subject.session}`);
      return row === undefined ? { payments: [] } : { session: sessionFromRow(row), payments: [] };
    }
    const row = escrowById.get(`${account} ${subject.escrow}`);
    if (row === undefined) return { payments: [] };
    const asked = namedRows.flatMap(({ escrow_id, payment }) => (escrow_id === subject.escrow ? [payment] : []));
    return { escrow: escrowFromRow(row), payments: paymentsFromRows([...(row.open_payments ?? []), ...asked]) };
  });
  return { now: Number((escrowRows[0] ?? clock[0])?.now), facts };
}

/** In the order of the rows, each once: one that was asked for by name may be open too. */
function paymentsFromRows(rows: readonly PaymentRow[]): readonly Payment[] {
  return [...new Map(rows.map(paymentFromRow).map((payment) => [payment.id, payment])).values()];
}
