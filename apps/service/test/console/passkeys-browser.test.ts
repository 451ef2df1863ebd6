/** Passkeys, with an authenticator that the browser plays: made, used to sign in and to prove it is still the person, removed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { newEmail, PASSWORD, signInSql } from "./people.js";
import { consoleOf, newPerson, SELLER_COOKIE } from "./seller.js";

let world: World;
let shop: Merchant;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();

test("a passkey is added, signs in beside the password, proves who is there, once, and is removed", LONG, async () => {
  const { page, context } = await openPage(browser, TWO_LOOKS[0]);
  const authenticator = await context.newCDPSession(page);
  await authenticator.send("WebAuthn.enable");
  await authenticator.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // A passkey is a name's, and a number is none.
  const site = world.url.replace("127.0.0.1", "localhost");
  const home = site + consoleOf(shop);
  const owner = await newPerson(world, shop, { email: newEmail(), password: PASSWORD });
  await context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: site }]);
  await page.goto(`${site}/console/me/second-factor`);
  await page.locator("#passkey-name").fill("Kitchen laptop");
  await press(page, "Add a passkey");
  await page.getByRole("heading", { name: "Your recovery codes", level: 1 }).waitFor();
  expect(await page.locator("ol > li").count()).toBe(10);

  await context.clearCookies({ name: SELLER_COOKIE });
  await page.goto(`${home}/keys`);
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Sign in");
  await expectGood(page, TWO_LOOKS);
  await press(page, "Use a passkey instead");
  await page.waitForURL(`${home}/keys`);

  await signInSql(() => world)("update seller_sessions set proved_at = clock_timestamp() - interval '16 min'");
  await page.goto(`${home}/webhooks/new`);
  await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await expectGood(page, TWO_LOOKS);
  const [proof] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST"),
    press(page, "Use a passkey instead"),
  ]);
  await page.waitForURL(`${home}/webhooks/new`);
  const again = await page.evaluate(
    async ([url, body]) =>
      (
        await fetch(url!, {
          method: "POST",
          body: body!,
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
        })
      ).status,
    [proof.url(), proof.postData() ?? ""],
  );
  expect(again).toBe(422);

  await page.goto(`${site}/console/me/second-factor`);
  await expectGood(page, TWO_LOOKS);
  await page.getByText("Remove", { exact: true }).click();
  await page.getByRole("button", { name: "Remove this passkey" }).click();
  await page.getByText("The passkey was removed.").waitFor();
  expect(await page.getByText("recovery codes left").count()).toBe(0);
});
