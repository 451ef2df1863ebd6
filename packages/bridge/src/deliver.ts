/** From what left the shop to one submission for each milestone. */
import type { Escrow, Milestone, ShippingInput } from "@holdfast/sdk";
import type { Fulfilment } from "./adapter.js";
import type { Context } from "./context.js";
import { shippingOf, shippingText } from "./shipping.js";
import { type FulfilmentRow, findOrder, type OrderRow, pendingFulfilments } from "./tables.js";

const DETAILS_MAX = 5_000;

/** Keeps it: it waits until the order is paid. @returns whether it is new. */
export async function keepFulfilment({ shop, database, log }: Context, fulfilment: Fulfilment): Promise<boolean> {
  const { id, order, milestone = null, isPartial = false } = fulfilment;
  const shipping = shippingOf(fulfilment.shipping);
  const details = (fulfilment.details ?? "").trim() || shippingText(shipping);
  const kept = await database.transaction(async (query) => {
    if ((await findOrder(query, shop, order)) === null) throw new TypeError(`the bridge knows no order ${order}`);
    const rows = await query(
      `insert into bridge_fulfilments (shop, "order", fulfilment, position, milestone, is_partial, details)
       select cast($1 as text), cast($2 as text), cast($3 as text), count(*), cast($4 as integer), cast($5 as integer),
         cast($6 as text)
       from bridge_fulfilments where shop = $1 and "order" = $2
       on conflict do nothing returning 1`,
      [shop, order, id, milestone, isPartial ? 1 : 0, details],
    );
    if (rows.length > 0 && shipping !== null)
      await query(
        `insert into bridge_shippings (shop, "order", fulfilment, shipping) values ($1, $2, $3, $4) on conflict do nothing`,
        [shop, order, id, JSON.stringify(shipping)],
      );
    return rows;
  });
  if (kept.length > 0) log({ level: "info", step: "fulfilment kept", order, reason: id });
  return kept.length > 0;
}

/** Submits what is complete, for an order whose money is held. */
export async function deliver(context: Context, row: OrderRow): Promise<void> {
  const { shop, database, holdfast } = context;
  if (row.escrow === null) return;
  const waiting = await database.transaction((query) => pendingFulfilments(query, shop, row.order));
  const escrow = await holdfast.escrows.get(row.escrow);
  for (const parcels of byMilestone(waiting).values()) {
    const place = parcels[0]?.milestone ?? null;
    if (place !== null && escrow.milestones[place] === undefined) {
      await keepState(context, row, { parcels, state: "DROPPED", reason: `the order has no milestone ${place}` });
      continue;
    }
    if (!parcels.some(({ isPartial }) => !isPartial)) continue;
    await deliverParcels(context, row, { escrow, parcels, place });
  }
}

/** Parcels of the same milestone, or of the whole order, go together. */
function byMilestone(waiting: readonly FulfilmentRow[]): ReadonlyMap<number | null, readonly FulfilmentRow[]> {
  const groups = new Map<number | null, FulfilmentRow[]>();
  for (const parcel of waiting) {
    const group = groups.get(parcel.milestone);
    if (group === undefined) groups.set(parcel.milestone, [parcel]);
    else group.push(parcel);
  }
  return groups;
}

type Delivery = {
  readonly escrow: Escrow;
  readonly parcels: readonly FulfilmentRow[];
  readonly place: number | null;
};

async function deliverParcels(context: Context, row: OrderRow, { escrow, parcels, place }: Delivery): Promise<void> {
  // An earlier try may have ended after its submission and before that was kept.
  const isRepeat = parcels.some(({ state }) => state === "SUBMITTING");
  const submission_details = detailsOf(parcels);
  const shipping = commonShipping(parcels);
  const isDone = (one: Milestone): boolean =>
    isRepeat && one.status !== "PENDING" && one.submission_details === submission_details;
  const milestones = place === null ? escrow.milestones : escrow.milestones.slice(place, place + 1);
  const open = milestones.filter((one) => !isDone(one) && takesDelivery(one));
  if (open.length === 0) {
    // In dispute, it may be open again later.
    if (milestones.some(({ status }) => status === "DISPUTED")) return;
    const isSubmitted = milestones.some(isDone);
    return keepState(context, row, {
      parcels,
      state: isSubmitted ? "SUBMITTED" : "DROPPED",
      reason: isSubmitted ? "submitted before" : "already submitted, and no changes are asked for",
    });
  }
  if (escrow.status !== "IN_ESCROW" && escrow.status !== "WORK_IN_PROGRESS") return;
  await keepState(context, row, { parcels, state: "SUBMITTING", reason: submission_details });
  for (const { id } of open) {
    await context.holdfast.milestones.submit({ escrow: escrow.id, milestone: id, submission_details, ...shipping });
    context.log({ level: "info", step: "milestone submitted", order: row.order, escrow: escrow.id, reason: id });
  }
  await keepState(context, row, { parcels, state: "SUBMITTED", reason: submission_details });
}

const takesDelivery = ({ status }: Milestone): boolean => status === "PENDING" || status === "REVISION_REQUESTED";

/** A delivery travels in one way: parcels that go in several are told in its details alone. */
function commonShipping(parcels: readonly FulfilmentRow[]): { readonly shipping?: ShippingInput } {
  const [only, ...others] = new Set(parcels.map(({ shipping }) => shipping));
  return only === null || only === undefined || others.length > 0 ? {} : { shipping: JSON.parse(only) };
}

function detailsOf(parcels: readonly FulfilmentRow[]): string {
  const text = [...new Set(parcels.map(({ details }) => details))].filter((details) => details !== "").join("\n");
  return text === "" ? "Shipped." : [...text].slice(0, DETAILS_MAX).join("");
}

async function keepState(
  { shop, database, log }: Context,
  { order }: OrderRow,
  {
    parcels,
    state,
    reason,
  }: { readonly parcels: readonly FulfilmentRow[]; readonly state: string; readonly reason: string },
): Promise<void> {
  await database.transaction(async (query) => {
    for (const { id } of parcels)
      await query(`update bridge_fulfilments set state = $4 where shop = $1 and "order" = $2 and fulfilment = $3`, [
        shop,
        order,
        id,
        state,
      ]);
  });
  log({ level: state === "DROPPED" ? "warn" : "info", step: `delivery ${state.toLowerCase()}`, order, reason });
}
