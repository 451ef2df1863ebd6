/** What a shop gives for display never stops an order: it is cleaned, folded or left out. `cleaning.json` is read by other languages, too. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { address } from "../../src/clean/address.js";
import { item, items } from "../../src/clean/lines.js";
import { cleanOrder, metadata } from "../../src/clean/order.js";
import { line } from "../../src/clean/text.js";
import type { Order } from "../../src/index.js";

type Case<Given, Cleaned = Given> = { readonly given: Given; readonly cleaned: Cleaned };
type Fields = Readonly<Record<string, unknown>>;
const cases = JSON.parse(readFileSync(new URL("../cleaning.json", import.meta.url), "utf8")) as {
  readonly lines: readonly (Case<string> & { readonly length: number })[];
  readonly addresses: readonly Case<string, string | null>[];
  readonly items: readonly Case<Fields, Fields | null>[];
  readonly metadata: readonly Case<Fields>[];
};

test.each(cases.lines)("the line $given", ({ given, length, cleaned }) => {
  expect(line(given, length)).toBe(cleaned);
});

test.each(cases.addresses)("the address $given", ({ given, cleaned }) => {
  expect(address(given)).toBe(cleaned);
});

test.each(cases.items)("the line item $given", ({ given, cleaned }) => {
  expect(item(given)).toEqual(cleaned);
});

test.each(cases.metadata)("the metadata $given", ({ given, cleaned }) => {
  expect(metadata(given)).toEqual(cleaned);
});

test("half an emoji goes, wherever it was left", () => {
  expect(line("Amphora \ud83c", 255)).toBe("Amphora");
  expect(line("\udffa and a mug", 255)).toBe("and a mug");
  expect(metadata({ note: "Amphora \ud83c", "key\ud83c": "v" })).toEqual({ note: "Amphora ", key: "v" });
});

test("numbers that are written with an exponent, and numbers that are none", () => {
  expect(item({ name: "Bead", unit_amount: 5e-7, quantity: 1e6 })).toMatchObject({ unit_amount: "0.50", quantity: 1 });
  for (const unit_amount of [Number.NaN, Number.POSITIVE_INFINITY, "1e999", "0x10", "1,50", [], {}, true])
    expect(item({ name: "Bead", unit_amount }), String(unit_amount)).toBeNull();
  expect(item({ name: "Bead", unit_amount: "0.00", quantity: 2 ** 53 })).toMatchObject({ quantity: 1 });
});

test("an order is cleaned field by field; what is asked of the buyer stays as it was given", () => {
  const order = {
    id: "1001",
    title: " \u200b\n",
    amount: "249.9",
    currency: "EUR",
    description: "First line\nsecond\0 line",
    customer_email: "nobody",
    success_url: "not a url",
    line_items: [{ name: "Plate" }, { name: "Plate", unit_amount: "1.00" }],
    milestones: [
      { title: "Plates\n&amp; bowls", amount: "249.9", description: "a\0b" },
      { title: "", amount: "x" },
    ],
    metadata: { cart: 7731 },
    expires_in: 1,
  } as unknown as Order;
  expect(cleanOrder(order)).toEqual({
    id: "1001",
    title: "Order 1001",
    amount: "249.9",
    currency: "EUR",
    description: "First line\nsecond line",
    success_url: "not a url",
    line_items: [{ name: "Plate", unit_amount: "1.00", quantity: 1 }],
    milestones: [
      { title: "Plates & bowls", amount: "249.9", description: "ab" },
      { title: "Item", amount: "x" },
    ],
    metadata: { cart: "7731" },
    expires_in: 1,
  });
});

test("a hundred lines are as many as there may be; the page shows the rest as one", () => {
  const many = Array.from({ length: 150 }, (_, place) => ({ name: `Mug ${place}`, unit_amount: "1.00" }));
  expect(items(many)).toHaveLength(100);
});

test("what is of another kind than text or a list is for the API to judge", () => {
  const odd = { id: "1", title: 5, amount: 1, line_items: "two", milestones: [7], customer_email: 5, metadata: "x" };
  expect(cleanOrder(odd as unknown as Order)).toEqual(odd);
});
