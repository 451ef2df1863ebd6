/**
 * Refunds between a WooCommerce shop and the service: begun on either side, at once on both, through lost answers and kills, each is paid
 * once and stands once in the shop. In a stub of the shop; the real one tells the main stories in shops/woocommerce.
 */
import { API_PATH, SCOPES } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import { openKey } from "../../src/identity/merchants.js";
import { bound, wide } from "../bounds.js";
import { openCuttingLine } from "../clients/unreliable.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { has, needs } from "../programs.js";
import { asBuyer, ok, pay } from "../stories.js";
import { type Host, newPort, openHost, PLATES, type Shop, type ShopOptions } from "./woocommerce.js";

let world: World;
let host: Host;
beforeAll(async () => {
  world = await startWorld();
  if (has("php")) host = await openHost(await newPort(), world.url);
});
afterAll(async () => {
  await host?.close();
  await world.checkLedger();
  await world.close();
});
beforeEach((context) => needs(context, "php"));

type Story = { readonly seller: Merchant; readonly shop: Shop; readonly id: number; readonly escrow: string };

/** An order of 100.00 that is paid; with `isReleased`, delivered and approved as well. */
async function paidOrder(options: ShopOptions & { isReleased?: true } = {}, seller?: Merchant): Promise<Story> {
  const owner = seller ?? (await world.merchant());
  const shop = await host.openShop(owner.apiKey, options);
  const id = (await shop.ask("order", PLATES)) as number;
  await shop.ask("pay", id);
  const { session } = (await shop.order(id)).holdfast;
  const escrow = await ok(owner.post(`/test_helpers/checkout/sessions/${session}/confirm`, {}));
  await pay(owner, escrow);
  await shop.ask("cron", true);
  if (options.isReleased) {
    await shop.ask("status", id, "completed");
    await asBuyer(owner, escrow, "approve");
    await shop.ask("cron", true);
  }
  return { seller: owner, shop, id, escrow: escrow["id"] };
}

const path = ({ escrow }: Story): string => `/escrows/${escrow}/refunds`;
/** Of Holdfast, oldest first. */
const given = async (story: Story): Promise<Json[]> => (await story.seller.get(path(story))).body["data"].reverse();
/** Of the shop, oldest first. */
const recorded = ({ shop, id }: Story): Promise<Json[]> => shop.ask("refunds", id);
const statusOf = async ({ shop, id }: Story): Promise<string> => (await shop.order(id))["status"];
const escrowOf = async ({ seller, escrow }: Story): Promise<Json> => (await seller.get(`/escrows/${escrow}`)).body;
const notesOf = async ({ shop, id }: Story): Promise<string[]> => (await shop.order(id))["notes"];
const refund = ({ shop, id }: Story, amount: string): Promise<string> =>
  shop.ask("refund", id, amount, true, "One cup broke");
const byApi = (story: Story, body: Json): Promise<Json> => ok(story.seller.post(path(story), body), 201);

/** Each refund of Holdfast stands in the shop, once and with its amount, however often the shop looks. */
async function expectOnce(story: Story, amounts: readonly string[]): Promise<void> {
  // Twice: what the shop asks for in the first run changes the order at Holdfast for the second.
  for (let run = 0; run < 2; run += 1) await story.shop.ask("cron", true);
  const before = await story.shop.order(story.id);
  await story.shop.ask("edit", story.id, { note: "" });
  await story.shop.ask("cron", true);
  const there = await given(story);
  expect(there.map(({ amount }) => amount).sort()).toEqual([...amounts].sort());
  const here = await recorded(story);
  expect(here.map(({ of }) => of).sort()).toEqual(there.map(({ id }) => id).sort());
  for (const { id, amount } of there) expect(Number(here.find(({ of }) => of === id)!["amount"])).toBe(Number(amount));
  expect(here.every((one) => one["is_paid"])).toBe(true);
  expect((await story.shop.order(story.id))["notes"]).toEqual(before["notes"]);
}

test("a part that the shop refunds is paid under the id of its refund, and the order goes on", async () => {
  const story = await paidOrder();
  expect(await story.shop.ask("mayRefund", story.id)).toBe(true);
  const number = await refund(story, "24.00");
  expect(await given(story)).toMatchObject([
    {
      amount: "24.00",
      source: "held",
      external_reference: number,
      metadata: { refund_id: number, note: "One cup broke" },
    },
  ]);
  await expectOnce(story, ["24.00"]);
  expect(await statusOf(story)).toBe("processing");
  const [{ id }] = (await given(story)) as [Json];
  expect(await notesOf(story)).toContainEqual(expect.stringContaining(`gives the buyer 24.00 USD back`));
  expect(await notesOf(story)).toContainEqual(expect.stringContaining(`(${id})`));
  await story.shop.ask("status", story.id, "completed");
  expect((await escrowOf(story))["milestones"]).toMatchObject([
    { status: "AWAITING_REVIEW", amount_refunded: "24.00" },
  ]);
});

test("of an order with a milestone for each line, one line is refunded of its own, and several of the last first", async () => {
  const story = await paidOrder({ settings: { milestones: "line" } });
  const { milestones } = await escrowOf(story);
  expect(milestones).toHaveLength(2);
  const back = async (): Promise<unknown[]> =>
    (await escrowOf(story))["milestones"].map((one: Json) => one["amount_refunded"]);
  await story.shop.ask("refund", story.id, "30.00", true, "", [11]);
  expect(await back()).toEqual(["30.00", undefined]);
  await story.shop.ask("refund", story.id, "5.00", true, "", [11, 12]);
  expect(await back()).toEqual(["30.00", "5.00"]);
  await expectOnce(story, ["30.00", "5.00"]);
});

test("all that the shop refunds before release ends the order on both sides", async () => {
  const story = await paidOrder();
  await refund(story, "100.00");
  expect(await statusOf(story)).toBe("refunded");
  expect(await escrowOf(story)).toMatchObject({ status: "CANCELLED" });
  await expectOnce(story, ["100.00"]);
  expect(await story.shop.order(story.id)).toMatchObject({
    history: ["processing", "refunded"],
    holdfast: { stage: "cancelled" },
  });
  expect(await story.shop.ask("mayRefund", story.id)).toBe(false);
});

test("after release a part and then the rest come out of the wallet", async () => {
  const story = await paidOrder({ isReleased: true });
  await refund(story, "40.00");
  await expectOnce(story, ["40.00"]);
  expect(await statusOf(story)).toBe("completed");
  await refund(story, "60.00");
  await expectOnce(story, ["40.00", "60.00"]);
  expect((await given(story)).map(({ source }) => source)).toEqual(["wallet", "wallet"]);
  expect(await statusOf(story)).toBe("refunded");
});

for (const isReleased of [undefined, true] as const)
  test(`what was begun in Holdfast ${isReleased ? "after" : "before"} release stands in the shop once, and the last part refunds its order`, async () => {
    const story = await paidOrder(isReleased ? { isReleased } : {});
    const [made] = [await byApi(story, { amount: "10.00", reason: "damaged", external_reference: "1001" })];
    await expectOnce(story, ["10.00"]);
    expect(await recorded(story)).toMatchObject([{ reason: `Damaged (${made["id"]})` }]);
    expect(await statusOf(story)).toBe(isReleased ? "completed" : "processing");
    await byApi(story, {});
    await expectOnce(story, ["10.00", "90.00"]);
    expect(await statusOf(story)).toBe("refunded");
    expect((await story.shop.order(story.id))["history"]).toEqual(
      isReleased ? ["processing", "completed", "refunded"] : ["processing", "refunded"],
    );
  });

test("begun on both sides at once, each is paid and stands once", async () => {
  const story = await paidOrder();
  const [number] = await Promise.all([refund(story, "20.00"), byApi(story, { amount: "20.00" })]);
  expect(number).toMatch(/^\d+$/);
  await expectOnce(story, ["20.00", "20.00"]);
  const race = await Promise.allSettled([refund(story, "60.00"), byApi(story, {})]);
  expect(race[0].status).toBe("fulfilled");
  await expectOnce(
    story,
    (await given(story)).map(({ amount }) => amount),
  );
  expect(await statusOf(story)).toBe("refunded");
});

test("a refusal is told in the words of the API, and nothing is recorded", async () => {
  const story = await paidOrder();
  await byApi(story, { amount: "80.00" });
  expect(await refund(story, "20.01")).toBe("That is more than can go back. At most 20.00 can go back now.");
  expect(await recorded(story)).toEqual([]);
  await asBuyer(story.seller, await escrowOf(story), "dispute", 0, { reason: "broken" });
  expect(await refund(story, "5.00")).toContain("Accept the buyer's offer or make one yourself.");
  await expectOnce(story, ["80.00"]);
});

test("a key without the scope is refused, and the settings say what is missing", async () => {
  const story = await paidOrder();
  const bounds = {
    account: story.seller.account as AccountId,
    scopes: SCOPES.filter((one) => one !== "refunds:write"),
  };
  const key = await openKey({ db: world.db, registry: world.registry }, bounds);
  const data = await story.shop.ask("data");
  const check = async (apiKey: string): Promise<string> => {
    await story.shop.ask("open", { ...data, options: { ...data.options, holdfast_secrets: { api_key: apiKey } } });
    await fetch(`${story.shop.address}/wp-admin/admin-post.php?action=holdfast_check&_wpnonce=nonce-holdfast_check`, {
      headers: { "X-As": "owner" },
      redirect: "manual",
    });
    return story.shop.ask("settings");
  };
  expect(await check(key!.apiKey)).toContain("lacks the scope refunds:write");
  expect(await refund(story, "5.00")).toMatch(/lacks the scope refunds:write.*Nothing was refunded\.$/);
  expect(await recorded(story)).toEqual([]);
  expect(await check(story.seller.apiKey)).toContain("The API key may refund.");
  await expectOnce(story, []);
});

test("an answer that is lost is asked for again under the same number: paid once", async () => {
  const line = await openCuttingLine(world.url);
  const story = await paidOrder({ baseUrl: line.origin + API_PATH });
  const number = await refund(story, "24.00");
  expect((await notesOf(story)).at(-1)).toContain("has not said yet whether it refunds 24.00 USD");
  expect(await recorded(story)).toMatchObject([{ of: "asked", is_paid: true }]);
  await expectOnce(story, ["24.00"]);
  expect(await given(story)).toMatchObject([{ external_reference: number }]);
  await line.close();
});

test("a refusal whose answer is lost takes the refund back, with the status that the order had", async () => {
  const line = await openCuttingLine(world.url);
  const story = await paidOrder({ baseUrl: line.origin + API_PATH });
  await byApi(story, { amount: "30.00" });
  await refund(story, "100.00");
  expect(await statusOf(story)).toBe("refunded");
  await expectOnce(story, ["30.00"]);
  expect(await statusOf(story)).toBe("processing");
  expect(await notesOf(story)).toContainEqual(
    expect.stringContaining("did not refund 100.00 USD, so that refund was deleted"),
  );
  await line.close();
});

test("while Holdfast can't be reached nothing is refunded, and it is said", async () => {
  const story = await paidOrder();
  const data = await story.shop.ask("data");
  const settings = data.options.woocommerce_holdfast_settings;
  const away = { ...settings, base_url: "http://127.0.0.1:9/api/v1" };
  await story.shop.ask("open", { ...data, options: { ...data.options, woocommerce_holdfast_settings: away } });
  expect(await refund(story, "5.00")).toContain("Nothing was refunded: try again later.");
  expect(await recorded(story)).toEqual([]);
});

test("a refund that WooCommerce deletes after it was paid is the same one when it is tried again", async () => {
  const story = await paidOrder();
  await story.shop.ask("breakNext", story.id);
  expect(await refund(story, "24.00")).toBe("broken");
  expect(await recorded(story)).toEqual([]);
  await story.shop.ask("mend");
  const number = await refund(story, "24.00");
  expect(await recorded(story)).toMatchObject([{ id: Number(number) }]);
  await expectOnce(story, ["24.00"]);
  await refund(story, "24.00");
  await expectOnce(story, ["24.00", "24.00"]);
});

test("one that WooCommerce deletes after it was paid, and nobody tries again, comes back", async () => {
  const story = await paidOrder();
  await story.shop.ask("breakNext", story.id);
  await refund(story, "24.00");
  await story.shop.ask("mend");
  await expectOnce(story, ["24.00"]);
});

/** Does it on a fresh order until it comes through: killed at its first write, at a later one, and so on. */
async function killEverywhere(
  begin: () => Promise<Story>,
  act: readonly [string, (story: Story) => readonly unknown[]],
) {
  for (let step = 1; ; step += bound("shopKillStride")) {
    const story = await begin();
    const { killed } = await story.shop.run(act[0], act[1](story), step);
    const here = (await recorded(story)).map(({ amount }) => amount);
    const there = (await given(story)).map(({ amount }) => amount);
    // What the shop has recorded is paid, what was paid is recorded.
    await expectOnce(story, here.length > there.length ? here : there);
    if (here.length + there.length > 0) expect(await statusOf(story)).toBe("refunded");
    if (killed !== true) return expect(step, "it was killed at all").toBeGreaterThan(4);
  }
}

test("killed at each write of the shop's refund, it is paid and recorded, or neither", () =>
  killEverywhere(paidOrder, ["refund", ({ id }) => [id, "100.00", true, ""]]));

test("killed at each write while Holdfast's refund is recorded, it is recorded once", wide(), () =>
  killEverywhere(async () => {
    const story = await paidOrder({ isReleased: true });
    await byApi(story, {});
    return story;
  }, ["cron", () => [true]]),
);

test("a refund by hand is the shop's alone: Holdfast is not asked, and a note says how to give money back", async () => {
  for (const story of [await paidOrder(), await paidOrder({ isReleased: true })]) {
    await story.shop.ask("refund", story.id, "5.00", false);
    expect((await notesOf(story)).at(-1)).toContain("recorded in the shop alone");
    await story.shop.ask("cron", true);
    expect(await given(story)).toEqual([]);
    expect(await recorded(story)).toMatchObject([{ of: "", is_paid: false }]);
  }
});

test("more than the shop has left is recorded up to that, and of an order that is paid otherwise nothing", async () => {
  const story = await paidOrder();
  await story.shop.ask("refund", story.id, "70.00", false);
  const { id } = await byApi(story, { amount: "50.00" });
  await story.shop.ask("cron", true);
  await story.shop.ask("cron", true);
  expect(await recorded(story)).toMatchObject([{ of: "" }, { of: id, amount: "30.00" }]);
  expect((await notesOf(story)).at(-1)).toContain("No more than 30.00 USD was left to record here");
  const other = await paidOrder();
  await other.shop.ask("edit", other.id, { payment_method: "bacs", transaction_id: "bank-1" });
  await byApi(other, { amount: "50.00" });
  for (let run = 0; run < 2; run += 1) await other.shop.ask("cron", true);
  expect(await recorded(other)).toEqual([]);
  expect((await notesOf(other)).filter((note) => note.includes("It is not recorded as a refund"))).toHaveLength(1);
  expect(await other.shop.ask("mayRefund", other.id)).toBe(false);
});

test("one that somebody deletes in the shop stays deleted, though the money went back", async () => {
  const story = await paidOrder();
  const number = Number(await refund(story, "24.00"));
  await story.shop.ask("deleteRefund", number, story.id);
  expect((await notesOf(story)).at(-1)).toContain("gives the buyer the money all the same");
  await story.shop.ask("cron", true);
  expect(await recorded(story)).toEqual([]);
  await refund(story, "24.00");
  expect(await given(story)).toHaveLength(2);
});

test("one that the buyer's bank sends back is told once", async () => {
  const story = await paidOrder();
  const { id } = await byApi(story, { amount: "24.00" });
  await story.shop.ask("cron", true);
  await ok(story.seller.post(`/test_helpers/refunds/${id}/return`, {}));
  for (let run = 0; run < 2; run += 1) await story.shop.ask("cron", true);
  expect((await notesOf(story)).filter((note) => note.includes("has not reached the buyer whole"))).toHaveLength(1);
  expect(await recorded(story)).toHaveLength(1);
});

test("two shops on one account whose refunds have the same number both refund", async () => {
  const seller = await world.merchant();
  const [one, other] = [await paidOrder({}, seller), await paidOrder({ settings: { prefix: "north-" } }, seller)];
  const third = await paidOrder({}, seller);
  const numbers = [await refund(one, "24.00"), await refund(other, "24.00"), await refund(third, "24.00")];
  expect(new Set(numbers).size).toBe(1);
  for (const story of [one, other, third]) await expectOnce(story, ["24.00"]);
  const references = await Promise.all(
    [one, other, third].map(async (story) => (await given(story))[0]!["external_reference"]),
  );
  expect(references[0]).toBe(numbers[0]);
  expect(references[1]).toBe(`north-${numbers[0]}`);
  expect(references[2]).toMatch(new RegExp(`^${numbers[0]}#[0-9a-f]{8}$`));
});

test("an order whose payment is not there, or with another method, is not refunded by Holdfast", async () => {
  const story = await paidOrder();
  const id = (await story.shop.ask("order", PLATES)) as number;
  await story.shop.ask("pay", id);
  expect(await story.shop.ask("mayRefund", id)).toBe(false);
  expect(await story.shop.ask("refund", id, "5.00", true)).toContain("no payment of this order that could go back");
  expect(await story.shop.ask("refunds", id)).toEqual([]);
});
