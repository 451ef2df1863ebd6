/** What an operator can't do alone: without a second factor, without a late proof, about an account of their own, or above an amount. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cents } from "../../src/domain/money.js";
import { signInSql } from "../console/people.js";
import { newPerson, type Person, SELLER_COOKIE } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { focused, openBrowser, openPage, tabTo } from "../pages/browser.js";
import { type Desk, openDesk, until } from "../payments/desk.js";
import { asBuyer, funded, submit } from "../stories.js";
import { linesOf, newOperator, refundRefused, sqlOf } from "./operator.js";

let world: World;
let shop: Merchant;
let provider: Desk;
let grace: Person;
let ada: Person;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ secondOperatorFrom: 10_000n as Cents });
  shop = await world.merchant();
  provider = await openDesk(world, shop);
  [grace, ada] = await Promise.all([newOperator(world, "Grace"), newOperator(world, "Ada")]);
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
  await world?.checkLedger();
  await world?.close();
});

const said = (page: { headers: Headers }): string | null =>
  new URL(page.headers.get("location") ?? "", "http://desk").searchParams.get("said");
const now = async (escrow: Json): Promise<Json> => (await shop.get(`/escrows/${escrow["id"]}`)).body;
const FEES = { own: "yes", percent: "0", fixed: "0.00", min: "0.00", max: "" };

/** Refunds 249.90 to the buyer, unless somebody keeps it from happening. */
async function dispute(): Promise<{ escrow: Json; path: string; form: Record<string, string> }> {
  const escrow = await funded(shop);
  await submit(shop, escrow);
  await asBuyer(shop, escrow, "dispute", 0, { reason: "Two bowls are cracked" });
  const path = `/desk/disputes/${shop.sellerCode}/${escrow["id"]}/resolve`;
  return { escrow, path, form: { outcome: `release:${escrow["milestones"][0].id}`, reason: "As the courier says" } };
}

/** What waits, by the paths of its buttons. */
async function waiting(operator: Person): Promise<readonly string[]> {
  const { html } = await operator.get("/desk/approvals");
  return [...html.matchAll(/action="(\/desk\/approvals\/[^"]+)"/g)].map((found) => found[1]!);
}

/** An operator before a screen, without a mouse. */
async function seat({ token }: Person): Promise<Page> {
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await context.addCookies([{ name: SELLER_COOKIE, value: token, url: world.url }]);
  return page;
}

/** @param next the title of the page that follows, or a part of what it says. */
async function press(page: Page, name: string, next: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: next }).or(page.getByText(next)).first().waitFor();
}

/** Into fields in their order on the page. */
async function type(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    await tabTo(page, name);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  }
}

describe("the desk", () => {
  test("takes a second factor, and a sign-in or a second factor of the last hour", async () => {
    const withoutFactor = await newOperator(world, "Edsger");
    await signInSql(() => world)("delete from seller_passkeys where seller_id = $1", [withoutFactor.sellerId]);
    for (const path of ["/desk", "/desk/accounts", "/desk/audit"])
      expect((await withoutFactor.get(path)).headers.get("location")).toBe("/console/me/second-factor?said=desk");
    const stolen = await newPerson(world, null, { isOperator: true, proofAge: 3_601 });
    expect((await stolen.get("/desk")).headers.get("location")).toBe("/console/me/prove?next=%2Fdesk");
    const seller = await world.merchant();
    const posted = await stolen.post(`/desk/accounts/${seller.sellerCode}/suspend`, { reason: "I say so" });
    expect(posted.status).toBe(307);
    expect(await linesOf(world, seller)).toEqual([]);
    const fresh = await newPerson(world, null, { isOperator: true, proofAge: 3_500 });
    expect((await fresh.get("/desk")).status).toBe(200);
  });

  test("lets nobody decide about an account that they belong to, whatever their role there", async () => {
    const { escrow, path, form } = await dispute();
    const insider = await newPerson(world, shop, { isOperator: true, role: "support" });
    const account = `/desk/accounts/${shop.sellerCode}`;
    const calls: readonly (readonly [string, Record<string, string>])[] = [
      [path, form],
      [`${account}/suspend`, { reason: "no" }],
      [`${account}/reinstate`, { reason: "yes" }],
      [`${account}/fees`, FEES],
      [`${account}/limits`, { own: "yes", daily: "99.00" }],
      [`/desk/verifications/${shop.sellerCode}/decide`, { to: "VERIFIED", from: "VERIFIED" }],
    ];
    for (const [to, fields] of calls) expect(said(await insider.post(to, fields)), to).toBe("own");
    const page = (await insider.get(`/desk/disputes/${shop.sellerCode}/${escrow["id"]}`)).html;
    expect(page).toContain("You belong to this account, so another operator has to decide.");
    expect(page).not.toContain("Review decision");
    expect((await now(escrow))["status"]).toBe("DISPUTED");
    expect(await linesOf(world, shop)).toEqual([]);
    // A way round the program meets the same rule in the database.
    await expect(
      sqlOf(world)(
        `insert into operator_actions (operator_id, operator, action, account_id, subject, reason, created)
         values ($1, 'insider', 'set_fees', $2, '', '', 0)`,
        [insider.sellerId, shop.account],
      ),
    ).rejects.toThrow("operators do not decide about an account of their own");
  });
});

describe("what two operators have to do", () => {
  test("a settlement above the amount waits; who asked can't confirm it, another one can, once", async () => {
    const { escrow, path, form } = await dispute();
    expect(said(await grace.post(path, form))).toBe("second");
    expect(said(await grace.post(path, form))).toBe("asked-already");
    expect((await now(escrow))["status"]).toBe("DISPUTED");
    const approvals = (await grace.get("/desk/approvals")).html;
    for (const part of ["Approve the delivery", "To the seller", "$249.90"]) expect(approvals).toContain(part);
    expect((await waiting(grace)).map((one) => one.split("/").at(-1))).toEqual(["decline"]);
    const confirm = (await waiting(ada)).find((one) => one.endsWith("/confirm"))!;
    expect(said(await grace.post(confirm))).toBe("own-request");
    const insider = await newPerson(world, shop, { isOperator: true });
    expect(said(await insider.post(confirm))).toBe("own");
    expect((await now(escrow))["status"]).toBe("DISPUTED");
    const answers = await Promise.all([ada.post(confirm), ada.post(confirm)]);
    expect(answers.map(said).toSorted()).toEqual(["confirmed", "stale"]);
    expect((await now(escrow))["status"]).toBe("COMPLETED");
    expect((await linesOf(world, shop)).map(({ action, operator }) => [action, operator])).toEqual([
      ["ask_second", grace.email],
      ["resolve_dispute", grace.email],
    ]);
    expect(await sqlOf(world)("select second from operator_actions where action = 'resolve_dispute'")).toEqual([
      { second: ada.email },
    ]);
    expect((await ada.get("/desk/audit")).html).toContain("confirmed by");
  });

  test("decide a dispute, and retry a refund, by keyboard alone", async () => {
    const { escrow } = await dispute();
    const owed = await refundRefused(shop, provider);
    const [graces, adas] = await Promise.all([seat(grace), seat(ada)]);
    await graces.goto(`${world.url}/desk/disputes/${shop.sellerCode}/${escrow["id"]}`);
    await tabTo(graces, "Release");
    await graces.keyboard.press("ArrowUp");
    expect((await focused(graces))?.name).toContain("Split $249.90");
    await type(graces, { "To the seller": "200", "To the buyer": "50", Reason: "Four bowls are whole." });
    await press(graces, "Review decision", "add up to $250.00 instead of");
    // What is to be put right has the focus already.
    expect((await focused(graces))?.name).toContain("To the buyer");
    await graces.keyboard.press("Control+A");
    await graces.keyboard.type("49.90");
    await press(graces, "Review decision", "Confirm your decision?");
    await graces.getByText("One operator alone may move up to $100.00.").waitFor();
    await press(graces, "Ask another operator", "Nothing has happened yet");

    await adas.goto(`${world.url}/desk`);
    await press(adas, "Approvals", "Approvals");
    await press(adas, "Confirm", "All clear");
    expect((await now(escrow))["status"]).toBe("CLOSED");

    await press(graces, "Stuck money", "Stuck money");
    await press(graces, "Retry with a new reference", "Nothing has happened yet");
    expect((await provider.refunds(owed))[0]?.status).toBe("FAILED");
    await press(adas, "Approvals", "Approvals");
    await press(adas, "Confirm", "All clear");
    await until(async () => (await provider.refunds(owed))[0]?.status === "SUCCEEDED");
  });

  test("what moves less, or nothing, is done by one", async () => {
    const { path, escrow } = await dispute();
    const resume = { outcome: `resume:${escrow["milestones"][0].id}`, reason: "Go on" };
    expect(said(await grace.post(path, resume))).toBe("resolved");
  });

  test("fees and large limits wait too; a request that is declined does nothing, and stays in the log", async () => {
    const seller = await world.merchant();
    const account = `/desk/accounts/${seller.sellerCode}`;
    expect(said(await grace.post(`${account}/fees`, FEES))).toBe("second");
    expect(said(await grace.post(`${account}/limits`, { daily: "100.00", credit: "100.01" }))).toBe("second");
    expect(said(await grace.post(`${account}/limits`, { daily: "100.00", credit: "50.00" }))).toBe("limits");
    const [fees, limits] = await Promise.all([
      sqlOf(world)("select id from operator_approvals where account_id = $1 and action = 'set_fees'", [seller.account]),
      sqlOf(world)("select id from operator_approvals where account_id = $1 and action = 'set_limits'", [
        seller.account,
      ]),
    ]).then((rows) => rows.map(([row]) => String(row?.["id"])));
    const insider = await newPerson(world, seller, { isOperator: true, role: "support" });
    expect(said(await insider.post(`/desk/approvals/${fees}/decline`))).toBe("own");
    expect(said(await ada.post(`/desk/approvals/${fees}/decline`))).toBe("declined");
    expect(said(await ada.post(`/desk/approvals/${fees}/confirm`))).toBe("stale");
    expect(said(await ada.post(`/desk/approvals/${limits}/confirm`))).toBe("confirmed");
    expect(
      await sqlOf(world)("select fee_fixed, payout_daily_max, refund_credit from accounts where id = $1", [
        seller.account,
      ]),
    ).toEqual([{ fee_fixed: null, payout_daily_max: "10000", refund_credit: "10001" }]);
    expect((await linesOf(world, seller)).map(({ action, operator }) => [action, operator])).toEqual([
      ["ask_second", grace.email],
      ["ask_second", grace.email],
      ["set_limits", grace.email],
      ["decline_second", ada.email],
      ["set_limits", grace.email],
    ]);
  });

  test("nobody rewrites what was asked for, nor confirms their own in the database", async () => {
    const seller = await world.merchant();
    await grace.post(`/desk/accounts/${seller.sellerCode}/fees`, FEES);
    const sql = sqlOf(world);
    const mine = "from operator_approvals where account_id = $1";
    const [asked] = await sql(`select id ${mine}`, [seller.account]);
    for (const change of [
      "update operator_approvals set request = '{}' where id = $1",
      "update operator_approvals set status = 'CONFIRMED', decided_by = asked_by, decided_at = 1 where id = $1",
      "delete from operator_approvals where id = $1",
    ])
      await expect(sql(change, [asked?.["id"]])).rejects.toThrow();
  });
});
