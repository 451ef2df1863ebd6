/**
 * A bridge keeps the orders of one shop and their escrows in step. It works in rounds: what the shop has, what the feed says, what the
 * shop is owed, what was shipped. A round may be cut off anywhere; the next one goes on.
 */
import { randomUUID } from "node:crypto";
import { ApiError, ConnectionError } from "@holdfast/sdk";
import { type Fulfilment, type Order, ShopAway } from "./adapter.js";
import { type BridgeOptions, type Context, LeaseLost, messageOf } from "./context.js";
import { deliver, keepFulfilment } from "./deliver.js";
import { beginFeed, readFeed } from "./feed.js";
import { keepOrder, offer } from "./offer.js";
import type { Stage } from "./stages.js";
import { findOrder, type OrderRow, ordersWhich, prepareTables, type Which } from "./tables.js";
import { tell, tellLink } from "./tell.js";
import { type Waiting, whyWaiting } from "./waiting.js";
import { keepWithdrawal, withdraw } from "./withdraw.js";

/** What a shop shows of an order's payment. */
export interface Checkout {
  /** Where the buyer pays; null once there is nothing to pay. */
  readonly url: string | null;
  readonly stage: Stage;
  readonly session: string | null;
  readonly escrow: string | null;
}

export interface Bridge {
  /**
   * Send the buyer to its `url`: a link that works, for the order as it is now. However often it is called, an order is paid once.
   * @throws HoldfastError when Holdfast refuses or can't be reached; the order is kept, and gets its link in a round.
   */
  checkout(order: Order): Promise<Checkout>;
  /** What is known of an order's payment, without asking anybody; null for an order that the bridge does not know. */
  find(order: string): Promise<Checkout | null>;
  /** Keeps an order, a fulfilment or a cancellation until the next round: for shops that can't be asked. */
  take(
    news: { readonly order: Order } | { readonly fulfilment: Fulfilment } | { readonly cancelled: string },
  ): Promise<void>;
  /** Ends a wait between rounds: call it on a webhook, or when something happened in the shop. Needs no trust. */
  wake(): void;
  /** One round, to its end. @returns whether this process has the shop: another one may. */
  round(): Promise<boolean>;
  /** Rounds until the signal aborts; outages are waited out. */
  run(options: { readonly signal: AbortSignal; readonly everyMs?: number }): Promise<void>;
  /** Orders that are not over, a thousand at most. */
  waiting(): Promise<readonly Waiting[]>;
}

const LEASE_MS = 30_000;
const ROUND_MS = 5_000;

/** Makes the tables where they are missing. */
export async function openBridge(options: BridgeOptions): Promise<Bridge> {
  const { shop, holdfast, adapter, database, log = () => undefined, leaseMs = LEASE_MS } = options;
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(shop))
    throw new TypeError(`shop takes 1 to 32 small letters, digits and hyphens, and this is not: ${shop}`);
  const holder = randomUUID();
  const context: Context = {
    shop,
    holdfast,
    adapter,
    database,
    log,
    renew: async (query) => {
      const now = Date.now();
      const held = await query(
        `update bridge_feed set holder = $2, held_until = $3
         where shop = $1 and (holder = $2 or held_until < $4) returning 1`,
        [shop, holder, now + leaseMs, now],
      );
      if (held.length === 0) throw new LeaseLost("another process works for this shop");
    },
  };
  await prepareTables(database);
  return assemble(context, holder);
}

function assemble(context: Context, holder: string): Bridge {
  const { shop, database, log } = context;
  let wake: () => void = () => undefined;
  let isWoken = false;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, isWoken ? 0 : ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const bridge: Bridge = {
    checkout: async (order) => {
      await beginFeed(context);
      await keepOrder(context, order);
      return checkoutOf(await offer(context, order.id, true));
    },
    find: async (order) => {
      const row = await database.transaction((query) => findOrder(query, shop, order));
      return row === null ? null : checkoutOf(row);
    },
    take: async (news) => {
      if ("order" in news) await keepOrder(context, news.order);
      else if ("fulfilment" in news) await keepFulfilment(context, news.fulfilment);
      else await keepWithdrawal(context, news.cancelled);
      bridge.wake();
    },
    wake: () => {
      isWoken = true;
      wake();
    },
    round: async () => {
      try {
        await beginFeed(context);
        await database.transaction(context.renew);
        await makeRound(context);
        return true;
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        log({ level: "debug", step: "round left out", reason: error.message });
        return false;
      }
    },
    run: async ({ signal, everyMs = ROUND_MS }) => {
      const stop = (): void => bridge.wake();
      signal.addEventListener("abort", stop, { once: true });
      while (!signal.aborted) {
        isWoken = false;
        await bridge
          .round()
          .catch((error: unknown) => log({ level: "error", step: "round failed", reason: messageOf(error) }));
        if (!signal.aborted) await pause(everyMs);
      }
      signal.removeEventListener("abort", stop);
      // The next process need not wait for the lease to end.
      await database.transaction((query) =>
        query("update bridge_feed set held_until = 0 where shop = $1 and holder = $2", [shop, holder]),
      );
    },
    waiting: () => waitingIn(context),
  };
  return bridge;
}

async function makeRound(context: Context): Promise<void> {
  const { shop, database, adapter } = context;
  const orders = (which: Which): Promise<readonly OrderRow[]> =>
    database.transaction((query) => ordersWhich(query, shop, which));
  const problems = new Map<string, string>();
  const each = async (rows: readonly OrderRow[], step: (row: OrderRow) => Promise<unknown>): Promise<void> => {
    for (const row of rows) await attempt({ ...context, problems }, row.order, () => step(row));
  };
  // What moves money comes before what might one day.
  await readFeed(context);
  const asked = new Set<string>();
  for (const order of await adapter.orders.toPay()) {
    await attempt({ ...context, problems }, order.id, () => keepOrder(context, order));
    asked.add(order.id);
  }
  const unfinished = await orders("unfinished");
  for (const order of await adapter.orders.cancelled(unfinished.map((row) => row.order)))
    await keepWithdrawal(context, order);
  await each(await orders("toWithdraw"), (row) => withdraw(context, row));
  await each(await orders("owed"), (row) => tell(context, row));
  const confirmed = (await orders("confirmed")).map(({ order }) => order);
  for (const fulfilment of await adapter.fulfilments(confirmed))
    await attempt({ ...context, problems }, fulfilment.order, () => keepFulfilment(context, fulfilment));
  await each(await orders("shipped"), (row) => deliver(context, row));
  // A link that has expired is replaced where the shop still asks for one.
  const expired = unfinished.filter(({ order, stage, url }) => stage === "OPEN" && url === null && asked.has(order));
  const toOffer = new Map([...(await orders("toOffer")), ...expired].map((row) => [row.order, row]));
  await each([...toOffer.values()], (row) => offer(context, row.order, false));
  if (adapter.markOffered !== undefined) await each(await orders("owedLink"), (row) => tellLink(context, row));
  // A buyer may have been quicker than the bridge.
  await each(await orders("owed"), (row) => tell(context, row));
  await keepProblems(context, problems);
}

/** What one order lacks holds up no other; what no order can do without ends the round. */
async function attempt(
  context: Context & { readonly problems: Map<string, string> },
  order: string,
  step: () => Promise<unknown>,
): Promise<void> {
  try {
    await context.database.transaction(context.renew);
    await step();
  } catch (error) {
    if (error instanceof LeaseLost || isOutage(error)) throw error;
    context.problems.set(order, messageOf(error));
    context.log({ level: "warn", step: "order waits", order, reason: messageOf(error) });
  }
}

/** Keeps why steps failed, for people; each is taken again in the next round. */
async function keepProblems({ shop, database }: Context, problems: ReadonlyMap<string, string>): Promise<void> {
  await database.transaction(async (query) => {
    const known = await query(`select "order" from bridge_orders where shop = $1 and problem <> ''`, [shop]);
    const over = known.map((row) => String(row["order"])).filter((order) => !problems.has(order));
    for (const [order, problem] of [...over.map((order) => [order, ""] as const), ...problems])
      await query(`update bridge_orders set problem = $3 where shop = $1 and "order" = $2`, [shop, order, problem]);
  });
}

/** Nobody is there, or nobody may ask. */
const isOutage = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof ShopAway ||
  (error instanceof ApiError && (error.status >= 500 || error.is("unauthenticated", "rate_limited")));

const checkoutOf = ({ url, stage, session, escrow }: OrderRow): Checkout => ({ url, stage, session, escrow });

async function waitingIn({ shop, database }: Context): Promise<readonly Waiting[]> {
  return database.transaction(async (query) => {
    const rows = [...(await ordersWhich(query, shop, "unfinished")), ...(await ordersWhich(query, shop, "owed"))];
    const counts = await query(
      `select "order", state, count(*) as amount from bridge_fulfilments where shop = $1 and "order" in (
         select o."order" from bridge_orders o where o.shop = $1 and o.stage in ('OPEN', 'CONFIRMED', 'FUNDED'))
       group by "order", state`,
      [shop],
    );
    const has = new Set(counts.map((count) => `${count["state"]} ${count["order"]}`));
    const unique = new Map(rows.map((row) => [row.order, row]));
    return [...unique.values()].map((row) => ({
      order: row.order,
      session: row.session,
      escrow: row.escrow,
      ...whyWaiting(row, {
        waiting: has.has(`WAITING ${row.order}`) || has.has(`SUBMITTING ${row.order}`),
        submitted: has.has(`SUBMITTED ${row.order}`),
      }),
    }));
  });
}
