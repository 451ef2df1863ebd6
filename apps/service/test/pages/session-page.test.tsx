import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import type { AccountId, SessionId } from "../../src/domain/ids.js";
import { cents } from "../../src/domain/money.js";
import { SessionPage } from "../../src/pages/session/page.js";
import { openSite } from "../../src/pages/site.js";
import type { HostedSession } from "../../src/store/read/hosted-sessions.js";

const SESSION: HostedSession = {
  account: "4120985531276640128" as AccountId,
  id: "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81" as SessionId,
  status: "OPEN",
  merchant: { tradingName: "Northwind Ceramics", isVerified: true },
  title: "Hand-thrown dinner set",
  description: "",
  reference: "NW-10482",
  lines: [{ name: "Dinner plate", unitAmount: cents(2_400n), quantity: 6, sku: "PL-ASH-27" }],
  milestones: [],
  amount: cents(24_990n),
  fees: cents(655n),
  successUrl: "",
  cancelUrl: "",
  expiresAt: 1_795_291_200,
  completedAt: null,
  escrowReference: null,
  reviewWindowSeconds: null,
  deliveryDeadlineSeconds: null,
  now: 1_795_200_000,
};

const sandbox = openSite({ mode: "sandbox", publicUrl: null });
const show = (changes: Partial<HostedSession> = {}, site = sandbox): string =>
  renderToString(<SessionPage site={site} session={{ ...SESSION, ...changes }} />);
const words = (html: string): string => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

describe("an open session", () => {
  test("says what it costs, to the cent", () => {
    const text = words(show());
    expect(text).toContain("6 × $24.00");
    expect(text).toContain("$144.00");
    expect(text).toContain("Order amount $249.90 Escrow protection fee $6.55 Total $256.45 USD");
  });

  test("says that nothing was charged and when the link expires, and offers no control", () => {
    const page = show();
    expect(words(page)).toContain("Nothing has been charged");
    expect(page).toContain(
      '<time class="font-medium whitespace-nowrap text-base-content" datetime="2026-11-21T20:00:00.000Z">',
    );
    expect(page).not.toMatch(/<(form|button|input|select|script|style)\b| style="/);
  });

  test("counts the largest line exactly", () => {
    const lines = [{ name: "x", unitAmount: cents(99_999_999_999_999n), quantity: Number.MAX_SAFE_INTEGER, sku: "" }];
    expect(words(show({ lines }))).toContain("$9,007,199,254,740,900,928,007,452,590.09");
  });

  test("keeps a long list of items behind a click", () => {
    const lines = Array.from({ length: 100 }, (_, at) => ({ ...SESSION.lines[0]!, name: `item ${at}` }));
    const [shown = "", more = ""] = show({ lines }).split("<details");
    expect([shown.match(/item \d/g)?.length, more.match(/item \d+/g)?.length]).toEqual([5, 95]);
    expect(words(more)).toContain("Show 95 more items");
  });

  test("shows the start of a long description and the whole behind a click", () => {
    const page = show({ description: `${"word ".repeat(200)}END` });
    const [shown = "", more = ""] = page.split("<details");
    expect(shown).not.toContain("END");
    expect(more).toContain("END");
  });

  test("says in how many parts the seller is paid", () => {
    const part = { title: "Delivered", amount: cents(12_495n), description: "" };
    expect(words(show({ milestones: [part] }))).toContain("Released to the seller in one part");
    expect(words(show({ milestones: [part, part] }))).toContain("Released to the seller in two parts");
    expect(words(show())).not.toContain("Released to the seller");
  });

  test("states the clocks that run, and only those", () => {
    const text = words(show({ reviewWindowSeconds: 259_200, deliveryDeadlineSeconds: 1_209_600 }));
    expect(text).toContain("counts as approved when you say nothing for 3 days");
    expect(text).toContain("money back when nothing is delivered within 14 days");
    expect(words(show())).not.toContain("clock");
  });
});

test("a merchant is called verified only when it is", () => {
  expect(words(show())).toContain("Verified seller");
  expect(words(show({ merchant: { tradingName: "Northwind Ceramics", isVerified: false } }))).not.toContain("Verified");
});

test("a completed session says so, names its escrow, and leads on", () => {
  const page = show({
    status: "COMPLETED",
    completedAt: 1_795_200_000,
    escrowReference: "TR-20261121.082486.24990",
    successUrl: "https://shop.example/thanks?a=1&b=2",
    cancelUrl: "https://shop.example/cart",
  });
  expect(words(page)).toContain("This checkout is completed");
  expect(page).toContain("TR-20261121.082486.24990");
  expect(page).toContain('href="https://shop.example/thanks?a=1&amp;b=2" rel="noreferrer"');
  expect(page).not.toContain("https://shop.example/cart");
});

test("an expired session says whether time or the seller ended it", () => {
  expect(words(show({ status: "EXPIRED", now: SESSION.expiresAt }))).toContain(
    "It could be used until 21 November 2026 at 20:00 UTC",
  );
  expect(words(show({ status: "EXPIRED" }))).toContain("The seller has closed it.");
});

test("an address that is no web address makes no link", () => {
  expect(show({ cancelUrl: "javascript:alert(1)" })).not.toContain("javascript:");
});

test("the sandbox is marked, and only the sandbox", () => {
  expect(words(show())).toContain("no real money");
  expect(words(show({}, openSite({ mode: "live", publicUrl: "https://pay.example" })))).not.toContain("no real money");
});

test("a page renders in well under 5 ms", () => {
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    show();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  expect(times[100]).toBeLessThan(5);
});
