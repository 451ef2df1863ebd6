/**
 * The feed is the truth: it says which orders to look at, and Holdfast how they stand now. So an event that comes twice, late or after
 * its order is over changes nothing. The position is kept in the transaction of what it led to.
 */
import { ApiError, type Escrow, type Event, type Page, type Refund } from "@holdfast/sdk";
import type { Context } from "./context.js";
import type { Query } from "./database.js";
import { readRefunds } from "./refund.js";
import { keepStanding } from "./refund-rows.js";
import { advance, isEnd } from "./stages.js";
import { findOrder, ordersNamed, textOf } from "./tables.js";

const PAGE_SIZE = 100;

/** These follow from what the shop did itself, or say nothing that the escrow's own event would not. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  "escrow.milestone.submitted",
  "escrow.milestone.approved",
  "escrow.work_started",
  "ping",
]);

/** The account's newest event is where a new bridge begins: it has no orders that an earlier one could be about. */
export async function beginFeed({ shop, database, holdfast }: Context): Promise<void> {
  const [known] = await database.transaction((query) => query("select 1 from bridge_feed where shop = $1", [shop]));
  if (known !== undefined) return;
  const { data } = await holdfast.events.list({ limit: 1 });
  await database.transaction((query) =>
    query("insert into bridge_feed (shop, position) values ($1, $2) on conflict do nothing", [
      shop,
      data[0]?.id ?? null,
    ]),
  );
}

/** Reads to the feed's present end. */
export async function readFeed(context: Context): Promise<void> {
  const { shop, database, holdfast } = context;
  const [feed] = await database.transaction((query) =>
    query("select position from bridge_feed where shop = $1", [shop]),
  );
  for (let position = textOf(feed?.["position"]); ; ) {
    const events =
      position === null
        ? await oldest(context)
        : (await holdfast.events.list({ limit: PAGE_SIZE, after: position })).data;
    const last = events.at(-1);
    if (last === undefined) return;
    await takePage(context, events);
    if (position !== null && events.length < PAGE_SIZE) return;
    position = last.id;
  }
}

/** The account's first event; none while there is none. */
async function oldest({ holdfast }: Context): Promise<readonly Event[]> {
  let page: Page<Event> = await holdfast.events.list({ limit: PAGE_SIZE });
  while (page.next !== null) {
    const cursor = new URL(page.next).searchParams.get("cursor");
    if (cursor === null) break;
    page = await holdfast.events.list({ limit: PAGE_SIZE, cursor });
  }
  return page.data.slice(-1);
}

/** What a page says under one reference: of which sessions there are escrows now, which have expired, and of which money goes back. */
type News = { readonly escrows: Map<string, string>; readonly expired: Set<string>; readonly refunded: Set<string> };
/** The same of one order, which has one session. */
type OrderNews = {
  readonly order: string;
  readonly escrow: string | null;
  readonly expired: ReadonlySet<string>;
  readonly isRefunded: boolean;
};

async function takePage(context: Context, events: readonly Event[]): Promise<void> {
  const { shop, database, log } = context;
  const position = events.at(-1)?.id ?? null;
  const news = await ordersIn(context, gather(events));
  const escrows = new Map<string, Escrow>();
  const refunds = new Map<string, readonly Refund[]>();
  for (const { order, escrow, isRefunded } of news) {
    if (escrow === null) continue;
    const read = await readEscrow(context, { order, escrow });
    if (read !== null) escrows.set(order, read);
    // Behind the escrow: a refund that ended it is told before its end.
    if (isRefunded || read?.amount_refunded !== undefined) refunds.set(order, await readRefunds(context, escrow));
  }
  log({ level: "debug", step: "events read", reason: `${events.length} up to ${position}` });
  await database.transaction(async (query) => {
    await context.renew(query);
    for (const { order, expired } of news) {
      for (const session of expired)
        await query(
          `update bridge_orders set url = null where shop = $1 and "order" = $2 and session = $3 and stage = 'OPEN'`,
          [shop, order, session],
        );
      const isNews = (await keepStanding(query, shop, { order, refunds: refunds.get(order) ?? [] })) > 0;
      if (isNews) log({ level: "info", step: "refund read", order });
      const escrow = escrows.get(order);
      if (escrow !== undefined) await apply(context, query, { order, escrow });
    }
    await query("update bridge_feed set position = $2 where shop = $1", [shop, position]);
  });
}

/** Shops of one account may count alike, and anybody of it may sell under any reference: an order's own session tells which it is. */
async function ordersIn({ shop, database }: Context, news: ReadonlyMap<string, News>): Promise<readonly OrderNews[]> {
  return database.transaction(async (query) => {
    const found: OrderNews[] = [];
    for (const [reference, { escrows, expired, refunded }] of news)
      for (const { order, session } of await ordersNamed(query, shop, reference)) {
        const escrow = escrows.get(session ?? "") ?? null;
        found.push({ order, escrow, expired, isRefunded: refunded.has(session ?? "") });
      }
    return found;
  });
}

function gather(events: readonly Event[]): ReadonlyMap<string, News> {
  const news = new Map<string, News>();
  for (const event of events) {
    if (event.type === "ping" || PASSED_OVER.has(event.type)) continue;
    const { object } = event.data;
    const { reference, session, escrow } = placeOf(object);
    const one = news.get(reference) ?? { escrows: new Map(), expired: new Set(), refunded: new Set() };
    if (session !== null && escrow !== null) one.escrows.set(session, escrow);
    if (session !== null && object.object === "refund") one.refunded.add(session);
    if (event.type === "checkout.session.expired") one.expired.add(object.id);
    news.set(reference, one);
  }
  return news;
}

type Told = Exclude<Event["data"]["object"], { readonly object: "ping" }>;
type Place = { readonly reference: string; readonly session: string | null; readonly escrow: string | null };

/** Which order an event is about. */
function placeOf(object: Told): Place {
  switch (object.object) {
    case "refund":
      return { reference: object.order_reference, session: object.checkout_session, escrow: object.escrow_id };
    case "checkout.session":
      return { reference: object.external_reference, session: object.id, escrow: object.escrow };
    case "escrow":
      return { reference: object.external_reference, session: object.checkout_session, escrow: object.id };
    default:
      return { reference: object.external_reference, session: object.checkout_session, escrow: object.escrow };
  }
}

/** How the escrow stands now; null where it can't matter: an order that is over, or one that the bridge does not know. */
async function readEscrow(
  { shop, database, holdfast, log }: Context,
  { order, escrow }: { readonly order: string; readonly escrow: string },
): Promise<Escrow | null> {
  const row = await database.transaction((query) => findOrder(query, shop, order));
  if (row === null || isEnd(row.stage)) return null;
  try {
    return await holdfast.escrows.get(escrow);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.is("not_found")) throw error;
    log({ level: "error", step: "escrow not found", order, escrow, reason: error.message });
    return null;
  }
}

/** Forward only, and only by the escrow of the order's own session: anybody of the account may sell under the same reference. */
async function apply(
  { shop, log }: Context,
  query: Query,
  { order, escrow }: { readonly order: string; readonly escrow: Escrow },
): Promise<void> {
  // A checkout may follow its session meanwhile, and have seen more or less of the escrow: the order is then looked at again.
  for (;;) {
    const row = await findOrder(query, shop, order);
    if (row === null || row.session !== escrow.checkout_session) return;
    const { stage, turns } = advance(row, escrow);
    const kept = await query(
      `update bridge_orders set escrow = $3, stage = $4, turns = $5, url = null
       where shop = $1 and "order" = $2 and stage = $6 and turns = $7 returning 1`,
      [shop, order, escrow.id, stage, turns, row.stage, row.turns],
    );
    if (kept.length > 0)
      return log({ level: "info", step: "escrow read", order, escrow: escrow.id, reason: escrow.status });
  }
}
