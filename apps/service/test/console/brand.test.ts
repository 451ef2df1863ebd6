/** An account's brand on the pages of its buyers, as requests: what can be set, where it shows, and what is refused. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plainLine } from "../../src/domain/names.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import { pagePath } from "../pages/orders.js";
import { orderPath, PDF, PNG, signedIn } from "../pages/orders-area.js";
import { openSession } from "../stories.js";
import { newVisitor, type Page, textOf } from "../visitor.js";
import { consoleOf, newPerson, type Person } from "./seller.js";
import { postFiles } from "./upload.js";

let world: World;
let shop: Merchant;
let owner: Person;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  owner = await newPerson(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const at = (path: string, merchant = shop): string => `${consoleOf(merchant)}/settings${path}`;
const led = (answer: Page): readonly unknown[] => [answer.status, answer.headers.get("location")];

describe("the brand", () => {
  const save = (fields: Record<string, string>, files: Parameters<typeof postFiles>[2]["files"] = []) =>
    postFiles(world, owner, { path: at("/brand"), fields, files: files ?? [] });
  const LOGO = /<img[^>]* src="(\/brand\/[0-9A-Z]{8}\/[0-9a-f]{16})"/;

  test("stands on the checkout page and on the order's page, and goes when it is taken away", async () => {
    const saved = await save({ brand_name: "Northwind", colour_of: "own", colour: "#ffd166" }, [
      { name: "logo.svg", content: PNG },
    ]);
    expect(led(saved)).toEqual([303, `${at("/brand")}?said=brand`]);
    const buyer = await signedIn(world, "ada@example.com");
    const session = await openSession(shop, {
      title: "Dinner set",
      amount: "249.90",
      customer_email: "ada@example.com",
    });
    const checkout = (await buyer.get(pagePath(shop, session))).html;
    const escrow = (await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {})).body;
    const order = (await buyer.get(orderPath(shop, escrow))).html;
    for (const html of [checkout, order]) {
      expect(textOf(html)).toContain("Northwind");
      // Who sells stays said.
      expect(textOf(html)).toContain("Northwind Ceramics");
      expect(html).toMatch(LOGO);
      expect(html).toMatch(/<main id="main" class="brand /);
      expect(html).not.toMatch(/style=|<style/);
    }
    const logo = await buyer.get(LOGO.exec(checkout)![1]!);
    expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(logo.headers.get("cache-control")).toContain("immutable");
    expect(logo.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    const sheet = await buyer.get(/<link rel="stylesheet" href="([^"]+)"/.exec(checkout)![1]!.replaceAll("&amp;", "&"));
    expect(sheet.headers.get("content-type")).toContain("text/css");
    expect(sheet.html).toContain(".brand{--color-primary:#ffd166");
    expect(sheet.html.length).toBeGreaterThan((await buyer.get("/assets/app.css")).html.length);

    // Without another picture the one that is there stays.
    await save({ brand_name: "", colour_of: "ours", colour: "#ffd166" });
    expect((await buyer.get(pagePath(shop, session))).html).toMatch(LOGO);
    expect(led(await owner.post(at("/brand/logo/remove")))).toEqual([303, `${at("/brand")}?said=logo`]);
    const plain = (await buyer.get(pagePath(shop, session))).html;
    expect(plain).not.toMatch(LOGO);
    expect(plain).not.toContain("&amp;brand=");
    expect((await buyer.get(LOGO.exec(checkout)![1]!)).status).toBe(404);
  });

  test("a preview saves nothing", async () => {
    const { status, html } = await save({
      brand_name: "Only a thought",
      colour_of: "own",
      colour: "#336699",
      do: "preview",
    });
    expect(status).toBe(200);
    expect(html).toContain("Only a thought");
    expect(html).toContain("brand=336699");
    expect((await owner.get(at("/brand"))).html).not.toContain("Only a thought");
  });

  test.each([
    ["a name that is too long", { brand_name: "x".repeat(61), colour_of: "ours" }, []],
    ["the name of the house", { brand_name: "H\u043eldfast", colour_of: "ours" }, []],
    ["what is no colour", { brand_name: "", colour_of: "own", colour: "red;}" }, []],
    [
      "a drawing with scripts in it",
      { brand_name: "", colour_of: "ours" },
      [{ name: "a.png", content: Buffer.from("<svg onload=alert(1)>") }],
    ],
    ["a document", { brand_name: "", colour_of: "ours" }, [{ name: "a.pdf", content: PDF }]],
    [
      "a picture of megabytes",
      { brand_name: "", colour_of: "ours" },
      [
        {
          name: "a.png",
          content: Buffer.concat([
            PNG.subarray(0, 33),
            Buffer.from("000493e0", "hex"),
            Buffer.from("IDAT"),
            Buffer.alloc(300_004),
            PNG.subarray(33),
          ]),
        },
      ],
    ],
  ])("%s is refused", async (_what, fields, files) => {
    expect((await save(fields as Record<string, string>, files)).status).toBe(422);
  });

  test("any other colour in the address of the sheet is ours", async () => {
    const plain = (await owner.get("/assets/app.css")).html;
    for (const brand of ["red", "12345", "123456}", "%7D", "../.."])
      expect((await owner.get(`/assets/app.css?brand=${brand}`)).html).toBe(plain);
  });

  test("hostile names stay words", async () => {
    const visitor = newVisitor(world);
    const session = await openSession(shop);
    const tags = (html: string) => [...html.matchAll(/<[a-z][^\s>]*/g)].map(([tag]) => tag).join(" ");
    await save({ brand_name: "Plain", colour_of: "ours" });
    const frame = tags((await visitor.get(pagePath(shop, session))).html);
    for (const words of HOSTILE_TEXTS.slice(0, 20)) {
      const text = [...words].slice(0, 60).join("");
      if (plainLine(text) === "") continue;
      await save({ brand_name: text, colour_of: "ours" });
      expect(tags((await visitor.get(pagePath(shop, session))).html), words).toBe(frame);
    }
    await save({ brand_name: "", colour_of: "ours" });
  });

  test("no answer of the API changes", async () => {
    const [account, session] = [(await shop.get("/account")).text, await openSession(shop)];
    await save({ brand_name: "Northwind", colour_of: "own", colour: "#7a1f5c" });
    expect((await shop.get("/account")).text).toBe(account);
    expect(Object.keys(await openSession(shop))).toEqual(Object.keys(session));
  });
});
