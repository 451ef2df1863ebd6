/** What a seller does with sessions and escrows in the console: a payment link, a submission, a cancellation. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { findHostedSession } from "../../src/store/read/orders/hosted-sessions.js";
import { openBank } from "../chargebacks/dispute.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, asBuyer, buyerPath, funded, openSession, submit, submitPath, TWO_PARTS } from "../stories.js";
import { textOf } from "../visitor.js";
import { escrowPath, listedBy, readAfter, readPage, submitForm } from "./orders.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let home: string;
let owner: Person;

beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  home = consoleOf(shop);
  owner = await newPerson(world, shop);
  // The first page gives the browser what its forms are known by.
  await listedBy(owner, `${home}/sessions`);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const cents = (money: string): string => money.replace(".", "");

describe("a payment link made by hand", () => {
  const form = (fields: Record<string, string> = {}) => ({
    form: "aFormOfThisTest",
    title: "Two lamps",
    amount: "$1,249.9",
    reference: "L-1",
    email: "dee@example.com",
    expires_in: "3600",
    ...fields,
  });

  test("is what the API makes of the same order, and is made once however often it is sent", async () => {
    const milestones = {
      milestone_0_title: "First",
      milestone_0_amount: "1000",
      milestone_4_title: "Rest",
      milestone_4_amount: "249.90",
    };
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(`${home}/sessions/new`, form(milestones))));
    const places = new Set(answers.map(({ headers }) => headers.get("location")));
    expect(places.size).toBe(1);
    const id = /cs_\w+/.exec([...places][0]!)![0];
    const made = (await shop.get(`/checkout/sessions/${id}`)).body;
    const twin = await openSession(shop, {
      title: "Two lamps",
      amount: "1249.90",
      external_reference: "L-1",
      customer_email: "dee@example.com",
      expires_in: 3600,
      milestones: [
        { title: "First", amount: "1000.00" },
        { title: "Rest", amount: "249.90" },
      ],
    });
    const shape = ({ id: _, url: __, created, expires_at, ...rest }: Json) => ({
      ...rest,
      lasts: expires_at - created,
    });
    expect(shape(made)).toEqual(shape(twin));
    const said = await readAfter(owner, answers[0]!);
    expect(said).toContain("The payment link is ready");
    expect(said).toContain(made["url"]);
    const fees = (session: string) =>
      world.db.query({
        name: "test: fees",
        text: "select fees from checkout_sessions where content like $1",
        values: [session],
      });
    expect(new Set((await fees("%Two lamps%")).map((row) => JSON.stringify(row))).size).toBe(1);
    // The same form with something else in it is another order.
    const changed = await owner.post(`${home}/sessions/new`, form({ amount: "10" }));
    expect(changed.headers.get("location")).not.toContain(id);
  });

  test("says what is wrong beside the fields, and keeps what was typed", async () => {
    const answer = await owner.post(
      `${home}/sessions/new`,
      form({
        title: "",
        amount: "1,249",
        email: "nobody",
        milestone_1_title: "",
        milestone_1_amount: "x",
        expires_in: "5",
      }),
    );
    expect(answer.status).toBe(422);
    for (const field of ["title", "amount", "email", "expires_in", "milestone_1_title", "milestone_1_amount"]) {
      expect(answer.html, field).toContain(`id="${field}-problem"`);
    }
    expect(answer.html).toContain('value="1,249"');
    const unequal = await owner.post(
      `${home}/sessions/new`,
      form({ amount: "10", milestone_0_title: "Only", milestone_0_amount: "9" }),
    );
    expect(textOf(unequal.html)).toContain("must add up to $10.00; they add up to $9.00");
    const more = await owner.post(`${home}/sessions/new`, form({ more: "1", title: "" }));
    expect(more.status).toBe(200);
    expect(more.html).toContain('name="milestone_4_title"');
  });

  test("is nobody's who may not sell", async () => {
    const support = await newPerson(world, shop, { role: "support" });
    expect((await support.get(`${home}/sessions/new`)).status).toBe(403);
    expect((await support.post(`${home}/sessions/new`, form())).status).toBe(403);
    expect(await readPage(support, `${home}/sessions`)).not.toContain("New payment link");
    for (const change of ["suspended = true", "verification_status = 'REJECTED'"]) {
      const closed = await world.merchant();
      const person = await newPerson(world, closed);
      await world.db.query({
        name: `test: ${change}`,
        text: `update accounts set ${change} where id = $1`,
        values: [closed.account],
      });
      expect((await person.post(`${consoleOf(closed)}/sessions/new`, form())).status).toBe(403);
      expect(await listedBy(person, `${consoleOf(closed)}/sessions`)).toEqual([]);
    }
  });

  test("expires when its seller says so, once, and not when it was confirmed", async () => {
    const session = await openSession(shop);
    const path = `${home}/sessions/${session["id"]}`;
    for (let time = 0; time < 2; time += 1) {
      expect(await readAfter(owner, await owner.post(`${path}/expire`))).toContain("can no longer be confirmed");
    }
    const expired = (await allEvents(shop)).filter(
      ({ type, data }) => type === "checkout.session.expired" && data.object.id === session["id"],
    );
    expect(expired).toHaveLength(1);
    const { checkout_session } = await funded(shop);
    const refused = await owner.post(`${home}/sessions/${checkout_session}/expire`);
    expect(await readAfter(owner, refused)).toContain("confirmed this payment link already");
  });
});

describe("a submission", () => {
  test("is kept with all that came before it, and the buyer's reason is shown", async () => {
    const escrow = await funded(shop);
    expect(await readPage(owner, submitForm(home, escrow))).toContain("Mark as shipped");
    for (const details of ["", " \r\n\t", "x".repeat(5_001)]) {
      expect((await owner.post(submitForm(home, escrow), { details })).status).toBe(422);
    }
    const first = await readAfter(
      owner,
      await owner.post(submitForm(home, escrow), { details: `Parcel 1\r\n${"y".repeat(4_991)}` }),
    );
    expect(first).toContain("Marked as shipped. We emailed the buyer");
    await asBuyer(shop, escrow, "request_revision", 0, { reason: "The lid is missing." });
    expect(await readPage(owner, submitForm(home, escrow))).toContain("The lid is missing.");
    expect(await readPage(owner, escrowPath(home, escrow))).toContain("The buyer requests changes to");
    const again = await readAfter(
      owner,
      await owner.post(submitForm(home, escrow), { details: "Parcel 2, with the lid" }),
    );
    for (const text of ["Parcel 1", "The lid is missing.", "Parcel 2, with the lid"]) expect(again).toContain(text);
    expect(await readAfter(owner, await owner.post(submitForm(home, escrow), { details: "Parcel 3" }))).toContain(
      "Not marked as shipped",
    );
    expect((await shop.get(`/escrows/${escrow["id"]}`)).body["milestones"][0].submission_details).toBe(
      "Parcel 2, with the lid",
    );
  });

  test("in the console and by the API at once is one entry", async () => {
    for (let round = 0; round < 5; round += 1) {
      const escrow = await funded(shop);
      const [page, api] = await Promise.all([
        owner.post(submitForm(home, escrow), { details: "from the console" }),
        shop.post(submitPath(escrow), { submission_details: "from the API" }),
      ]);
      const won = page.headers.get("location")!.endsWith("said=submitted");
      expect(won).toBe(api.status === 409);
      const entries = await world.db.query({
        name: "test: entries",
        text: "select text from milestone_entries where account_id = $1 and escrow_id = $2",
        values: [shop.account, escrow["id"]],
      });
      expect(entries).toEqual([{ text: won ? "from the console" : "from the API" }]);
    }
  });
});

describe("a cancellation", () => {
  const cancel = (escrow: Json, refund: string) => owner.post(`${escrowPath(home, escrow)}/cancel`, { refund });
  const escrowNow = async (
    escrow: Json,
  ): Promise<{ status: string; refunded: string; released: string; held: string }> =>
    (
      await world.db.query<{ status: string; refunded: string; released: string; held: string }>({
        name: "test: escrow now",
        text: "select status, refunded, released, held from escrows where account_id = $1 and id = $2",
        values: [shop.account, escrow["id"]],
      })
    )[0]!;

  test("says beforehand what goes back, and that is what goes back", async () => {
    const fresh = await funded(shop, TWO_PARTS);
    const asked = await readPage(owner, `${escrowPath(home, fresh)}/cancel`);
    expect(asked).toContain(`Cancel and refund $${fresh["total"]}`);
    expect(asked).toContain("All fees");
    expect((await cancel(fresh, cents("1.00"))).status).toBe(409);
    expect(await escrowNow(fresh)).toMatchObject({ status: "IN_ESCROW" });
    expect(await readAfter(owner, await cancel(fresh, cents(fresh["total"])))).toContain("The order is cancelled");
    expect(await escrowNow(fresh)).toMatchObject({ status: "CANCELLED", refunded: cents(fresh["total"]), held: "0" });
    expect(await readAfter(owner, await cancel(fresh, "0"))).toContain("Not cancelled");

    const part = await asBuyer(shop, await submit(shop, await funded(shop, TWO_PARTS)), "approve");
    const before = await escrowNow(part);
    const page = await owner.get(`${escrowPath(home, part)}/cancel`);
    expect(textOf(page.html)).toContain("Fees not earned yet");
    expect(textOf(page.html)).toContain("$99.90 in your wallet");
    expect(page.html).toContain(`name="refund" value="${before.held}"`);
    await cancel(part, before.held);
    expect(await escrowNow(part)).toMatchObject({ status: "CANCELLED", refunded: before.held, released: "9990" });
  });

  test("against the buyer's approval: one wins", async () => {
    for (let round = 0; round < 5; round += 1) {
      const escrow = await submit(shop, await funded(shop));
      const [page, approval] = await Promise.all([
        cancel(escrow, cents(escrow["total"])),
        shop.post(buyerPath(escrow, "approve"), {}),
      ]);
      const cancelled = page.headers.get("location")!.endsWith("said=cancelled");
      expect(approval.status).toBe(cancelled ? 409 : 200);
      expect(await escrowNow(escrow)).toMatchObject({ status: cancelled ? "CANCELLED" : "COMPLETED", held: "0" });
    }
  });

  test("is not for an order that a bank disputes: the page says so, and leads to no dispute with the buyer", async () => {
    const escrow = await funded(shop);
    const path = escrowPath(home, escrow);
    const bank = openBank(world, { shop, executor: openExecutor(world.db) });
    const isBanks = async (): Promise<unknown> => {
      const { rows } = await world.db.pool.query("select id from checkout_sessions where escrow_id = $1", [
        escrow["id"],
      ]);
      return (await findHostedSession(world.db, shop.sellerCode, rows[0].id))?.escrow?.isBanks;
    };
    expect(await isBanks()).toBe(false);
    await bank.says(escrow, "inquiry");
    const page = await readPage(owner, path);
    expect(page).toContain("Disputed by a bank");
    expect(page).toContain("The payer’s bank disputes a payment. Until it decides");
    expect((await owner.get(path)).html).not.toContain(`href="${path}/dispute"`);
    expect(await isBanks()).toBe(true);
    await bank.says(escrow, "won");
    expect(await readPage(owner, path)).not.toContain("Disputed by a bank");
    expect(await isBanks()).toBe(false);
  });

  test("settles a dispute in the buyer's favour, who is told that the seller gave way", async () => {
    const escrow = await asBuyer(shop, await funded(shop), "dispute", 0, { reason: "Broken." });
    expect(await readPage(owner, escrowPath(home, escrow))).toContain("A dispute is open");
    expect((await owner.get(escrowPath(home, escrow))).html).toContain(`href="${escrowPath(home, escrow)}/dispute"`);
    const asked = await readPage(owner, `${escrowPath(home, escrow)}/cancel`);
    expect(asked).toContain(`Settle and refund $${escrow["total"]}`);
    // What was agreed to was a cancellation: it has become a dispute meanwhile.
    expect((await cancel(escrow, cents(escrow["total"]))).status).toBe(409);
    const settle = () =>
      owner.post(`${escrowPath(home, escrow)}/cancel`, { refund: cents(escrow["total"]), settles: "1" });
    const answers = await Promise.all([settle(), settle()]);
    const said = answers.map(({ headers }) => headers.get("location")!.split("said=")[1]);
    expect(said.toSorted()).toEqual(["not_cancelled", "settled"]);
    expect(await escrowNow(escrow)).toMatchObject({ status: "CLOSED", refunded: cents(escrow["total"]), held: "0" });
    const { rows } = await world.db.pool.query(
      "select params from mails where template = 'order_settled' and params->>'escrow' = $1",
      [escrow["id"]],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].params).toMatchObject({ agreed: false, conceded: true, released: "0" });
  });

  test("is refused to members who may only read, and takes a fresh proof of identity", async () => {
    const support = await newPerson(world, shop, { role: "support" });
    const plain = await funded(shop);
    expect((await support.get(escrowPath(home, plain))).html).not.toContain("/cancel");
    expect((await support.post(`${escrowPath(home, plain)}/cancel`, { refund: "1" })).status).toBe(403);
    expect((await support.post(submitForm(home, plain), { details: "x" })).status).toBe(403);
    const stale = await newPerson(world, shop, { proofAge: 3_600 });
    const answer = await stale.post(`${escrowPath(home, plain)}/cancel`, { refund: cents(plain["total"]) });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      307,
      expect.stringContaining("/console/me/prove"),
    ]);
    expect(await escrowNow(plain)).toMatchObject({ status: "IN_ESCROW" });
  });
});
