/** What the hosted page says, as markup: without a browser and without a service. */
import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { cents } from "../../src/domain/money.js";
import { PAYMENT_FAILURES, type PaymentFailure } from "../../src/domain/states.js";
import { type Filled, NOTHING_FILLED } from "../../src/pages/checkout/session/pay-form.js";
import { type View, versionOf } from "../../src/pages/checkout/session/state.js";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { afterWords, paymentWords, reviewWords } from "../../src/pages/checkout/session/words.js";
import { Say } from "../../src/pages/kit/say.js";
import { openSite, type Site } from "../../src/pages/kit/site.js";
import type { HostedSession } from "../../src/store/read/orders/hosted-sessions.js";
import { directionOf, type Locale, locales } from "../../src/words/locale.js";
import { type Message, messageOf } from "../../src/words/message.js";
import { ESCROW, failed, INSTRUCTIONS, payment, refund, SESSION, STATES } from "./checkout-states.js";

const sandbox = openSite({ mode: "sandbox", publicUrl: null });

type Look = { site?: Site; locale?: Locale; session?: Partial<HostedSession> };

const show = (state: string, { site = sandbox, ...look }: Look = {}): string =>
  renderToString(<SessionPage {...STATES[state]!({ site, ...look })} />);
const words = (html: string): string =>
  html
    .replaceAll("<wbr/>", "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" .", ".");
const said = (state: string, look: Look = {}): string => words(show(state, look));

describe("an order that nobody has confirmed", () => {
  test("says what it costs, to the cent", () => {
    const text = said("to review");
    expect(text).toContain("6 × $24.00");
    expect(text).toContain("$144.00");
    expect(text).toContain("Order amount $249.90 Escrow protection fee $6.55 Total $256.45");
  });

  test("says who holds the money in a line, and until when and what moves it behind it, before anything can be committed", () => {
    for (const state of ["to review", "to confirm"]) {
      const page = show(state);
      const rules = page.indexOf("How your money is protected");
      const line = page.indexOf("Held by Holdfast until you approve");
      expect(line).toBeGreaterThan(0);
      expect(rules).toBeGreaterThan(line);
      expect(page.slice(page.lastIndexOf("<details", rules), rules)).toContain("How it works");
      expect(page.indexOf("<form")).toBeGreaterThan(rules);
      const text = words(page);
      expect(text).toContain("Nothing is charged before you confirm.");
      expect(text).toContain("You pay $256.45 to Holdfast. It stays in escrow");
      expect(text).toContain("you have 3 days to pay");
      expect(text).toContain("You can cancel for free");
    }
  });

  test("states the clocks that run, and only those", () => {
    const text = said("to review", { session: { reviewWindowSeconds: 259_200, deliveryDeadlineSeconds: 1_209_600 } });
    expect(text).toContain("If you don’t respond within 3 days of a reported delivery, it is approved automatically.");
    expect(text).toContain("If nothing is delivered within 14 days of your payment, you get all your money back.");
    expect(text.split("A dispute stops the clock.")).toHaveLength(3);
    expect(said("to review")).not.toMatch(/stops the clock|don’t respond|14 days/);
    expect(said("to review")).toContain("Nothing is approved automatically: we hold your money");
  });

  test("says, beside a way to pay that can be paid back for less long than the order may take, how long that is", () => {
    const text = said("to confirm");
    expect(text).toContain("We can refund a payment made this way for 180 days.");
    expect(text.split("We can refund a payment")).toHaveLength(2);
    for (const locale of locales())
      expect(said("to confirm", { locale })).toContain(paymentWords(locale).refundDays({ time: "180" }).slice(0, 20));
  });

  test("asks a stranger to sign in, with the address that the shop knows, and offers no way to pay yet", () => {
    const page = show("to review");
    expect(page).toContain('value="ada@example.com"');
    expect(page).not.toContain('name="method"');
    expect(page).not.toContain("/confirm");
  });

  test("has one form to pay for who is signed in, which says the total on its button", () => {
    const page = show("to confirm");
    expect(page.match(/name="method" value="[a-z_]+"/g)).toEqual([
      'name="method" value="mobile_money"',
      'name="method" value="card"',
      'name="method" value="bank"',
    ]);
    expect(words(page)).toContain("Confirm and pay $256.45");
    expect(words(page)).toContain("Signed in as ada@example.com.");
    expect(page).not.toContain('value="ada@example.com"');
  });

  test("lets the payer name the network where a number was not taken, and nowhere else", () => {
    expect(show("to confirm")).not.toContain('name="network"');
    const shown = STATES["to confirm"]!({ site: sandbox });
    const networks = [
      { id: "AIRTEL_COD", name: "Airtel", country: "CD" },
      { id: "MTN_MOMO_GHA", name: "MTN", country: "GH" },
    ];
    const page = renderToString(<SessionPage {...shown} view={{ ...shown.view, networks }} />);
    expect(words(page)).toContain("Find it by the number");
    expect(page).toContain('<option value="MTN_MOMO_GHA">MTN (Ghana)</option>');
  });

  test("ties a mistake to its field", () => {
    const page = show("to confirm, without a phone number");
    expect(page).toMatch(/<input id="phone"[^>]*value="0712"[^>]*aria-invalid="true"/);
    expect(page).toMatch(/aria-describedby="phone-problem phone-hint"/);
    expect(page).toContain('id="phone-problem" role="alert"');
  });

  test("takes no confirmation where nothing can be paid", () => {
    const page = show("nothing offered");
    expect(words(page)).toContain("This order can’t be paid here yet");
    expect(page).not.toMatch(/\/confirm|\/sign-in/);
  });

  test("adds up, whatever the shop has listed", () => {
    const [plate] = SESSION.lines;
    expect(said("to review")).not.toContain("Other");
    expect(said("to review", { session: { lines: [plate!] } })).toContain("Other $105.90");
    expect(said("to review", { session: { lines: [{ ...plate!, quantity: 12 }] } })).toContain("Other -$38.10");
    expect(said("to review", { session: { lines: [] } })).not.toContain("Other");
  });

  test("counts the largest line exactly", () => {
    const lines = [{ name: "x", unitAmount: cents(99_999_999_999_999n), quantity: Number.MAX_SAFE_INTEGER, sku: "" }];
    expect(said("to review", { session: { lines } })).toContain("$9,007,199,254,740,900,928,007,452,590.09");
  });

  test("keeps long lists of items and parts behind a click", () => {
    const lines = Array.from({ length: 100 }, (_, at) => ({ ...SESSION.lines[0]!, name: `item ${at}` }));
    const milestones = Array.from({ length: 20 }, (_, at) => ({ ...SESSION.milestones[0]!, title: `part no. ${at}` }));
    // The first is the order as a whole, which a small screen opens.
    const [, shown = "", items = "", parts = ""] = show("to review", { session: { lines, milestones } }).split(
      "<details",
    );
    expect([shown.match(/item \d/g)?.length, items.match(/item \d+/g)?.length]).toEqual([5, 95]);
    expect([items.match(/part no\. \d/g)?.length, parts.match(/part no\. \d+/g)?.length]).toEqual([5, 15]);
    expect(words(items)).toContain("Show 95 more items");
    expect(words(parts)).toContain("Show 15 more parts");
  });

  test("shows the start of a long description and the whole behind a click", () => {
    const description = `${"word ".repeat(200)}END`;
    const [, shown = "", more = ""] = show("to review", { session: { description } }).split("<details");
    expect(shown).not.toContain("END");
    expect(more).toContain("END");
  });

  test("says in how many parts the seller is paid, if in any", () => {
    const [part] = SESSION.milestones;
    expect(said("to review", { session: { milestones: [part!] } })).toContain("Paid to the seller in one part");
    expect(said("to review")).toContain("Paid to the seller in 2 parts");
    expect(said("to review", { session: { milestones: [] } })).not.toContain("Paid to the seller");
  });
});

test("a merchant is called verified only when it is", () => {
  expect(said("to review")).toContain("Verified seller");
  const merchant = { ...SESSION.merchant, isVerified: false };
  expect(said("to review", { session: { merchant } })).not.toContain("Verified");
});

const heading = (html: string): string => words(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "").trim();
const REFUSED: ReadonlySet<PaymentFailure> = new Set([
  "declined",
  "insufficient_funds",
  "wrong_pin",
  "challenge_failed",
]);

describe("an order that waits for its money", () => {
  test.each(PAYMENT_FAILURES.filter((failure) => failure !== "cancelled"))("says that a payment %s", (failure) => {
    const state = STATES["declined before"]!({ site: sandbox });
    const standing = failed(failure);
    const text = words(renderToString(<SessionPage {...state} view={{ ...state.view, standing }} />));
    // The first that is said, and what isn't so is nowhere.
    const title = REFUSED.has(failure) ? "Payment declined" : "Your last payment didn’t go through";
    expect(text.slice(text.indexOf(title))).toContain(`${title} ${paymentWords("en")[failure]}`);
    expect(heading(renderToString(<SessionPage {...state} view={{ ...state.view, standing }} />))).toBe(title);
    expect(text).not.toContain("Your order is confirmed");
    expect(text).toContain("Pay $256.45");
  });

  test("by card is checked first once its buyer is back, and then may be gone on with", () => {
    expect(said("back from the card")).toContain("We’re checking your payment");
    expect(show("back from the card")).not.toMatch(/href="\/sandbox|<form[^>]*\/payments/);
    expect(said("back from the card, and nothing was heard")).toContain("Back to the card page");
  });

  test("does not blame a buyer for a payment that was given up", () => {
    const state = STATES["declined before"]!({ site: sandbox });
    const view = { ...state.view, standing: failed("cancelled") };
    expect(words(renderToString(<SessionPage {...state} view={view} />))).not.toContain("didn’t go through");
  });

  test("leads to the phone, to the card's page, or to the account", () => {
    expect(said("waiting for the phone")).toContain("We sent a request for $256.45 to +254712345678.");
    expect(show("waiting for the card")).toContain(`href="${INSTRUCTIONS.redirect.url}"`);
    const text = said("waiting for the transfer");
    for (const value of ["Sandbox Bank", "Holdfast Escrow", "0070 0001 2345 6789", "HFJ4K7QM2XW9TP", "$256.45"]) {
      expect(text).toContain(value);
    }
    expect(show("waiting for the transfer")).toContain('data-copy="256.45"');
  });

  test("says what has arrived and what is missing", () => {
    for (const state of ["paid in part", "paying the rest"]) {
      expect(said(state)).toContain("Received so far $100.00 Still missing $156.45");
    }
    expect(said("paid in part")).toContain("Pay $156.45");
  });

  test("looks for news where a payment is open, by script and without one, and nowhere else", () => {
    const waiting = Object.keys(STATES).filter((state) => show(state).includes("data-status="));
    expect(waiting).toEqual([
      "asking the provider",
      "waiting for the phone",
      "waiting for the card",
      "waiting for the transfer",
      "on its way",
      "paying the rest",
      "back from the card",
      "back from the card, and nothing was heard",
    ]);
    for (const state of Object.keys(STATES)) {
      const page = show(state);
      expect(/<noscript><meta http-equiv="refresh" content="(5|30);url=\/pay\/[^"#]+"/.test(page), state).toBe(
        waiting.includes(state),
      );
      expect(page).not.toMatch(
        /<style| style=|<script(?! src="\/assets\/wait\.js\?v=[\w-]+" defer(?: blocking="render")?><\/script>)| on[a-z]+=/,
      );
    }
  });

  test("counts down to the end of a prompt, and heads its window as its page in every state", () => {
    expect(show("waiting for the phone")).toContain('<p hidden data-left="300" role="timer"');
    for (const state of Object.keys(STATES)) {
      const page = show(state);
      const heading = words(/<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1] ?? "").trim();
      expect(page, state).toContain(`<title>${heading} – Northwind Ceramics – Holdfast</title>`);
    }
  });

  test("keeps the account in sight that a part came to, with what is missing", () => {
    const text = said("paid in part");
    expect(text).toContain("Or transfer the remaining $156.45 to the same account");
    for (const value of ["0070 0001 2345 6789", "HFJ4K7QM2XW9TP"]) expect(text).toContain(value);
    expect(show("paid in part")).toContain('data-copy="156.45"');
  });

  test("begins with what the buyer used last, at any seller", () => {
    const checked = (known: View["known"], filled?: Filled): string | undefined => {
      const shown = STATES["to confirm"]!({ site: sandbox });
      const page = renderToString(
        <SessionPage {...shown} view={{ ...shown.view, known }} {...(filled === undefined ? {} : { filled })} />,
      );
      return /value="([a-z_]+)" checked/.exec(page)?.[1];
    };
    expect(checked({ method: null, phone: "" })).toBe("mobile_money");
    expect(checked({ method: "bank", phone: "" })).toBe("bank");
    expect(checked({ method: "bank", phone: "" }, { ...NOTHING_FILLED, method: "card" })).toBe("card");
  });

  test("does not offer to give up money that is on its way", () => {
    expect(show("waiting for the phone")).toContain("/cancel");
    expect(show("on its way")).not.toContain("/cancel");
  });

  test("the other side is played in the sandbox only", () => {
    expect(show("waiting for the phone")).toContain("/sandbox/phone/");
    const { playPath: _path, ...prompt } = INSTRUCTIONS.prompt;
    const state = STATES["waiting for the phone"]!({ site: sandbox });
    const { standing } = state.view;
    if (standing.kind !== "mine") throw new Error("not mine");
    const view = { ...state.view, standing: { ...standing, payments: [payment({ instructions: prompt })] } };
    expect(renderToString(<SessionPage {...state} view={view} />)).not.toContain("/sandbox/");
  });
});

describe("an order that is paid", () => {
  test("says how and when it was paid, with amounts where it was in parts", () => {
    expect(said("paid")).toContain("Paid by mobile money on 20 November 2026");
    expect(said("too late")).toContain("Paid by bank transfer on 20 November 2026");
    expect(said("declined")).not.toContain("Paid by");
    const state = STATES["paid"]!({ site: sandbox });
    if (state.view.standing.kind !== "mine") throw new Error("not mine");
    const [paid] = state.view.standing.payments;
    const standing = {
      ...state.view.standing,
      payments: [paid!, { ...paid!, method: "card", received: cents(1_000n) }],
    };
    const view = { ...state.view, standing } as View;
    expect(words(renderToString(<SessionPage {...state} view={view} />))).toMatch(
      /Paid by mobile money on 20 November 2026 · \$256\.45 .*Paid by card on 20 November 2026 · \$10\.00/,
    );
  });

  test("leads on to the shop by the very link that was given, to the order, and to the receipt", () => {
    const page = show("paid");
    expect(page).toContain(
      'href="https://shop.example/orders/NW-10482/thanks?from=holdfast&amp;ok=1" rel="noreferrer"',
    );
    expect(page).toContain(`href="/orders/7QK2M9XA/${ESCROW.id}"`);
    expect(page).toContain(`href="/orders/7QK2M9XA/${ESCROW.id}/receipt"`);
    expect(page).toContain("TR-20261120.082486.24990");
    expect(words(page)).toContain("We’ll email ada@example.com as soon as a delivery is reported.");
    expect(page).not.toContain("https://shop.example/cart");
  });

  test("is not said to be in a dispute with its buyer where a bank alone disputes it", () => {
    expect(said("disputed")).toContain("There is a dispute about this order");
    for (const locale of locales()) {
      const { bankDisputesTitle, bankDisputesText, disputedTitle } = afterWords(locale);
      const page = said("disputed by a bank", { locale });
      expect(page).toContain(bankDisputesTitle);
      expect(page).toContain(bankDisputesText);
      expect(page).not.toContain(disputedTitle);
    }
  });

  test("says what goes back, and how far it has come", () => {
    expect(said("paid too much")).toContain("$10.00 goes back to you You paid more than was due.");
    expect(said("settled")).toContain("$10.00 was sent back to you");
    expect(said("cancelled")).toContain("$256.45 is owed to you");
  });
});

describe("an order that has ended", () => {
  test("says why, and what happens to the money", () => {
    expect(said("declined")).toContain("You have cancelled this order");
    expect(said("declined")).toContain("No money was taken");
    expect(said("too late")).toContain("This order wasn’t paid in time");
    expect(said("too late")).toContain("$100.00 goes back to you");
    expect(said("too late")).not.toContain("No money was taken");
    expect(said("undelivered")).toContain("Nothing was delivered in time");
  });

  test("leads back to the shop, and has a receipt only for what was paid", () => {
    expect(show("declined")).toContain('href="https://shop.example/cart"');
    expect(show("declined")).not.toContain("/receipt");
    expect(show("too late")).toContain("/receipt");
  });
});

describe("a link that is used up", () => {
  test.each(["confirmed by whom?", "confirmed by somebody else"])("%s: tells nothing of the escrow", (state) => {
    const page = show(state);
    expect(page).not.toContain("ada@example.com");
    expect(page).not.toContain(ESCROW.referenceCode);
    expect(page).not.toContain(ESCROW.id);
    expect(page).not.toContain("shop.example/orders");
  });

  test("says whether time or the seller ended it", () => {
    expect(said("ran out")).toContain("It was valid until 21 November 2026 at 20:00 UTC");
    expect(said("closed by the seller")).toContain("The seller has closed it.");
  });

  test("an address that is no web address makes no link", () => {
    expect(show("ran out", { session: { cancelUrl: "javascript:alert(1)" } })).not.toContain("javascript:");
  });
});

test("the sandbox is marked, and only the sandbox", () => {
  expect(said("to review")).toContain("no real money");
  const live = openSite({ mode: "live", publicUrl: "https://pay.example" });
  expect(said("to review", { site: live })).not.toContain("no real money");
});

describe("the version", () => {
  const of = (state: string): string => versionOf(STATES[state]!({ site: sandbox }).view);

  test("is another one for every state, and the same for the same", () => {
    const names = Object.keys(STATES).filter((state) => !/^to confirm|nothing offered/.test(state));
    const versions = names.map(of);
    expect(new Set(versions).size).toBe(versions.length);
    expect(names.map(of)).toEqual(versions);
  });

  test("changes with anything about a payment or a refund, and not with the time that passes", () => {
    const { view } = STATES["paid too much"]!({ site: sandbox });
    if (view.standing.kind !== "mine") throw new Error("not mine");
    const { standing, session } = view;
    const returnedAt: number | null = null;
    const now = versionOf({ session, standing, returnedAt });
    expect(versionOf({ session: { ...session, now: session.now + 1 }, standing, returnedAt })).toBe(now);
    expect(
      versionOf({ ...{ session, returnedAt }, standing: { ...standing, refunds: [refund({ status: "SUCCEEDED" })] } }),
    ).not.toBe(now);
    expect(versionOf({ ...{ session, returnedAt }, standing: { ...standing, payments: [payment()] } })).not.toBe(now);
  });
});

describe("in every language", () => {
  const CATALOGUES = { reviewWords, paymentWords, afterWords };
  const placesIn = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

  test.each(Object.entries(CATALOGUES))("%s: the same things are put into the same sentences", (_name, catalogue) => {
    const english: Readonly<Record<string, unknown>> = catalogue("en");
    for (const locale of locales()) {
      for (const [name, message] of Object.entries(catalogue(locale))) {
        if (typeof message !== "string") continue;
        expect(placesIn(message), `${locale} ${name}`).toEqual(placesIn(String(english[name])));
      }
    }
  });

  test.each(locales())("%s: every state is said, in that language and no other", (locale) => {
    const session = { title: "NW", description: "", lines: [], milestones: [] };
    for (const state of Object.keys(STATES)) {
      const page = show(state, { locale, session });
      expect(page).toContain(`<html lang="${locale}"${directionOf(locale) === "rtl" ? ' dir="rtl"' : ""}>`);
      expect(words(page), state).not.toMatch(/\{\w+\}|undefined|\[object/);
      if (locale !== "en") expect(words(page), state).not.toMatch(/\b(the|your|this|is|you|of|and)\b/i);
    }
  });
});

test("what is put into a sentence is not read for places again", () => {
  const both = messageOf("{a} and {b}", "en") as Message<{ a: string; b: string }>;
  expect(both({ a: "{b}", b: "<i>" })).toBe("{b} and <i>");
  expect(renderToString(<Say text={both} a="{b}" b={<b>x</b>} />)).toBe("{b} and <b>x</b>");
  expect(() => both({ a: "x" } as never)).toThrow("nothing was given for {b}");
});
