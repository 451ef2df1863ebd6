/**
 * A bridge keeps the orders of one shop and their escrows in step. It works in rounds: what the shop has, what the feed says, what the
 * shop is owed, what was shipped. A round may be cut off anywhere; the next one goes on.
 */
import { randomUUID } from "node:crypto";
import type { Fulfilment, Order, ShopRefund } from "./adapter.js";
import { type BridgeOptions, type Context, LeaseLost, messageOf } from "./context.js";
import { keepFulfilment } from "./deliver.js";
import { beginFeed } from "./feed.js";
import { keepOrder, offer } from "./offer.js";
import { openReport, type PendingOrder, pendingOrders } from "./pending.js";
import { keepRefund, makeRefund, warnOfKey } from "./refund.js";
import { findOwn, keepReported, type RefundStanding } from "./refund-rows.js";
import { isOutage, keepProblem, makeRound, openPatience } from "./round.js";
import type { Stage } from "./stages.js";
import { findOrder, type OrderRow, prepareTables } from "./tables.js";
import { keepWithdrawal } from "./withdraw.js";

/** What a shop shows of an order's payment. */
export interface Checkout {
  /** Where the buyer pays; null once there is nothing to pay. */
  readonly url: string | null;
  readonly stage: Stage;
  readonly session: string | null;
  readonly escrow: string | null;
}

/** What became of a refund of the shop's. */
export interface Refunding {
  /** `WAITING`: it is kept, and made once Holdfast can be reached. `REFUSED`: never under this id. Else as Holdfast says. */
  readonly status: RefundStanding;
  /** The `RF-` id, once it is made. */
  readonly refund: string | null;
  /** Of a refusal: why, and what to do. */
  readonly reason: string | null;
}

export interface Bridge {
  /**
   * Send the buyer to its `url`: a link that works, for the order as it is now. However often it is called, an order is paid once.
   * @throws HoldfastError when Holdfast refuses or can't be reached; the order is kept, and gets its link in a round.
   */
  checkout(order: Order): Promise<Checkout>;
  /**
   * Gives money of an order back to its buyer, once however often it is called. What it answers is not told by a mark again, unless the shop
   * wants one: `marksMade`, for a shop that books it behind the answer, tells by `markRefunded` that it was made.
   * @throws TypeError for an order that nobody knows, and for another refund under the same id.
   */
  refund(refund: ShopRefund, options?: { readonly marksMade?: boolean }): Promise<Refunding>;
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
  /** Rounds until the signal aborts; outages are waited out. Says of each order that waits why, when that changes and every hour. */
  run(options: { readonly signal: AbortSignal; readonly everyMs?: number | undefined }): Promise<void>;
  /** Orders that are not over, a thousand at most. */
  pending(): Promise<readonly PendingOrder[]>;
}

const LEASE_MS = 30_000;
const ROUND_MS = 5_000;

/** Makes the tables where they are missing. */
export async function openBridge(options: BridgeOptions): Promise<Bridge> {
  const { shop, prefix = "", holdfast, adapter, database, log = () => undefined, leaseMs = LEASE_MS } = options;
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(shop))
    throw new TypeError(`shop takes 1 to 32 small letters, digits and hyphens, and this is not: ${shop}`);
  if (!/^[^\p{Cc}]{0,40}$/u.test(prefix)) throw new TypeError("prefix takes at most 40 characters, on one line");
  const holder = randomUUID();
  const context: Context = {
    shop,
    prefix,
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
  const patience = openPatience();
  const report = openReport(context);
  const bridge: Bridge = {
    checkout: async (order) => {
      if (await keepOrder(context, order)) patience.forget(order.id);
      try {
        await beginFeed(context);
        return checkoutOf(await offer(context, order.id, true));
      } catch (error) {
        if (!isOutage(error)) await keepProblem(context, order.id, messageOf(error));
        throw error;
      }
    },
    refund: async (asked, { marksMade = false } = {}) => {
      if (await keepRefund(context, asked)) patience.forget(asked.order);
      const row = await makeRefund(context, asked.id).catch(async (error: unknown) => {
        log({ level: "warn", step: "refund waits", order: asked.order, reason: `${asked.id}: ${messageOf(error)}` });
        bridge.wake();
        return database.transaction((query) => findOwn(query, shop, asked.id));
      });
      if (row === null) throw new TypeError(`the bridge knows no refund ${asked.id}`);
      const { status, holdfast: refund, reason } = row;
      const isTold = status === "REFUSED" || (status !== "WAITING" && !marksMade);
      if (isTold) await database.transaction((query) => keepReported(query, shop, { row, status }));
      return { status, refund, reason: reason === "" ? null : reason };
    },
    find: async (order) => {
      const row = await database.transaction((query) => findOrder(query, shop, order));
      return row === null ? null : checkoutOf(row);
    },
    take: async (news) => {
      if ("order" in news) await keepOrder(context, news.order);
      else if ("fulfilment" in news) await keepFulfilment(context, news.fulfilment);
      else await keepWithdrawal(context, news.cancelled);
      patience.forget("order" in news ? news.order.id : "fulfilment" in news ? news.fulfilment.order : news.cancelled);
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
        await makeRound(context, patience);
        log({ level: "debug", step: "round ended" });
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
      void warnOfKey(context);
      while (!signal.aborted) {
        isWoken = false;
        try {
          if (await bridge.round()) await report();
        } catch (error) {
          log({ level: "error", step: "round failed", reason: messageOf(error) });
        }
        if (!signal.aborted) await pause(everyMs);
      }
      signal.removeEventListener("abort", stop);
      // The next process need not wait for the lease to end.
      await database.transaction((query) =>
        query("update bridge_feed set held_until = 0 where shop = $1 and holder = $2", [shop, holder]),
      );
    },
    pending: () => pendingOrders(context),
  };
  return bridge;
}

const checkoutOf = ({ url, stage, session, escrow }: OrderRow): Checkout => ({ url, stage, session, escrow });
