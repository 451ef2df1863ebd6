/** The pages of the settings, and a branded checkout, in a browser: accessible and in their bounds, in every look. */
import { crc32, deflateSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectGood, type Look, openBrowser, openPage, ownComplaints, pathsOf, TWO_LOOKS } from "../pages/browser.js";
import { pagePath } from "../pages/orders.js";
import { orderPath, PDF, signedIn } from "../pages/orders-area.js";
import { openSession } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { consoleOf, newPerson, type Person } from "./seller.js";
import { postFiles } from "./upload.js";

let world: World;
let browser: Browser;
let shop: Merchant;
let owner: Person;
let buyer: Visitor;
let checkout: string;
let order: string;

/** Neither can be read as it is: one is too light for words, the other too dark. Each is seen in both looks. */
const COLOURS = { 390: "#ffe066", 1280: "#0b0b3b" } as const;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
  shop = await world.merchant("Northwind Ceramics");
  owner = await newPerson(world, shop);
  buyer = await signedIn(world, "ada@example.com");
  await paint(COLOURS[390]);
  const session = await openSession(shop, { title: "Dinner set", amount: "249.90", customer_email: "ada@example.com" });
  const escrow = (await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {})).body;
  order = orderPath(shop, escrow);
  checkout = pagePath(shop, await openSession(shop));
  await setStatus("REJECTED");
  await postFiles(world, owner, {
    path: at("/verification/documents"),
    fields: { kind: "identity" },
    files: [{ name: `${"passport ".repeat(12)}.pdf`, content: PDF }],
  });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const at = (path: string): string => `${consoleOf(shop)}/settings${path}`;

const paint = (colour: string) =>
  postFiles(world, owner, {
    path: at("/brand"),
    fields: { brand_name: "Northwind", colour_of: "own", colour },
    files: [{ name: "logo.png", content: picture(240, 96) }],
  });

const setStatus = (status: string) =>
  world.db.query({
    name: "test: set verification",
    text: "update accounts set verification_status = $2, verification_reason = $3 where id = $1",
    values: [shop.account, status, "The bill is older than three months."],
  });

/** A PNG of one grey. */
function picture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 120);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

async function visit(who: Visitor, path: string, looks: readonly Look[]): Promise<void> {
  const watched = await openPage(browser, TWO_LOOKS[0]);
  await watched.context.addCookies([...who.cookies].map(([name, value]) => ({ name, value, url: world.url })));
  await watched.page.goto(world.url + path);
  await expectGood(watched.page, looks);
  expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  expect(ownComplaints(watched)).toEqual([]);
  await watched.context.close();
}

test.each(["", "/verification?said=documents", "/terms", "/brand", "/notifications"])(
  "the settings%s are accessible and fit",
  (path) => visit(owner, at(path), TWO_LOOKS),
);

test.each(TWO_LOOKS)("so are a branded checkout and order at $width px, $colorScheme", async (look) => {
  await paint(COLOURS[look.width]);
  await visit(buyer, checkout, [look]);
  await visit(buyer, order, [look]);
});

test("a branded checkout takes one request more, and its logo comes from us", wide(), async () => {
  const watched = await openPage(browser, TWO_LOOKS[0]);
  await watched.page.goto(world.url + checkout);
  await watched.page.waitForLoadState("networkidle");
  const paths = pathsOf(watched.requests);
  expect(paths.filter((path) => !path.startsWith("/brand/"))).toEqual([
    "/assets/app.css",
    "/assets/favicon.svg",
    "/assets/inter-latin.woff2",
    "/assets/wait.js",
    checkout,
  ]);
  expect(paths.filter((path) => path.startsWith("/brand/"))).toHaveLength(1);
  const shown = "document.querySelector('header img').naturalWidth";
  expect(await watched.page.evaluate(shown)).toBe(240);
  await watched.context.close();
});
