/** A new seller's first hour, in a browser, from the sign-up to money in the wallet; nothing is known that no page has shown. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Json, startWorld, type World } from "../harness.js";
import { expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, ownComplaints } from "../pages/browser.js";
import { has } from "../programs.js";
import { newEmail, PASSWORD } from "./people.js";
import { freePort, serve } from "./receiver.js";

const folder = mkdtempSync(join(tmpdir(), "holdfast-hour-"));
let world: World;
let browser: Browser;
let port: number;
beforeAll(async () => {
  port = await freePort();
  world = await startWorld({ webhookAllowedOrigins: [`http://127.0.0.1:${port}`] });
  browser = await openBrowser();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await browser.close();
  await world.checkLedger();
  await world.close();
});

function keep(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** What a group of lines would be copied as. */
const linesOf = (page: Page, label: string): Promise<string> => page.getByRole("group", { name: label }).innerText();

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name }).click();

/** The page has to tell by itself: nobody loads it again. */
const ticked = (page: Page, step: string): Promise<void> =>
  page.getByRole("heading", { name: `${step} · done` }).waitFor({ timeout: 30_000 });

async function firstMail(page: Page): Promise<string> {
  const mailbox = await page.context().newPage();
  await mailbox.goto(`${world.url}/sandbox/mailbox`);
  await mailbox.getByRole("link", { name: "Your code to sign up with Holdfast" }).first().click();
  const mail = await mailbox.getByRole("article", { name: "The mail" }).innerText();
  await mailbox.close();
  return mail;
}

/** Signs up with the code that the sandbox shows, as its mailbox does; leads to the first steps of the new account. */
async function signUp(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto(`${world.url}/console/sign-up`);
  await page.getByLabel("Your name").fill("Ada Byron");
  await page.getByLabel("Trading name").fill("Northwind Ceramics");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Continue");
  await page.getByLabel("Six-digit code").waitFor();
  // The mailbox of one of several cells has no mails about sign-ins.
  const mail = world.cell === null ? await firstMail(page) : await page.locator("[data-sandbox-mail]").innerText();
  const [code] = /\b\d{6}\b/.exec(mail) ?? [];
  expect(code).toBeDefined();
  await page.getByText(`Sandbox: the code is ${code}.`).waitFor();
  // The field has the focus already.
  await page.keyboard.type(code!);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/console\/[0-9A-Z]{8}$/);
  await expectAccessible(page);
  await press(page, "Yes, connect my shop");
  await page.waitForURL(/\/console\/[0-9A-Z]{8}\/start$/);
  return page.url().replace(/\/start$/, "");
}

/** A key, and a first session by the line that the page shows, or by its program where nothing runs the line; returns the key. */
async function firstSession(page: Page): Promise<string> {
  await press(page, "Create a key");
  const line = await linesOf(page, "A first session in curl");
  await page.getByText("TypeScript", { exact: true }).first().click();
  const program = await linesOf(page, "A first session in TypeScript");
  const [key] = /hf_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/.exec(line) ?? [];
  expect(key).toBeDefined();
  await expectAccessible(page);
  await page.getByRole("link", { name: "I’ve saved the key: continue" }).click();
  await ticked(page, "Create an API key");
  const here = (lines: string): string => lines.replace(world.service.publicUrl, world.url);
  const run = promisify(execFile);
  if (has("curl")) {
    const { stdout } = await run("sh", ["-c", here(line).replace("curl ", "curl -s ")]);
    expect(JSON.parse(stdout)).toMatchObject({ object: "checkout.session", status: "OPEN", amount: "249.90" });
  } else {
    await run(process.execPath, [keep("session.mts", here(program))]);
  }
  await ticked(page, "Create a session");
  return key!;
}

/** An endpoint at the receiver that the page shows, started with the secret that it shows, and a first ping. */
async function firstWebhook(page: Page) {
  await page.getByLabel("Your receiver’s URL").fill(`http://127.0.0.1:${port}/hooks`);
  await press(page, "Add endpoint");
  await page.getByText("Signing secret: keep it now").waitFor();
  const lines = (await linesOf(page, "A receiver in TypeScript")).replaceAll("4242", String(port));
  const receiver = await serve(process.execPath, [keep("hooks.mts", lines)], port);
  await press(page, "Send a test event");
  await receiver.says("received ping");
  await ticked(page, "Receive a webhook");
  await page.getByText("You’re set up.").waitFor();
  return receiver;
}

test("sign-up, key, session, webhook, order, delivery, money, colleague", async () => {
  const watched = await openPage(browser, { width: 1280, colorScheme: "light" });
  const { page, context } = watched;
  const home = await signUp(page);
  const key = await firstSession(page);
  const receiver = await firstWebhook(page);

  const shop = world.speakAs(key);
  const [session] = (await shop.get("/checkout/sessions")).body["data"] as Json[];
  const escrow = (await shop.post(`/test_helpers/checkout/sessions/${session!["id"]}/confirm`, {})).body;
  expect((await shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, {})).status).toBe(200);
  await receiver.says("received escrow.funded");

  // The page that waits for news may load itself again at this moment, which calls a visit off.
  const visited = (): Promise<string> => page.goto(home).then(() => page.url(), String);
  await expect.poll(visited).toBe(home);
  await page.getByRole("link", { name: "1 milestone to deliver: Hand-thrown dinner set" }).click();
  await page.getByRole("link", { name: /^Mark as shipped: / }).click();
  await page.getByLabel("What was shipped").fill("DHL 4410 8823 7712");
  await press(page, "Mark as shipped");
  await receiver.says("received escrow.milestone.submitted");
  const milestone = escrow["milestones"][0].id as string;
  const approve = `/test_helpers/escrows/${escrow["id"]}/milestones/${milestone}/approve`;
  expect((await shop.post(approve, {})).body["status"]).toBe("COMPLETED");
  await receiver.says("received escrow.completed");

  await page.goto(`${home}/wallet`);
  await expect.poll(() => page.locator("main").innerText()).toContain("$249.90");
  await page.goto(home);
  expect(await page.getByRole("img", { name: /^Released, last 30 days.*\$249\.90 in total/ }).count()).toBe(1);
  await expectAccessible(page);

  await page.goto(`${home}/team`);
  const colleague = newEmail();
  await page.getByLabel("Email address").fill(colleague);
  await press(page, "Send invitation");
  await page.getByText(colleague).first().waitFor();
  await expectNoSidewaysScroll(page);
  expect(ownComplaints(watched)).toEqual([]);
  await receiver.stop();
  await context.close();
}, 120_000);
