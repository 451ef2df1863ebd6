import { writeFileSync, mkdirSync } from "node:fs";
import { test } from "vitest";
import { startWorld } from "../harness.js";
import { openBrowser, openPage, violationsOn } from "../pages/browser.js";
import { asBuyer, funded, openSession, pay, submit, TWO_PARTS } from "../stories.js";
import { confirmedBy } from "./orders.js";
import { consoleOf, newPerson, SELLER_COOKIE } from "./seller.js";
test("shots", { timeout: 900_000 }, async () => {
  mkdirSync("/tmp/lists-shots", { recursive: true });
  const browser = await openBrowser();
  const world = await startWorld();
  const shop = await world.merchant();
  const home = consoleOf(shop);
  const owner = await newPerson(world, shop);
  const names = ["Walnut dining table with six chairs", "Brass lamp", "Teapot, celadon", "Wool blanket 140 × 200", "Hand-thrown bowl set of four"];
  let last: any;
  for (let i = 0; i < 20; i += 1) {
    const one = await confirmedBy(shop, ["ada@example.com", "grace.hopper@northwind.example", "bo@example.com"][i % 3]!, { title: names[i % 5], amount: `${40 + i * 13}.50`, ...(i % 2 ? { external_reference: `NW-${4410 + i}` } : {}) });
    if (i % 4 === 0) continue;
    await pay(shop, one);
    if (i % 4 === 1) { last = one; continue; }
    await submit(shop, one);
    if (i % 4 === 3) await asBuyer(shop, one, "approve");
  }
  await asBuyer(shop, await funded(shop, { title: "Dinner set", amount: "320.00" }), "dispute", 0, { reason: "Broken." });
  await submit(shop, await funded(shop, { ...TWO_PARTS, external_reference: "ORD-6" }));
  for (let i = 0; i < 8; i += 1) await openSession(shop, { title: names[i % 5], amount: "90.00", customer_email: "cy@example.com" });
  const pages: Record<string, string> = {
    orders: `${home}/escrows`, tab: `${home}/escrows?status=to_deliver&from=2026-01-01&until=2026-12-31&q=`, sessions: `${home}/sessions`, customers: `${home}/customers`,
    disputes: `${home}/disputes`, links: `${home}/payment-links`, payouts: `${home}/wallet/payouts`, new: `${home}/sessions/new`, requests: `${home}/requests`, escrow: `${home}/escrows/${last.id}`, overview: home, export: `${home}/exports/escrows`,
  };
  const said: string[] = [];
  for (const [width, colorScheme] of [[1280, "light"], [390, "light"], [1280, "dark"], [390, "dark"], [768, "light"], [1024, "light"], [320, "light"]] as const) {
    const { page, context, complaints } = await openPage(browser, { width: width as 390, colorScheme });
    await context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
    for (const [name, path] of Object.entries(pages)) {
      if (width !== 1280 && width !== 390 && !["orders", "sessions", "disputes", "customers", "new"].includes(name)) continue;
      await page.goto(world.url + path);
      await page.screenshot({ path: `/tmp/lists-shots/${name}-${width}-${colorScheme}.png` });
      const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      const cut = await page.evaluate("[...document.querySelectorAll('main section.panel')].map((e)=>e.scrollWidth-e.clientWidth).filter((n)=>n>0)");
      const axe = await violationsOn(page);
      if ((wide as number) > 0 || (cut as number[]).length || axe.length) said.push(`${name} ${width} ${colorScheme}: wide ${wide} cut ${cut} axe ${axe.join(" | ")}`);
      if (name === "orders" && (width === 1280 || width === 390)) {
        await page.locator("summary", { hasText: "Date" }).click();
        await page.screenshot({ path: `/tmp/lists-shots/date-${width}-${colorScheme}.png` });
        await page.keyboard.press("Escape");
        if (width === 390) await page.locator("header summary").first().click();
        await page.locator("details[data-menu] summary").first().click();
        await page.screenshot({ path: `/tmp/lists-shots/account-${width}-${colorScheme}.png` });
        if (width === 1280) { await page.locator("tbody input").nth(1).check(); await page.locator("tbody tr").nth(4).hover(); await page.screenshot({ path: `/tmp/lists-shots/chosen-${width}-${colorScheme}.png` });
          await page.mouse.click(1000, 600); await page.mouse.click(700, 600); await page.waitForLoadState(); said.push(page.url()); }
      }
      if (name === "new") { await page.getByLabel("Item or service").fill("A blue bowl"); await page.getByLabel("Amount in US").fill("45"); await page.screenshot({ path: `/tmp/lists-shots/typed-${width}-${colorScheme}.png` }); }
    }
    said.push(...complaints);
    await context.close();
  }
  writeFileSync("/tmp/lists-shots/said.txt", said.join("\n"));
  await browser.close();
  await world.close();
});
