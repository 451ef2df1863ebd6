/** Orders of one buyer in every standing that looks different to the buyer or the seller. */
import { disputedBy, halfDisputed, voices } from "../console/dispute-stories.js";
import type { Json, Merchant, World } from "../harness.js";
import { DINNER_SET } from "../pages/orders.js";
import { ADA, confirmedBy, fundedBy } from "../pages/orders-area.js";
import { asBuyer, pay, resolve, submit, submitPath } from "../stories.js";

const FLOORS = Array.from({ length: 20 }, (_, at) => ({
  title: `Floor ${at + 1}: tiles laid and grouted`,
  amount: "10000.00",
}));
const TILING = {
  title: "Tiling of a hotel, twenty floors, with a title that goes on for longer than a line can hold on any page",
  amount: "200000.00",
  milestones: FLOORS,
  external_reference: "HOTEL-2026-TILES-0001-REVISED-B",
};
/** Its lines leave 18.90 out. */
const NOT_ALL_LISTED = { ...DINNER_SET, line_items: DINNER_SET.line_items.slice(0, 2) };

const ONE_PART = { ...DINNER_SET, milestones: [] };

export type Standings = Readonly<Record<Standing, Json>>;
type Standing =
  | "confirmed"
  | "partly"
  | "paid"
  | "review"
  | "changes"
  | "twenty"
  | "disputed"
  | "offered"
  | "half"
  | "settled"
  | "completed"
  | "cancelled"
  | "declined";

export async function standings(world: World, shop: Merchant): Promise<Standings> {
  const review = await fundedBy(shop, ADA, NOT_ALL_LISTED);
  await submit(shop, review, 0, "First\ntry");
  await asBuyer(shop, review, "request_revision", 0, { reason: "The lid is missing." });
  const shipping = { carrier: "DHL", tracking_number: "4410 8823 7712" };
  await shop.post(submitPath(review), { submission_details: "See https://shop.example/parcels/4410", shipping });
  const changes = await fundedBy(shop, ADA, ONE_PART);
  await submit(shop, changes);
  await asBuyer(shop, changes, "request_revision", 0, { reason: "One saucer is missing." });
  const twenty = await fundedBy(shop, ADA, TILING);
  for (const part of [0, 1, 2]) await submit(shop, twenty, part, "Laid.");
  for (const part of [0, 1]) await asBuyer(shop, twenty, "approve", part);
  const { writes, offers } = voices(world, shop);
  const disputed = await disputedBy(shop, ADA, ONE_PART);
  await writes(disputed, "merchant", "We tested this pot before it left.");
  await offers(disputed, "buyer", [10_000n, 14_990n], "Half and half, and I keep the bowls.");
  const offered = await disputedBy(shop, ADA, ONE_PART);
  await offers(offered, "merchant", [20_000n, 4_990n], "For the two that broke.");
  const settled = await disputedBy(shop, ADA, ONE_PART);
  await resolve(shop, settled, { outcome: "settle", release: "100.00", refund: "149.90" });
  const completed = await fundedBy(shop, ADA, ONE_PART);
  await submit(shop, completed);
  await asBuyer(shop, completed, "approve");
  const cancelled = await fundedBy(shop, ADA, ONE_PART);
  await shop.post(`/test_helpers/escrows/${cancelled["id"]}/cancel`, {});
  const declined = await confirmedBy(shop, ADA, ONE_PART);
  await shop.post(`/test_helpers/escrows/${declined["id"]}/decline`, {});
  return {
    confirmed: await confirmedBy(shop, ADA, DINNER_SET),
    partly: await pay(shop, await confirmedBy(shop, ADA, DINNER_SET), { amount: "100.00", method: "bank" }),
    paid: await fundedBy(shop, ADA, DINNER_SET),
    half: await halfDisputed(shop),
    ...{ review, changes, twenty, disputed, offered, settled, completed, cancelled, declined },
  };
}
