/** Signing in as a person sees it, in a browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { some, wide } from "../bounds.js";
import { startWorld, type World } from "../harness.js";
import { lastCode } from "../visitor.js";
import {
  enterCode,
  expectGood,
  expectNoSidewaysScroll,
  LONG,
  LOOKS,
  type Look,
  openBrowser,
  openPage,
  ownComplaints,
  turnTo,
} from "./browser.js";

let world: World;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(() => world.people.query({ name: "test: make room", text: "delete from sign_in_windows" }));

const PHONE: Look = { width: 390, colorScheme: "light" };

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Six-digit code").waitFor();
}

describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
  test("a buyer signs in on one page, and out again", javaScriptEnabled ? wide() : {}, async () => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const email = `ada.${javaScriptEnabled}@example.com`;
    await page.goto(`${world.url}/sign-in?next=/docs`);
    await ask(page, email);
    // A mistyped code is said beside the field, and the right one still counts.
    const code = await lastCode(world, email);
    await enterCode(page, wrong(code), javaScriptEnabled);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).toBe("That isn’t a code we sent you. You have 4 tries left.");
    const described = await page.getByLabel("Six-digit code").getAttribute("aria-describedby");
    await expect.poll(() => page.locator(`#${described}`).innerText()).toBe(await alert.innerText());
    await enterCode(page, code, javaScriptEnabled);
    await page.waitForURL(`${world.url}/docs`);

    await page.goto(`${world.url}/sign-in`);
    await expect.poll(() => page.getByRole("main").innerText()).toContain(email);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Email address").waitFor();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("hf_session");
    await context.close();
  });
});

test("the fields tell a phone what to offer", async () => {
  const { page, context } = await openPage(browser, PHONE);
  await page.goto(`${world.url}/sign-in`);
  const field = page.locator("main form input:not([type=hidden])");
  const attributes = async (names: readonly string[]) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await field.getAttribute(name)] as const)));
  expect(await attributes(["type", "autocomplete", "name"])).toEqual({
    type: "text",
    autocomplete: "email",
    name: "email",
  });
  await ask(page, "ada@example.com");
  expect(await attributes(["inputmode", "autocomplete", "name"])).toEqual({
    inputmode: "numeric",
    autocomplete: "one-time-code",
    name: "code",
  });
  await context.close();
});

test("another address, another code, and a reload in between", wide(), async () => {
  const { page, context } = await openPage(browser, PHONE);
  await page.goto(`${world.url}/sign-in`);
  await ask(page, "typo@example.com");
  await page.getByRole("button", { name: "Use another address" }).click();
  await page.getByLabel("Email address").waitFor();
  await ask(page, "eve@example.com");
  const first = await lastCode(world, "eve@example.com");
  await page.reload();
  await page.getByRole("button", { name: "Send a new code" }).click();
  await page.getByLabel("Six-digit code").waitFor();
  const second = await lastCode(world, "eve@example.com");
  expect(second).not.toBe(first);
  await enterCode(page, second);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await expect.poll(() => page.getByRole("main").innerText()).toContain("eve@example.com");
  await context.close();
});

test("a person chooses the language at the foot of the page", async () => {
  const { page, context } = await openPage(browser, PHONE);
  await page.goto(`${world.url}/sign-in`);
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await page.getByLabel("Anwani ya barua pepe").waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByLabel("Email address").waitFor();
  await context.close();
});

test("every step is accessible and fits, in every language", LONG, async () => {
  const watched = await openPage(browser, PHONE);
  const { page } = watched;
  const email = "somebody.with.a.rather.long.name.1280.light@mail.of.a.company.example.com";
  await page.goto(`${world.url}/sign-in`);
  await expectGood(page);
  await ask(page, email);
  const code = await lastCode(world, email);
  await enterCode(page, wrong(code));
  await page.getByRole("alert").waitFor();
  await expectGood(page);
  for (const lang of some(["fr", "sw", "pt"], 1)) {
    await page.goto(`${world.url}/sign-in?lang=${lang}`);
    for (const look of LOOKS) {
      await turnTo(page, look);
      await expectNoSidewaysScroll(page);
    }
  }
  await world.people.query({ name: "test: spend", text: "update sign_in_challenges set attempts = 5" });
  await page.goto(`${world.url}/sign-in`);
  await page.getByRole("alert").waitFor();
  await expectGood(page);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await enterCode(page, await lastCode(world, email));
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await expectGood(page);
  expect(ownComplaints(watched)).toEqual([]);
  expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  await watched.context.close();
});
