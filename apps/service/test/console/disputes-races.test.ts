/** What ends a dispute has one winner, whichever process is asked; and money moves once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ADA, actionPath, orderPath, signedIn } from "../pages/orders-area.js";
import { ORDER } from "../stories.js";
import { csrfOf, newVisitor, type Page, type Visitor } from "../visitor.js";
import { consolePath, disputedBy, halfDisputed, type OfferNow, offersOf, paidOut, voices } from "./dispute-stories.js";
import { newPerson } from "./seller.js";

/** A visitor's forms in one of the two processes. */
type Post = (path: string) => Promise<Page>;

const ROUNDS = 8;

let world: World;
let shop: Merchant;
let said: ReturnType<typeof voices>;
let elsewhere: Pick<Merchant, "post">;
let ada: readonly [Post, Post];
let seller: readonly [Post, Post];
beforeAll(async () => {
  world = await startWorld();
  const { port } = await world.another();
  const base = `http://127.0.0.1:${port}`;
  shop = await world.merchant();
  said = voices(world, shop);
  elsewhere = world.speakAs(shop.apiKey, base);
  const inBoth = async (visitor: Visitor): Promise<readonly [Post, Post]> => {
    const other = newVisitor(world, base);
    const csrf = csrfOf((await visitor.get("/sign-in")).html);
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
    const post =
      (who: Visitor): Post =>
      (path) =>
        who.postRaw(path, new URLSearchParams({ csrf }).toString());
    return [post(visitor), post(other)];
  };
  ada = await inBoth(await signedIn(world, ADA));
  seller = await inBoth(await newPerson(world, shop));
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const AMOUNT = 24_990n;
/** Ada's offer is the first, the seller's the second. */
async function bothOffer(): Promise<Json> {
  const escrow = await disputedBy(shop);
  expect(await said.offers(escrow, "buyer", [10_000n, AMOUNT - 10_000n])).toBeNull();
  expect(await said.offers(escrow, "merchant", [20_000n, AMOUNT - 20_000n])).toBeNull();
  return escrow;
}

const byAda = (escrow: Json, step: string, number: number): string =>
  `${orderPath(shop, escrow)}/dispute/offers/${number}/${step}`;
const bySeller = (escrow: Json, step: string, number: number): string =>
  `${consolePath(shop, escrow)}/offers/${number}/${step}`;

const isDone = ({ status, headers }: Page): boolean => {
  expect(status).toBe(303);
  const to = headers.get("location") ?? "";
  expect(to).toMatch(/[?](done|refused|said)=/);
  return !/refused=|said=stale/.test(to);
};

const statusOf = (offers: readonly OfferNow[], number: number): string | undefined =>
  offers.find((offer) => offer.number === number)?.status;

async function expectSettled(escrow: Json, release: bigint): Promise<void> {
  const paid = await paidOut(world, escrow);
  expect(paid["settlement"]).toBe(Number(release));
  expect(Object.values(paid).reduce((sum, amount) => sum + amount, 0)).toBe(Number(AMOUNT) + fees(escrow));
}
const fees = (escrow: Json): number => Math.round(Number(escrow["fees"]) * 100);

/** Runs the two at once, the first now in this process and now in that. */
async function rounds(race: (here: 0 | 1, there: 0 | 1) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await (round % 2 === 0 ? race(0, 1) : race(1, 0));
}

test("accept against accept: one offer wins, the other lapses", async () => {
  await rounds(async (here, there) => {
    const escrow = await bothOffer();
    const done = (
      await Promise.all([ada[here](byAda(escrow, "accept", 2)), seller[there](bySeller(escrow, "accept", 1))])
    ).map(isDone);
    expect(done.filter(Boolean)).toHaveLength(1);
    const offers = await offersOf(world, escrow);
    expect([statusOf(offers, 2), statusOf(offers, 1)]).toEqual(
      done[0] ? ["ACCEPTED", "LAPSED"] : ["LAPSED", "ACCEPTED"],
    );
    await expectSettled(escrow, done[0] ? 20_000n : 10_000n);
  });
});

test("a double click in both processes settles once", wide(), async () => {
  await rounds(async (here, there) => {
    const escrow = await bothOffer();
    const path = byAda(escrow, "accept", 2);
    const done = (await Promise.all([ada[here](path), ada[there](path)])).map(isDone);
    expect(done.filter(Boolean)).toHaveLength(1);
    await expectSettled(escrow, 20_000n);
  });
});

test("accept against withdraw: it is settled, or it is taken back and the dispute goes on", wide(), async () => {
  await rounds(async (here, there) => {
    const escrow = await bothOffer();
    const [accepted, withdrawn] = (
      await Promise.all([ada[here](byAda(escrow, "accept", 2)), seller[there](bySeller(escrow, "withdraw", 2))])
    ).map(isDone);
    expect(accepted).not.toBe(withdrawn);
    const offers = await offersOf(world, escrow);
    expect([statusOf(offers, 2), statusOf(offers, 1)]).toEqual(
      accepted ? ["ACCEPTED", "LAPSED"] : ["WITHDRAWN", "OPEN"],
    );
    if (accepted) await expectSettled(escrow, 20_000n);
    else expect(await paidOut(world, escrow)).toEqual({});
  });
});

test("accept against the operator's decision: one of them ends it", async () => {
  await rounds(async (here, there) => {
    const escrow = await bothOffer();
    const operator = there === 0 ? shop : elsewhere;
    const [page, decided] = await Promise.all([
      ada[here](byAda(escrow, "accept", 2)),
      operator.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, {
        outcome: "settle",
        release: "0.00",
        refund: ORDER.amount,
      }),
    ]);
    const accepted = isDone(page);
    expect(decided.status).toBe(accepted ? 409 : 200);
    expect(statusOf(await offersOf(world, escrow), 2)).toBe(accepted ? "ACCEPTED" : "LAPSED");
    if (accepted) await expectSettled(escrow, 20_000n);
    else expect((await paidOut(world, escrow))["settlement"]).toBeUndefined();
  });
});

test("accept against the approval of another part: an offer never splits what is gone", async () => {
  await rounds(async (here, there) => {
    const escrow = await halfDisputed(shop);
    expect(await said.offers(escrow, "buyer", [5_000n, AMOUNT - 5_000n])).toBeNull();
    const [accepted, approved] = (
      await Promise.all([
        seller[here](bySeller(escrow, "accept", 1)),
        ada[there](actionPath(shop, escrow, "approve", 1)),
      ])
    ).map(isDone);
    expect(accepted).not.toBe(approved);
    expect(statusOf(await offersOf(world, escrow), 1)).toBe(accepted ? "ACCEPTED" : "LAPSED");
    const paid = await paidOut(world, escrow);
    expect([paid["settlement"], paid["release"]]).toEqual(accepted ? [5_000, undefined] : [undefined, 15_000]);
  });
});
