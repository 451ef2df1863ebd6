/** A seller refunds from an order's page: what goes back stands there before it does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { escrowPath, listedBy, readAfter, readPage } from "../console/orders.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, confirmed, funded, submit, TWO_PARTS } from "../stories.js";
import { fieldsOf } from "./form.js";

let world: World;
let shop: Merchant;
let home: string;
let owner: Person;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  home = consoleOf(shop);
  owner = await newPerson(world, shop);
  await listedBy(owner, `${home}/sessions`);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const page = (escrow: Json, query = ""): string => `${escrowPath(home, escrow)}/refund${query}`;

test("a part goes back in three presses: Refund, Continue, Refund $24.62", async () => {
  const escrow = await funded(shop);
  expect((await owner.get(escrowPath(home, escrow))).html).toContain(`href="${page(escrow)}"`);
  expect(await readPage(owner, page(escrow))).toContain("all that can go back now: $249.90");
  const asked = await owner.get(page(escrow, "?review=1&amount=24&reason=damaged"));
  expect(await readPage(owner, page(escrow, "?review=1&amount=24&reason=damaged"))).toMatch(
    /Out of what is held ?\$24\.00.*fees for it ?\$0\.62.*Goes back to the buyer ?\$24\.62/s,
  );
  const form = fieldsOf(asked.html);
  expect(form).toMatchObject({ amount: "24", reason: "damaged", gets: "2462" });
  const answers = await Promise.all([1, 2, 3].map(() => owner.post(page(escrow), form)));
  expect(await readAfter(owner, answers[0]!)).toContain("Refunded. We emailed the buyer");
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["amount_refunded"]).toBe("24.00");
  expect((await shop.get(`/escrows/${escrow["id"]}/refunds`)).body["data"]).toMatchObject([
    { amount: "24.00", reason: "damaged" },
  ]);
});

test("what was agreed to and is not so any more is asked again", async () => {
  const escrow = await funded(shop, TWO_PARTS);
  const form = fieldsOf((await owner.get(page(escrow, "?review=1"))).html);
  await shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "10.00" });
  const answer = await owner.post(page(escrow), form);
  expect(answer.status).toBe(409);
  expect(answer.html).toContain("Nothing was done: the order has changed");
  expect(fieldsOf(answer.html)["gets"]).not.toBe(form["gets"]);
});

test("each reason why not is a sentence with the amount that could go back", async () => {
  const escrow = await funded(shop, TWO_PARTS);
  expect(await readPage(owner, page(escrow, "?review=1&amount=999"))).toContain("at most $249.90 can go back");
  expect(await readPage(owner, page(escrow, "?review=1&amount=1,234"))).toContain("Enter an amount such as 24.00");
  await submit(shop, escrow);
  await asBuyer(shop, escrow, "dispute", 0, { reason: "Chipped." });
  const milestone = escrow["milestones"][0]["id"];
  expect(await readPage(owner, page(escrow, `?milestone=${milestone}`))).toContain("This is in dispute");
  const unpaid = await confirmed(shop);
  expect(await readPage(owner, page(unpaid))).toContain("The buyer hasn’t paid yet");
  expect((await owner.get(escrowPath(home, unpaid))).html).not.toContain(page(unpaid));
});

test("who only reads orders does not refund", async () => {
  const escrow = await funded(shop);
  const support = await newPerson(world, shop, { role: "support" });
  await listedBy(support, `${home}/sessions`);
  expect((await owner.get(escrowPath(home, escrow))).html).toContain(page(escrow));
  expect((await support.get(escrowPath(home, escrow))).html).not.toContain(page(escrow));
  expect((await support.get(page(escrow))).status).toBe(403);
});
