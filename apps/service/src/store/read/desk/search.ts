/**
 * What operators find by something that they were told: orders of all accounts, sessions that became no order, and payouts. Each reading
 * of what was typed is one look-up by an index. Keys of merchants' data begin with the account, so a code of ours is looked up once an
 * account; `limit` inside keeps the server from reading a whole table for it.
 */
import type { EscrowStatus, SessionStatus } from "@holdfast/contract";
import type { Money } from "../../../domain/currencies.js";
import type { EscrowId, PayoutId, SessionId } from "../../../domain/ids.js";
import { add, type Cents } from "../../../domain/money.js";
import type { PayoutStatus } from "../../../domain/states.js";
import type { Queryable } from "../../../platform/database.js";
import { type CurrencySum, moneyFrom, PAYOUT_ABROAD } from "../../abroad.js";
import { toCents } from "../../rows.js";

/** Of each kind; one more tells that there are more. */
export const FOUND_MAX = 20;
const LIMIT = `limit ${FOUND_MAX + 1}`;

/** What the typed text may be. */
export type Sought =
  | { readonly by: "escrow" | "session" | "payout"; readonly value: string }
  /** A code of an order, or of its dispute. */
  | { readonly by: "reference_code" | "dispute_reference"; readonly value: string }
  /** In lower case. */
  | { readonly by: "buyer"; readonly value: string }
  /** The shop's own name of an order. */
  | { readonly by: "external_reference"; readonly value: string }
  /** Under which a payment, a refund, a payout or a chargeback is known at a provider: by our reference, or by an id of its own. */
  | { readonly by: "provider"; readonly value: string };

export type FoundOrder = {
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly escrow: EscrowId;
  readonly title: string;
  readonly referenceCode: string;
  readonly disputeReference: string | null;
  readonly externalReference: string;
  readonly buyerEmail: string;
  readonly status: EscrowStatus;
  /** What the buyer pays, fees included. */
  readonly total: Cents;
};

const ofEachAccount = (from: string, condition: string, key: string): string => `
  select a.id as account_id, one.key from accounts a cross join lateral (
    select o.${key} as key from ${from} o where o.account_id = a.id and ${condition} ${LIMIT}
  ) one`;

const UUID_OR_NULL = (text: string): string =>
  `case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`;

/** The references of ours under which a provider knows something by an id of its own, or by that reference. */
const OUR_REFERENCES = `
  select $1::text as reference union select upper($1::text) union select lower($1::text)
  union select o.reference from provider_objects o where o.their_id = $1::text`;

const ORDER_KEYS: Readonly<Partial<Record<Sought["by"], string>>> = {
  escrow: ofEachAccount("escrows", "o.id = $1::uuid", "id"),
  session: ofEachAccount("checkout_sessions", "o.id = $1::uuid and o.escrow_id is not null", "escrow_id"),
  reference_code: ofEachAccount("escrows", "o.reference_code = $1", "id"),
  dispute_reference: ofEachAccount("escrows", "o.dispute_reference = $1", "id"),
  external_reference: ofEachAccount("escrows", "o.external_reference = $1 and $1 <> ''", "id"),
  buyer: `select account_id, id as key from escrows where lower(buyer_email collate "C") = $1 order by id desc ${LIMIT}`,
  provider: `
    with ours as materialized (${OUR_REFERENCES})
    select p.account_id, p.escrow_id as key from ours join payments p on p.reference = ours.reference
    union select r.account_id, r.escrow_id from ours join refund_parts r on r.reference = ${UUID_OR_NULL("ours.reference")}
    union select c.account_id, c.escrow_id from chargebacks c where c.their_id = $1`,
};

type OrderRow = Omit<FoundOrder, "total"> & { readonly amount: string; readonly fees: string };

/** Newest first. */
export const findDeskOrders = (db: Queryable, sought: readonly Sought[]): Promise<readonly FoundOrder[]> =>
  foundBy<OrderRow, FoundOrder>(db, sought, {
    what: "orders",
    keys: ORDER_KEYS,
    select: (keys) => `
      with keys as materialized (${keys})
      select a.seller_code as "sellerCode", a.trading_name as "tradingName", e.id as escrow, e.title, e.reference_code as "referenceCode",
        e.dispute_reference as "disputeReference", e.external_reference as "externalReference", e.buyer_email as "buyerEmail",
        e.status, e.amount, e.fees
      from keys join accounts a on a.id = keys.account_id
      cross join lateral (select * from escrows e where e.account_id = keys.account_id and e.id = keys.key limit 1) e
      order by e.id desc ${LIMIT}`,
    fromRow: ({ amount, fees, ...row }) => ({ ...row, total: add(toCents(amount), toCents(fees)) }),
    idOf: ({ escrow }) => escrow,
  });

/** Became no order. */
export type FoundSession = {
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly session: SessionId;
  readonly title: string;
  readonly externalReference: string;
  readonly status: SessionStatus;
  readonly amount: Cents;
};

const SESSION_KEYS: Readonly<Partial<Record<Sought["by"], string>>> = {
  session: ofEachAccount("checkout_sessions", "o.id = $1::uuid and o.escrow_id is null", "id"),
  external_reference: ofEachAccount(
    "checkout_sessions",
    "o.external_reference = $1 and $1 <> '' and o.escrow_id is null",
    "id",
  ),
};

/** Newest first. */
export const findDeskSessions = (db: Queryable, sought: readonly Sought[]): Promise<readonly FoundSession[]> =>
  foundBy<Omit<FoundSession, "amount"> & { readonly amount: string }, FoundSession>(db, sought, {
    what: "sessions",
    keys: SESSION_KEYS,
    select: (keys) => `
      with keys as materialized (${keys})
      select a.seller_code as "sellerCode", a.trading_name as "tradingName", s.id as session, s.content::json ->> 'title' as title,
        s.external_reference as "externalReference", s.status, s.amount
      from keys join accounts a on a.id = keys.account_id
      cross join lateral (select * from checkout_sessions s where s.account_id = keys.account_id and s.id = keys.key limit 1) s
      order by s.id desc ${LIMIT}`,
    fromRow: ({ amount, ...row }) => ({ ...row, amount: toCents(amount) }),
    idOf: ({ session }) => session,
  });

export type FoundPayout = {
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly payout: PayoutId;
  /** Within the account. */
  readonly number: number;
  readonly status: PayoutStatus;
  readonly provider: string;
  readonly amount: Cents;
  /** What leaves, where that isn't USD. */
  readonly presented: Money | null;
  readonly created: number;
};

const PAYOUT_KEYS: Readonly<Partial<Record<Sought["by"], string>>> = {
  payout: `
    ${ofEachAccount("payouts", "o.id = $1::uuid", "id")}
    union select p.account_id, p.id from payouts p where p.reference = $1::uuid`,
  provider: `
    select p.account_id, p.id as key from provider_objects o join payouts p on p.reference = ${UUID_OR_NULL("o.reference")}
    where o.their_id = $1`,
};

type PayoutRow = Omit<FoundPayout, "number" | "amount" | "presented" | "created"> & {
  readonly number: string;
  readonly amount: string;
  readonly presented: CurrencySum | null;
  readonly created: string;
};

/** Newest first. */
export const findDeskPayouts = (db: Queryable, sought: readonly Sought[]): Promise<readonly FoundPayout[]> =>
  foundBy<PayoutRow, FoundPayout>(db, sought, {
    what: "payouts",
    keys: PAYOUT_KEYS,
    select: (keys) => `
      with keys as materialized (${keys})
      select a.seller_code as "sellerCode", a.trading_name as "tradingName", p.id as payout, p.number, p.status, p.provider, p.amount,
        ${PAYOUT_ABROAD} as presented, p.created
      from keys join accounts a on a.id = keys.account_id
      join payouts p on p.account_id = keys.account_id and p.id = keys.key
      order by p.id desc ${LIMIT}`,
    fromRow: ({ number, amount, presented, created, ...row }) => ({
      ...row,
      number: Number(number),
      amount: toCents(amount),
      presented: moneyFrom(presented),
      created: Number(created),
    }),
    idOf: ({ payout }) => payout,
  });

type LookUp<Row, Found> = {
  readonly what: string;
  /** SQL of pairs account_id and key; a kind is found by nothing else. */
  readonly keys: Readonly<Partial<Record<Sought["by"], string>>>;
  readonly select: (keys: string) => string;
  readonly fromRow: (row: Row) => Found;
  readonly idOf: (found: Found) => string;
};

/** Each thing once, whichever reading found it; the newest first, as ids are in the order of time. */
async function foundBy<Row, Found>(
  db: Queryable,
  sought: readonly Sought[],
  { what, keys, select, fromRow, idOf }: LookUp<Row, Found>,
): Promise<readonly Found[]> {
  const rows = await Promise.all(
    sought.map(async ({ by, value }) => {
      const sql = keys[by];
      if (sql === undefined) return [];
      const text = select(sql);
      return db.query<Row & object>({ name: `desk: find ${what} by ${by}`, text, values: [value] });
    }),
  );
  const found = new Map(rows.flat().map((row) => [idOf(fromRow(row)), fromRow(row)]));
  return [...found].toSorted(([one], [other]) => (one < other ? 1 : -1)).map(([, one]) => one);
}
