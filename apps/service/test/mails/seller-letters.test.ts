/** What mails to sellers and operators say, in each language, and where they lead. */
import { describe, expect, test } from "vitest";
import type { Json } from "../harness.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import { bothForms, PUBLIC_URL, render } from "./samples.js";

const ESCROW = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
const ACCOUNT = { trading_name: "Northwind Ceramics", seller_code: "NW3KX8Q2" };
const ORDER = { ...ACCOUNT, escrow: ESCROW, title: "Hand-thrown dinner set", reference: "TR-20261121.004417.24990" };
const DISPUTE = { ...ORDER, dispute: "DS-48210377" };
const PAYOUT = { ...ACCOUNT, payout: ESCROW, amount: "99900", destination: "Bank, ending in 4410" };

/** With what each has to say, and where it leads. */
const LETTERS: readonly (readonly [template: string, params: Json, says: readonly string[], link: string])[] = [
  [
    "seller_order_paid",
    { ...ORDER, amount: "24990", deliver_until: 1_795_291_200 },
    ["$249.90", "21 November 2026 at 20:00 UTC"],
    `/escrows/${ESCROW}`,
  ],
  [
    "seller_revision_asked",
    { ...ORDER, part: "Six bowls", reason: "Wrong blue." },
    ["Six bowls", "Wrong blue."],
    `/escrows/${ESCROW}`,
  ],
  [
    "seller_order_message",
    { ...ORDER, text: "Does it fit a shelf?\nOf 30 cm?", files: 2 },
    ["Does it fit a shelf?", "Of 30 cm?", "on the page of the order: 2"],
    `/escrows/${ESCROW}#messages`,
  ],
  [
    "seller_order_question",
    { ...ORDER, text: "Who packed it?", files: 0, answer_by: 1_795_291_200 },
    ["Who packed it?", "The buyer doesn’t see this", "Please answer by"],
    `/escrows/${ESCROW}/questions`,
  ],
  [
    "seller_dispute_opened",
    { ...DISPUTE, part: null, reason: "Nothing came." },
    ["DS-48210377", "Nothing came."],
    `/escrows/${ESCROW}/dispute`,
  ],
  [
    "seller_dispute_statement",
    { ...DISPUTE, by: "operator", text: "Please show the label." },
    ["Please show the label."],
    `/escrows/${ESCROW}/dispute`,
  ],
  [
    "seller_offer_made",
    { ...DISPUTE, release: "20000", refund: "4990" },
    ["$200.00", "$49.90"],
    `/escrows/${ESCROW}/dispute`,
  ],
  ["seller_offer_declined", DISPUTE, ["declined your offer"], `/escrows/${ESCROW}/dispute`],
  [
    "seller_dispute_resolved",
    { ...ORDER, part: "Six bowls", amount: "9990", outcome: "released" },
    ["Six bowls", "$99.90"],
    `/escrows/${ESCROW}`,
  ],
  [
    "seller_order_completed",
    { ...ORDER, amount: "24990", after_dispute: false },
    ["$249.90", "in your wallet"],
    `/escrows/${ESCROW}`,
  ],
  [
    "seller_order_settled",
    { ...ORDER, released: "10000", refunded: "14990" },
    ["$100.00", "$149.90"],
    `/escrows/${ESCROW}`,
  ],
  [
    "seller_refund_made",
    { ...ORDER, amount: "2463", by: "merchant" },
    ["$24.63", "goes back to the buyer"],
    `/escrows/${ESCROW}`,
  ],
  [
    "seller_order_cancelled",
    { ...ORDER, by: "deadline", released: "0", refunded: "25645" },
    ["by the deadline", "$256.45"],
    `/escrows/${ESCROW}`,
  ],
  [
    "seller_chargeback_opened",
    { ...ORDER, amount: "25645", is_inquiry: false },
    ["$256.45", "takes it back"],
    `/escrows/${ESCROW}`,
  ],
  ["seller_chargeback_won", { ...ORDER, amount: "25645" }, ["$256.45", "for you"], `/escrows/${ESCROW}`],
  [
    "seller_chargeback_lost",
    { ...ORDER, amount: "25645", owed: "1500" },
    ["$256.45", "$15.00", "for good"],
    `/escrows/${ESCROW}`,
  ],
  ["seller_receipt_reversed", { ...ORDER, amount: "25645" }, ["$256.45", "by mistake"], `/escrows/${ESCROW}`],
  ["seller_payout_paid", PAYOUT, ["$999.00", "ending in 4410"], `/wallet/payouts/${ESCROW}`],
  [
    "seller_payout_failed",
    { ...PAYOUT, reason: "No such account." },
    ["No such account.", "back in your wallet"],
    `/wallet/payouts/${ESCROW}`,
  ],
  [
    "seller_verification_decided",
    { ...ACCOUNT, outcome: "REJECTED", reason: "The scan is cut off." },
    ["The scan is cut off."],
    "/settings/verification",
  ],
  [
    "webhook_failing",
    { ...ACCOUNT, endpoint: ESCROW, url: "https://shop.example/hooks", failures: 25 },
    ["25"],
    "/webhooks/we_",
  ],
];

describe.each(LETTERS)("%s", (template, params, says, link) => {
  const home = `${PUBLIC_URL}/console/NW3KX8Q2`;

  test.each(["fr", "sw", "pt"])("is another in %s, and says the same", (locale) => {
    const english = render(template, params);
    const mail = render(template, { ...params, locale });
    expect(mail.html).toContain(`<html lang="${locale}"`);
    expect(mail.subject).not.toBe(english.subject);
    const paragraphs = ({ text }: { text: string }) => text.split("\n\n").filter((one) => !one.startsWith("    "));
    const kept = paragraphs(mail).filter((one) => paragraphs(english).includes(one));
    expect(kept).toEqual([]);
    // Names and words of buyers as they are.
    for (const said of says.filter((one) => Object.values(params).includes(one))) expect(mail.text).toContain(said);
    expect(mail.html).toContain(link);
  });

  test("says what happened, leads into the console, and tells how to switch it off", () => {
    const mail = render(template, params);
    for (const words of bothForms(mail)) for (const said of says) expect(words).toContain(said);
    const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(links).toEqual([expect.stringContaining(home + link), `${home}/settings/notifications`]);
    for (const url of links) expect(mail.text).toContain(url);
  });
});

test("operators are told of a chargeback what it is about, and until when to answer", () => {
  const params = {
    chargeback: ESCROW,
    status: "OPEN",
    amount: "125645",
    reason: 'fraudulent <a href="https://bad.example">',
    provider: "stripe",
    answer_by: 1_795_291_200,
    reference: "TR-20261121.004417.24990",
  };
  const mail = render("operator_chargeback", params);
  expect(mail.subject).toBe("Chargeback: $1,256.45");
  for (const words of bothForms(mail))
    for (const said of ["$1,256.45", "stripe", "21 November 2026", "TR-20261121.004417.24990"])
      expect(words).toContain(said);
  const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
  expect(links).toEqual([`${PUBLIC_URL}/desk/chargebacks/${ESCROW}`]);
});

// Of endpoints, render.test.ts shows it.
describe.each(LETTERS.filter(([template]) => template !== "webhook_failing"))("%s", (template, params) => {
  test("hostile words stay words", () => {
    const tags = (html: string) => [...html.matchAll(/<(?!br>)[^>]*>/g)].map(([tag]) => tag);
    const frame = tags(render(template, params).html);
    for (const words of HOSTILE_TEXTS) {
      const free = ["title", "trading_name", "part", "reason", "text", "destination"];
      const hostile = Object.entries(params).map(([name, value]) => [
        name,
        free.includes(name) && value !== null ? words : value,
      ]);
      const { subject, text, html } = render(template, Object.fromEntries(hostile));
      expect(tags(html), words).toEqual(frame);
      expect(subject, words).toMatch(/^[^\p{Cc}\u2028\u2029]{1,200}$/u);
      const links = text.match(/https?:\/\/\S+|[a-z]\.example\S*/gi) ?? [];
      expect(
        links.filter((link) => !link.startsWith(PUBLIC_URL)),
        words,
      ).toEqual([]);
    }
  });
});
