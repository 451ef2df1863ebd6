/** Chargebacks of all accounts, as operators see them. */
import type { AccountId, ChargebackId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import type { ChargebackStatus } from "../../../domain/states.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import {
  CHARGEBACK,
  type ChargebackRow,
  DISPUTED_CURRENCY,
  type ListedChargeback,
  withDisputed,
} from "../../chargebacks.js";
import { toCents } from "../../rows.js";
import { type List, listOf } from "../page.js";

/** A chargeback, and whose it is. */
export type DeskChargeback = ListedChargeback & {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly title: string;
  /** The order's `TR-` code. */
  readonly reference: string;
};

type Row = Omit<DeskChargeback, keyof ListedChargeback> & {
  readonly chargeback: ChargebackRow;
  readonly currency: string | null;
};

const COLUMNS = `c.account_id as account, a.seller_code as "sellerCode", a.trading_name as "tradingName", e.title,
  e.reference_code as reference, ${CHARGEBACK.asJson} as chargeback, ${DISPUTED_CURRENCY} as currency`;
const TABLES = `chargebacks c
  join accounts a on a.id = c.account_id
  join escrows e on e.account_id = c.account_id and e.id = c.escrow_id`;

const fromRow = ({ chargeback, currency, ...row }: Row): DeskChargeback => ({
  ...row,
  ...withDisputed(CHARGEBACK.fromRow(chargeback), currency),
});

/** Those that are not decided; the one that has to be answered first comes first. Few are open at a time. */
export async function listOpenChargebacks(db: Queryable): Promise<readonly DeskChargeback[]> {
  const rows = await db.query<Row>({
    name: "list open chargebacks",
    text: `
      select ${COLUMNS} from ${TABLES} where c.closed_at is null
      order by c.status not in ('INQUIRY', 'OPEN'), c.answer_by nulls last, c.created, c.id limit 500`,
  });
  return rows.map(fromRow);
}

/** Those that are decided, the newest first. */
export const listDecidedChargebacks = (db: Reads): List<DeskChargeback & { readonly position: string }> =>
  listOf(
    db,
    {
      name: "list decided chargebacks",
      select: `c.id as position, ${COLUMNS}`,
      from: TABLES,
      key: "c.id",
      keyType: "uuid",
      filters: [{ sql: "(c.closed_at is not null) = $", value: true }],
    },
    (row: Row & { readonly position: string }) => ({ ...fromRow(row), position: row.position }),
  );

export type ChargebackLine = {
  readonly status: ChargebackStatus;
  readonly actor: "provider" | "operator";
  readonly text: string;
  readonly created: number;
};

/** Null for one that is not there. */
export async function findChargeback(
  db: Queryable,
  id: ChargebackId,
): Promise<{ readonly chargeback: DeskChargeback; readonly lines: readonly ChargebackLine[] } | null> {
  const [row] = await db.query<Row & { readonly lines: readonly ChargebackLine[] | null }>({
    name: "find chargeback",
    text: `
      select ${COLUMNS},
        (select json_agg(json_build_object('status', l.status, 'actor', l.actor, 'text', l.text, 'created', l.created) order by l.number)
         from chargeback_entries l
         where l.account_id = c.account_id and l.escrow_id = c.escrow_id and l.chargeback_id = c.id) as lines
      from ${TABLES} where c.id = $1`,
    values: [id],
  });
  if (row === undefined) return null;
  const { lines, ...rest } = row;
  return { chargeback: fromRow(rest), lines: lines ?? [] };
}

/** How a buyer signed in, and from which network: none of which is kept for long. */
export type BuyerSignIn = { readonly at: number; readonly network: string };

export const listBuyerSignIns = (db: Queryable, email: string): Promise<readonly BuyerSignIn[]> =>
  db.query<BuyerSignIn>({
    name: "list sign-ins of a buyer",
    text: `
      select floor(extract(epoch from created))::float8 as at, network from buyer_sessions
      where email = lower($1) order by created desc limit 10`,
    values: [email],
  });

/** Payments of a month (UTC) that a provider took, and how many of its payments banks began to dispute in that month. */
export type DisputedShare = {
  readonly provider: string;
  /** yyyy-mm. */
  readonly month: string;
  readonly payments: number;
  readonly disputed: number;
  readonly amount: Cents;
};

/** Of the last months, the newest first; leans on payments_created and chargebacks_created. */
export async function readDisputedShares(db: Queryable): Promise<readonly DisputedShare[]> {
  type ShareRow = { provider: string; month: string; payments: string; disputed: string; amount: string };
  const rows = await db.query<ShareRow>({
    name: "read disputed shares",
    text: `
      with since as (
        select extract(epoch from date_trunc('month', to_timestamp(service_now()) at time zone 'UTC') - interval '3 months')::bigint as at
      ),
      counted as (
        select provider, to_char(to_timestamp(created) at time zone 'UTC', 'YYYY-MM') as month, 1 as payments, 0 as disputed, 0 as amount
        from payments where status = 'SUCCEEDED' and created >= (select at from since)
        union all
        select provider, to_char(to_timestamp(created) at time zone 'UTC', 'YYYY-MM'), 0, 1, amount
        from chargebacks where created >= (select at from since)
      )
      select provider, month, sum(payments) as payments, sum(disputed) as disputed, sum(amount) as amount
      from counted group by provider, month having sum(disputed) > 0
      order by month desc, provider`,
  });
  return rows.map(({ payments, disputed, amount, ...row }) => ({
    ...row,
    payments: Number(payments),
    disputed: Number(disputed),
    amount: toCents(amount),
  }));
}
