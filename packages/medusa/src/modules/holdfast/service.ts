/**
 * The bridge inside Medusa: it starts and stops with the process, and keeps its tables in Medusa's database. Any number of processes
 * may run one; they take turns.
 */
import {
  type Bridge,
  type Checkout,
  type LogLine,
  openBridge,
  type Pool,
  postgres,
  type Refunding,
  type ShopRefund,
} from "@holdfast/bridge";
import { ApiError, Holdfast } from "@holdfast/sdk";
import { verify } from "@holdfast/sdk/webhooks";
import { container } from "@medusajs/framework";
import type { Logger } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { medusaAdapter } from "../../adapter.js";
import { type Options, readOptions } from "../../options.js";
import { readUnpaid, toOrder } from "../../orders.js";

export const HOLDFAST = "holdfast";

const HOUR_MS = 3_600_000;

type Running = { readonly bridge: Bridge; readonly ended: Promise<void>; readonly stop: AbortController };

export class HoldfastService {
  readonly #options: Options;
  #running: Running | null = null;

  constructor(_dependencies: unknown, options: Record<string, unknown>) {
    this.#options = readOptions(options);
  }

  /** Called by Medusa. */
  readonly __hooks = {
    onApplicationStart: async (): Promise<void> => {
      const { shop, prefix, apiKey, baseUrl } = this.#options;
      const holdfast = new Holdfast({ apiKey, baseUrl });
      const bridge = await openBridge({
        shop,
        prefix,
        holdfast,
        adapter: medusaAdapter(container, this.#options, holdfast),
        database: postgres(poolOf(container.resolve(ContainerRegistrationKeys.PG_CONNECTION) as unknown as Knex)),
        log: logTo(container.resolve(ContainerRegistrationKeys.LOGGER)),
      });
      const stop = new AbortController();
      this.#running = { bridge, stop, ended: bridge.run({ signal: stop.signal }) };
    },
    onApplicationPrepareShutdown: async (): Promise<void> => {
      this.#running?.stop.abort();
      await this.#running?.ended;
    },
  };

  get #bridge(): Bridge {
    if (this.#running === null)
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "Holdfast has not started yet.");
    return this.#running.bridge;
  }

  /** Something happened here or there: look now, not at the next round. */
  wake(): void {
    this.#running?.bridge.wake();
  }

  /** A link that works, for an order that waits for its payment; without one once there is nothing to pay. */
  async checkout(id: string): Promise<Checkout> {
    const [order] = await readUnpaid(container, [id]);
    if (order !== undefined) return this.#bridge.checkout(toOrder(order, this.#options));
    const known = await this.#bridge.find(id);
    if (known === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, `Order ${id} is not paid by Holdfast.`);
    return { ...known, url: null };
  }

  /** Gives money of an order back to its buyer, once for each refund that Medusa has kept, and looks later whether Medusa has booked it. */
  refund(refund: ShopRefund): Promise<Refunding> {
    return this.#bridge.refund(refund, { marksMade: true });
  }

  /** @throws SignatureError when the delivery is not genuine */
  async receive(delivery: {
    readonly headers: Record<string, string | string[] | undefined>;
    readonly body: Uint8Array;
  }): Promise<void> {
    await verify(delivery, { secret: this.#options.webhookSecret });
    this.wake();
  }

  /**
   * Orders whose time to pay is over, and whose links are ended, so that nobody pays them any more. A buyer may have confirmed while Medusa was
   * away, and the bridge not have heard of it yet.
   */
  async overdue(now: number): Promise<readonly string[]> {
    const limit = now - this.#options.cancelUnpaidAfterHours * HOUR_MS;
    const late = (await readUnpaid(container)).filter((order) => new Date(order.created_at).getTime() < limit);
    const ended: string[] = [];
    for (const { id } of late) {
      const { stage = "OPEN", session = null } = (await this.#bridge.find(id)) ?? {};
      if (stage === "OPEN" && (session === null || (await this.#expire(session)))) ended.push(id);
    }
    return ended;
  }

  /** @returns false when the buyer was quicker. */
  async #expire(session: string): Promise<boolean> {
    const { apiKey, baseUrl } = this.#options;
    try {
      await new Holdfast({ apiKey, baseUrl }).sessions.expire(session);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.is("session_completed")) throw error;
      this.wake();
      return false;
    }
  }
}

/** Medusa's own connections, as far as they are used: each is one of `pg`. */
type Knex = {
  readonly client: {
    acquireConnection(): Promise<Connection>;
    releaseConnection(connection: Connection): Promise<void>;
  };
};
type Connection = Awaited<ReturnType<Pool["connect"]>> & { __knex__disposed?: unknown };

const poolOf = ({ client }: Knex): Pool => ({
  connect: async () => {
    const connection = await client.acquireConnection();
    return {
      query: (sql, values) => connection.query(sql, values),
      release: (isBroken) => {
        if (isBroken) connection.__knex__disposed = new Error("its transaction was not undone"); // so Knex throws it away
        void client.releaseConnection(connection);
      },
    };
  },
});

const logTo =
  (logger: Logger) =>
  ({ level, step, ...facts }: LogLine): void => {
    const told = Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [`${name}=${fact}`]));
    logger[level]([`holdfast: ${step}`, ...told].join(" "));
  };

/** The bridge of this process. */
export const holdfastIn = (scope: { resolve(name: string): unknown }): HoldfastService =>
  scope.resolve(HOLDFAST) as HoldfastService;
