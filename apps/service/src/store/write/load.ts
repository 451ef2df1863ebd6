/** Loads and locks what units of work decide on: sessions before escrows, each in the order of their keys. */
import type { AccountId } from "../../domain/ids.js";
import type { Facts, Subject } from "../../domain/model.js";
import type { Transaction } from "../../platform/database.js";
import {
  ESCROW_COLUMNS,
  type EscrowRow,
  escrowFromRow,
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

// Two statements: the first waits for the locks, the second sees what was committed while it waited.
const LOCK_ESCROWS = `
  select 1 from escrows
  where (account_id, id) in (select * from unnest($1::bigint[], $2::uuid[]))
  order by account_id, id for update`;
const READ_ESCROWS = `
  select ${ESCROW_COLUMNS} from escrows e
  where (e.account_id, e.id) in (select * from unnest($1::bigint[], $2::uuid[]))`;
const READ_PAYMENTS = `
  select escrow_id, id, method, provider, reference, status, asked, received, created from payments
  where (account_id, escrow_id) in (select * from unnest($1::bigint[], $2::uuid[])) and status in ('CREATED', 'PENDING')
  union
  select escrow_id, id, method, provider, reference, status, asked, received, created from payments
  where (account_id, provider, reference) in (select * from unnest($3::bigint[], $4::text[], $5::text[]))
  order by created, id`;

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
  const keys = (of: readonly { account: AccountId; id: string }[]) => [of.map((k) => k.account), of.map((k) => k.id)];
  const [sessionRows, , escrowRows, paymentRows, clock] = await Promise.all([
    sessions.length === 0
      ? []
      : tx.query<SessionRow>({ name: "lock sessions", text: LOCK_SESSIONS, values: keys(sessions) }),
    escrows.length === 0 ? [] : tx.query({ name: "lock escrows", text: LOCK_ESCROWS, values: keys(escrows) }),
    escrows.length === 0
      ? []
      : tx.query<EscrowRow>({ name: "read escrows", text: READ_ESCROWS, values: keys(escrows) }),
    escrows.length === 0
      ? []
      : tx.query<PaymentRow>({
          name: "read payments",
          text: READ_PAYMENTS,
          values: [
            ...keys(escrows),
            named.map((n) => n.account),
            named.map((n) => n.provider),
            named.map((n) => n.reference),
          ],
        }),
    tx.query<{ now: string }>({ name: "read clock", text: "select service_now() as now" }),
  ]);
  const sessionById = new Map(sessionRows.map((row) => [`${row.account_id} ${row.id}`, row]));
  const escrowById = new Map(escrowRows.map((row) => [`${row.account_id} ${row.id}`, row]));
  const facts = units.map(({ account, subject }): Facts => {
    if ("session" in subject) {
      const row = sessionById.get(`${account} ${subject.session}`);
      return row === undefined ? { payments: [] } : { session: sessionFromRow(row), payments: [] };
    }
    const row = escrowById.get(`${account} ${subject.escrow}`);
    const payments = paymentRows.filter((payment) => payment.escrow_id === subject.escrow).map(paymentFromRow);
    return row === undefined ? { payments: [] } : { escrow: escrowFromRow(row), payments };
  });
  return { now: Number(clock[0]?.now), facts };
}
