/** What all mails have in common: merchants' words stay text, nothing is fetched, and links lead to us alone. */
import { describe, expect, test } from "vitest";
import { formatId } from "../../src/domain/ids.js";
import { writeMail } from "../../src/mails/letter.js";
import { showLetter } from "../../src/mails/render.js";
import { isConsoleLocale, locales } from "../../src/words/locale.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import {
  ABOUT_ORDERS,
  bothForms,
  ENDPOINT,
  ITEMS,
  LOGO,
  ORDER_URL,
  PUBLIC_URL,
  render,
  renderSample,
  SAMPLES,
  type TemplateName,
} from "./samples.js";

const ENDPOINT_ID = formatId("endpoint", ENDPOINT.endpoint as Parameters<typeof formatId<"endpoint">>[1]);
const ALL = Object.keys(SAMPLES) as TemplateName[];
const TO_OWNERS = ["webhook_failing", "webhook_disabled"] as const;

describe("a failing endpoint", () => {
  test.each([25, 40])("after %i attempts: how many, which one, and what comes next", (failures) => {
    const mail = renderSample("webhook_failing", { failures });
    expect(mail.subject).toBe(`Your webhook endpoint is failing: ${failures} attempts in a row`);
    for (const words of bothForms(mail)) {
      expect(words).toContain("Hello Northwind Ceramics,");
      expect(words).toContain(`the last ${failures} attempts`);
      expect(words).toContain(ENDPOINT_ID);
      expect(words).toContain("https://shop.example/hooks/holdfast");
      expect(words).toContain("After 50 failed attempts in a row the endpoint is disabled");
      expect(words).not.toContain("webhook enable");
    }
  });
});

test("a disabled endpoint: nothing is lost, and how to go on", () => {
  const mail = renderSample("webhook_disabled");
  expect(mail.subject).toBe("Your webhook endpoint is disabled: 50 failed attempts in a row");
  for (const words of bothForms(mail)) {
    expect(words).toContain("Nothing is lost");
    expect(words).toContain("new events are held");
    expect(words).toContain(`holdfast webhook enable ${ENDPOINT_ID}`);
    expect(words).toContain("https://shop.example/hooks/holdfast");
  }
  // To be copied: alone on its line.
  expect(mail.text.split("\n").map((line) => line.trim())).toContain(`holdfast webhook enable ${ENDPOINT_ID}`);
});

describe.each(TO_OWNERS)("%s", (template) => {
  test("no merchant text becomes markup", () => {
    const url = `https://shop.example/?a="><script>alert(1)</script>&b='x'`;
    const trading_name = `Tom & Jerry's <b onclick="x">Shop</b>`;
    const { html, text } = renderSample(template, { url, trading_name });
    expect(html).toContain("https://shop.example/?a=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;b=&#39;x&#39;");
    expect(html).toContain("Tom &amp; Jerry&#39;s &lt;b onclick=&quot;x&quot;&gt;Shop&lt;/b&gt;");
    expect(html).not.toMatch(/<script|<b /);
    expect(text).toContain(url);
    expect(text).toContain(trading_name);
  });

  test("no line is begun by a merchant, and nothing can be followed", () => {
    const { text, html } = renderSample(template, { trading_name: "Evil\r\nBcc: all@shop.example\u2028\u0007" });
    expect(text).toContain("Hello Evil Bcc: all@shop.example");
    expect(text).not.toMatch(/^Bcc/m);
    expect(html).not.toMatch(/href=/i);
  });
});

describe.each(ALL)("%s", (template) => {
  // A part that an order does not have, a clock that it does not keep, a code that was erased, a link of before there were any, a language nobody chose, a day that nobody set.
  const mayBeMissing = [
    "part",
    "approve_at",
    "deliver_until",
    "review_seconds",
    "locale",
    "code",
    "link_mark",
    "agreed",
    "conceded",
    "answer_by",
  ];

  test.each(Object.keys(SAMPLES[template]).filter((name) => !mayBeMissing.includes(name)))(
    "without %s, or with something else in its place, it is a bug",
    (name) => {
      const { [name]: _, ...rest } = SAMPLES[template];
      expect(() => render(template, rest)).toThrow(/not complete/);
      expect(() => render(template, { ...rest, [name]: { toString: "x" } })).toThrow(/not complete/);
    },
  );

  test("says in which language it is; English for one that we don't have", () => {
    for (const locale of locales()) {
      const expected = template.startsWith("webhook") && !isConsoleLocale(locale) ? "en" : locale;
      expect(renderSample(template, { locale }).html).toContain(`<html lang="${expected}"`);
    }
    expect(renderSample(template, { locale: "xx" })).toEqual(renderSample(template, { locale: "en" }));
    expect(renderSample(template, { locale: undefined })).toEqual(renderSample(template, { locale: "en" }));
  });

  test("nothing is fetched, nothing runs, and no value breaks a line", () => {
    for (const locale of locales()) {
      const { subject, text, html } = renderSample(template, { locale });
      expect(html).not.toMatch(
        /<(?:img|link|script|iframe|base|form|object)\b|url\(|@import|src=|javascript:| on\w+=/i,
      );
      expect(subject).toMatch(/^[^\p{Cc}]{1,120}$/u);
      expect(text).not.toMatch(/[^\P{Cc}\n]/u);
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });
});

test("in Arabic a mail runs from right to left, and what a seller wrote has a direction of its own", () => {
  const name = "Northwind (Ceramics)";
  const { html, subject } = renderSample("order_funded", { locale: "ar", seller: name, title: "Bowl & lid!" });
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<body class="hf-page" dir="rtl"');
  expect(html).not.toMatch(/text-align:left|align="right"|padding-right/);
  expect(subject).toContain("\u2068Bowl & lid!\u2069");
  expect(html).toContain(`\u2068${name}\u2069`);
  expect(html).toContain('<span dir="auto">TR-20261121.004417.24990</span>');
  const code = renderSample("sign_in_code", { locale: "ar" }).html;
  expect(code).toMatch(/dir="ltr"[^>]*>402917</);
  const english = renderSample("order_funded", { locale: "en" }).html;
  expect(english).toContain('dir="ltr"');
  expect(english).not.toMatch(/text-align:right|align="left"|padding-left/);
});

describe.each(ABOUT_ORDERS)("%s", (template) => {
  test.each(locales())("links to the order and nowhere else, in both forms (%s)", (locale) => {
    const { text, html } = renderSample(template, { locale });
    const urls = linksOf(template);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual(urls);
    expect(text.split("\n")).toContain(urls[0]);
    expect([...text.matchAll(/https?:\S+/g)].map(([url]) => url)).toEqual(urls);
  });

  test("links start with the origin that buyers see", () => {
    const { html } = render(template, SAMPLES[template], "http://localhost:4400");
    expect(html).toContain(`href="http://localhost:4400/orders/NW3KX8Q2/${ENDPOINT.endpoint}${PAGES[template] ?? ""}"`);
  });

  test("hostile words stay words: in every place at once, nothing runs, nothing leads away", () => {
    const frame = tagsOf(renderSample(template).html);
    for (const words of HOSTILE_TEXTS) {
      const { subject, text, html } = renderSample(template, {
        title: words,
        seller: words,
        part: words,
        note: words,
        text: words,
      });
      expect(tagsOf(html), words).toEqual(frame);
      expect(subject, words).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect([...subject].length, words).toBeLessThan(160);
      for (const form of [subject, text, html]) {
        // No override of the direction; an isolation, where there is one, is closed.
        expect(form, words).not.toMatch(/[\u202a-\u202e\u200e\u200f]/u);
        expect(form.split("\u2068").length, words).toBe(form.split("\u2069").length);
        expect(form, words).not.toMatch(/\p{M}{5}/u);
      }
      // What a mail client would make a link of.
      const links = text.match(/https?:\/\/\S+|[a-z]\.example\S*/gi);
      expect(links, words).toEqual(linksOf(template));
    }
  });
});

/** Pages of an order that mails lead to where that is not its own: to answer a message, one writes. */
const PAGES: Readonly<Record<string, string>> = { order_message: "/messages", order_question: "/questions" };

/** A mail that is a receipt leads to the receipt, too. */
const linksOf = (template: TemplateName): readonly string[] =>
  ["order_funded", "order_completed"].includes(template)
    ? [ORDER_URL, `${ORDER_URL}/receipt`]
    : [ORDER_URL + (PAGES[template] ?? "")];

describe.each(["order_funded", "order_completed"] as const)("%s, a receipt", (template) => {
  test("names what was bought, and adds up to the cent", () => {
    for (const words of bothForms(renderSample(template, { items: ITEMS }))) {
      expect(words).toContain("6 × Dinner plate, ash glaze $144.00");
      expect(words).toContain("Insured courier $86.00");
      expect(words).toContain("1 more $970.00");
      expect(words).toContain("Other $49.90");
      expect(words).toMatch(/Price \$1,249\.90 .*Total \$1,256\.45/);
    }
    const plain = bothForms(renderSample(template, { items: { lines: [], count: 0, listed: "0" } }));
    for (const words of plain) expect(words).not.toContain("Other");
  });

  test("hostile lines stay words", () => {
    const named = (name: string) =>
      renderSample(template, { items: { ...ITEMS, lines: [{ name, unit_amount: "24.00", quantity: 6 }] } });
    const frame = tagsOf(named("Plate").html);
    for (const words of HOSTILE_TEXTS) expect(tagsOf(named(words).html), words).toEqual(frame);
  });

  test.each([
    { lines: "x" },
    { lines: [{ name: "a", unit_amount: 1, quantity: 1 }] },
    { count: "3" },
    { listed: "1.5" },
  ])("items of another form are a bug: %j", (items) => {
    expect(() => renderSample(template, { items: { ...ITEMS, ...items } })).toThrow(/not complete/);
  });

  test("lines that come to more than any amount are told as they are", () => {
    const lines = [{ name: "All of it", unit_amount: "999999999999.99", quantity: Number.MAX_SAFE_INTEGER }];
    const { text } = renderSample(template, { items: { lines, count: 1, listed: "900719925474099090071992547409" } });
    expect(text).toMatch(/Other +-\$9,007,199/);
  });
});

test("the seller's name and logo stand at the top; the picture travels with the mail", () => {
  const { html, logo } = renderSample("delivery_submitted", { brand: "Northwind Studio", logo: LOGO });
  expect(html).toContain("Northwind Studio");
  expect([...html.matchAll(/<img [^>]*>/g)].map(([img]) => img)).toEqual([
    expect.stringContaining('src="cid:logo@mail" width="100" height="40" alt=""'),
  ]);
  expect(logo).toEqual({ sellerCode: "NW3KX8Q2", ...LOGO });
  expect(renderSample("delivery_submitted", { brand: "" }).html).not.toContain("<img");
  expect(() => renderSample("delivery_submitted", { logo: { hash: 7 } })).toThrow(/not complete/);
});

test("in dark, every colour has its answer", () => {
  const { html } = renderSample("order_funded", { items: ITEMS, logo: LOGO });
  const styles = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? "";
  expect(styles).toContain("@media (prefers-color-scheme:dark)");
  // Whatever says a colour or a ground of its own has a class that says another.
  for (const [tag] of html.replace(/<style>.*<\/style>/s, "").matchAll(/<[^>]*(?:color|background):#[^>]*>/g)) {
    if (tag.startsWith("<img")) continue;
    const names = /class="([^"]*)"/.exec(tag)?.[1]?.split(" ") ?? [];
    expect(
      names.filter((name) => styles.includes(`.${name}{`)),
      tag,
    ).not.toEqual([]);
  }
});

test("a delivery tells how it travels, and quotes no line of that", () => {
  const given = { note: "", carrier: "DHL", tracking_number: "4410 8823" };
  for (const words of bothForms(renderSample("delivery_submitted", given))) {
    expect(words).toContain("Carrier DHL");
    expect(words).toContain("Tracking number 4410 8823");
    expect(words).not.toContain("The seller’s note");
  }
});

/** The elements of a document with their attributes. */
/** Lines that somebody wrote are lines in what is shown. */
const tagsOf = (html: string): readonly string[] => [...html.matchAll(/<(?!br>)[^>]*>/g)].map(([tag]) => tag);

test("right-to-left names keep to themselves", () => {
  const { subject } = renderSample("order_created", { title: "שולחן 12" });
  expect(subject).toBe("Your order: \u2068שולחן 12\u2069");
});

test("addresses in the words of a seller are no links", () => {
  const { text } = renderSample("order_created", { title: "Pay at https://evil.example or mail a@evil.example, v1.0" });
  expect(text).toContain("Pay at https:\u2060//evil.\u2060example or mail a@\u2060evil.\u2060example, v1.0");
});

test.each(["webhook_on_fire", "", "toString", "__proto__"])("there is no template %j", (template) => {
  expect(() => render(template, ENDPOINT)).toThrow(/no mail template/);
  const mail = writeMail(showLetter({ template, params: ENDPOINT }, PUBLIC_URL));
  expect(mail.subject).toBe(`This email can't be shown (${template})`);
  expect(mail.text).toContain("there is no mail template");
});

test("a row with parameters of another kind is shown as one that can't be", () => {
  for (const params of [null, 7, "text", [], { title: "<script>alert(1)</script>" }]) {
    const mail = writeMail(showLetter({ template: "order_created", params }, PUBLIC_URL));
    expect(mail.subject).toBe("This email can't be shown (order_created)");
    expect(mail.html).not.toContain("<script");
  }
});

test("in a mail what somebody wrote keeps its lines, and pushes nothing of ours out of sight", () => {
  const { text, html } = renderSample("order_message", { text: "First\n\n\n\n\nSecond" });
  expect(text).toContain("    First\n    \n    Second\n");
  expect(html).toContain("First<br><br>Second</p>");
  const many = renderSample("order_message", { text: "a\n".repeat(1_000) });
  expect(many.html.split("<br>").length).toBeLessThan(60);
  expect(many.text).toContain("    a a a");
});
