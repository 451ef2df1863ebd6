/** From an order to a link that works: one session for each attempt, and a new attempt only where nobody can pay by the old one. */
import { ApiError, type CheckoutSession, type CheckoutSessionCreate } from "@holdfast/sdk";
import type { Order } from "./adapter.js";
import { bodyOf, type Context, hasSameTerms, keyOf } from "./context.js";
import { advance } from "./stages.js";
import { findOrder, type OrderRow } from "./tables.js";

/** Keeps what the shop wants: nothing is asked of Holdfast yet. @returns whether it is new. */
export async function keepOrder(context: Context, order: Order): Promise<boolean> {
  const { shop, database, log } = context;
  if (typeof order.id !== "string" || !/^[^\p{Cc}]{1,200}$/u.test(order.id))
    throw new TypeError("an order's id is 1 to 200 characters");
  const body = bodyOf(context, order);
  const news = await database.transaction(async (query) => {
    const row = await findOrder(query, shop, order.id);
    if (row === null) {
      const values = [shop, order.id, body];
      await query(
        `insert into bridge_orders (shop, "order", wanted, offered) values ($1, $2, $3, $3) on conflict do nothing`,
        values,
      );
      return "order kept";
    }
    // What was offered stays as it was unless the buyer would be offered something else.
    const wanted = hasSameTerms(body, row.offered) ? row.offered : body;
    if (wanted === row.wanted && !row.isWithdrawn) return null;
    await query(
      `update bridge_orders set wanted = $3, withdrawn = case when stage = 'OPEN' then 0 else withdrawn end
       where shop = $1 and "order" = $2`,
      [shop, order.id, wanted],
    );
    return wanted === row.wanted ? null : "order edited";
  });
  if (news !== null) log({ level: "info", step: news, order: order.id });
  return news !== null;
}

/** More than any order takes: an edit and an expired link at once are three. */
const STEPS_MAX = 8;

/**
 * Goes on until the order has a link that works, or needs none.
 * @param isSure asks Holdfast whether a link works that was not said to have expired.
 */
export async function offer(context: Context, order: string, isSure: boolean): Promise<OrderRow> {
  const { database, shop, holdfast } = context;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const row = await database.transaction((query) => findOrder(query, shop, order));
    if (row === null) throw new TypeError(`the bridge knows no order ${order}`);
    if (row.stage !== "OPEN" || row.isWithdrawn) return row;
    if (row.session === null) await create(context, row);
    else if (row.wanted !== row.offered) await replace(context, row, row.session);
    else if (row.url !== null && !isSure) return row;
    else {
      // Only of a link that was said to have expired is it certain why Holdfast knows it no longer.
      const session = row.url === null ? await find(context, row.session) : await holdfast.sessions.get(row.session);
      if (session?.status === "OPEN" && session.url === row.url) return row;
      await (session === null ? takeWanted(context, row, row.attempt + 1) : follow(context, row, session));
    }
  }
  throw new Error("its link changes all the time");
}

async function create(context: Context, row: OrderRow): Promise<void> {
  const { holdfast, shop, log } = context;
  const idempotencyKey = keyOf(shop, row.order, row.attempt);
  try {
    const body = JSON.parse(row.offered) as CheckoutSessionCreate;
    const { data, isReplayed } = await holdfast.sessions.create(body, { idempotencyKey }).withResponse();
    log({ level: "info", step: "session created", order: row.order, session: data.id });
    // A replay shows the session as it was when it was created.
    const session = isReplayed ? await find(context, data.id) : data;
    await (session === null ? takeWanted(context, row, row.attempt + 1) : follow(context, row, session));
  } catch (error) {
    // Fields were refused, so the key is unused: it serves for what the shop has made of the order since.
    if (error instanceof ApiError && error.is("validation_failed") && row.wanted !== row.offered)
      return takeWanted(context, row, row.attempt);
    if (error instanceof ApiError && error.is("idempotency_conflict"))
      throw new Error(
        `the key ${idempotencyKey} was used for another order: does another shop have the name "${shop}", or was the bridge's table lost?`,
        { cause: error },
      );
    throw error;
  }
}

/** The session as it is now; null where it expired so long ago that Holdfast has forgotten it. */
async function find({ holdfast }: Context, id: string): Promise<CheckoutSession | null> {
  try {
    return await holdfast.sessions.get(id);
  } catch (error) {
    if (error instanceof ApiError && error.is("not_found")) return null;
    throw error;
  }
}

/** The buyer must not pay what is no longer the price. */
async function replace(context: Context, row: OrderRow, id: string): Promise<void> {
  try {
    await context.holdfast.sessions.expire(id);
    context.log({
      level: "info",
      step: "session expired",
      order: row.order,
      session: id,
      reason: "the order was edited",
    });
    await takeWanted(context, row, row.attempt + 1);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.is("session_completed")) throw error;
    await follow(context, row, await context.holdfast.sessions.get(id));
  }
}

/** Takes the row to where its session is. */
async function follow(context: Context, row: OrderRow, session: CheckoutSession): Promise<void> {
  const { database, shop, holdfast, log } = context;
  if (session.status === "EXPIRED" && row.session === session.id) return takeWanted(context, row, row.attempt + 1);
  const escrow = session.escrow === null ? null : await holdfast.escrows.get(session.escrow);
  const { stage, turns } = escrow === null ? row : advance(row, escrow);
  const kept = await database.transaction((query) =>
    query(
      `update bridge_orders set session = $4, url = $5, escrow = $6, stage = $7, turns = $8
       where shop = $1 and "order" = $2 and attempt = $3 and stage = 'OPEN' and withdrawn = 0 returning 1`,
      [shop, row.order, row.attempt, session.id, session.url, session.escrow, stage, turns],
    ),
  );
  if (kept.length > 0) return log({ level: "info", step: "session kept", order: row.order, session: session.id });
  // Another process went on, or the shop cancelled meanwhile: a link that nobody will look after must not be paid by.
  const now = await database.transaction((query) => findOrder(query, shop, row.order));
  if (now?.isWithdrawn && now.session === null && session.status === "OPEN") await holdfast.sessions.expire(session.id);
}

/** Begins an attempt with what the shop wants now. */
async function takeWanted({ database, shop, log }: Context, row: OrderRow, attempt: number): Promise<void> {
  await database.transaction((query) =>
    query(
      `update bridge_orders set attempt = $4, offered = wanted, session = null, url = null
       where shop = $1 and "order" = $2 and attempt = $3 and stage = 'OPEN'`,
      [shop, row.order, row.attempt, attempt],
    ),
  );
  if (attempt > row.attempt)
    log({ level: "info", step: "attempt begun", order: row.order, reason: `attempt ${attempt}` });
}
