/** From an order to a link that works: one session for each attempt, and a new attempt only where nobody can pay by the old one. */
import { ApiError, type CheckoutSession, type CheckoutSessionCreate } from "@holdfast/sdk";
import type { Order } from "./adapter.js";
import { cleanOrder } from "./clean/order.js";
import { bodyOf, type Context, hasSameTerms, isOwn } from "./context.js";
import type { Query } from "./database.js";
import { keyOf } from "./names.js";
import { learnRefunds } from "./refund.js";
import { advance } from "./stages.js";
import { findOrder, type OrderRow } from "./tables.js";

/**
 * Keeps what the shop wants: nothing is asked of Holdfast yet. An order that it had taken back is wanted again.
 * @returns whether it is new.
 */
export async function keepOrder(context: Context, order: Order): Promise<boolean> {
  const { shop, prefix, database, log } = context;
  if (typeof order.id !== "string" || !/^[^\p{Cc}\p{Cs}]{1,200}$/u.test(order.id))
    throw new TypeError("an order's id is 1 to 200 characters of text, on one line");
  const cleaned = cleanOrder(order);
  const news = await database.transaction(async (query) => {
    const row = await findOrder(query, shop, order.id);
    const body = bodyOf(context, cleaned, row?.reference ?? prefix + order.id);
    if (row === null) {
      await query(
        `insert into bridge_orders (shop, "order", reference, wanted, offered) values ($1, $2, $3, $4, '')
         on conflict do nothing`,
        [shop, order.id, prefix + order.id, body],
      );
      return "order kept";
    }
    const isBack = await takeBack(query, shop, row);
    // What was offered stays as it was unless the buyer would be offered something else.
    const wanted = row.session !== null && hasSameTerms(body, row.offered) ? row.offered : body;
    if (wanted !== row.wanted || row.isWithdrawn)
      await query(
        `update bridge_orders set wanted = $3, withdrawn = case when stage = 'OPEN' then 0 else withdrawn end
         where shop = $1 and "order" = $2`,
        [shop, order.id, wanted],
      );
    if (isBack) return "order wanted again";
    return wanted === row.wanted ? null : "order edited";
  });
  if (news !== null) log({ level: "info", step: news, order: order.id });
  return news !== null;
}

/**
 * What else was to pay it came to nothing. An escrow that has ended stays ended; a link that has takes a new attempt. Marks that were
 * left out meanwhile are made now, under the ids that they would have had.
 */
async function takeBack(query: Query, shop: string, row: OrderRow): Promise<boolean> {
  if (!row.isWithdrawn) return false;
  const isOver = row.stage === "CANCELLED" && row.escrow === null;
  if (!isOver && row.stage !== "CONFIRMED" && row.stage !== "FUNDED") return false;
  await query(
    isOver
      ? `update bridge_orders set withdrawn = 0, stage = 'OPEN', told_stage = 'OPEN', attempt = attempt + 1, session = null,
           url = null, offered = '' where shop = $1 and "order" = $2`
      : `update bridge_orders set withdrawn = 0, told_turns = 0,
           told_stage = case when told_stage = 'FUNDED' then 'CONFIRMED' else told_stage end where shop = $1 and "order" = $2`,
    [shop, row.order],
  );
  return true;
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
      await (session === null ? beginAttempt(context, row) : follow(context, row, session));
    }
  }
  throw new Error("its link changes all the time");
}

async function create(context: Context, row: OrderRow): Promise<void> {
  const { holdfast, shop, log } = context;
  const asked = await bodyToAsk(context, row);
  if (asked === null) return;
  const idempotencyKey = keyOf(shop, row);
  try {
    const body = JSON.parse(asked) as CheckoutSessionCreate;
    const { data, isReplayed } = await holdfast.sessions.create(body, { idempotencyKey }).withResponse();
    log({ level: "info", step: "session created", order: row.order, session: data.id });
    // A replay shows the session as it was when it was created.
    const session = isReplayed ? await find(context, data.id) : data;
    if (session === null) await beginAttempt(context, row);
    else await follow(context, { ...row, offered: asked }, session);
  } catch (error) {
    if (!(error instanceof ApiError) || !(await isMovedOn(context, { row, asked, error }))) throw error;
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

/**
 * The body under this attempt's key, kept before it is asked for. An answer may have been lost, and the order edited since: then there is
 * a session of what it was, which is found by asking for that once more, or there is none.
 * @returns null when another process went on meanwhile
 */
async function bodyToAsk(context: Context, row: OrderRow): Promise<string | null> {
  const { database, shop } = context;
  const isRepeat = row.offered !== "" && row.offered !== row.wanted && (await hasSession(context, row));
  const body = isRepeat ? row.offered : row.wanted;
  const kept = await database.transaction((query) =>
    query(
      `update bridge_orders set offered = $4
       where shop = $1 and "order" = $2 and attempt = $3 and session is null and offered = $5 returning 1`,
      [shop, row.order, row.attempt, body, row.offered],
    ),
  );
  return kept.length === 0 ? null : body;
}

async function hasSession({ holdfast, shop }: Context, row: OrderRow): Promise<boolean> {
  const { data } = await holdfast.sessions.list({ external_reference: row.reference });
  return data.some((session) => isOwn(shop, session, [row.offered]));
}

/** Somebody else's order has its name at Holdfast: it gets no link until people have mended that. */
export class KeyTaken extends Error {
  override name = "KeyTaken";
}

type Refused = { readonly row: OrderRow; readonly asked: string; readonly error: ApiError };

/** Whether there is something else to try after a refusal. */
async function isMovedOn({ database, shop }: Context, { row, asked, error }: Refused): Promise<boolean> {
  if (error.is("idempotency_conflict")) {
    const now = await database.transaction((query) => findOrder(query, shop, row.order));
    if (now !== null && (now.session !== null || now.attempt !== row.attempt)) return true; // another process went on
    throw new KeyTaken(
      `the key ${keyOf(shop, row)} was used for another order: does another shop of the account count its orders alike, or was the bridge's table lost? Give each shop a prefix of its own`,
      { cause: error },
    );
  }
  // It was refused, so there is no session, and the key serves for what the shop makes of the order.
  if (error.status >= 500 || error.is("unauthenticated", "forbidden", "rate_limited")) return false;
  await database.transaction((query) =>
    query(
      `update bridge_orders set offered = ''
       where shop = $1 and "order" = $2 and attempt = $3 and session is null and offered = $4`,
      [shop, row.order, row.attempt, asked],
    ),
  );
  return row.wanted !== asked;
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
    await beginAttempt(context, row);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.is("session_completed")) throw error;
    await follow(context, row, await context.holdfast.sessions.get(id));
  }
}

/** Takes the row to where its session is. */
async function follow(context: Context, row: OrderRow, session: CheckoutSession): Promise<void> {
  const { database, shop, holdfast, log } = context;
  if (session.status === "EXPIRED" && row.session === session.id) return beginAttempt(context, row);
  const escrow = session.escrow === null ? null : await holdfast.escrows.get(session.escrow);
  const { stage, turns } = escrow === null ? row : advance(row, escrow);
  if (escrow?.amount_refunded !== undefined) await learnRefunds(context, row.order, escrow.id);
  const kept = await database.transaction((query) =>
    query(
      `update bridge_orders set session = $4, url = $5, escrow = $6, stage = $7, turns = $8, offered = $9
       where shop = $1 and "order" = $2 and attempt = $3 and stage = 'OPEN' and withdrawn = 0 returning 1`,
      [shop, row.order, row.attempt, session.id, session.url, session.escrow, stage, turns, row.offered],
    ),
  );
  if (kept.length > 0) return log({ level: "info", step: "session kept", order: row.order, session: session.id });
  // Another process went on, or the shop cancelled meanwhile: a link that nobody will look after must not be paid by.
  const now = await database.transaction((query) => findOrder(query, shop, row.order));
  if (now?.isWithdrawn && now.session === null && session.status === "OPEN") await holdfast.sessions.expire(session.id);
}

/** The next one, with what the shop wants then. */
async function beginAttempt({ database, shop, log }: Context, row: OrderRow): Promise<void> {
  await database.transaction((query) =>
    query(
      `update bridge_orders set attempt = $4, offered = '', session = null, url = null
       where shop = $1 and "order" = $2 and attempt = $3 and stage = 'OPEN'`,
      [shop, row.order, row.attempt, row.attempt + 1],
    ),
  );
  log({ level: "info", step: "attempt begun", order: row.order, reason: `attempt ${row.attempt + 1}` });
}
