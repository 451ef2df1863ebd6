/** How requests and amounts are written for Stripe. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "../../../src/domain/money.js";
import { amountAtStripe, amountFromStripe } from "../../../src/providers/stripe/amounts.js";
import { encodeForm } from "../../../src/providers/stripe/form.js";

test("forms are nested by brackets, and what is not given is left out", () => {
  const form = {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "usd", product_data: { name: "A & B = ü" } } }],
    expand: ["a.b", "c"],
    customer_email: undefined,
    confirm: true,
    amount: 99_999_999n,
  };
  expect(decodeURIComponent(encodeForm(form).replaceAll("+", " "))).toBe(
    "mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd" +
      "&line_items[0][price_data][product_data][name]=A & B = ü&expand[0]=a.b&expand[1]=c&confirm=true&amount=99999999",
  );
});

test("no text of a seller adds a field of its own", () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const pairs = [...new URLSearchParams(encodeForm({ a: { name }, b: 1 }))];
      expect(pairs).toEqual([
        ["a[name]", name.toWellFormed()],
        ["b", "1"],
      ]);
    }),
    { numRuns: 500 },
  );
});

test("amounts are whole numbers of what the currency has for coins", () => {
  expect(amountAtStripe(cents(12_34n), "USD")).toBe(1234n);
  expect(amountAtStripe(cents(12_00n), "JPY")).toBe(12n);
  expect(amountAtStripe(cents(12_34n), "JPY")).toBeNull();
  // Without a coin below the shilling, and written in hundredths all the same.
  expect(amountAtStripe(cents(12_00n), "UGX")).toBe(1200n);
  expect(amountAtStripe(cents(12_34n), "UGX")).toBeNull();
  // In thousandths, the last of which has to be nought.
  expect(amountAtStripe(cents(1_230n), "KWD")).toBe(1230n);
  expect(amountAtStripe(cents(1_234n), "KWD")).toBeNull();
  expect(amountAtStripe(cents(99_999_999n), "USD")).toBe(99_999_999n);
  expect(amountAtStripe(cents(100_000_000n), "USD")).toBeNull();
  expect(amountAtStripe(cents(0n), "USD")).toBeNull();
});

test("amounts of Stripe come back as they went", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 999_999n }),
      fc.constantFrom("USD", "JPY", "UGX", "XOF"),
      (units, currency) => {
        const amount = cents(units * 100n);
        expect(amountFromStripe(Number(amountAtStripe(amount, currency)), currency.toLowerCase())).toBe(amount);
      },
    ),
  );
  for (const nonsense of [1.5, "100", null, undefined, Number.NaN, 2 ** 53])
    expect(amountFromStripe(nonsense, "usd")).toBeNull();
});
