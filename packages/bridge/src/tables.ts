/** The bridge's tables, and their rows made into values. Every row belongs to one shop, so shops may share a database. */
import type { Database, Query, Row } from "./database.js";
import { byShop, type Named } from "./names.js";
import type { Stage } from "./stages.js";

const TABLES = [
  // `wanted` is the order as the shop last gave it, `offered` the body of the session that is being made or was made: it is kept
  // before the session is asked for, so a repeat asks for the very same. Empty: none was asked for yet, or Holdfast refused it.
  `create table if not exists bridge_orders (
    shop text not null,
    "order" text not null,
    attempt integer not null default 1,
    session text,
    escrow text,
    stage text not null default 'OPEN'
      check (stage in ('OPEN', 'CONFIRMED', 'FUNDED', 'COMPLETED', 'CANCELLED', 'SETTLED')),
    turns integer not null default 0,
    url text,
    wanted text not null,
    offered text not null,
    withdrawn integer not null default 0,
    told_stage text not null default 'OPEN',
    told_turns integer not null default 0,
    told_url text,
    problem text not null default '',
    reference text,
    primary key (shop, "order")
  )`,
  `create table if not exists bridge_fulfilments (
    shop text not null,
    "order" text not null,
    fulfilment text not null,
    position integer not null,
    milestone integer,
    is_partial integer not null,
    details text not null,
    state text not null default 'WAITING' check (state in ('WAITING', 'SUBMITTING', 'SUBMITTED', 'DROPPED')),
    primary key (shop, "order", fulfilment)
  )`,
  // JSON of how a parcel travels, of those that say so.
  `create table if not exists bridge_shippings (
    shop text not null,
    "order" text not null,
    fulfilment text not null,
    shipping text not null,
    primary key (shop, "order", fulfilment)
  )`,
  // Of origin SHOP, `refund` is the shop's id, and `asked` the JSON of what it asked for, kept before Holdfast is asked. Of origin
  // HOLDFAST, it is the `RF-` id. `status`: WAITING until it is made, REFUSED, or as Holdfast says; `told` is the one that the shop knows.
  `create table if not exists bridge_refunds (
    shop text not null,
    origin text not null check (origin in ('SHOP', 'HOLDFAST')),
    refund text not null,
    "order" text not null,
    reference text not null,
    asked text not null,
    position integer not null,
    holdfast text,
    status text not null,
    told text not null default '',
    reason text not null default '',
    primary key (shop, origin, refund)
  )`,
  `create table if not exists bridge_feed (
    shop text primary key,
    position text,
    holder text not null default '',
    held_until bigint not null default 0
  )`,
];

/** Columns that came later. */
const COLUMNS = [
  // What the order is called at Holdfast. Null for one that was begun when that was the shop's name and its id.
  { table: "bridge_orders", column: "reference", type: "text" },
] as const;

const REFERENCE = `coalesce(reference, shop || ':' || "order")`;

const INDEXES = [
  `create index if not exists bridge_orders_reference on bridge_orders (shop, (${REFERENCE}))`,
  `create index if not exists bridge_orders_open on bridge_orders (shop, stage)
    where stage in ('OPEN', 'CONFIRMED', 'FUNDED')`,
  `create index if not exists bridge_orders_owed on bridge_orders (shop) where stage <> told_stage or turns <> told_turns`,
  `create index if not exists bridge_orders_failed on bridge_orders (shop) where problem <> ''`,
  `create index if not exists bridge_fulfilments_waiting on bridge_fulfilments (shop, "order")
    where state in ('WAITING', 'SUBMITTING')`,
  `create unique index if not exists bridge_refunds_holdfast on bridge_refunds (shop, holdfast)`,
  `create index if not exists bridge_refunds_order on bridge_refunds (shop, "order")`,
  `create index if not exists bridge_refunds_due on bridge_refunds (shop, "order") where status <> told`,
];

/** Two processes that begin at once may both find no table. */
const TRIES_MAX = 3;

/** Makes the tables where they are missing. */
export async function prepareTables(database: Database): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await database.transaction(async (query) => {
        for (const table of TABLES) await query(table, []);
      });
      for (const column of COLUMNS) await addColumn(database, column);
      return await database.transaction(async (query) => {
        for (const index of INDEXES) await query(index, []);
      });
    } catch (error) {
      if (count === TRIES_MAX) throw error;
    }
  }
}

/** The same for both databases: whoever can't be asked for it hasn't got it. */
async function addColumn(database: Database, { table, column, type }: (typeof COLUMNS)[number]): Promise<void> {
  try {
    await database.transaction((query) => query(`select ${column} from ${table} limit 0`, []));
  } catch {
    await database.transaction((query) => query(`alter table ${table} add column ${column} ${type}`, []));
  }
}

/** A row of `bridge_orders`. A link that expired and a total that was edited take a new attempt. */
export type OrderRow = Named & {
  /** Of this attempt; null until its answer was kept. */
  readonly session: string | null;
  readonly escrow: string | null;
  readonly stage: Stage;
  /** How often a dispute began or ended. */
  readonly turns: number;
  /** The link, while it works. */
  readonly url: string | null;
  /** JSON of a session's body. */
  readonly wanted: string;
  readonly offered: string;
  /** The shop has cancelled it. */
  readonly isWithdrawn: boolean;
  readonly told: { readonly stage: Stage; readonly turns: number };
  readonly toldUrl: string | null;
  /** Why the last step for it failed; empty when it did not. */
  readonly problem: string;
};

const ORDER_COLUMNS = `shop, "order", reference, attempt, session, escrow, stage, turns, url, wanted, offered, withdrawn, told_stage, told_turns,
  told_url, problem`;

const orderOf = (row: Row): OrderRow => ({
  order: String(row["order"]),
  reference: textOf(row["reference"]) ?? byShop(String(row["shop"]), String(row["order"])),
  isByShop: textOf(row["reference"]) === null,
  attempt: Number(row["attempt"]),
  session: textOf(row["session"]),
  escrow: textOf(row["escrow"]),
  stage: row["stage"] as Stage,
  turns: Number(row["turns"]),
  url: textOf(row["url"]),
  wanted: String(row["wanted"]),
  offered: String(row["offered"]),
  isWithdrawn: Number(row["withdrawn"]) === 1,
  told: { stage: row["told_stage"] as Stage, turns: Number(row["told_turns"]) },
  toldUrl: textOf(row["told_url"]),
  problem: String(row["problem"]),
});

export const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** What orders of a shop are asked for. */
const WHICH = {
  /** No session, or one with other terms than the shop's. */
  toOffer: "stage = 'OPEN' and withdrawn = 0 and (session is null or wanted <> offered)",
  toWithdraw: "stage = 'OPEN' and withdrawn = 1",
  /** Their shop may cancel them. */
  unfinished: "stage in ('OPEN', 'CONFIRMED', 'FUNDED')",
  /** Their shop may ship them. */
  confirmed: "stage in ('CONFIRMED', 'FUNDED')",
  owed: "stage <> told_stage or turns <> told_turns",
  toRefund: `"order" in (
    select r."order" from bridge_refunds r where r.shop = $1 and r.status <> r.told and r.status = 'WAITING')`,
  owedRefund: `"order" in (
    select r."order" from bridge_refunds r where r.shop = $1 and r.status <> r.told and r.status <> 'WAITING')`,
  owedLink:
    "stage = 'OPEN' and (url is null and told_url is not null or url is not null and (told_url is null or url <> told_url))",
  shipped: `stage = 'FUNDED' and withdrawn = 0 and exists (
    select 1 from bridge_fulfilments f
    where f.shop = bridge_orders.shop and f."order" = bridge_orders."order" and f.state in ('WAITING', 'SUBMITTING'))`,
} as const;

export type Which = keyof typeof WHICH;

/** Bounds a round: what is left comes in the next. */
const ROWS_MAX = 1_000;

export async function ordersWhich(query: Query, shop: string, which: Which): Promise<readonly OrderRow[]> {
  const rows = await query(
    `select ${ORDER_COLUMNS} from bridge_orders where shop = $1 and (${WHICH[which]}) order by "order" limit ${ROWS_MAX}`,
    [shop],
  );
  return rows.map(orderOf);
}

export async function findOrder(query: Query, shop: string, order: string): Promise<OrderRow | null> {
  const [row] = await query(`select ${ORDER_COLUMNS} from bridge_orders where shop = $1 and "order" = $2`, [
    shop,
    order,
  ]);
  return row === undefined ? null : orderOf(row);
}

/** Orders that Holdfast knows by this reference: one, unless a shop gave an id that looks like another's reference. */
export async function ordersNamed(query: Query, shop: string, reference: string): Promise<readonly OrderRow[]> {
  const sql = `select ${ORDER_COLUMNS} from bridge_orders where shop = $1 and ${REFERENCE} = $2`;
  return (await query(sql, [shop, reference])).map(orderOf);
}

/** A row of `bridge_fulfilments`. */
export type FulfilmentRow = {
  readonly id: string;
  readonly milestone: number | null;
  readonly isPartial: boolean;
  readonly details: string;
  /** JSON of how it travels; null where the shop did not say. */
  readonly shipping: string | null;
  readonly state: "WAITING" | "SUBMITTING" | "SUBMITTED" | "DROPPED";
};

/** What is not submitted of an order, in the order in which it left the shop. */
export async function pendingFulfilments(query: Query, shop: string, order: string): Promise<readonly FulfilmentRow[]> {
  const rows = await query(
    `select f.fulfilment, f.milestone, f.is_partial, f.details, f.state, s.shipping
     from bridge_fulfilments f
     left join bridge_shippings s on s.shop = f.shop and s."order" = f."order" and s.fulfilment = f.fulfilment
     where f.shop = $1 and f."order" = $2 and f.state in ('WAITING', 'SUBMITTING') order by f.position`,
    [shop, order],
  );
  return rows.map((row) => ({
    id: String(row["fulfilment"]),
    milestone: row["milestone"] === null ? null : Number(row["milestone"]),
    isPartial: Number(row["is_partial"]) === 1,
    details: String(row["details"]),
    shipping: textOf(row["shipping"]),
    state: row["state"] as FulfilmentRow["state"],
  }));
}
