/** Which addresses may lead a buyer back to a shop, and what is written in them. */
import { expect, test } from "vitest";
import type { EscrowId, SessionId } from "../../src/domain/ids.js";
import { isAppUrl, isReturnUrl, isWebUrl, returnUrl } from "../../src/domain/return-url.js";

const label = "a".repeat(63);
const name253 = `${`${label}.`.repeat(3)}${"a".repeat(61)}`;

test.each([
  "https://shop.example",
  "http://shop.example/thanks?x=1#y",
  "HTTPS://Shop.Example:443/a/../b",
  "https://localhost:8080/",
  "https://shop",
  "https://shop.example./thanks",
  "https://_dmarc.shop.example/",
  "https://xn--bcher-kva.example/",
  "https://bücher.example/danke",
  "https://例え.テスト/",
  "https://192.0.2.1/",
  "https://[2001:db8::1]:8443/",
  'https://shop.example/\u202e"><script>',
  "https://shop.example/?id={CHECKOUT_SESSION_ID}&e={ESCROW_ID}",
  `https://${label}.example/`,
  `https://${name253}/`,
  `https://${name253}./`,
  "https://shop.example:65535/",
])("%j is a web address", (text) => {
  expect([isWebUrl(text), isReturnUrl(text)]).toEqual([true, true]);
});

test.each([
  "com.example.shop:/thanks",
  "com.example.shop://thanks?order={EXTERNAL_REFERENCE}",
  "com.example.shop:thanks",
  "COM.Example.Shop:/Thanks",
  "com.googleusercontent.apps.123-abc:/oauth2redirect",
])("%j is the address of an app", (text) => {
  expect([isAppUrl(text), isReturnUrl(text)]).toEqual([true, true]);
});

test.each([
  "",
  " ",
  "/relative",
  "//shop.example",
  "shop.example",
  "https:shop.example",
  "https:/shop.example",
  "https://",
  "https:///shop.example",
  "https://?x",
  "https://#x",
  "https://user:pass@shop.example",
  "https://user@shop.example/",
  "https://@shop.example/",
  "https://shop.example/a b",
  " https://shop.example/",
  "https://shop.example/\n",
  "https://shop.example\\@evil.example",
  "https://shop..example/",
  "https://.shop.example/",
  "https://shop.example../",
  "https://./",
  `https://${label}a.example/`,
  `https://${name253}a/`,
  `https://${"ü".repeat(60)}.example/`,
  "https://shop!.example/",
  "https://{EXTERNAL_REFERENCE}.example/",
  "https://256.0.0.1/",
  "https://1.2.3.4.5/",
  "https://[::g]/",
  "https://[::1/",
  "https://shop.example:65536/",
  "https://shop.example:0/",
  "https://shop.example:x/",
  "ftp://shop.example",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "blob:https://shop.example/1",
  "vbscript:x",
  "mailto:ada@example.com",
  "about:blank",
  "intent://thanks#Intent;scheme=shop;end",
  "shop:/thanks",
  "shop.:/thanks",
  ".shop:/thanks",
  "com..shop:/thanks",
  "1com.shop:/thanks",
  "com.example shop:/thanks",
  "com.example.shop:/a b",
  "com.example.shop://user:pass@host/",
  "com.example.shop/thanks",
])("%j leads nobody back", (text) => {
  expect(isReturnUrl(text)).toBe(false);
});

const session = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81" as SessionId;
const escrow = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a82" as EscrowId;
const order = { session, escrow, reference: "#10/é &?" };
const lead = (
  text: string,
  given: Partial<Omit<typeof order, "escrow">> & { readonly escrow?: typeof escrow | null } = {},
): string => returnUrl(text, { ...order, ...given });
const id = /s=(cs_[0-9a-z]{26})$/.exec(lead("https://shop.example/?s={CHECKOUT_SESSION_ID}"))?.[1];

test("placeholders are filled in wherever they stand, percent-encoded, with their braces encoded or not", () => {
  expect(id).toBeDefined();
  expect(lead("https://shop.example/{CHECKOUT_SESSION_ID}/{ESCROW_ID}?r={EXTERNAL_REFERENCE}#{ESCROW_ID}")).toBe(
    `https://shop.example/${id}/${escrow}?r=%2310%2F%C3%A9%20%26%3F#${escrow}`,
  );
  expect(lead("https://shop.example/?s=%7BCHECKOUT_SESSION_ID%7d&t={checkout_session_id}")).toBe(
    `https://shop.example/?s=${id}&t={checkout_session_id}`,
  );
  expect(lead("com.example.shop:/thanks/{EXTERNAL_REFERENCE}")).toBe(
    "com.example.shop:/thanks/%2310%2F%C3%A9%20%26%3F",
  );
});

test("there is nothing for what is not there yet, and what is no placeholder stays", () => {
  expect(lead("https://shop.example/?e={ESCROW_ID}&r={EXTERNAL_REFERENCE}", { escrow: null, reference: "" })).toBe(
    "https://shop.example/?e=&r=",
  );
  expect(lead("https://shop.example/?x={ORDER_ID}")).toBe("https://shop.example/?x={ORDER_ID}");
  // A value is no text to look for placeholders in.
  expect(lead("https://shop.example/?r={EXTERNAL_REFERENCE}", { reference: "{ESCROW_ID}" })).toBe(
    "https://shop.example/?r=%7BESCROW_ID%7D",
  );
});

test("a buyer is led to the spelling of a URL parser, and nowhere where it is none", () => {
  expect(lead('https://Shop.Example:443/a/../\u202eb"><script>#"><i>')).toBe(
    "https://shop.example/%E2%80%AEb%22%3E%3Cscript%3E#%22%3E%3Ci%3E",
  );
  expect(lead("https://bücher.example/?q=ü")).toBe("https://xn--bcher-kva.example/?q=%C3%BC");
  expect(["", "javascript:alert(1)", "https://a..b/"].map((text) => lead(text))).toEqual(["", "", ""]);
});
