/** What must have one winner has one, every time; and the books balance after each. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bound, wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import {
  allEvents,
  buyerPath,
  confirmed,
  eventTypes,
  funded,
  ORDER,
  openSession,
  submit,
  submitPath,
  TWO_PARTS,
} from "../stories.js";

let world: World;
let elsewhere: (shop: Merchant) => Pick<Merchant, "post">;
beforeAll(async () => {
  world = await startWorld();
  const other = await world.another();
  elsewhere = (shop) => world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`);
});
afterAll(() => world.close());

const codes = (replies: readonly { status: number; body: { error?: { code: string } } }[]): string[] =>
  replies.map((reply) => (reply.status === 200 ? "200" : `${reply.status} ${reply.body.error?.code}`)).sort();

const ROUNDS = bound("races");

test("confirm against expire, again and again in two processes: exactly one wins each time", async () => {
  const shop = await world.merchant();
  const other = elsewhere(shop);
  let confirms = 0;
  const race = async (index: number): Promise<void> => {
    const { id } = await openSession(shop);
    const [here, there] = index % 2 === 0 ? [shop, other] : [other, shop];
    const [confirm, expire] = await Promise.all([
      here.post(`/test_helpers/checkout/sessions/${id}/confirm`, {}),
      there.post(`/checkout/sessions/${id}/expire`),
    ]);
    const session = (await shop.get(`/checkout/sessions/${id}`)).body;
    if (confirm.status === 200) {
      confirms += 1;
      expect(codes([expire])).toEqual(["409 session_completed"]);
      expect(session).toMatchObject({ status: "COMPLETED", escrow: confirm.body["id"] });
    } else {
      expect(codes([confirm, expire])).toEqual(["200", "409 invalid_state"]);
      expect(session).toMatchObject({ status: "EXPIRED", escrow: null });
    }
  };
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(Array.from({ length: 10 }, (_, index) => race(index)));
  const types = await eventTypes(shop);
  const count = (type: string): number => types.filter((one) => one === type).length;
  expect([count("checkout.session.completed"), count("escrow.created"), count("checkout.session.expired")]).toEqual([
    confirms,
    confirms,
    10 * ROUNDS - confirms,
  ]);
  await world.checkLedger();
});

test("30 parallel submits: one is taken, work starts once", async () => {
  const shop = await world.merchant();
  const other = elsewhere(shop);
  const escrow = await funded(shop);
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 === 0 ? shop : other).post(submitPath(escrow), { submission_details: `try ${index}` }),
    ),
  );
  expect(codes(replies)).toEqual(["200", ...Array(29).fill("409 invalid_state")]);
  expect((await eventTypes(shop)).filter((type) => type === "escrow.work_started")).toHaveLength(1);
  await world.checkLedger();
});

test("the last two milestones approved at once, again and again: COMPLETED, told once", async () => {
  const shop = await world.merchant();
  const other = elsewhere(shop);
  for (let round = 0; round < ROUNDS; round += 1) {
    const escrow = await funded(shop, TWO_PARTS);
    await submit(shop, escrow, 0);
    await submit(shop, escrow, 1);
    const replies = await Promise.all([
      shop.post(buyerPath(escrow, "approve", 0), {}),
      other.post(buyerPath(escrow, "approve", 1), {}),
    ]);
    expect(codes(replies)).toEqual(["200", "200"]);
    expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("COMPLETED");
  }
  expect((await eventTypes(shop)).filter((type) => type === "escrow.completed")).toHaveLength(ROUNDS);
  await world.checkLedger();
});

test("20 payments of the whole price at once: one is kept, the others are owed back", async () => {
  const shop = await world.merchant();
  const other = elsewhere(shop);
  const escrow = await confirmed(shop);
  const path = `/test_helpers/escrows/${escrow["id"]}/payments`;
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? shop : other).post(path, { amount: "256.45" })),
  );
  expect(codes(replies)).toEqual(Array(20).fill("200"));
  expect((await eventTypes(shop)).filter((type) => type === "escrow.funded")).toHaveLength(1);
  const owed = await world.db.query({
    name: "owed in all",
    text: "select sum(amount) as sum, count(*) as count from refunds where account_id = $1",
    values: [shop.account],
  });
  expect(owed).toEqual([{ sum: String(19 * 25645), count: "19" }]);
  await world.checkLedger();
});

test("many equal orders on one day each get a code of their own", wide(), async () => {
  const shop = await world.merchant();
  // Six digits: among 300 equal orders two draw the same in one run of 22; the constraint and another draw settle it.
  const escrows = await Promise.all(Array.from({ length: 300 }, () => confirmed(shop, { ...ORDER, amount: "5.00" })));
  expect(new Set(escrows.map((escrow) => escrow["reference_code"])).size).toBe(300);
});

test("whatever commits in which order, numbers have no gap and nothing appears behind a reader", async () => {
  const shop = await world.merchant();
  const other = elsewhere(shop);
  const first = await openSession(shop);
  await shop.post(`/checkout/sessions/${first["id"]}/expire`);
  const start = (await allEvents(shop))[0]?.["id"] as string;
  let writing = true;
  const followed: string[] = [];
  const reader = (async () => {
    let position = `/events?limit=7&after=${start}`;
    for (;;) {
      const done = !writing;
      const page = await shop.get(position);
      followed.push(...page.body["data"].map((event: { id: string }) => event.id));
      position = page.body["next"];
      if (done && page.body["data"].length === 0) return;
    }
  })();
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const { id } = await openSession(shop);
      await (index % 2 === 0 ? shop : other).post(`/test_helpers/checkout/sessions/${id}/confirm`, {});
    }),
  );
  writing = false;
  await reader;
  const all = (await allEvents(shop)).map((event) => event["id"]);
  expect([start, ...followed]).toEqual(all);
  expect(all).toHaveLength(81);
  await world.checkLedger();
});
