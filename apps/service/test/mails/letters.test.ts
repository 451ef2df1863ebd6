/** What mails to buyers tell, in each language: the amounts, the moments, the names, and what is to be done. */

import { describe, expect, test } from "vitest";
import type { EscrowId } from "../../src/domain/ids.js";
import { cents } from "../../src/domain/money.js";
import { orderPath } from "../../src/mails/buyer/letters.js";
import { orderUrl } from "../../src/pages/kit/links.js";
import { duration, instant, usd } from "../../src/words/format.js";
import { type Locale, locales } from "../../src/words/locale.js";
import { UTC } from "../../src/words/zone.js";
import { ABOUT_ORDERS, bothForms, EVENING, plain, renderSample, SAMPLES, type TemplateName } from "./samples.js";

const money = (locale: Locale) => (amount: number) => plain(usd(cents(BigInt(amount)), locale));
const moment = (locale: Locale) => (at: number) => plain(instant(at, locale, UTC));
const DAY = 86_400;

/** Which of its numbers each mail has to say; everything is in the samples. */
const AMOUNTS: Partial<Record<TemplateName, readonly number[]>> = {
  order_created: [124_990, 655, 125_645],
  order_part_funded: [100_000, 25_645, 125_645],
  order_funded: [124_990, 655, 125_645],
  delivery_submitted: [9_990],
  dispute_offer: [100_000, 24_990],
  order_settled: [100_000, 25_340],
  order_completed: [124_990, 655, 125_645],
  order_cancelled: [9_990, 115_655],
  order_expired: [125_645],
  chargeback_opened: [125_645],
  chargeback_won: [125_645],
  chargeback_lost: [125_645],
  receipt_reversed: [125_645],
  refund_paid: [125_645],
};
const MOMENTS: Partial<Record<TemplateName, readonly number[]>> = {
  order_created: [EVENING],
  order_part_funded: [EVENING],
  order_funded: [EVENING, EVENING + DAY],
  delivery_submitted: [EVENING],
  dispute_resolved: [EVENING],
};

describe.each(locales())("in %s", (locale) => {
  test.each(ABOUT_ORDERS)("%s says which order, how much and until when", (template) => {
    const mail = renderSample(template, { locale });
    for (const words of bothForms(mail)) {
      expect(words).toContain("Hand-thrown dinner set");
      expect(words).toContain("Northwind Ceramics");
      expect(words).toContain("TR-20261121.004417.24990");
      for (const amount of AMOUNTS[template] ?? []) expect(words).toContain(money(locale)(amount));
      for (const at of MOMENTS[template] ?? []) expect(words).toContain(moment(locale)(at));
    }
  });

  test("the seller's own words and the number of a dispute are quoted", () => {
    for (const words of bothForms(renderSample("delivery_submitted", { locale }))) {
      expect(words).toContain("Dispatched with tracking");
      expect(words).toContain("DHL 4410 8823 7712");
    }
    const dispute = renderSample("dispute_opened", { locale });
    expect(dispute.subject).toContain("DS-48210377");
    for (const words of bothForms(dispute)) expect(words).toContain("Dispatched with tracking");
    for (const template of ["dispute_statement", "dispute_offer", "dispute_declined"] as const) {
      expect(renderSample(template, { locale }).subject).toContain("DS-48210377");
    }
    for (const words of bothForms(renderSample("dispute_statement", { locale }))) {
      expect(words).toContain("The parcel was whole when it left us.");
    }
  });

  test("clocks are told where they run, and only there", () => {
    const approval = { locale, approve_at: null };
    for (const template of ["delivery_submitted", "dispute_resolved"] as const) {
      expect(plain(renderSample(template, approval).text)).not.toContain(moment(locale)(EVENING));
    }
    const running = plain(renderSample("order_funded", { locale }).text);
    expect(running).toContain(plain(duration(3 * DAY, locale)));
    const none = plain(renderSample("order_funded", { locale, deliver_until: null, review_seconds: null }).text);
    expect(none).not.toContain(plain(duration(3 * DAY, locale)));
    expect(none).not.toContain(moment(locale)(EVENING + DAY));
  });

  test("a whole order is named where it has but one part", () => {
    for (const template of ["delivery_submitted", "dispute_opened", "dispute_resolved"] as const) {
      const { text } = renderSample(template, { locale, part: null });
      expect(text.split("Hand-thrown dinner set").length).toBeGreaterThan(2);
      expect(text).not.toContain("Dispatched with tracking");
    }
  });

  test("each case of a mail says something else", () => {
    const cases: readonly (readonly [TemplateName, string, readonly unknown[]])[] = [
      ["dispute_resolved", "outcome", ["released", "to_deliver", "to_review", "to_revise"]],
      ["dispute_resolved", "other_disputes", [true, false]],
      ["order_completed", "after_dispute", [true, false]],
      ["order_completed", "agreed", [true, false]],
      ["order_settled", "agreed", [true, false]],
      ["order_settled", "conceded", [true]],
      ["dispute_offer", "note", ["Keep it.", ""]],
      ["order_cancelled", "by", ["buyer", "seller"]],
      ["order_expired", "because", ["unpaid", "undelivered"]],
      ["refund_paid", "because", ["overpaid", "cancelled", "declined", "deadline", "settled"]],
      ["order_cancelled", "refunded", ["115655", "0"]],
      ["order_expired", "refunded", ["125645", "0"]],
    ];
    for (const [template, field, values] of cases) {
      const texts = values.map((value) => renderSample(template, { locale, [field]: value }).text);
      expect(new Set(texts).size, `${template}.${field}`).toBe(values.length);
    }
  });

  test("who paid nothing is promised no refund", () => {
    for (const template of ["order_cancelled", "order_expired"] as const) {
      const words = plain(renderSample(template, { locale, refunded: "0", released: "0" }).text);
      expect(words).not.toContain(money(locale)(0));
      expect(words).not.toContain(money(locale)(125_645));
    }
  });
});

test.each(Object.keys(SAMPLES).filter((name) => !name.startsWith("webhook")) as TemplateName[])(
  "%s is another text in every language",
  (template) => {
    const texts = locales().map((locale) => renderSample(template, { locale }).text);
    expect(new Set(texts).size).toBe(locales().length);
    const subjects = locales().map((locale) => renderSample(template, { locale }).subject);
    expect(new Set(subjects).size).toBe(locales().length);
  },
);

test("in English, the sentences that money hangs on", () => {
  const text = (template: TemplateName, overrides = {}): string => plain(renderSample(template, overrides).text);
  expect(text("order_created")).toContain(
    "Please pay by 21 November 2026 at 20:00 UTC. If the full amount hasn’t arrived by then, the order is cancelled",
  );
  expect(text("order_part_funded")).toContain("We have received $1,000.00 of $1,256.45");
  expect(text("order_funded")).toContain(
    "If nothing has been delivered by 22 November 2026 at 20:00 UTC, you get your money back.",
  );
  expect(text("delivery_submitted")).toContain(
    "the delivery is approved automatically on 21 November 2026 at 20:00 UTC",
  );
  expect(text("delivery_submitted", { approve_at: null })).toContain("Your money stays in escrow until you decide.");
  expect(text("dispute_resolved", { outcome: "released" })).toContain("$99.90 has been released to the seller");
  expect(text("order_cancelled")).toContain("Northwind Ceramics has cancelled your order. $1,156.55 goes back to you");
  expect(text("order_expired", { because: "unpaid", refunded: "0" })).toContain("there is nothing to refund");
  expect(text("refund_paid")).toContain("We have paid $1,256.45 back to you");
});

test("the code to sign in; and once it is erased, that it is gone", () => {
  for (const locale of locales()) {
    expect(renderSample("sign_in_code", { locale }).text).toContain("402917");
    expect(renderSample("sign_in_code", { locale }).subject).not.toContain("402917");
    const { code: _, ...erased } = SAMPLES.sign_in_code;
    expect(renderSample("sign_in_code", { ...erased, code: null, locale }).text).not.toMatch(/\d{6}/);
  }
});

test("the button leads to where the pages of orders are", () => {
  const seller_code = "NW3KX8Q2";
  const escrow = SAMPLES.order_created["escrow"] as EscrowId;
  expect(orderPath({ seller_code, escrow })).toBe(orderUrl(seller_code, escrow));
});
