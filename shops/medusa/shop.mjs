/**
 * A Medusa with something to sell: starts the server of this folder, and puts a region in USD, shipping and two products into a
 * database that has none. Prints `ready {"storeKey","adminKey"}` when it sells.
 */
import { container } from "@medusajs/framework";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import medusa from "@medusajs/medusa/commands/start";
import {
  capturePaymentWorkflow,
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows";

/** The plugin's scheduled job, which the parent asks for out of its time. */
const JOB = new URL("node_modules/@holdfast/medusa/.medusa/server/src/jobs/cancel-unpaid.js", import.meta.url);

const GOODS = [
  { title: "Dinner plate, ash glaze", sku: "PLATE", price: 24 },
  { title: "Soup bowl, ash glaze", sku: "BOWL", price: 14.5 },
];
const STOCK = 1_000_000;
const SHIPPING = 18.9;

async function run(workflow, input) {
  const { result } = await workflow(container).run({ input });
  return result;
}

const find = async (entity, fields) => {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity, fields });
  return data;
};

async function fill() {
  const [channel] = await find("sales_channel", ["id"]);
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  await run(createRegionsWorkflow, {
    regions: [
      {
        name: "Everywhere",
        currency_code: "usd",
        countries: ["us"],
        payment_providers: ["pp_holdfast_holdfast", "pp_system_default"],
      },
    ],
  });
  const [location] = await run(createStockLocationsWorkflow, {
    locations: [{ name: "Workshop", address: { address_1: "1 Kiln Lane", city: "Portland", country_code: "us" } }],
  });
  const location_id = location.id;
  await run(linkSalesChannelsToStockLocationWorkflow, { id: location_id, add: [channel.id] });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location_id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  });
  const profile = await shipping({ link, location_id });
  await run(createProductsWorkflow, {
    products: GOODS.map(({ title, sku, price }) => ({
      title,
      status: "published",
      shipping_profile_id: profile,
      sales_channels: [{ id: channel.id }],
      options: [{ title: "Size", values: ["One"] }],
      variants: [{ title: "One", sku, options: { Size: "One" }, prices: [{ currency_code: "usd", amount: price }] }],
    })),
  });
  const items = await find("inventory_item", ["id"]);
  await run(createInventoryLevelsWorkflow, {
    inventory_levels: items.map(({ id }) => ({ inventory_item_id: id, location_id, stocked_quantity: STOCK })),
  });
}

async function shipping({ link, location_id }) {
  const fulfilment = container.resolve(Modules.FULFILLMENT);
  const [profile] = await run(createShippingProfilesWorkflow, { data: [{ name: "Parcels", type: "default" }] });
  const set = await fulfilment.createFulfillmentSets({
    name: "By courier",
    type: "shipping",
    service_zones: [{ name: "Everywhere", geo_zones: [{ country_code: "us", type: "country" }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location_id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  await run(createShippingOptionsWorkflow, [
    {
      name: "Insured courier",
      price_type: "flat",
      provider_id: "manual_manual",
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: "Courier", description: "Two days", code: "courier" },
      prices: [{ currency_code: "usd", amount: SHIPPING }],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" },
        { attribute: "is_return", value: "false", operator: "eq" },
      ],
    },
  ]);
  return profile.id;
}

await medusa.default({ directory: import.meta.dirname, port: Number(process.env.PORT), host: "127.0.0.1" });
if ((await find("product", ["id"])).length === 0) await fill();
const [admin] = await run(createApiKeysWorkflow, {
  api_keys: [{ title: "Tests", type: "secret", created_by: "tests" }],
});
const store = (await find("api_key", ["token", "type"])).find(({ type }) => type === "publishable");
const { default: cancelUnpaid } = await import(JOB);

/** Money that comes in another way, as the provider of a card or a bank has it booked. */
async function book({ collection, amount, isCaptured }) {
  const payments = container.resolve(Modules.PAYMENT);
  const by = { provider_id: "pp_system_default", currency_code: "usd", amount, data: {} };
  const { id } = await payments.createPaymentSession(collection, by);
  const payment = await payments.authorizePaymentSession(id, {});
  if (isCaptured) await run(capturePaymentWorkflow, { payment_id: payment.id });
  return payment.id;
}

/** What the parent asks for, by its name. */
const DEEDS = {
  "cancel unpaid orders": () => cancelUnpaid(container),
  book,
  "give back": (payment) => container.resolve(Modules.PAYMENT).cancelPayment(payment),
};
process.on("message", async ({ place, word, given }) => {
  const answer = await DEEDS[word](given).then(
    (made) => ({ made }),
    (error) => ({ error: String(error) }),
  );
  process.send({ place, ...answer });
});
process.stdout.write(`ready ${JSON.stringify({ storeKey: store.token, adminKey: admin.token })}\n`);
