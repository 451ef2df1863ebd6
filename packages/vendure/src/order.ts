/** An order of Vendure as the bridge offers it, and what of it was shipped. Pure. */
import type { Fulfilment, Order as Offer } from "@holdfast/bridge";
import type { Fulfillment, Order, OrderLine, Payment } from "@vendure/core";
import type { HoldfastPluginOptions } from "./options.js";

/** Limits of the API. */
const MILESTONES_MAX = 20;
const LINE_ITEMS_MAX = 100;
const TITLE_MAX = 255;
const SKU_MAX = 100;

export type Terms = Pick<HoldfastPluginOptions, "releases" | "orderUrl" | "cancelUrl">;

/** Vendure keeps whole cents. */
export const money = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

const cut = (text: string, max: number): string => [...text.trim()].slice(0, max).join("");

/** In the order in which they were added, which nothing changes later. */
const inOrder = (lines: readonly OrderLine[]): readonly OrderLine[] =>
  [...lines].sort((one, other) => Number(one.id) - Number(other.id) || String(one.id).localeCompare(String(other.id)));

/** What was in the order when it was placed: later edits don't move the places of milestones. */
const placedLines = (order: Order): readonly OrderLine[] =>
  inOrder(order.lines).filter(({ quantity, orderPlacedQuantity }) => (orderPlacedQuantity || quantity) > 0);

export function offerOf(order: Order, terms: Terms): Offer {
  const lines = placedLines(order);
  const [first] = lines;
  const rest = lines.length - 1;
  const name = first?.productVariant.name ?? `Order ${order.code}`;
  const title = rest < 1 ? name : `${cut(name, TITLE_MAX - 20)} and ${rest} more`;
  const milestones = milestonesOf(order, terms);
  return {
    id: order.code,
    title: cut(title, TITLE_MAX),
    description: `Order ${order.code}`,
    amount: money(order.totalWithTax),
    line_items: lineItems(order, lines),
    ...(milestones === null ? {} : { milestones }),
    ...(order.customer === undefined || order.customer === null ? {} : { customer_email: order.customer.emailAddress }),
    success_url: terms.orderUrl(order.code),
    cancel_url: terms.cancelUrl(order.code),
  };
}

function lineItems(order: Order, lines: readonly OrderLine[]): NonNullable<Offer["line_items"]> {
  const items = lines.map(({ productVariant, proratedUnitPriceWithTax, quantity }) => ({
    name: cut(productVariant.name, TITLE_MAX),
    unit_amount: money(proratedUnitPriceWithTax),
    quantity,
    sku: cut(productVariant.sku, SKU_MAX),
  }));
  const shipping =
    order.shippingWithTax > 0 ? [{ name: "Shipping", unit_amount: money(order.shippingWithTax), quantity: 1 }] : [];
  return [...items.slice(0, LINE_ITEMS_MAX - shipping.length), ...shipping];
}

/** A milestone for each line; shipping, surcharges and what rounding leaves go with the first. Null for one that is everything. */
function milestonesOf(order: Order, { releases }: Terms): NonNullable<Offer["milestones"]> | null {
  const lines = placedLines(order);
  if (releases !== "line" || lines.length < 2 || lines.length > MILESTONES_MAX) return null;
  const amounts = lines.map(({ proratedLinePriceWithTax }) => proratedLinePriceWithTax);
  const others = order.totalWithTax - amounts.reduce((sum, amount) => sum + amount, 0);
  const cents = amounts.map((amount, place) => (place === 0 ? amount + others : amount));
  if (cents.some((amount) => amount < 1)) return null;
  return lines.map(({ productVariant, quantity }, place) => ({
    title: cut(quantity === 1 ? productVariant.name : `${quantity} × ${productVariant.name}`, TITLE_MAX),
    amount: money(cents[place] ?? 0),
  }));
}

/**
 * What has left the shop, as deliveries of milestones. A milestone is delivered once all of it was shipped; until then its parcels are
 * partial.
 * @param places how many milestones the escrow has: with one, everything is delivered together
 */
export function fulfilmentsOf(order: Order, places: number): readonly Fulfilment[] {
  const shipped = order.fulfillments.filter(({ state }) => state === "Shipped" || state === "Delivered");
  const lines = placedLines(order);
  const isWhole = (line: OrderLine): boolean => shippedOf(line, shipped) >= line.quantity;
  if (places < 2) {
    const isPartial = !lines.every(isWhole);
    return shipped.map((one) => ({
      id: String(one.id),
      order: order.code,
      isPartial,
      details: detailsOf(one),
      shipping: travelOf(one),
    }));
  }
  return shipped.flatMap((one) =>
    lines.flatMap((line, milestone) =>
      quantityIn(one, line) === 0
        ? []
        : [
            {
              id: `${one.id}:${milestone}`,
              order: order.code,
              milestone,
              isPartial: !isWhole(line),
              details: detailsOf(one),
              shipping: travelOf(one),
            },
          ],
    ),
  );
}

const quantityIn = ({ lines }: Fulfillment, { id }: OrderLine): number =>
  lines.filter(({ orderLineId }) => orderLineId === id).reduce((sum, { quantity }) => sum + quantity, 0);

const shippedOf = (line: OrderLine, shipped: readonly Fulfillment[]): number =>
  shipped.reduce((sum, one) => sum + quantityIn(one, line), 0);

const detailsOf = ({ method, trackingCode }: Fulfillment): string =>
  [method, trackingCode].filter((part) => part !== undefined && part !== null && part !== "").join(" ");

/** Vendure's method is who carries it, by the name that the shop gave it. */
const travelOf = ({ method, trackingCode }: Fulfillment) => ({ carrier: method, tracking_number: trackingCode });

/** Those that one escrow holds. */
export const paymentsOf = ({ payments }: Order, escrow: string): readonly Payment[] =>
  payments.filter(({ transactionId }) => transactionId === escrow);

/** Whole cents, of refunds that are settled or will be. */
export const refundedOf = ({ refunds }: Payment): number =>
  refunds.filter(({ state }) => state !== "Failed").reduce((sum, { total }) => sum + total, 0);

/** Whether the shop wants no money for it any more: cancelled, refunded as a whole, or paid in another way. */
export function isGivenUp({ state, payments, totalWithTax }: Order): boolean {
  if (state === "Cancelled") return true;
  const settled = payments.filter((payment) => payment.state === "Settled");
  if (settled.length === 0) return false;
  if (settled.every((payment) => refundedOf(payment) >= payment.amount)) return true;
  const others = settled.filter(({ metadata }) => metadata["escrow"] === undefined);
  return others.reduce((sum, { amount }) => sum + amount, 0) >= totalWithTax;
}
