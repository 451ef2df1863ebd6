/** What mails say, and that what merchants wrote stays text. */
import { describe, expect, test } from "vitest";
import { formatId } from "../../src/domain/ids.js";
import { renderMail } from "../../src/mails/render.js";
import { TEMPLATES } from "../../src/mails/templates.js";

const UUID = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
const ENDPOINT = formatId("endpoint", UUID as Parameters<typeof formatId<"endpoint">>[1]);
const PARAMS = {
  endpoint: UUID,
  url: "https://shop.example/hooks/holdfast",
  failures: 25,
  trading_name: "Northwind Ceramics",
};

/** What a person reads of the HTML. */
const shown = (html: string): string =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("a failing endpoint", () => {
  test.each([25, 40])("after %i attempts: how many, which one, and what comes next", (failures) => {
    const { subject, text, html } = renderMail("webhook_failing", { ...PARAMS, failures });
    expect(subject).toBe(`Your webhook endpoint is failing: ${failures} attempts in a row`);
    for (const words of [text.replaceAll(/\s+/g, " "), shown(html)]) {
      expect(words).toContain("Hello Northwind Ceramics,");
      expect(words).toContain(`the last ${failures} attempts`);
      expect(words).toContain(ENDPOINT);
      expect(words).toContain("https://shop.example/hooks/holdfast");
      expect(words).toContain("After 50 failed attempts in a row the endpoint is disabled");
      expect(words).not.toContain("webhook enable");
    }
  });
});

test("a disabled endpoint: nothing is lost, and how to go on", () => {
  const { subject, text, html } = renderMail("webhook_disabled", { ...PARAMS, failures: 50 });
  expect(subject).toBe("Your webhook endpoint is disabled: 50 failed attempts in a row");
  for (const words of [text.replaceAll(/\s+/g, " "), shown(html)]) {
    expect(words).toContain("Nothing is lost");
    expect(words).toContain("new events are held");
    expect(words).toContain(`holdfast webhook enable ${ENDPOINT}`);
    expect(words).toContain("https://shop.example/hooks/holdfast");
  }
  // To be copied: alone on its line.
  expect(text.split("\n").map((line) => line.trim())).toContain(`holdfast webhook enable ${ENDPOINT}`);
});

describe.each(Object.keys(TEMPLATES))("%s", (template) => {
  test("no merchant text becomes markup", () => {
    const url = `https://shop.example/?a="><script>alert(1)</script>&b='x'`;
    const trading_name = `Tom & Jerry's <b onclick="x">Shop</b>`;
    const { html, text } = renderMail(template, { ...PARAMS, url, trading_name });
    expect(html).toContain("https://shop.example/?a=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;b=&#39;x&#39;");
    expect(html).toContain("Tom &amp; Jerry&#39;s &lt;b onclick=&quot;x&quot;&gt;Shop&lt;/b&gt;");
    expect(html).not.toMatch(/<script|<b /);
    expect(text).toContain(url);
    expect(text).toContain(trading_name);
  });

  test("nothing is fetched or followed, and no line is begun by a merchant", () => {
    const { subject, text, html } = renderMail(template, {
      ...PARAMS,
      trading_name: "Evil\r\nBcc: all@shop.example\u2028\u0007",
    });
    expect(html).not.toMatch(/<(?:img|link|script|a|iframe|style)\b|url\(|(?:src|href)=/i);
    expect(subject).not.toMatch(/[\p{Cc}]/u);
    expect(text).toContain("Hello Evil Bcc: all@shop.example");
    expect(text).not.toMatch(/^Bcc/m);
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test.each(Object.keys(PARAMS))("without %s it is a bug", (name) => {
    const { [name as keyof typeof PARAMS]: _, ...rest } = PARAMS;
    expect(() => renderMail(template, rest)).toThrow(/not complete/);
  });
});

test.each(["webhook_on_fire", "", "toString", "__proto__"])("there is no template %j", (template) => {
  expect(() => renderMail(template, PARAMS)).toThrow(/no mail template/);
});
