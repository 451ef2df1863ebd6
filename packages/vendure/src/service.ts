/** Runs the bridge inside Vendure's server, and is how the rest of the plugin reaches it. */
import { type Bridge, type Checkout, type Database, openBridge, type Value } from "@holdfast/bridge";
import { ApiError } from "@holdfast/sdk";
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import {
  EventBus,
  FulfillmentStateTransitionEvent,
  type ID,
  Logger,
  Order,
  OrderStateTransitionEvent,
  ProcessContext,
  RefundStateTransitionEvent,
  type RequestContext,
  TransactionalConnection,
  type VendureEvent,
} from "@vendure/core";
import { OrderAdapter } from "./adapter.js";
import { HOLDFAST_OPTIONS, type HoldfastPluginOptions } from "./options.js";

const LOGGED_AS = "Holdfast";
const EVERY_MS = 5_000;

@Injectable()
export class EscrowService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private bridge: Bridge;
  private readonly stop = new AbortController();
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly adapter: OrderAdapter,
    private readonly connection: TransactionalConnection,
    private readonly events: EventBus,
    private readonly process: ProcessContext,
    @Inject(HOLDFAST_OPTIONS) private readonly options: HoldfastPluginOptions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.process.isServer) return;
    const { shop, prefix, holdfast, everyMs = EVERY_MS } = this.options;
    const log = ({ level, step, ...rest }: { level: "debug" | "info" | "warn" | "error"; step: string }): void =>
      Logger[level === "debug" ? "debug" : level](`${step} ${JSON.stringify(rest)}`, LOGGED_AS);
    const database = databaseOf(this.connection);
    this.bridge = await openBridge({ shop, prefix, holdfast, adapter: this.adapter, database, log });
    this.ended = this.bridge.run({ signal: this.stop.signal, everyMs });
    for (const kind of [OrderStateTransitionEvent, FulfillmentStateTransitionEvent, RefundStateTransitionEvent])
      this.events.ofType<VendureEvent>(kind).subscribe(() => this.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.ended;
  }

  /** Begins a round at once. Needs no trust: a webhook's receiver calls it. */
  wake(): void {
    this.bridge.wake();
  }

  /** Where the buyer pays for an order that is in `ArrangingPayment`. @throws HoldfastError when there is no link yet */
  async checkout(ctx: RequestContext, id: ID): Promise<Checkout> {
    const customFields = { escrowRequestedAt: new Date() };
    await this.connection.getRepository(ctx, Order).update(id, { customFields });
    const offer = await this.adapter.offer(ctx, id);
    const checkout = await this.bridge.checkout(offer);
    if (checkout.url !== null) await this.adapter.markOffered(offer.id, checkout.url);
    return checkout;
  }

  /** @returns whether nobody can pay by the order's link any more, and nobody has. */
  async withdrawLink(code: string): Promise<boolean> {
    const known = await this.bridge.find(code);
    if (known === null || known.session === null) return true;
    if (known.stage !== "OPEN") return false;
    try {
      await this.options.holdfast.sessions.expire(known.session);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.is("session_completed")) return false;
      throw error;
    }
  }
}

/** The bridge's tables lie in the shop's own database. */
const databaseOf = (connection: TransactionalConnection): Database => ({
  transaction: (work) =>
    connection.rawConnection.transaction((manager) =>
      work(async (sql, values) => {
        const result = await manager.queryRunner?.query(sql, values as Value[], true);
        return result?.records ?? [];
      }),
    ),
});
