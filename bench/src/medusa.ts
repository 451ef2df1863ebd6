/** A checkout session beside what a shop of Medusa does for the same: a cart with an item, and a payment session for it. */
import { createSessions } from "./operations.js";
import { quantileOf } from "./paced.js";
import { type Row, throughputRow } from "./report.js";
import { interleave, type Pace, type Round, type Run } from "./rounds.js";
import type { World } from "./world.js";

const CONNECTIONS = 32;
const GOAL = 200;
/** A shop fills a few dozen carts a second: a round of one second would count too few. */
const ROUND_MS = 10_000;
const PREPARE = new URL("../../shops/medusa/prepare.mjs", import.meta.url).href;
const SHOP = new URL("../../shops/medusa/test/world.mjs", import.meta.url).href;

/** Throws what the shop answered, unless it was a success. */
type Store = (method: "GET" | "POST", path: string, body?: object) => Promise<Answer>;
type Answer = {
  readonly regions: readonly { readonly id: string }[];
  readonly products: readonly { readonly variants: readonly { readonly id: string }[] }[];
  readonly cart: { readonly id: string };
  readonly payment_collection: { readonly id: string };
};
type Shop = { readonly store: Store; close(): Promise<void> };

/** Installs the shop where it is missing. Medusa's database does not wait for its disk, ours does. */
export async function measureMedusa(world: World, pace: Pace): Promise<readonly Row[]> {
  const { prepare } = (await import(PREPARE)) as { prepare(): Promise<void> };
  await prepare();
  const { openWorld } = (await import(SHOP)) as { openWorld(): Promise<Shop> };
  const shop = await openWorld();
  try {
    const buy = await buyerOf(shop.store);
    const { service } = await createSessions(CONNECTIONS).prepare(world, world.target, pace);
    const floor: Run = ({ warmUpMs }) => atOnce(buy, { warmUpMs, measureMs: ROUND_MS });
    const pairs = await interleave(pace, { floor, service, settle: world.settle });
    return [
      throughputRow(`create session beside Medusa's cart with payment session, c=${CONNECTIONS}`, pairs, {
        atLeast: GOAL,
      }),
    ];
  } finally {
    await shop.close();
  }
}

/** Three requests, as a storefront makes them. */
async function buyerOf(store: Store): Promise<() => Promise<void>> {
  const [{ regions }, { products }] = await Promise.all([
    store("GET", "/store/regions"),
    store("GET", "/store/products?fields=id,variants.id"),
  ]);
  const [region, variant] = [regions[0]?.id, products[0]?.variants[0]?.id];
  const items = [{ variant_id: variant, quantity: 2 }];
  return async () => {
    const { cart } = await store("POST", "/store/carts", { region_id: region, items });
    const { payment_collection: collection } = await store("POST", "/store/payment-collections", { cart_id: cart.id });
    const path = `/store/payment-collections/${collection.id}/payment-sessions`;
    await store("POST", path, { provider_id: "pp_system_default" });
  };
}

/** So many buyers, each with one cart after the other: what ends in the measured time counts, for one takes seconds. CPU isn't counted. */
async function atOnce(buy: () => Promise<void>, { warmUpMs, measureMs }: Omit<Pace, "rounds">): Promise<Round> {
  const begin = performance.now() + warmUpMs;
  const end = begin + measureMs;
  const latencies: number[] = [];
  const buyer = async (): Promise<void> => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await buy();
      const now = performance.now();
      if (now >= begin && now <= end) latencies.push(now - from);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, buyer));
  return {
    requests: latencies.length,
    perSecond: (latencies.length * 1_000) / measureMs,
    p50: quantileOf(latencies, 0.5),
    p99: quantileOf(latencies, 0.99),
    sent: latencies.length,
    cpu: null,
  };
}
