/** What every part of a bridge works with. */
import type { Holdfast } from "@holdfast/sdk";
import type { Adapter, Order } from "./adapter.js";
import type { Database, Query } from "./database.js";

/** A step that was taken, failed, or can't be taken yet. */
export type LogLine = {
  readonly level: "debug" | "info" | "warn" | "error";
  /** What happened, such as `session created`. */
  readonly step: string;
  readonly order?: string | undefined;
  readonly session?: string | undefined;
  readonly escrow?: string | undefined;
  /** Who has to act, of an order that waits. */
  readonly waitsFor?: "holdfast" | "shop" | "buyer" | "you" | undefined;
  /** Why, for people. */
  readonly reason?: string | undefined;
};

export interface BridgeOptions {
  /**
   * Names this shop among those of the account: 1 to 32 small letters, digits and hyphens. It stands before each order's id in keys
   * and references, so two shops that both have an order 1001 do not meet. It never changes.
   */
  readonly shop: string;
  readonly holdfast: Holdfast;
  readonly adapter: Adapter;
  readonly database: Database;
  /** Told of each step as it is taken. */
  readonly log?: ((line: LogLine) => void) | undefined;
  /** Milliseconds for which one process has the shop to itself, should it die; 30,000 by default. */
  readonly leaseMs?: number | undefined;
}

export type Context = Pick<BridgeOptions, "shop" | "holdfast" | "adapter" | "database"> & {
  readonly log: (line: LogLine) => void;
  /** Keeps the shop for this process. @throws LeaseLost when another has it. */
  readonly renew: (query: Query) => Promise<void>;
};

/** Another process has taken the shop over: what is left of the round is its. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** The bodies of sessions: what the buyer is offered comes first, in one order of fields, so that two can be compared as text. */
export function bodyOf({ shop, adapter }: Pick<Context, "shop" | "adapter">, { id, ...order }: Order): string {
  return JSON.stringify({ ...order, external_reference: referenceOf(shop, id), platform: adapter.platform });
}

/** Whether the buyer of one would be offered the same as the buyer of the other. Addresses to return to, say, may differ. */
export function hasSameTerms(one: string, other: string): boolean {
  return termsOf(one) === termsOf(other);
}

function termsOf(body: string): string {
  const { title, amount, line_items: lines, milestones } = JSON.parse(body) as Omit<Order, "id">;
  return JSON.stringify([
    title,
    amount,
    (lines ?? []).map(({ name, unit_amount: each, quantity, sku }) => [name, each, quantity ?? 1, sku ?? ""]),
    (milestones ?? []).map((milestone) => [milestone.title, milestone.amount, milestone.description ?? ""]),
  ]);
}

export const referenceOf = (shop: string, order: string): string => `${shop}:${order}`;

/** The order's id in a reference of this shop; null for one of somebody else. */
export const orderIn = (shop: string, reference: string): string | null =>
  reference.startsWith(`${shop}:`) ? reference.slice(shop.length + 1) : null;

/** One key for each attempt. An order whose own id ends in `#2` must not meet another's second attempt. */
export function keyOf(shop: string, order: string, attempt: number): string {
  const name = referenceOf(shop, order.replaceAll("%", "%25").replaceAll("#", "%23"));
  return attempt === 1 ? name : `${name}#${attempt}`;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
