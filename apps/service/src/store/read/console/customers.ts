/** One customer of a seller: an address at one account. What they buy from other sellers is not looked at. */
import type { AccountId, EscrowId, NoteId } from "../../../domain/ids.js";
import { type Cents, ZERO } from "../../../domain/money.js";
import type { Note } from "../../../domain/notes.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { toCents, toNumber } from "../../rows.js";
import type { Page, PageRequest } from "../page.js";

export type Customer = {
  /** As it was typed for the order that led here. */
  readonly email: string;
  /** Of the newest {@link ORDERS_SUMMED}. */
  readonly orders: number;
  readonly disputed: number;
  readonly paid: Cents;
  readonly held: Cents;
  readonly released: Cents;
  readonly refunded: Cents;
  /** When the first and the last of them were confirmed. */
  readonly first: number | null;
  readonly last: number | null;
};

/** Sums go through the orders of a customer, who may have more than anybody reads. */
export const ORDERS_SUMMED = 10_000;

const BUYER = 'lower(e.buyer_email collate "C")';

type CustomerRow = Readonly<Record<"orders" | "disputed" | "paid" | "held" | "released" | "refunded", string>> & {
  readonly first: string | null;
  readonly last: string | null;
};

/** The buyer of an order; null for another account's order as for one that does not exist. */
export async function findBuyer(db: Queryable, account: AccountId, escrow: EscrowId): Promise<string | null> {
  const [row] = await db.query<{ buyer_email: string }>({
    name: "find buyer",
    text: "select buyer_email from escrows where account_id = $1 and id = $2",
    values: [account, escrow],
  });
  return row?.buyer_email ?? null;
}

/** By escrows_customer. */
export async function readCustomer(db: Queryable, account: AccountId, email: string): Promise<Customer> {
  const [row] = await db.query<CustomerRow>({
    name: "read customer",
    text: `
      select count(*) as orders, count(dispute_reference) as disputed,
        coalesce(sum(funded), 0) as paid, coalesce(sum(held), 0) as held, coalesce(sum(released), 0) as released,
        coalesce(sum(refunded), 0) as refunded, min(created) as first, max(created) as last
      from (
        select dispute_reference, funded, held, released, refunded, created from escrows e
        where e.account_id = $1 and ${BUYER} = lower($2 collate "C") order by e.id desc limit ${ORDERS_SUMMED}
      ) newest`,
    values: [account, email],
  });
  return {
    email,
    orders: Number(row?.orders ?? 0),
    disputed: Number(row?.disputed ?? 0),
    paid: centsOf(row?.paid),
    held: centsOf(row?.held),
    released: centsOf(row?.released),
    refunded: centsOf(row?.refunded),
    first: toNumber(row?.first ?? null),
    last: toNumber(row?.last ?? null),
  };
}

const centsOf = (sum: string | undefined): Cents => (sum === undefined ? ZERO : toCents(sum));

/** One of an account's customers. */
export type CustomerLine = {
  /** Their newest order, by which their page is found. */
  readonly position: EscrowId;
  readonly email: string;
  /** No more than ORDERS_LISTED are counted. */
  readonly orders: number;
  readonly lastTitle: string;
  readonly lastAt: number;
};

/** More orders of a customer than so many are not told apart in the list. */
export const ORDERS_LISTED = 100;

type CustomerLineRow = {
  readonly id: EscrowId;
  readonly buyer_email: string;
  readonly orders: number;
  readonly title: string;
  readonly created: string;
};

/**
 * Customers by their address, in the order of the alphabet: each costs a step in escrows_customer, however many orders they have. A position
 * is one of their orders, so that no address stands in an address of ours; `older` goes on in the alphabet.
 * @param begins what addresses begin with, in any case; "" for all.
 */
export async function listCustomers(
  db: Reads,
  account: AccountId,
  { begins, page: { limit, from } }: { readonly begins: string; readonly page: PageRequest },
): Promise<Page<CustomerLine>> {
  const rises = from?.direction !== "newer";
  const [beyond, way] = rises ? [">", "asc"] : ["<", "desc"];
  const next = (after: string): string => `
    (select ${BUYER} as email from escrows e
     where e.account_id = $1 and ${BUYER} >= lower($2 collate "C") and ${BUYER} < lower($2 collate "C") || chr(1114111) ${after}
     order by ${BUYER} ${way} limit 1)`;
  const known = `(select lower(p.buyer_email collate "C") from escrows p where p.account_id = $1 and p.id = $3::uuid)`;
  const rows = await db.read<CustomerLineRow>({
    name: `list customers ${from?.direction ?? "first"}`,
    text: `
      with recursive walked (email, place) as (
        select first.email, 1 from ${next(from === null ? "" : `and ${BUYER} ${beyond} ${known}`)} first
        union all
        select following.email, w.place + 1 from walked w
        cross join lateral ${next(`and ${BUYER} ${beyond} w.email`)} following
        where w.place < ${limit + 1}
      )
      select newest.id, newest.buyer_email, newest.title, newest.created, (
          select count(*)::int from (
            select 1 from escrows e where e.account_id = $1 and ${BUYER} = w.email limit ${ORDERS_LISTED}) counted) as orders
      from walked w
      cross join lateral (
        select e.id, e.buyer_email, e.title, e.created from escrows e
        where e.account_id = $1 and ${BUYER} = w.email order by e.id desc limit 1
      ) newest
      order by w.place`,
    values: [account, begins, ...(from === null ? [] : [from.position])],
  });
  const more = rows.length > limit;
  const shown = (more ? rows.slice(0, limit) : rows).map(customerFromRow);
  return rises
    ? { rows: shown, hasNewer: from !== null, hasOlder: more }
    : { rows: shown.toReversed(), hasNewer: more, hasOlder: true };
}

const customerFromRow = (row: CustomerLineRow): CustomerLine => ({
  position: row.id,
  email: row.buyer_email,
  orders: row.orders,
  lastTitle: row.title,
  lastAt: Number(row.created),
});

export type OrderNote = Note & { readonly escrow: EscrowId; readonly title: string };

type NoteRow = {
  readonly id: NoteId;
  readonly escrow_id: EscrowId;
  readonly title: string;
  readonly text: string;
  readonly author_id: string;
  readonly author: string;
  readonly created: string;
};

const NOTE = `
  select n.id, n.escrow_id, e.title, n.text, n.author_id, s.name as author, n.created
  from order_notes n
  join escrows e on e.account_id = n.account_id and e.id = n.escrow_id
  join sellers s on s.id = n.author_id`;

/** Newest first; there are a hundred at most. */
export async function listNotes(db: Queryable, account: AccountId, escrow: EscrowId): Promise<readonly OrderNote[]> {
  const rows = await db.query<NoteRow>({
    name: "list notes",
    text: `${NOTE} where n.account_id = $1 and n.escrow_id = $2 order by n.created desc, n.id desc`,
    values: [account, escrow],
  });
  return rows.map(noteFromRow);
}

/** How many notes of a customer are shown; each order has all of its own. */
export const CUSTOMER_NOTES = 20;

/** The newest of all their orders. */
export async function listCustomerNotes(
  db: Queryable,
  account: AccountId,
  email: string,
): Promise<readonly OrderNote[]> {
  const rows = await db.query<NoteRow>({
    name: "list customer notes",
    text: `${NOTE}
      where n.account_id = $1 and e.account_id = $1 and ${BUYER} = lower($2 collate "C")
      order by n.created desc, n.id desc limit ${CUSTOMER_NOTES}`,
    values: [account, email],
  });
  return rows.map(noteFromRow);
}

const noteFromRow = (row: NoteRow): OrderNote => ({
  id: row.id,
  escrow: row.escrow_id,
  title: row.title,
  text: row.text,
  author: { id: row.author_id, name: row.author },
  created: Number(row.created),
});
