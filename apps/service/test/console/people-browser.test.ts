/** The doors of the console as a person walks through them, and how each of their pages looks to axe. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectGood, LONG, type Look, openBrowser, openPage, ownComplaints } from "../pages/browser.js";
import type { Visitor } from "../visitor.js";
import { codeFor, codeNow, known, newEmail, PASSWORD, post, switchOn } from "./people.js";
import { consoleOf, newPerson, type Person, SELLER_COOKIE } from "./seller.js";

let world: World;
let shop: Merchant;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
  shop = await world.merchant("Северная мастерская – Northwind Ceramics and Hand-thrown Dinner Sets");
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const NARROW_DARK: Look = { width: 390, colorScheme: "dark" };
const WIDE_LIGHT: Look = { width: 1280, colorScheme: "light" };

/** Ends narrow and dark, as people began. */
const look = (page: Page): Promise<void> => expectGood(page, [WIDE_LIGHT, NARROW_DARK]);

const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();

test("from nothing to an account with a second factor, out, and in again", { ...wide(), ...LONG }, async () => {
  const watched = await openPage(browser, NARROW_DARK);
  const { page } = watched;
  const email = newEmail();
  await page.goto(`${world.url}/console`);
  expect(new URL(page.url()).pathname).toBe("/console/sign-in");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Your name").fill("Ada Byron");
  await page.getByLabel("Trading name").fill("Byron & Daughters");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill("password123");
  await press(page, "Continue");
  await expect.poll(() => page.getByRole("main").innerText()).toContain("This password is too common");
  await look(page);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Continue");
  await page.getByLabel("Six-digit code").waitFor();
  await page.getByLabel("Six-digit code").fill(await codeFor(world, email));
  await look(page);
  await press(page, "Confirm");
  await page.waitForURL(/\/console\/[0-9A-Z]{8}$/);

  await page.goto(`${world.url}/console/me/second-factor`);
  await press(page, "Set it up");
  const secret = (await page.locator("p.font-mono").innerText()).replaceAll(/\s/g, "");
  expect(await page.getByRole("img", { name: /QR code/ }).boundingBox()).toMatchObject({ width: 208, height: 208 });
  await page.getByLabel("Then enter the code it shows").fill("000000");
  await press(page, "Turn it on");
  await look(page);
  await page.getByLabel("Then enter the code it shows").fill(codeNow(secret));
  await press(page, "Turn it on");
  await page.getByRole("link", { name: "I’ve saved them" }).waitFor();
  expect(await page.getByRole("main").getByRole("listitem").count()).toBe(10);
  const codes = await page.getByRole("main").getByRole("listitem").allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(decodeURIComponent(file.url())).toBe(`data:text/plain;charset=utf-8,${codes.join("\n")}\n`);
  await page.getByRole("button", { name: "Print" }).waitFor();
  await look(page);
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await page.locator("summary").filter({ hasText: "Menu" }).click();
  await page.getByTitle("Account, language and appearance").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();

  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill("not my password");
  await press(page, "Sign in");
  await expect.poll(() => page.getByRole("main").innerText()).toContain("Incorrect email or password.");
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Sign in");
  await page.getByLabel("Code").fill(codeNow(secret, 1));
  await look(page);
  await press(page, "Sign in");
  await page.waitForURL(/\/console\/[0-9A-Z]{8}$/);
  expect(ownComplaints(watched).filter((text) => !text.includes("status of 422"))).toEqual([]);
  await watched.context.close();
});

/** Somebody invites an address that is known; the invitation's path. */
async function invitationFor(invited: { email: string; visitor: Visitor }): Promise<{ owner: Person; link: string }> {
  const owner = await newPerson(world, shop, { name: "Ada Byron", password: PASSWORD });
  await post(owner, `${consoleOf(shop)}/team/invite`, { email: invited.email, role: "owner" });
  const { html } = await invited.visitor.get("/console");
  return { owner, link: /href="(\/console\/invitations\/[^"]*)"/.exec(html)?.[1] ?? "" };
}

test("the pages before signing in are for everybody, at both widths, light and dark", wide(), async () => {
  const watched = await openPage(browser, WIDE_LIGHT);
  const { page } = watched;
  const { link } = await invitationFor(await known(world));
  await page.goto(`${world.url}/console/forgotten`);
  await page.getByLabel("Email address").fill(newEmail());
  await press(page, "Send me a code");
  await page.getByRole("textbox", { name: "New password" }).waitFor();
  await look(page);
  for (const path of [
    "/console/sign-in",
    link,
    `/console/sign-up?next=${link}`,
    "/console/invitations/AAAAAAAA/none",
  ]) {
    await page.goto(world.url + path);
    await look(page);
  }
  expect(ownComplaints(watched)).toEqual([]);
  await watched.context.close();
});

test("and so are those of a person, and of a team", wide(), async () => {
  const watched = await openPage(browser, WIDE_LIGHT);
  const { page, context } = watched;
  const invited = await known(world);
  const { owner, link } = await invitationFor(invited);
  const email = `${"long.".repeat(12)}hopper@example.com`;
  await newPerson(world, shop, { role: "support", name: "Grace Hopper", email });
  const wear = (token: string) => context.addCookies([{ name: SELLER_COOKIE, value: token, url: world.url }]);
  const visit = async (path: string): Promise<void> => {
    await page.goto(world.url + path);
    await look(page);
  };
  await wear(invited.visitor.token);
  await visit("/console");
  await visit(link);
  await wear(owner.token);
  for (const path of ["/console/me", "/console/me/password", "/console/new"]) await visit(path);
  await switchOn(owner);
  await wear(owner.cookies.get(SELLER_COOKIE) ?? "");
  await visit("/console/me/second-factor");
  await page.goto(`${world.url}${consoleOf(shop)}/team?said=last-owner`);
  await page.getByText("Remove", { exact: true }).first().click();
  await look(page);
  expect(ownComplaints(watched)).toEqual([]);
  await context.close();
});
