/** Where a buyer is led back to, on every page that leads back: placeholders filled in, apps named by their scheme. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { csrfOf, newVisitor, type Visitor } from "../visitor.js";
import { DINNER_SET, pagePath } from "./orders.js";
import { signedIn } from "./orders-area.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  ada = await signedIn(world, "ada@example.com");
});
afterAll(() => world?.close());

const PLACES = "s={CHECKOUT_SESSION_ID}&e={ESCROW_ID}&r={EXTERNAL_REFERENCE}";
const ORDER = {
  ...DINNER_SET,
  external_reference: "#10/é",
  success_url: `https://shop.example/thanks?${PLACES}`,
  cancel_url: `https://shop.example/cart?${PLACES}`,
};

/** Links that leave our pages, read as a browser does. */
const linksOut = (html: string): readonly string[] =>
  [...html.matchAll(/<a [^>]*href="((?:https:\/\/shop\.example|com\.example\.shop)[^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
const filled = (path: string, session: Json, escrow = ""): string =>
  `https://shop.example/${path}?s=${session["id"]}&e=${escrow}&r=%2310%2F%C3%A9`;

test("before anybody confirms, the way back names the session and no escrow; an ended link does too", async () => {
  const session = await openSession(shop, ORDER);
  expect(session).toMatchObject({ success_url: ORDER.success_url, cancel_url: ORDER.cancel_url });
  expect(linksOut((await ada.get(pagePath(shop, session))).html)).toEqual([filled("cart", session)]);
  await shop.post(`/checkout/sessions/${session["id"]}/expire`);
  expect(linksOut((await ada.get(pagePath(shop, session))).html)).toEqual([filled("cart", session)]);
});

test("once it is confirmed the escrow is named as well, on its checkout and on the order's page", async () => {
  const session = await openSession(shop, ORDER);
  const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
  const escrow = (await shop.post(confirm, { buyer_email: "ada@example.com" })).body;
  const id = escrow["id"] as string;
  const order = `/orders/${shop.sellerCode}/${id}`;
  expect(linksOut((await ada.get(order)).html)).toEqual([filled("thanks", session, id)]);
  await shop.post(`/test_helpers/escrows/${id}/payments`, {});
  expect(linksOut((await ada.get(pagePath(shop, session))).html)).toEqual([filled("thanks", session, id)]);
  expect(linksOut((await ada.get(order)).html)).toEqual([filled("thanks", session, id)]);
});

test("a cancelled order leads back to the cart, with its escrow", async () => {
  const session = await openSession(shop, ORDER);
  const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
  const escrow = (await shop.post(confirm, { buyer_email: "ada@example.com" })).body;
  await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`);
  const links = linksOut((await ada.get(pagePath(shop, session))).html);
  expect(links).toEqual([filled("cart", session, escrow["id"] as string)]);
});

test("a checkout inside of a seller's page leads out of it the same way", async () => {
  const owner = await newPerson(world, shop);
  const settings = `/console/${shop.sellerCode}/settings/embed`;
  const csrf = csrfOf((await owner.get(settings)).html);
  await owner.postRaw(settings, new URLSearchParams({ csrf, origins: "https://shop.example" }).toString());
  const session = await openSession(shop, ORDER);
  const framed = { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" };
  const visitor = newVisitor(world);
  const first = await visitor.get(`/embed/${shop.sellerCode}/pay/${session["id"]}`, framed);
  const { html } = await visitor.get(first.headers.get("location") ?? "", framed);
  expect(linksOut(html)).toEqual([filled("cart", session)]);
});

test("an app is led back to, and named by its scheme", async () => {
  const session = await openSession(shop, { ...ORDER, cancel_url: "com.example.shop:/cart/{CHECKOUT_SESSION_ID}" });
  const { html } = await ada.get(pagePath(shop, session));
  expect(linksOut(html)).toEqual([`com.example.shop:/cart/${session["id"]}`]);
  expect(html).toContain('<bdi class="muted">(com.example.shop)</bdi>');
});

test("what turns the direction of writing, or would end an attribute, is percent-encoded where a buyer is led there", async () => {
  const cancel_url = 'https://shop.example/\u202e"><script>#"><i>';
  const session = await openSession(shop, { ...ORDER, cancel_url });
  expect(session["cancel_url"]).toBe(cancel_url);
  expect(linksOut((await ada.get(pagePath(shop, session))).html)).toEqual([
    "https://shop.example/%E2%80%AE%22%3E%3Cscript%3E#%22%3E%3Ci%3E",
  ]);
});
