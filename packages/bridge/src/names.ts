/** What an order is called at Holdfast: by its own id, behind the shop's prefix where there is one. */

/** How an order was named when it was begun, which it keeps. */
export type Named = {
  readonly order: string;
  /** Counts sessions from 1. */
  readonly attempt: number;
  /** `external_reference` of its sessions. */
  readonly reference: string;
  /** Before there were prefixes, the shop's name stood before the id. */
  readonly isByShop: boolean;
};

export const byShop = (shop: string, order: string): string => `${shop}:${order}`;

/** The end of a second attempt's key. An order's own id may look like that. */
const LIKE_AN_ATTEMPT = /.#\d+$/s;

/** The idempotency key: the reference, and `#2` behind it for the second attempt. No two orders of a shop have the same. */
export function keyOf(shop: string, { order, attempt, reference, isByShop }: Named): string {
  if (isByShop) {
    const name = byShop(shop, order.replaceAll("%", "%25").replaceAll("#", "%23"));
    return attempt === 1 ? name : `${name}#${attempt}`;
  }
  return attempt === 1 && !LIKE_AN_ATTEMPT.test(reference) ? reference : `${reference}#${attempt}`;
}
