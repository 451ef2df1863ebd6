/** Above what one member gives back alone a colleague confirms: nothing goes back before, and it goes back once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { escrowPath, listedBy, readPage } from "../console/orders.js";
import { mailsTo } from "../console/people.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, funded, submit } from "../stories.js";
import type { Page } from "../visitor.js";

let world: World;
let shop: Merchant;
let home: string;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  shop = await world.merchant();
  home = consoleOf(shop);
  ada = await newPerson(world, shop);
  ben = await newPerson(world, shop, { role: "developer", name: "Ben Otieno" });
  for (const person of [ada, ben]) await listedBy(person, `${home}/sessions`);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const said = ({ headers }: Page): string | null =>
  new URL(headers.get("location") ?? "none:", "http://localhost").searchParams.get("said");
const limitTo = async (max: string): Promise<string | null> => said(await ada.post(`${home}/team/refunds`, { max }));
const refundPage = (escrow: Json): string => `${escrowPath(home, escrow)}/refund`;
const fieldsOf = ({ html }: Page): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(once|gets|amount|milestone|reason)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
const refundedOf = async (escrow: Json): Promise<string | undefined> =>
  (await shop.get(`/escrows/${escrow["id"]}`)).body["amount_refunded"];

/** What a member comes to who refunds so much. */
async function refund(person: Person, escrow: Json, amount: string): Promise<string | null> {
  const form = fieldsOf(await person.get(`${refundPage(escrow)}?review=1&amount=${amount}`));
  return said(await person.post(refundPage(escrow), form));
}

const openRequest = async (escrow: Json): Promise<string> => {
  const [row] = await world.db.query<{ id: string }>({
    name: "test: open request",
    text: "select id from refund_requests where escrow_id = $1 and status = 'OPEN'",
    values: [escrow["id"]],
  });
  return row?.id ?? "";
};
const decide = async (person: Person, escrow: Json, verb: "confirm" | "decline"): Promise<string | null> =>
  said(await person.post(`${refundPage(escrow)}/${await openRequest(escrow)}/${verb}`, {}));

test("a developer asks, the owner reads who, how much and what it does, and confirms it: it goes back once", async () => {
  expect(await limitTo("50.00")).toBe("refunds");
  const escrow = await funded(shop);
  expect(await readPage(ben, `${refundPage(escrow)}?review=1&amount=60`)).toContain("a colleague has to confirm it");
  expect(await refund(ben, escrow, "60")).toBe("refund_asked");
  expect(await refundedOf(escrow)).toBeUndefined();
  expect(await readPage(ben, refundPage(escrow))).toContain("You asked your colleagues to confirm a refund of $61.57");
  expect((await ben.get(refundPage(escrow))).html).not.toContain("/confirm");

  const [mail] = await mailsTo(world, ada.email);
  expect(mail).toMatchObject({ template: "seller_refund_asked", params: { by: "Ben Otieno", amount: "6157" } });
  expect((await mailsTo(world, ben.email)).map(({ template }) => template)).not.toContain("seller_refund_asked");
  expect(await readPage(ada, home)).toContain("1 refund waits for you to confirm it");
  expect(await readPage(ada, escrowPath(home, escrow))).toContain("Ben Otieno asks you to confirm a refund of $61.57");
  expect(await readPage(ada, refundPage(escrow))).toMatch(
    /Out of what is held ?\$60\.00.*Goes back to the buyer ?\$61\.57/s,
  );

  const path = `${refundPage(escrow)}/${await openRequest(escrow)}/confirm`;
  const answers = await Promise.all([1, 2, 3].map(() => ada.post(path, {})));
  expect(answers.map(said)).toEqual(["refunded", "refunded", "refunded"]);
  expect(said(await ada.post(path, {}))).toBe("refunded");
  expect(await refundedOf(escrow)).toBe("60.00");
  expect(await readPage(ada, home)).not.toContain("waits for you to confirm");
});

test("what one member refunds alone adds up over a day, and what a colleague confirmed does not count", async () => {
  await limitTo("50.00");
  const [first, second] = [await funded(shop), await funded(shop)];
  expect(await refund(ben, first, "30")).toBe("refunded");
  expect(await refund(ben, second, "20")).toBe("refund_asked");
  expect(await decide(ada, second, "confirm")).toBe("refunded");
  expect(await refund(ben, second, "18")).toBe("refunded");
  expect(await refund(ada, second, "40")).toBe("refunded");
  await world.advance(86_401);
  expect(await refund(ben, second, "40")).toBe("refunded");
});

test("two refunds of a member at once do not pass the limit together", async () => {
  await limitTo("50.00");
  const orders = [await funded(shop), await funded(shop), await funded(shop)];
  const told = await Promise.all(orders.map((order) => refund(ben, order, "30")));
  expect(told.sort()).toEqual(["refund_asked", "refund_asked", "refunded"]);
});

test("nobody confirms what they asked for, what was declined, or what has another amount by now", async () => {
  await limitTo("0");
  const escrow = await funded(shop);
  expect(await refund(ada, escrow, "10")).toBe("refund_asked");
  expect(await decide(ada, escrow, "confirm")).toBe("refund_not_confirmed");
  expect(await decide(ada, escrow, "decline")).toBe("refund_declined");
  expect(await refund(ada, escrow, "")).toBe("refund_asked");
  const path = `${refundPage(escrow)}/${await openRequest(escrow)}/confirm`;
  await shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "1.00" });
  expect(await readPage(ben, refundPage(escrow))).toContain("this can’t be confirmed any more");
  expect(said(await ben.post(path, {}))).toBe("refund_not_confirmed");
  expect(await decide(ben, escrow, "decline")).toBe("refund_declined");
  expect(said(await ben.post(path, {}))).toBe("refund_not_confirmed");
  expect(await refundedOf(escrow)).toBe("1.00");
});

test("confirmed and declined at once: one of them holds", async () => {
  await limitTo("0");
  for (let round = 0; round < 5; round += 1) {
    const escrow = await funded(shop);
    await refund(ben, escrow, "10");
    const path = `${refundPage(escrow)}/${await openRequest(escrow)}`;
    const answers = await Promise.all([ada.post(`${path}/confirm`, {}), ben.post(`${path}/decline`, {})]);
    const [confirmed, declined] = answers.map(said);
    expect([confirmed, declined].filter((one) => one !== "refund_not_confirmed")).toHaveLength(1);
    expect(await refundedOf(escrow)).toBe(confirmed === "refunded" ? "10.00" : undefined);
  }
});

test("an order has one request at a time, and who left the team asks for nothing", async () => {
  await limitTo("0");
  const escrow = await funded(shop);
  expect(await refund(ben, escrow, "10")).toBe("refund_asked");
  const other = {
    once: "0198c0de-0000-7000-8000-000000000001",
    gets: "1026",
    amount: "10",
    milestone: "",
    reason: "other",
  };
  expect(said(await ada.post(refundPage(escrow), other))).toBe("refund_waits");
  await ada.post(`${home}/team/members/${ben.sellerId}/role`, { role: "support" });
  expect(await decide(ada, escrow, "confirm")).toBe("refund_not_confirmed");
  expect(await refundedOf(escrow)).toBeUndefined();
});

test("cancelling an order gives money back, too", async () => {
  await limitTo("50.00");
  const escrow = await funded(shop);
  const cancel = `${escrowPath(home, escrow)}/cancel`;
  const press = async (): Promise<string | null> => {
    const [, refund = ""] = /name="refund" value="(\d+)"/.exec((await ben.get(cancel)).html) ?? [];
    const { status } = (await shop.get(`/escrows/${escrow["id"]}`)).body;
    return said(await ben.post(cancel, { refund, ...(status === "DISPUTED" ? { settles: "1" } : {}) }));
  };
  expect(await press()).toBe("second_needed");
  await submit(shop, escrow);
  await asBuyer(shop, escrow, "dispute", 0, { reason: "Chipped." });
  expect(await press()).toBe("second_needed");
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("DISPUTED");
  await limitTo("");
  expect(await press()).toBe("settled");
});

test("an owner sets the limit where somebody else could confirm; all owners are told, and without it nothing waits", async () => {
  expect(await limitTo("much")).toBeNull();
  expect((await ben.post(`${home}/team/refunds`, { max: "" })).status).toBe(403);
  expect(await limitTo("0")).toBe("refunds");
  expect((await mailsTo(world, ada.email)).map(({ params }) => [params["what"], params["subject"]])).toContainEqual([
    "refund_limit_changed",
    "$0.00",
  ]);
  const escrow = await funded(shop);
  await refund(ben, escrow, "10");
  expect(await limitTo("")).toBe("refunds");
  expect(await openRequest(escrow)).toBe("");
  expect(await refund(ben, escrow, "10")).toBe("refunded");
  await ada.post(`${home}/team/members/${ben.sellerId}/role`, { role: "support" });
  const alone = await ada.post(`${home}/team/refunds`, { max: "10.00" });
  expect([alone.status, alone.html]).toEqual([422, expect.stringContaining("Nobody else could confirm")]);
});
