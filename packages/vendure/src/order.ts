/** An order of Vendure as the bridge offers it, and what of it was shipped. Pure. */
import type { Fulfilment, Order as Offer, ShopRefund } from "@holdfast/bridge";
import type { Fulfillment, Order, OrderLine, Payment, Refund } from "@vendure/core";
import { ASKED } from "./handler.js";
import type { HoldfastPluginOptions } from "./options.js";

/** Limits of the API. */
const MILESTONES_MAX = 20;
const LINE_ITEMS_MAX = 100;
/** Of the first line's name, where there are more. */
const NAME_MAX = 235;

export type Terms = Pick<HoldfastPluginOptions, "releases" | "orderUrl" | "cancelUrl"> & {
  /** How many decimals the store's money strategy keeps: 2, unless it says otherwise. */
  readonly precision: number;
};

/** As decimals of a currency unit, however many the store keeps: the bridge folds what no price can be. */
export function decimals(amount: number, precision: number): string {
  const digits = String(Math.abs(amount)).padStart(precision + 1, "0");
  const whole = digits.slice(0, digits.length - precision);
  return `${amount < 0 ? "-" : ""}${whole}${precision === 0 ? "" : `.${digits.slice(-precision)}`}`;
}

export const centsOf = (amount: number, precision: number): number => Math.round((amount * 100) / 10 ** precision);

/** What is asked of the buyer: whole cents. */
export const money = (amount: number, precision: number): string => decimals(centsOf(amount, precision), 2);

const cut = (text: string, max: number): string => [...text].slice(0, max).join("");

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
  const title = rest < 1 ? name : `${cut(name, NAME_MAX)} and ${rest} more`;
  const milestones = milestonesOf(order, terms);
  return {
    id: order.code,
    title,
    description: `Order ${order.code}`,
    amount: money(order.totalWithTax, terms.precision),
    line_items: lineItems(order, lines, terms),
    ...(milestones === null ? {} : { milestones }),
    ...(order.customer === undefined || order.customer === null ? {} : { customer_email: order.customer.emailAddress }),
    success_url: terms.orderUrl(order.code),
    cancel_url: terms.cancelUrl(order.code),
  };
}

/** As they are: what the API would refuse of them is the bridge's to clean. */
function lineItems(order: Order, lines: readonly OrderLine[], { precision }: Terms): NonNullable<Offer["line_items"]> {
  const items = lines.map(({ productVariant: { name, sku }, proratedUnitPriceWithTax: price, quantity }) => ({
    name,
    unit_amount: decimals(price, precision),
    quantity,
    sku,
  }));
  const { shippingWithTax } = order;
  const shipping =
    shippingWithTax > 0 ? [{ name: "Shipping", unit_amount: decimals(shippingWithTax, precision), quantity: 1 }] : [];
  return [...items.slice(0, LINE_ITEMS_MAX - shipping.length), ...shipping];
}

/** A milestone for each line; shipping, surcharges and what rounding leaves go with the first. Null for one that is everything. */
function milestonesOf(order: Order, { releases, precision }: Terms): NonNullable<Offer["milestones"]> | null {
  const lines = placedLines(order);
  if (releases !== "line" || lines.length < 2 || lines.length > MILESTONES_MAX) return null;
  const amounts = lines.map(({ proratedLinePriceWithTax }) => centsOf(proratedLinePriceWithTax, precision));
  const others = centsOf(order.totalWithTax, precision) - amounts.reduce((sum, amount) => sum + amount, 0);
  const cents = amounts.map((amount, place) => (place === 0 ? amount + others : amount));
  if (cents.some((amount) => amount < 1)) return null;
  return lines.map(({ productVariant, quantity }, place) => ({
    title: quantity === 1 ? productVariant.name : `${quantity} × ${productVariant.name}`,
    amount: decimals(cents[place] ?? 0, 2),
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

/** Of refunds that are settled or will be. */
export const refundedOf = ({ refunds }: Pick<Payment, "refunds">): number =>
  refunds.filter(({ state }) => state !== "Failed").reduce((sum, { total }) => sum + total, 0);

/** A refund's id at Holdfast: orders' codes differ between shops, numbers of refunds don't. */
const refundName = ({ code }: Order, { id }: Pick<Refund, "id">): string => `${code}-${id}`;

export const refundNamed = (order: Order, name: string): Refund | undefined =>
  order.payments.flatMap(({ refunds }) => refunds).find((refund) => refundName(order, refund) === name);

/** Whether the shop asked for it, and it is not known to be made. */
export const isAsked = ({ state, metadata, transactionId }: Refund): boolean =>
  state === "Pending" && metadata["holdfast"] === ASKED && !transactionId;

/** What the shop asked to give back and was not made. One of a single line is taken from that line's milestone, where it is no more than that. */
export function refundsOf(order: Order, terms: Terms): readonly ShopRefund[] {
  const milestones = milestonesOf(order, terms) ?? [];
  const lines = placedLines(order);
  return order.payments
    .flatMap(({ refunds }) => refunds.filter(isAsked))
    .map((refund) => {
      const amount = money(refund.total, terms.precision);
      const [line, ...others] = new Set(refund.lines.map(({ orderLineId }) => orderLineId));
      const place = others.length > 0 ? -1 : lines.findIndex(({ id }) => id === line);
      const isWithin = Number(milestones[place]?.amount ?? 0) >= Number(amount);
      return { id: refundName(order, refund), order: order.code, amount, ...(isWithin ? { milestone: place } : {}) };
    });
}

/** A decimal amount in the store's units. */
export const unitsOf = (amount: string, precision: number): number => Math.round(Number(amount) * 10 ** precision);

/** Ours is named by its escrow, which only the bridge's own calls can set. */
const isOurs = ({ transactionId, metadata }: Payment): boolean =>
  typeof metadata?.["escrow"] === "string" && metadata["escrow"] === transactionId;

const FAILED: ReadonlySet<string> = new Set(["Declined", "Error", "Cancelled"]);

/** What else pays it, or is about to: settled, authorised or waiting, and not refunded. */
export const othersOf = ({ payments }: Order): readonly Payment[] =>
  payments.filter((payment) => !isOurs(payment) && !FAILED.has(payment.state) && refundedOf(payment) < payment.amount);

/** What the shop gave back by itself: a refund by Holdfast ends the order with its escrow, where it does. */
const refundedElsewhere = (payment: Payment): number =>
  refundedOf({ ...payment, refunds: payment.refunds.filter(({ metadata }) => metadata["holdfast"] === undefined) });

/** Whether the shop wants no money for it any more: cancelled, refunded as a whole, or paid in another way. */
export function isGivenUp(order: Order): boolean {
  const { state, payments, totalWithTax } = order;
  if (state === "Cancelled") return true;
  const settled = payments.filter((payment) => payment.state === "Settled");
  if (settled.length > 0 && settled.every((payment) => refundedElsewhere(payment) >= payment.amount)) return true;
  const others = othersOf(order);
  return others.length > 0 && others.reduce((sum, one) => sum + one.amount - refundedOf(one), 0) >= totalWithTax;
}
