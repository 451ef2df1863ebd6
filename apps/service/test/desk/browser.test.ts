/** An operator's day, as a person sees it: with a browser, and every page of the desk in all four looks. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { share, wide } from "../bounds.js";
import { newPerson, type Person, SELLER_COOKIE } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import {
  expectAccessible,
  expectGood,
  expectNoSidewaysScroll,
  LONG,
  openBrowser,
  openPage,
  ownComplaints,
  TWO_LOOKS,
  turnTo,
  type Watched,
} from "../pages/browser.js";
import { WORST } from "../pages/hostile.js";
import { actionPath, fundedBy, PNG, sendDispute, signedIn } from "../pages/orders-area.js";
import { type Desk, openDesk, until } from "../payments/desk.js";
import { ORDER, submit } from "../stories.js";
import { handIn, linesOf, newOperator, refundRefused, sqlOf } from "./operator.js";

let world: World;
let shop: Merchant;
let provider: Desk;
let browser: Browser;
let grace: Person;
let watched: Watched;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant("Northwind Ceramics");
  provider = await openDesk(world, shop);
  grace = await newOperator(world);
  watched = await openPage(browser, { width: 1280, colorScheme: "light" });
  await watched.context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  page = watched.page;
  newcomer = await world.merchant("Ines Pottery");
  await handIn(world, newcomer);
  escrow = await disputed();
  owed = await refundRefused(shop, provider);
  await troubles();
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
  await world?.checkLedger();
  await world?.close();
});

const main = (): Promise<string> => page.getByRole("main").innerText();
const goTo = (entry: string): Promise<void> =>
  page
    .getByRole("navigation", { name: "Desk" })
    .getByRole("link", { name: new RegExp(`^${entry}`) })
    .click();

/** A dispute with words and files of both sides. */
async function disputed(): Promise<Json> {
  const escrow = await submitted();
  const buyer = await signedIn(world, "ada@example.com");
  await sendDispute(world, buyer, {
    path: actionPath(shop, escrow, "dispute"),
    reason: "Two of the bowls arrived cracked.\nI would keep the rest.",
    files: [{ name: "crack.png", content: PNG }],
  });
  return escrow;
}

async function submitted(): Promise<Json> {
  return submit(shop, await fundedBy(shop, "ada@example.com", ORDER));
}

/** Something for every other page to show: an endpoint that fails, what an audit found, and lines of the log. */
async function troubles(): Promise<void> {
  const sql = sqlOf(world);
  const other = await world.merchant("Blue Glaze Works");
  await sql(
    `insert into webhook_endpoints (slot, account_id, id, url, secret, since_number, created, consecutive_failures)
     select 1, account_id, gen_random_uuid(), 'https://shop.example/hooks/orders', 'x', last_number, service_now(), 27
     from event_counters where account_id in ($1, $2)`,
    [shop.account, other.account],
  );
  await sql(
    `insert into security_events (kind, subject, network, user_agent, created)
     select kind, '', network, 'Mozilla/5.0', service_now()
     from unnest(array['buyer_code_wrong', 'sign_in_failed']) kind, unnest(array['198.51.100.7', '2001:db8:1234:5678::/64']) network,
       generate_series(1, 40)`,
  );
  await sql(
    `insert into provider_notices (provider, notice_id, reports, body, received, status, error)
     values ('stripe', 'evt_1QkZ4bPq7Lw2', '[{"about":"payment","reference":"HF7QK2M9XW9TPA","outcome":"succeeded","amount":"25645","currency":"EUR"}]',
       '{}', service_now() - 7200, 'PARKED', 'Money arrived in EUR, and USD was asked for.'),
       ('pawapay', 'fb0fb9e2-8a1c-4a0e-9d5a-2f9f4d1c7a11', '[{"about":"payment","reference":"HFUNKNOWN00001"}]', '{}',
         service_now() - 200000, 'UNNAMED', null)`,
  );
  await sql(
    `insert into provider_health (provider, failures, held_until, reason, since)
     values ('pawapay', 5, service_now_ms() + 60000, 'it answered with HTTP 503', service_now() - 900)`,
  );
  await grace.post(`/desk/accounts/${other.sellerCode}/suspend`, {
    reason: "Three buyers report the same broken bowls.",
  });
  await grace.post(`/desk/accounts/${other.sellerCode}/fees`, { percent: "1.5", fixed: "0.30", min: "", max: "20" });
  await sql("update escrows set due_at = 1000000000000 where id = $1", [escrow["id"]]);
  await reserved();
  await grace.post("/desk/ledger/run");
  await until(async () => (await sql("select 1 from ledger_audits where findings = 1"))[0]);
  await sql("update escrows set due_at = null where id = $1", [escrow["id"]]);
}

/** A provider set money aside, and its statement says so in a line that is none of ours. */
async function reserved(): Promise<void> {
  const sql = sqlOf(world);
  await sql(
    `with line as (
       insert into provider_lines (provider, line_id, type, amount, fee, net, currency, at, available_at, read_at)
       values ('sandbox-card', 'hold-20260510-reserve', 'other', -125000, 0, -125000, 'USD', service_now(), service_now(), service_now())
       returning number, provider, currency, net, at
     ),
     entry as (
       insert into house_entries (kind, provider, currency, line, provider_balance, suspense, created)
       select 'line', provider, currency, number, net, -net, at from line
     ),
     day as (
       insert into provider_days (provider, currency, day, lines, opening, moved, closing, off, closed_at)
       select provider, currency, at / 86400, 1, 0, net, net, 125000, at from line
     ),
     said as (
       insert into provider_balances (provider, currency, at, available, pending) select provider, currency, at, 0, 0 from line
     ),
     covered as (
       insert into client_money_days (day, currency, at, owed, provider_balance, in_transit, bank, untold, unexplained)
       select at / 86400, currency, at, 51000, net, 0, 0, 51000, 0 from line
     )
     insert into reconciliation_differences (provider, class, line, currency, amount, suspense, opened)
     select provider, 'unknown_type', number, currency, net, -net, at from line`,
  );
  await sql(
    "update provider_statements set booked = (select max(number) from provider_lines) where provider = 'sandbox-card'",
  );
}

/** Without what the browser says of forms that came back with something to put right. */
const complaints = (): readonly string[] => ownComplaints(watched).filter((text) => !text.includes("a status of 422"));

let newcomer: Merchant;
let escrow: Json;
let owed: Json;

test("every page is accessible and does not scroll sideways, in every look", { ...wide(), ...LONG }, async () => {
  for (const [name, path] of [
    ["dispute", `/disputes/${shop.sellerCode}/${escrow["id"]}`],
    ["confirm", null],
    ["home", ""],
    ["verifications", "/verifications"],
    ["verification", `/verifications/${newcomer.sellerCode}`],
    ["disputes", "/disputes"],
    ["stuck", "/stuck"],
    ["books", "/books?difference=1"],
    ["accounts", "/accounts"],
    ["account", `/accounts/${shop.sellerCode}`],
    ["ledger", "/ledger"],
    ["webhooks", "/webhooks"],
    ["audit", "/audit"],
    ["security", "/security"],
  ] as const) {
    if (path === null) {
      await page.getByLabel(/^Release/).check();
      await page.getByLabel("Reason").fill("It arrived whole.");
      await page.getByRole("button", { name: "Review decision" }).click();
      await page.getByRole("button", { name: "Decide" }).waitFor();
    } else {
      await page.goto(`${world.url}/desk${path}`);
    }
    await expectGood(page, TWO_LOOKS, name);
  }
});

test("an operator's day", wide(), async () => {
  await turnTo(page, { width: 1280, colorScheme: "light" });
  await page.goto(`${world.url}/desk`);
  for (const tile of ["Verifications 1", "Open disputes 1", "Failed refunds 1", "Ledger findings 1"]) {
    expect((await main()).replaceAll(/\s+/g, " ")).toContain(tile);
  }

  // A new seller.
  await page.getByRole("link", { name: /^Verifications/ }).click();
  await page.getByRole("link", { name: "Review the submission of Ines Pottery" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "passport.png" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("passport.png");
  await page.getByRole("button", { name: "Verify account" }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("The account is verified");

  // A dispute, settled after a mistake in the sum.
  await goTo("Disputes");
  await page.getByRole("link", { name: ORDER.title }).click();
  await expect.poll(() => main()).toContain("Two of the bowls arrived cracked.");
  await page.getByLabel("Settle: split $249.90").check();
  await page.getByLabel("To the seller, $").fill("200");
  await page.getByLabel("To the buyer, $").fill("50");
  await page.getByLabel("Reason").fill("Both agree that four bowls are whole.");
  await page.getByRole("button", { name: "Review decision" }).click();
  await expect.poll(() => main()).toContain("The two amounts add up to $250.00 instead of $249.90.");
  await page.getByLabel("To the buyer, $").fill("49.90");
  await page.getByRole("button", { name: "Review decision" }).click();
  await expect.poll(() => main()).toContain("$200.00 goes to the wallet of the seller");
  await page.getByRole("button", { name: "Decide" }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("The dispute is resolved");
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("CLOSED");

  // A refund that the bank refused.
  await goTo("Stuck money");
  await expect.poll(() => main()).toContain(owed["reference_code"]);
  await page.getByRole("button", { name: "Retry with a new reference" }).click();
  await until(async () => (await provider.refunds(owed))[0]?.status === "SUCCEEDED");

  // Money in another currency, which was sent back by hand.
  const told = page.getByRole("row", { name: /Money arrived in EUR/ });
  await told.getByText("Close", { exact: true }).click();
  await expectGood(page, TWO_LOOKS, "desk-stuck-closing");
  await turnTo(page, { width: 1280, colorScheme: "light" });
  await told.getByLabel("Reason").fill("Sent back to the payer in the dashboard.");
  await told.getByRole("button", { name: "Close this notice" }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("The notice is closed");
  expect(await main()).not.toContain("Money arrived in EUR");

  // An account that was reported.
  await goTo("Accounts");
  await page.getByRole("searchbox").fill("northwind");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("link", { name: "Northwind Ceramics" }).click();
  await page.getByLabel("Reason").fill("Three buyers report the same broken bowls.");
  await page.getByRole("button", { name: "Suspend account" }).click();
  await expect.poll(() => main()).toContain("The account is suspended.");
  await page.getByLabel("Share of the order, %").fill("two");
  await page.getByRole("button", { name: "Save custom fees" }).click();
  await expect.poll(() => main()).toContain("Enter a percentage from 0 to 100");

  // The books; the page shows the end of the audit by itself.
  await goTo("Ledger audit");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("The books balance").first().waitFor();
  await goTo("Webhooks");

  await goTo("Audit log");
  for (const line of ["Verified", "Resolved a dispute", "Retried a refund", "Suspended", "Requested an audit"]) {
    await expect.poll(main).toContain(line);
  }
  expect((await linesOf(world, shop)).map(({ action }) => action)).toEqual([
    "resolve_dispute",
    "retry_refund",
    "suspend",
  ]);
  expect(complaints()).toEqual([]);
});

test("what sellers and buyers write runs nowhere and breaks no page", wide(), async () => {
  for (const [index, text] of share(WORST, { nth: 2, of: 3 }).entries()) {
    const seller = await world.merchant(text.slice(0, 200));
    await newPerson(world, seller, { name: text.slice(0, 100) });
    await handIn(world, seller);
    await sqlOf(world)("update accounts set legal_name = left($2, 200), address = left($2, 500) where id = $1", [
      seller.account,
      text,
    ]);
    for (const path of [`/accounts/${seller.sellerCode}`, `/verifications/${seller.sellerCode}`, "/verifications"]) {
      await page.goto(`${world.url}/desk${path}`);
      await page.setViewportSize({ width: 390, height: 900 });
      await expectNoSidewaysScroll(page);
      if (index === 0) await expectAccessible(page);
    }
  }
  expect(complaints()).toEqual([]);
});
