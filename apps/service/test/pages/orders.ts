/** Orders to look at. */
import type { Json, Merchant, World } from "../harness.js";
import { openSession } from "../stories.js";

export const DINNER_SET = {
  title: "Hand-thrown dinner set",
  amount: "249.90",
  description: "Ash glaze, for six people.",
  external_reference: "NW-10482",
  success_url: "https://shop.example/orders/NW-10482/thanks?from=holdfast&ok=1",
  cancel_url: "https://shop.example/cart",
  line_items: [
    { name: "Dinner plate, ash glaze", unit_amount: "24.00", quantity: 6, sku: "PL-ASH-27" },
    { name: "Soup bowl, ash glaze", unit_amount: "14.50", quantity: 6, sku: "BW-ASH-18" },
    { name: "Insured courier, 5 days", unit_amount: "18.90" },
  ],
  milestones: [
    { title: "Dispatched with tracking", amount: "99.90", description: "Both parcels are with the courier." },
    { title: "Delivered and checked", amount: "150.00", description: "Everything arrived in one piece." },
  ],
};

/** Where the page of a session is, whatever its status: its `url` is null once it is not OPEN. */
export const pagePath = (shop: Merchant, session: Json): string => `/pay/${shop.sellerCode}/${session["id"]}`;

/** One session in each status, by the path of its page. */
export async function sessionPages(shop: Merchant): Promise<{ open: string; completed: string; expired: string }> {
  const [open, completed, expired] = await Promise.all([1, 2, 3].map(() => openSession(shop, DINNER_SET)));
  await shop.post(`/test_helpers/checkout/sessions/${completed!["id"]}/confirm`, {});
  await shop.post(`/checkout/sessions/${expired!["id"]}/expire`);
  return { open: pagePath(shop, open!), completed: pagePath(shop, completed!), expired: pagePath(shop, expired!) };
}

export const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

/** As a browser would ask, without one. */
export const visit = (world: World, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(world.url + path, { headers: { Accept: BROWSER_ACCEPT, ...headers }, redirect: "manual" });
