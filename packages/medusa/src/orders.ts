/** Medusa's orders as the bridge needs them: read in one query, and told in the API's words. */
import type { Fulfilment, Order, ShopRefund, Taken } from "@holdfast/bridge";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Options } from "./options.js";
import { isOurs } from "./payment.js";

/** Numbers come as Medusa's own kind, which `Number` reads. */
type Amount = number | { valueOf(): number };

export type MedusaPayment = {
  readonly id: string;
  readonly provider_id: string;
  readonly amount: Amount;
  readonly data: Record<string, unknown> | null;
  readonly captured_at: string | null;
  readonly canceled_at: string | null;
  readonly currency_code: string;
  readonly captures: readonly { readonly amount: Amount }[];
  readonly refunds: readonly {
    readonly id: string;
    readonly amount: Amount;
    readonly created_at: string;
    readonly metadata: Record<string, unknown> | null;
  }[];
};

export type MedusaSession = {
  readonly id: string;
  readonly provider_id: string;
  readonly status: string;
  readonly amount: Amount;
  readonly currency_code: string;
};

export type MedusaItem = {
  readonly id: string;
  readonly title: string;
  readonly product_title: string | null;
  readonly variant_sku: string | null;
  readonly quantity: Amount;
  readonly unit_price: Amount;
  readonly total: Amount;
};

export type MedusaOrder = {
  readonly id: string;
  readonly display_id: number;
  readonly status: string;
  readonly email: string | null;
  readonly created_at: string;
  readonly metadata: Record<string, unknown> | null;
  readonly items: readonly MedusaItem[];
  readonly shipping_total: Amount;
  readonly fulfillments: readonly {
    readonly id: string;
    readonly shipped_at: string | null;
    readonly delivered_at: string | null;
    readonly canceled_at: string | null;
    readonly requires_shipping: boolean;
    readonly items: readonly { readonly line_item_id: string; readonly quantity: Amount }[];
    readonly labels: readonly { readonly tracking_number: string; readonly tracking_url: string | null }[];
  }[];
  readonly payment_collections: readonly {
    readonly id: string;
    readonly status: string;
    readonly amount: Amount;
    readonly payment_sessions: readonly MedusaSession[];
    readonly payments: readonly MedusaPayment[];
  }[];
};

const FIELDS = [
  ...["id", "display_id", "status", "email", "created_at", "metadata", "total", "shipping_total"],
  ...["items.*", "items.total", "items.detail.*"],
  ...["fulfillments.*", "fulfillments.items.*", "fulfillments.labels.*"],
  ...["payment_collections.*", "payment_collections.payment_sessions.*", "payment_collections.payments.*"],
  ...["payment_collections.payments.refunds.*", "payment_collections.payments.captures.*"],
];
const MILESTONES_MAX = 20;
const LINES_MAX = 100;
/** Medusa's default page has few rows. */
const ROWS_MAX = 1_000;
/** Statuses of a session of ours whose buyer has not paid yet. */
const UNPAID = ["pending", "pending_authorization"];

type Graph = (query: Record<string, unknown>) => Promise<{ readonly data: readonly unknown[] }>;

const graphOf =
  (container: MedusaContainer): Graph =>
  (query) =>
    (container.resolve(ContainerRegistrationKeys.QUERY) as unknown as { graph: Graph }).graph(query);

/** Those of these orders that there are. */
export async function readOrders(container: MedusaContainer, ids: readonly string[]): Promise<readonly MedusaOrder[]> {
  if (ids.length === 0) return [];
  const { data } = await graphOf(container)({ entity: "order", fields: FIELDS, filters: { id: ids } });
  return data as readonly MedusaOrder[];
}

/** @throws where Medusa doesn't have it */
export async function readOrder(container: MedusaContainer, id: string): Promise<MedusaOrder> {
  const [order] = await readOrders(container, [id]);
  if (order === undefined) throw new Error(`Medusa has no order ${id}`);
  return order;
}

/** Orders that wait for a payment by Holdfast, the oldest first; those of these ids, or all. */
export async function readUnpaid(container: MedusaContainer, ids?: readonly string[]): Promise<readonly MedusaOrder[]> {
  const waiting = ids === undefined ? await unpaidIds(container) : ids;
  const orders = await readOrders(container, waiting);
  return orders.filter((order) => takenOf(order) === null && unpaidSession(order) !== null);
}

async function unpaidIds(container: MedusaContainer): Promise<readonly string[]> {
  const graph = graphOf(container);
  const { data: sessions } = await graph({
    entity: "payment_session",
    fields: ["provider_id", "payment_collection_id"],
    filters: { status: UNPAID, provider_id: { $like: "pp_holdfast%" } },
    pagination: { take: ROWS_MAX, order: { created_at: "ASC" } },
  });
  const collections = (sessions as readonly { payment_collection_id: string }[]).map(
    (one) => one.payment_collection_id,
  );
  if (collections.length === 0) return [];
  const { data: links } = await graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: collections },
  });
  return [...new Set((links as readonly { order_id: string }[]).map((one) => one.order_id))];
}

/** Of an order whose cancellation was cut off after it had closed them: all. */
function openCollections({ payment_collections: collections }: MedusaOrder): MedusaOrder["payment_collections"] {
  const open = collections.filter(({ status }) => status !== "canceled");
  return open.length === 0 ? collections : open;
}

export function unpaidSession(order: MedusaOrder): MedusaSession | null {
  const sessions = openCollections(order).flatMap((collection) => collection.payment_sessions);
  return sessions.find((session) => isOurs(session.provider_id) && UNPAID.includes(session.status)) ?? null;
}

export const paymentsOf = ({ payment_collections: collections }: MedusaOrder): readonly MedusaPayment[] =>
  collections.flatMap(({ payments }) => payments);

/** The order of a refund that Medusa has kept. */
export async function orderOfRefund(container: MedusaContainer, id: string): Promise<string | null> {
  const graph = graphOf(container);
  const { data: refunds } = await graph({
    entity: "refund",
    fields: ["payment.payment_collection_id"],
    filters: { id },
  });
  const [refund] = refunds as readonly { readonly payment: { readonly payment_collection_id: string } }[];
  if (refund === undefined) return null;
  const { data: links } = await graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: refund.payment.payment_collection_id },
  });
  return (links as readonly { readonly order_id: string }[])[0]?.order_id ?? null;
}

/** What the buyer would have to pay yet, and the credit lines by which the order asks less of them. */
export async function balanceOf(
  container: MedusaContainer,
  id: string,
): Promise<{
  readonly owed: number;
  readonly lines: readonly { readonly amount: Amount; readonly reference_id: string | null }[];
}> {
  const fields = ["summary", "credit_lines.amount", "credit_lines.reference_id"];
  const { data } = await graphOf(container)({ entity: "order", fields, filters: { id } });
  const [order] = data as readonly {
    readonly summary: { readonly pending_difference: Amount };
    readonly credit_lines: readonly { readonly amount: Amount; readonly reference_id: string | null }[];
  }[];
  return { owed: cents(order?.summary.pending_difference ?? 0) / 100, lines: order?.credit_lines ?? [] };
}

type Kept = {
  readonly id: string;
  readonly amount: Amount;
  readonly metadata: Record<string, unknown> | null;
  readonly payment: { readonly payment_collection_id: string; readonly provider_id: string };
};

/** Refunds of our payments that people began in Medusa, kept from one moment to another, oldest first. */
export async function refundsBegun(
  container: MedusaContainer,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly ShopRefund[]> {
  const graph = graphOf(container);
  const { data } = await graph({
    entity: "refund",
    fields: ["id", "amount", "metadata", "payment.payment_collection_id", "payment.provider_id"],
    filters: { created_at: { $gte: from, $lt: to } },
    pagination: { take: ROWS_MAX, order: { created_at: "ASC" } },
  });
  const refunds = (data as readonly Kept[]).filter(
    ({ payment, metadata }) => isOurs(payment.provider_id) && metadata?.["holdfast"] === undefined,
  );
  if (refunds.length === 0) return [];
  const { data: links } = await graph({
    entity: "order_payment_collection",
    fields: ["order_id", "payment_collection_id"],
    filters: { payment_collection_id: refunds.map(({ payment }) => payment.payment_collection_id) },
  });
  const orders = new Map(
    (links as readonly { payment_collection_id: string; order_id: string }[]).map((link) => [
      link.payment_collection_id,
      link.order_id,
    ]),
  );
  return refunds.flatMap(({ id, amount, payment }) => {
    const order = orders.get(payment.payment_collection_id);
    return order === undefined ? [] : [{ id, order, amount: money(amount) }];
  });
}

/** The payment whose money Holdfast holds, or held. */
export const ourPayment = (order: MedusaOrder): MedusaPayment | null =>
  paymentsOf(order).find(({ provider_id }) => isOurs(provider_id)) ?? null;

/** Statuses of a session of somebody else's whose payment comes later, such as a bank transfer. */
const ON_HOLD = ["pending_authorization", "requires_more"];

/** Whether another payment pays it, or is about to: captured, authorised or on hold, and not given back. */
function isPaidOtherwise(order: MedusaOrder): boolean {
  const waiting = openCollections(order).flatMap((collection) => collection.payment_sessions);
  return (
    paymentsOf(order).some(
      (payment) =>
        !isOurs(payment.provider_id) && payment.canceled_at === null && refundedOf(payment) < Number(payment.amount),
    ) || waiting.some((session) => !isOurs(session.provider_id) && ON_HOLD.includes(session.status))
  );
}

export const sumOf = (all: readonly { readonly amount: Amount }[] | undefined): number =>
  (all ?? []).reduce((sum, { amount }) => sum + cents(amount), 0) / 100;

export const refundedOf = ({ refunds }: MedusaPayment): number => sumOf(refunds);
export const capturedOf = ({ captures }: MedusaPayment): number => sumOf(captures);

/** Why the order is not the escrow's any more; null while it is. */
export function takenOf(order: MedusaOrder): Taken | null {
  if (isPaidOtherwise(order)) return "paid";
  if (order.status === "canceled") return "over";
  const sessions = order.payment_collections.flatMap((collection) => collection.payment_sessions);
  const isOfOurs = ourPayment(order) !== null || sessions.some((session) => isOurs(session.provider_id));
  return isOfOurs ? null : "switched";
}

const money = (amount: Amount): string => Number(amount).toFixed(2);
const cents = (amount: Amount): number => Math.round(Number(amount) * 100);
const nameOf = ({ product_title: product, title }: MedusaItem): string =>
  product === null || product === title ? title : `${product}, ${title}`;

/** What the buyer is asked for: the amount of the order's payment, which follows every edit of the order. */
export function toOrder(order: MedusaOrder, options: Pick<Options, "milestones" | "successUrl" | "cancelUrl">): Order {
  const [collection] = openCollections(order);
  const amount = money(collection?.amount ?? 0);
  const milestones = options.milestones === "item" ? milestonesOf(order, amount) : [];
  const back = (address: string | undefined): string | undefined => address?.replaceAll("{order}", order.id);
  const [success_url, cancel_url] = [back(options.successUrl), back(options.cancelUrl)];
  return {
    id: order.id,
    title: `Order #${order.display_id}`,
    amount,
    line_items: linesOf(order),
    ...(milestones.length === 0 ? {} : { milestones: [...milestones] }),
    ...(order.email === null ? {} : { customer_email: order.email }),
    ...(success_url === undefined ? {} : { success_url }),
    ...(cancel_url === undefined ? {} : { cancel_url }),
  };
}

/** As they are: what the API would refuse of them is the bridge's to clean. */
function linesOf(order: MedusaOrder): NonNullable<Order["line_items"]> {
  const lines = inOrder(order.items).map((item) => ({
    name: nameOf(item),
    unit_amount: String(Number(item.unit_price)),
    quantity: Number(item.quantity),
    ...(item.variant_sku ? { sku: item.variant_sku } : {}),
  }));
  const shipping = { name: "Shipping", unit_amount: money(order.shipping_total), quantity: 1 };
  return [...lines.slice(0, LINES_MAX - 1), ...(Number(order.shipping_total) > 0 ? [shipping] : [])];
}

/** Medusa gives them in any order. Read twice, an order must be the same; what an edit adds comes last. */
const inOrder = (items: readonly MedusaItem[]): readonly MedusaItem[] =>
  items.filter(({ quantity }) => Number(quantity) > 0).sort((one, other) => (one.id < other.id ? -1 : 1));

/** One for each line item. Shipping, and what rounding leaves, go with the first; none where the items can't be split. */
function milestonesOf(order: MedusaOrder, amount: string): NonNullable<Order["milestones"]> {
  const items = inOrder(order.items);
  const totals = items.map(({ total }) => cents(total));
  const rest = cents(Number(amount)) - totals.reduce((sum, total) => sum + total, 0);
  const parts = totals.map((total, place) => (place === 0 ? total + rest : total));
  if (items.length < 2 || items.length > MILESTONES_MAX || parts.some((part) => part < 1)) return [];
  return items.map((item, place) => ({ title: nameOf(item), amount: money((parts[place] ?? 0) / 100) }));
}

/** What left the shop of a paid order. A parcel is part of a delivery until everything that belongs to the delivery has left. */
export function toFulfilments(order: MedusaOrder): readonly Fulfilment[] {
  const milestones = Number(ourPayment(order)?.data?.["milestones"] ?? 0);
  if (milestones === 0) return [];
  const items = inOrder(order.items);
  const parcels = order.fulfillments
    .filter((one) => one.canceled_at === null && (one.shipped_at ?? one.delivered_at) !== null)
    .sort((one, other) =>
      String(one.shipped_at ?? one.delivered_at) < String(other.shipped_at ?? other.delivered_at) ? -1 : 1,
    );
  const left = new Map(items.map((item) => [item.id, Number(item.quantity)]));
  return parcels.flatMap(({ id, items: contents, labels }) => {
    for (const { line_item_id: item, quantity } of contents) left.set(item, (left.get(item) ?? 0) - Number(quantity));
    const details = labels.map((label) => label.tracking_url || label.tracking_number).join("\n");
    // A parcel of several labels is told by its details alone.
    const [label, ...others] = labels;
    const shipping =
      label === undefined || others.length > 0
        ? undefined
        : { tracking_number: label.tracking_number, tracking_url: label.tracking_url };
    if (milestones < 2)
      return [{ id, order: order.id, isPartial: [...left.values()].some((rest) => rest > 0), details, shipping }];
    const lines = [...new Set(contents.map((content) => content.line_item_id))];
    return lines.map((line) => ({
      id: `${id}:${line}`,
      order: order.id,
      milestone: items.findIndex((item) => item.id === line),
      isPartial: (left.get(line) ?? 0) > 0,
      details,
      shipping,
    }));
  });
}
