/** What a message shows beside a link to a page of ours: who it is from, and nothing that is between seller and buyer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../console/seller.js";
import { postFiles } from "../console/upload.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { newVisitor } from "../visitor.js";
import { pagePath } from "./orders.js";

const ORIGIN = "https://pay.example";
/** One dot. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let world: World;
let shop: Merchant;
/** The process that buyers reach below its public address. */
let served: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  served = `http://127.0.0.1:${(await world.another({ publicUrl: ORIGIN })).port}`;
});
afterAll(() => world.close());

async function previewOf(path: string, from = served): Promise<Readonly<Record<string, string>>> {
  const { status, html } = await newVisitor(world, from).get(path);
  expect(status).toBe(200);
  const told = [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):\w+)" content="([^"]*)"/g)];
  return Object.fromEntries(told.map(([, name = "", text = ""]) => [name, text]));
}

const ORDER = { title: "A very private thing", amount: "249.90", customer_email: "ada@example.com" };

test("a session's says who sells, and neither what nor for how much nor to whom", async () => {
  const preview = await previewOf(pagePath(shop, await openSession(shop, ORDER)));
  expect(preview).toMatchObject({
    "og:site_name": "Holdfast",
    "og:title": "Northwind Ceramics",
    "twitter:card": "summary",
  });
  expect(preview["og:description"]).not.toBe("");
  expect(JSON.stringify(preview)).not.toMatch(/private|249|256|ada@/);
});

test("a payment link's says what it offers", async () => {
  const owner = await newPerson(world, shop);
  const made = await owner.post(`/console/${shop.sellerCode}/payment-links/new`, {
    title: "Tea bowl",
    amount: "24",
    reference: "BOWL",
  });
  expect(made.status).toBe(303);
  const [link] = await world.db.query<{ code: string }>({ name: "test: link", text: "select code from payment_links" });
  const preview = await previewOf(`/buy/${shop.sellerCode}/${link?.code}`);
  expect(preview["og:title"]).toBe("Tea bowl – Northwind Ceramics");
  expect(JSON.stringify(preview)).not.toContain("24.");
});

test("the picture is at a whole address, a small one, and the seller's own where there is one", async () => {
  const path = pagePath(shop, await openSession(shop, ORDER));
  const ours = (await previewOf(path))["og:image"] ?? "";
  expect(ours).toMatch(/^https:\/\/pay\.example\/assets\/preview\.png\?v=/);
  const picture = await fetch(ours.replace(ORIGIN, served));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(30_000);

  const owner = await newPerson(world, shop);
  const fields = { brand_name: "", colour_of: "ours" };
  const files = [{ name: "logo.png", content: PNG }];
  await postFiles(world, owner, { path: `/console/${shop.sellerCode}/settings/brand`, fields, files });
  const theirs = (await previewOf(path))["og:image"] ?? "";
  expect(theirs).toMatch(/^https:\/\/pay\.example\/brand\/[0-9A-Z]{8}\/[0-9a-f]{16}$/);
  expect((await fetch(theirs.replace(ORIGIN, served))).status).toBe(200);
});

test("the picture is at a whole address where nobody said which is the public one", async () => {
  const { url } = await openSession(shop, ORDER);
  const { origin, pathname } = new URL(url as string);
  const picture = (await previewOf(pathname, world.url))["og:image"] ?? "";
  expect(picture.startsWith(`${origin}/`)).toBe(true);
  expect((await fetch(picture)).status).toBe(200);
});

test("home has one, and every page a picture for a phone's home screen; orders and the console have no preview", async () => {
  expect((await previewOf("/"))["og:title"]).toMatch(/^Holdfast – /);
  expect(await previewOf("/sign-in")).toEqual({});
  const { html } = await newVisitor(world, served).get("/sign-in");
  const [, icon = ""] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
  const answer = await fetch(world.url + icon);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
});
