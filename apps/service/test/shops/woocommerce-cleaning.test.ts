/** The cleaner of the WooCommerce plugin, held to the cases of the bridge's: what a shop shows of an order is the same in PHP. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Json } from "../harness.js";
import { ROOT } from "../process/launch.js";
import { has, needs } from "../programs.js";
import { type Host, newPort, openHost, type Shop } from "./woocommerce.js";

const CASES = JSON.parse(readFileSync(join(ROOT, "packages/bridge/test/cleaning.json"), "utf8"));

let host: Host;
let shop: Shop;
beforeAll(async () => {
  if (!has("php")) return;
  host = await openHost(await newPort(), "http://127.0.0.1:1");
  shop = await host.openShop("hf_nobody_123");
});
afterAll(() => host?.close());
beforeEach((context) => needs(context, "php"));

/** All cases in one request, each with its own words in the comparison. */
async function compare(
  method: string,
  cases: readonly Json[],
  given: (one: Json) => readonly unknown[],
  none: unknown,
) {
  const calls = cases.map((one) => [`Holdfast\\WooCommerce\\${method}`, given(one)]);
  const cleaned = (await shop.ask("clean", calls)) as readonly unknown[];
  expect(cleaned.length).toBeGreaterThan(10);
  expect(cases.map((one, at) => [one["given"], cleaned[at]])).toEqual(
    cases.map((one) => [one["given"], one["cleaned"] ?? none]),
  );
}

test("lines are one line, decoded, and cut between characters", () =>
  compare("Text::line", CASES.lines, ({ given, length }) => [given, length], null));

test("addresses that the API would refuse are left out", () =>
  compare("Text::email", CASES.addresses, ({ given }) => [given], ""));

// WooCommerce keeps what a line costs in all, and numbers only.
test("a line that the API can't hold is folded into one that it can", () => {
  const isNumber = ({ given }: Json): boolean =>
    Number.isFinite(Number(given.unit_amount ?? Number.NaN) * Number(given.quantity ?? 1));
  const lineOf = ({ given: { name, unit_amount: price, quantity = 1, sku } }: Json) => [
    name ?? "",
    Number(price) * Number(quantity),
    Number(quantity),
    sku ?? "",
  ];
  return compare("Basket::line", CASES.items.filter(isNumber), lineOf, null);
});
