/** Onboarding over the API: the way to the holder's pages, and how the seller stands with it. */

import { API_PATH, SCOPES } from "@holdfast/contract";
import { Holdfast } from "@holdfast/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import { openKey } from "../../src/identity/merchants.js";
import { startWorld, type World } from "../harness.js";
import { expectRefusal } from "../stories.js";
import { openSeller, type Seller, startHolderWorld } from "./stage.js";

const RETURN = { return_url: "https://shop.example/settings/payouts" };

let world: World;
let seller: Seller;
beforeAll(async () => {
  world = await startHolderWorld();
  seller = await openSeller(world);
});
afterAll(() => world?.close());

test("a store leads its seller to the holder and follows how they stand, to the day that they are paid", async () => {
  const { shop, purse } = seller;
  const state = async () => (await shop.get("/connected_account")).body;
  expect(await state()).toEqual({
    object: "connected_account",
    provider: "sandbox-card",
    status: "NOT_STARTED",
    payable: false,
    wanted: [],
    stopped_reason: null,
    updated_at: null,
  });
  const made = await shop.post("/connected_account/links", RETURN);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  expect(made.body).toMatchObject({
    object: "connected_account.link",
    url: expect.stringMatching(/\/sandbox\/connect\/seller_/),
    connected_account: { status: "STARTED" },
  });
  // Another link is to the same account.
  expect((await shop.post("/connected_account/links", RETURN)).body["url"]).toBe(made.body["url"]);
  const page = await (await fetch(made.body["url"])).text();
  expect(page).toContain('href="/settings/payouts"');

  await seller.look();
  expect(await state()).toMatchObject({
    status: "DETAILS_WANTED",
    wanted: ["external_account", "individual.verification.document"],
  });
  await seller.decide("verify");
  await seller.look();
  expect(await state()).toMatchObject({ status: "READY", payable: true, updated_at: expect.any(Number) });
  await seller.sleep(86_400);
  await purse.earn("12.00");
  await seller.work();
  expect((await seller.payouts()).map(({ status }) => status)).toEqual(["PAID"]);
  await seller.decide("restrict");
  await seller.look();
  expect(await state()).toMatchObject({ status: "STOPPED", payable: false, stopped_reason: "requirements.past_due" });
  await seller.decide("refuse");
  await seller.look();
  expect(await state()).toMatchObject({ status: "REFUSED" });
});

test("the SDK has both calls", async () => {
  const { account } = await world.merchant();
  const key = await openKey({ db: world.db, registry: world.registry }, { account: account as AccountId });
  const holdfast = new Holdfast({ apiKey: key?.apiKey ?? "", baseUrl: world.url + API_PATH });
  expect(await holdfast.connectedAccount.get()).toMatchObject({ status: "NOT_STARTED" });
  const link = await holdfast.connectedAccount.createLink(RETURN);
  expect(link.connected_account).toMatchObject({ status: "STARTED" });
});

test("no key leads anybody to where the money goes that was not given that, and nothing but a web address is led back to", async () => {
  const { account } = await world.merchant();
  const key = await openKey(
    { db: world.db, registry: world.registry },
    { account: account as AccountId, scopes: SCOPES.filter((scope) => scope !== "payouts:write") },
  );
  const other = world.speakAs(key?.apiKey ?? "");
  expectRefusal(await other.post("/connected_account/links", RETURN), 403, "forbidden");
  expect((await other.get("/connected_account")).status).toBe(200);
  for (const url of ["javascript:alert(1)", "com.example.shop:/thanks", "https://a:b@shop.example/", "/back", 7, ""])
    expectRefusal(await seller.shop.post("/connected_account/links", { return_url: url }), 400, "validation_failed");
  expectRefusal(await seller.shop.post("/connected_account/links", {}), 400, "validation_failed");
  expectRefusal(
    await seller.shop.post("/connected_account/links", { ...RETURN, refresh_url: "x" }),
    400,
    "validation_failed",
  );
});

test("while the holder does not answer nothing is begun twice, and the store is told to try again", async () => {
  const fresh = await openSeller(world);
  await fresh.purse.mood("sandbox-card", { down: true });
  const refused = await fresh.shop.post("/connected_account/links", RETURN);
  expectRefusal(refused, 503, "service_unavailable");
  expect(refused.headers.get("retry-after")).toBe("60");
  await fresh.purse.mood("sandbox-card", {});
  await fresh.sleep(11);
  expect((await fresh.shop.post("/connected_account/links", RETURN)).status).toBe(200);
  const opened = await fresh.purse.sql(
    `select 1 from sandbox_bank.connected k join connected_accounts c on c.reference::text = k.reference where c.account_id = $1`,
    [fresh.account],
  );
  expect(opened).toHaveLength(1);
});

test("where nobody holds sellers' money there is no such account", async () => {
  const plain = await startWorld({ role: "web" });
  try {
    const shop = await plain.merchant();
    for (const answer of [await shop.get("/connected_account"), await shop.post("/connected_account/links", RETURN)])
      expectRefusal(answer, 404, "not_found");
  } finally {
    await plain.close();
  }
});
