/** What every part of a bridge works with. */
import { ApiError, type CheckoutSession, type Holdfast } from "@holdfast/sdk";
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
  /** Names this shop among those of the account: 1 to 32 small letters, digits and hyphens. It never changes. */
  readonly shop: string;
  /**
   * Stands before each order's id in keys and references, such as `north-`: for shops of one account that may both have an order 1001.
   * At most 40 characters; empty by default. An order keeps what it was begun with.
   */
  readonly prefix?: string | undefined;
  readonly holdfast: Holdfast;
  readonly adapter: Adapter;
  readonly database: Database;
  /** Told of each step as it is taken. */
  readonly log?: ((line: LogLine) => void) | undefined;
  /** Milliseconds for which one process has the shop to itself, should it die; 30,000 by default. */
  readonly leaseMs?: number | undefined;
}

export type Context = Pick<BridgeOptions, "shop" | "holdfast" | "adapter" | "database"> & {
  readonly prefix: string;
  readonly log: (line: LogLine) => void;
  /** Keeps the shop for this process. @throws LeaseLost when another has it. */
  readonly renew: (query: Query) => Promise<void>;
};

/** Another process has taken the shop over: what is left of the round is its. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Where a session says whose it is. The same key and body of another shop would else be the same session. */
const MARK = "bridge_shop";
const METADATA_MAX = 50;

/** The bodies of sessions: what the buyer is offered comes first, in one order of fields, so that two can be compared as text. */
export function bodyOf(
  { shop, adapter }: Pick<Context, "shop" | "adapter">,
  { id, ...order }: Order,
  reference: string,
): string {
  return JSON.stringify({
    ...order,
    metadata: marked(order.metadata, shop),
    external_reference: reference,
    platform: adapter.platform,
  });
}

function marked(metadata: unknown, shop: string): unknown {
  if (metadata === undefined || metadata === null) return { [MARK]: shop };
  const isRoom = typeof metadata === "object" && Object.keys(metadata).length < METADATA_MAX;
  return isRoom ? { ...metadata, [MARK]: shop } : metadata;
}

/** Whether a session that bears an order's reference was made by this shop's bridge for it: other shops may count their orders alike. */
export const isOwn = (shop: string, session: CheckoutSession, bodies: readonly string[]): boolean => {
  const mark = session.metadata[MARK];
  return mark === undefined ? bodies.some((body) => hasSameTerms(body, JSON.stringify(session))) : mark === shop;
};

/** Whether the buyer of one would be offered the same as the buyer of the other. Addresses to return to, say, may differ. */
export function hasSameTerms(one: string, other: string): boolean {
  return one !== "" && other !== "" && termsOf(one) === termsOf(other);
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

/** For people: a refusal names each field and what is wrong with it. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const faults = error instanceof ApiError ? Object.entries(error.details) : [];
  return faults.length === 0 ? error.message : faults.map(([field, told]) => `${field}: ${told.join(" ")}`).join("; ");
}
