/** What is on the table in a dispute, and whose turn it is, read off the order. */
import { deciderOf } from "../../domain/escrow.js";
import type { Party } from "../../domain/model.js";
import { type Turn, turnOf } from "../../store/read/orders/disputes.js";
import type { Order, OrderOffer } from "../../store/read/orders/orders.js";

/** Offers that can still be accepted; at most one of each side. */
export const openOffers = ({ offers }: Pick<Order, "offers">): readonly OrderOffer[] =>
  offers.filter(({ status }) => status === "OPEN");

/** Whose turn it is; nobody's in a dispute that is over, or that the two sides can't end. */
export function turnIn(order: Pick<Order, "escrow" | "entries" | "offers">): Turn {
  const last = order.entries.at(-1);
  if (order.escrow.status !== "DISPUTED" || deciderOf(order.escrow) !== null || last === undefined) return [];
  return turnOf(
    openOffers(order).map(({ by }) => by),
    last.actor,
  );
}

/** The same for one side: what it has to answer comes first. */
export const offersFor = (order: Pick<Order, "offers">, party: Party): readonly OrderOffer[] =>
  openOffers(order).toSorted((a, b) => Number(a.by === party) - Number(b.by === party));

export const offerBy = (order: Pick<Order, "offers">, party: Party): OrderOffer | undefined =>
  openOffers(order).find(({ by }) => by === party);
