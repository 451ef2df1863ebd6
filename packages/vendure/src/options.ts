/** What a store sets. */
import type { Holdfast } from "@holdfast/sdk";

export const HOLDFAST_OPTIONS = Symbol("HOLDFAST_OPTIONS");

export interface HoldfastPluginOptions {
  /** Names this store among those of the account: 1 to 32 small letters, digits and hyphens. It never changes. */
  readonly shop: string;
  /** Stands before each order's code in keys and references, where two stores of one account count their orders alike. */
  readonly prefix?: string | undefined;
  /** The client of the account that is paid. */
  readonly holdfast: Holdfast;
  /** Where people look at escrows, such as `https://holdfast.example/console`. */
  readonly consoleUrl: string;
  /** The page of an order in the storefront: buyers come back to it once they have paid. */
  readonly orderUrl: (code: string) => string;
  /** Where a buyer goes who changes their mind before they pay. */
  readonly cancelUrl: (code: string) => string;
  /**
   * `order`: the buyer approves the order as a whole, once all of it was shipped. `line`: each line is a milestone, approved and
   * released by itself, so an order can be shipped and paid in parts. `order` by default.
   */
  readonly releases?: "order" | "line" | undefined;
  /** Hours for which an order that was not paid keeps a link that works; 168 by default. */
  readonly offeredForHours?: number | undefined;
  /** Milliseconds between two rounds of the bridge; 5,000 by default. A webhook and a change in the shop wake it up at once. */
  readonly everyMs?: number | undefined;
}

export const OFFERED_FOR_HOURS = 168;
