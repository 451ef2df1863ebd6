/** Payment links that many buyers can use: how long what they open lasts, and when one takes no more. */

/** The most orders that a link can be bound to. */
export const LINK_ORDERS_MAX = 1_000;

/** Ends of a link that a seller may choose, in seconds from its making; null for none. */
export const LINK_DAYS = [1, 7, 30, 90, 365] as const;

/** How long a session of a link may be confirmed, in seconds. One of a link with a count holds a place for as long. */
export const linkSessionSeconds = (ordersMax: number | null): number => (ordersMax === null ? 86_400 : 1_800);

/** FULL: each place is an order's, or held by somebody who may still confirm one. */
const LINK_STANDINGS = ["OPEN", "OFF", "EXPIRED", "FULL"] as const;
export type LinkStanding = (typeof LINK_STANDINGS)[number];

export function standingOfLink({
  isOff,
  expiresAt,
  ordersMax,
  taken,
  now,
}: {
  readonly isOff: boolean;
  readonly expiresAt: number | null;
  readonly ordersMax: number | null;
  readonly taken: number;
  readonly now: number;
}): LinkStanding {
  if (isOff) return "OFF";
  if (expiresAt !== null && expiresAt <= now) return "EXPIRED";
  return ordersMax !== null && taken >= ordersMax ? "FULL" : "OPEN";
}
