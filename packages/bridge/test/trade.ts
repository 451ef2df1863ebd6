/** A shop, its bridge and a merchant of a running service, with the sandbox to play the buyer. */
import { API_PATH } from "@holdfast/contract";
import { type CheckoutSession, type Escrow, Holdfast } from "@holdfast/sdk";
import { type Sandbox, sandbox } from "@holdfast/sdk/testing";
import { expect } from "vitest";
import type { World } from "../../../apps/service/test/harness.js";
import { type Bridge, type BridgeOptions, type LogLine, openBridge } from "../src/index.js";
import { sqlite } from "../src/sqlite.js";
import { openShop, type Shop } from "./shop.js";

export type Trade = {
  readonly holdfast: Holdfast;
  readonly buyer: Sandbox;
  readonly shop: Shop;
  readonly bridge: Bridge;
  readonly database: BridgeOptions["database"];
  readonly log: LogLine[];
  /** Sessions of an order, oldest first. */
  sessionsOf(order: string): Promise<readonly CheckoutSession[]>;
  escrowOf(order: string): Promise<Escrow>;
  /** The buyer confirms the order's link, and pays unless told otherwise. */
  buy(order: string, pays?: boolean): Promise<Escrow>;
  /** How many events of the type the order has. */
  count(order: string, type: string): Promise<number>;
  /** Why the order waits; null when it is over. */
  reason(order: string): Promise<string | null>;
};

export type TradeOptions = Partial<Pick<BridgeOptions, "database" | "leaseMs" | "prefix">> & {
  readonly name?: string;
  /** Where the bridge finds the service. */
  readonly url?: string;
  readonly apiKey?: string;
  /** How the bridge asks the service. */
  readonly fetch?: typeof fetch;
};

export async function openTrade(world: World, options: TradeOptions = {}): Promise<Trade> {
  const apiKey = options.apiKey ?? (await world.merchant()).apiKey;
  const name = options.name ?? "north";
  const referenceOf = (order: string): string => `${options.prefix ?? ""}${order}`;
  const holdfast = new Holdfast({ apiKey, baseUrl: `${world.url}${API_PATH}` });
  const buyer = sandbox(holdfast);
  const shop = openShop();
  const database = options.database ?? sqlite(":memory:");
  const log: LogLine[] = [];
  const bridge = await openBridge({
    shop: name,
    prefix: options.prefix,
    holdfast: new Holdfast({
      apiKey,
      baseUrl: options.url ?? `${world.url}${API_PATH}`,
      retriesMax: 0,
      fetch: options.fetch,
    }),
    adapter: shop,
    database,
    log: (line) => log.push(line),
    leaseMs: options.leaseMs,
  });
  const trade: Trade = {
    holdfast,
    buyer,
    shop,
    bridge,
    database,
    log,
    sessionsOf: async (order) =>
      (await holdfast.sessions.list({ external_reference: referenceOf(order) })).data.toReversed(),
    escrowOf: async (order) => holdfast.escrows.get((await bridge.find(order))?.escrow ?? "none"),
    buy: async (order, pays = true) => {
      const session = (await bridge.find(order))?.session ?? "none";
      const escrow = await buyer.confirm(session, { buyer_email: "ada@example.com" });
      return pays ? buyer.pay(escrow.id) : escrow;
    },
    count: async (order, type) => {
      let count = 0;
      for await (const event of holdfast.events.list({ limit: 100 })) {
        const { object } = event.data;
        const reference = object.object === "ping" ? "" : object.external_reference;
        if (event.type === type && reference === referenceOf(order)) count += 1;
      }
      return count;
    },
    reason: async (order) => (await bridge.pending()).find((one) => one.order === order)?.reason ?? null,
  };
  return trade;
}

/** Rounds until the order is paid for, from a shop that has placed it. */
export async function sell(trade: Trade, order: string): Promise<Escrow> {
  await trade.bridge.round();
  const escrow = await trade.buy(order);
  await trade.bridge.round();
  expect(trade.shop.book.get(order)?.state).toBe("paid");
  return escrow;
}
