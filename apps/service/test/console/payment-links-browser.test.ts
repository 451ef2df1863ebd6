/** Payment links that many can use as seller and buyer see them, and an order's way back: on a phone and a desk, by day and by night. */
import { expect, test } from "vitest";
import { createPaymentLink } from "../../src/commands/create-payment-link.js";
import type { AccountId } from "../../src/domain/ids.js";
import { wide } from "../bounds.js";
import { startWorld } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, ownComplaints, TWO_LOOKS } from "../pages/browser.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import { asBuyer, funded, openSession } from "../stories.js";
import { consoleOf, newPerson, SELLER_COOKIE } from "./seller.js";

test("every page is whole and accessible, at both widths, light and dark", { ...wide(), ...LONG }, async () => {
  const [browser, world] = [await openBrowser(), await startWorld()];
  const shop = await world.merchant();
  const home = consoleOf(shop);
  const owner = await newPerson(world, shop);
  const make = (title: string, ordersMax: number | null) =>
    createPaymentLink(world.db, shop.account as AccountId, {
      offer: {
        title,
        amount: "250.00",
        description: "Two evenings at the wheel, clay and firing included.",
        external_reference: "CLAY",
        milestones: [
          { title: "First evening", amount: "150.00" },
          { title: "Second evening", amount: "100.00" },
        ],
      },
      ordersMax,
      days: 30,
    });
  for (const text of HOSTILE_TEXTS.filter((_, index) => index % 16 === 2)) await make(text.slice(0, 200), 3);
  const [link, off] = [await make("Pottery workshop", 12), await make("Pottery workshop in May", null)];
  const session = await openSession(shop, {
    title: "Dinner set",
    amount: "90.00",
    customer_email: "grace@example.com",
  });
  const disputed = await asBuyer(shop, await funded(shop), "dispute", 0, { reason: "Two plates are broken." });
  const watched = await openPage(browser, TWO_LOOKS[0]);
  const { page, context, requests } = watched;
  await context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
  await page.goto(`${world.url}${home}/payment-links/${off}`);
  await page.getByRole("button", { name: "Switch off" }).click();
  const address = async (id: string): Promise<string> => {
    await page.goto(`${world.url}${home}/payment-links/${id}`);
    return (await page.getByRole("link", { name: "Open", exact: false }).first().getAttribute("href")) ?? "";
  };
  const path = new URL(await address(link)).pathname;
  const pages = {
    "links-list": `${home}/payment-links`,
    "links-new": `${home}/payment-links/new`,
    "links-one": `${home}/payment-links/${link}`,
    "links-off": `${home}/payment-links/${off}`,
    "links-session": `${home}/sessions/${session["id"]}`,
    "links-refund": `${home}/escrows/${disputed["id"]}/cancel`,
    "links-buyer": path,
  };
  for (const [name, at] of Object.entries(pages)) {
    await page.goto(world.url + at);
    for (const folded of await page.locator("main details:not([open]) > summary").all())
      if (await folded.isVisible()) await folded.click();
    await expectGood(page, TWO_LOOKS, name);
    expect(await page.getByRole("heading", { level: 1 }).count(), name).toBe(1);
  }
  await page.goto(world.url + path);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText("Confirm your email to pay").waitFor();
  expect(ownComplaints(watched)).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  await browser.close();
  await world.close();
});
