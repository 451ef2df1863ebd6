/** How long money of an order may stay where it was paid. */
import { expect, test } from "vitest";
import { heldSecondsOf, mayPass } from "../../src/domain/staying.js";

const DAY = 86_400;

test("an order ends by itself when both of its clocks run, and never for sure when one is off", () => {
  expect(heldSecondsOf({ deliveryDeadlineSeconds: 30 * DAY, reviewWindowSeconds: 7 * DAY })).toBe(37 * DAY);
  expect(heldSecondsOf({ deliveryDeadlineSeconds: null, reviewWindowSeconds: 7 * DAY })).toBeNull();
  expect(heldSecondsOf({ deliveryDeadlineSeconds: 30 * DAY, reviewWindowSeconds: null })).toBeNull();
});

test("what has no end may pass any day; what has one passes those before it", () => {
  expect(mayPass(null, 180)).toBe(true);
  expect(mayPass(180 * DAY, 180)).toBe(false);
  expect(mayPass(180 * DAY + 1, 180)).toBe(true);
});
