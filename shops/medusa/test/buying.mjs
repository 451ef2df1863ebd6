/** A buyer in front of Medusa's store API, and the shop's people behind its admin API. */

/** Both voices throw what the shop answered, with its status. */
export class Refused extends Error {
  constructor(response, text) {
    super(`${response.status} ${new URL(response.url).pathname}: ${text}`);
    this.status = response.status;
  }
}

export function speakTo(origin, { storeKey, adminKey }) {
  const voice = (headers) => async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(response, text);
    return JSON.parse(text);
  };
  return {
    store: voice({ "x-publishable-api-key": storeKey }),
    admin: voice({ Authorization: `Basic ${Buffer.from(`${adminKey}:`).toString("base64")}` }),
  };
}

const ADDRESS = {
  first_name: "Ada",
  last_name: "Okafor",
  address_1: "12 Harbour Street",
  city: "Portland",
  province: "or",
  postal_code: "97201",
  country_code: "us",
};

/**
 * A cart with goods, address, shipping and payment, as any storefront fills it.
 * @param {Record<string, number>} goods how many of each, by the start of its title
 * @param {{ data?: object }} [options] what the storefront puts into the payment
 */
export async function fillCart({ store }, goods, { data } = {}) {
  const { regions } = await store("GET", "/store/regions");
  const { products } = await store("GET", "/store/products?fields=id,title,variants.id");
  const { cart } = await store("POST", "/store/carts", {
    region_id: regions[0].id,
    email: "ada@example.com",
    shipping_address: ADDRESS,
  });
  for (const [name, quantity] of Object.entries(goods)) {
    const { variants } = products.find(({ title }) => title.startsWith(name));
    await store("POST", `/store/carts/${cart.id}/line-items`, { variant_id: variants[0].id, quantity });
  }
  const { shipping_options: options } = await store("GET", `/store/shipping-options?cart_id=${cart.id}`);
  await store("POST", `/store/carts/${cart.id}/shipping-methods`, { option_id: options[0].id });
  const { payment_collection: collection } = await store("POST", "/store/payment-collections", { cart_id: cart.id });
  await store("POST", `/store/payment-collections/${collection.id}/payment-sessions`, {
    provider_id: "pp_holdfast_holdfast",
    data,
  });
  return cart.id;
}

/** It is paid in another way, or the money is authorised and not captured yet. @returns the payment's id */
export async function book(world, id, isCaptured = true) {
  const [{ id: collection, amount }] = (await lookAt(world, id)).payment_collections;
  return world.medusa.say("book", { collection, amount, isCaptured });
}

/** The order's payment method is another one now. */
export async function change(world, id) {
  const [{ id: collection }] = (await lookAt(world, id)).payment_collections;
  await world.store("POST", `/store/payment-collections/${collection}/payment-sessions`, {
    provider_id: "pp_system_default",
  });
}

/** The order of a cart; asked again, the same. */
export async function complete({ store }, cart) {
  const { order } = await store("POST", `/store/carts/${cart}/complete`);
  return order;
}

/** Both. */
export const placeOrder = async (world, goods, options) => complete(world, await fillCart(world, goods, options));

/** The address that the storefront sends its buyer to; null once there is nothing to pay. */
export async function payingPage({ store }, order) {
  const { checkout } = await store("POST", `/store/holdfast/orders/${order}`);
  return checkout.url;
}

const FIELDS = "*fulfillments,*items,*payment_collections.payments,+metadata,+status";

/** What the shop's people see of it. */
export async function lookAt({ admin }, id) {
  const { order } = await admin(
    "GET",
    `/admin/orders/${id}?fields=${encodeURIComponent(FIELDS)},payment_status,fulfillment_status`,
  );
  return order;
}

/** Packs and ships; everything that is left, or so many of each item. */
export async function ship({ admin }, id, { quantities, tracking = "DHL 4410 8823 7712" } = {}) {
  const before = await lookAt({ admin }, id);
  const items = before.items
    .map((item) => ({
      id: item.id,
      quantity:
        quantities === undefined ? item.quantity - item.detail.fulfilled_quantity : (quantities[item.variant_sku] ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  const { order } = await admin("POST", `/admin/orders/${id}/fulfillments?fields=*fulfillments`, { items });
  const known = new Set(before.fulfillments.map((one) => one.id));
  const parcel = order.fulfillments.find((one) => !known.has(one.id));
  await send({ admin }, id, parcel, { items, tracking });
}

/** A parcel that is packed leaves. */
export async function send({ admin }, id, parcel, { items, tracking = "DHL 4410 8823 7712" } = {}) {
  const labels = [{ tracking_number: tracking, tracking_url: "", label_url: "" }];
  const contents = parcel.items?.map((item) => ({ id: item.line_item_id, quantity: item.quantity }));
  await admin("POST", `/admin/orders/${id}/fulfillments/${parcel.id}/shipments`, { items: items ?? contents, labels });
}
