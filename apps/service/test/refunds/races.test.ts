/** A refund against everything that may move the same money at that moment: each pair in each order and at once, in two processes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { makeOffer } from "../../src/commands/make-offer.js";
import { refundForSeller } from "../../src/commands/refund-for-seller.js";
import type { EscrowId } from "../../src/domain/ids.js";
import type { Cents } from "../../src/domain/money.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { bound, some, withinMs } from "../bounds.js";
import { openBank } from "../chargebacks/dispute.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, funded, ok, submit, TWO_PARTS } from "../stories.js";
import { cents, openPurse, type Purse } from "../wallet/wallet.js";

let world: World;
let elsewhere: string;
beforeAll(async () => {
  world = await startWorld();
  elsewhere = `http://127.0.0.1:${(await world.another()).port}`;
});
afterAll(() => world.close());

const path = (escrow: Json): string => `/escrows/${escrow["id"]}/refunds`;

type Scene = {
  readonly shop: Merchant;
  readonly other: Pick<Merchant, "post">;
  readonly escrow: Json;
  readonly purse: Purse;
};

const TERMS = { refundsEarnedFees: false, refundDays: () => null };

/** Whether the move was made; a refusal is one of those that are expected of it. */
type Move = (scene: Scene) => Promise<boolean>;

const answered = async (reply: ReturnType<Merchant["post"]>): Promise<boolean> => {
  const { status, body } = await reply;
  expect([200, 201, 409], JSON.stringify(body)).toContain(status);
  return status < 300;
};

/** What may move the money of an order whose first milestone waits for its review. */
const MOVES: Readonly<Record<string, Move>> = {
  "a refund of a part": ({ other, escrow }) => answered(other.post(path(escrow), { amount: "30.00" })),
  "a refund of all": ({ other, escrow }) => answered(other.post(path(escrow), {})),
  "a refund by an operator": async ({ escrow, purse }) => {
    const ask = {
      amount: cents("30.00") as Cents,
      milestone: null,
      reason: "other",
      key: null,
      requestHash: "",
    } as const;
    const by = { operator: COMMAND_LINE, account: purse.account, reason: "" };
    const of = { escrow: escrow["id"] as EscrowId, ask, terms: TERMS, secondFrom: null };
    return (await refundForSeller(purse.executor, by, of)).ok;
  },
  "the same refund": ({ other, escrow }) =>
    answered(other.post(path(escrow), { amount: "20.00", external_reference: `twice-${escrow["id"]}` })),
  approve: ({ other, escrow }) => answered(other.post(buyerVerb(escrow, "approve"), {})),
  dispute: ({ other, escrow }) => answered(other.post(buyerVerb(escrow, "dispute"), { reason: "broken" })),
  release: async ({ shop, other, escrow }) => {
    await answered(shop.post(buyerVerb(escrow, "dispute"), { reason: "broken" }));
    return answered(other.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, { outcome: "release" }));
  },
  offer: async ({ shop, escrow, purse }) => {
    await answered(shop.post(buyerVerb(escrow, "dispute"), { reason: "broken" }));
    const left = (await shop.get(`/escrows/${escrow["id"]}`)).body;
    const open = left["milestones"]
      .filter(({ status }: Json) => status !== "COMPLETED")
      .reduce(
        (sum: bigint, { amount, amount_refunded = "0.00" }: Json) => sum + cents(amount) - cents(amount_refunded),
        0n,
      );
    const side = { account: purse.account, escrow: escrow["id"] as EscrowId, party: "merchant" } as const;
    const split = { release: open as Cents, refund: cents("0.00") };
    return (await makeOffer(purse.executor, side, { split, text: "" })).ok;
  },
  cancel: ({ other, escrow }) => answered(other.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {})),
  payout: async ({ purse }) => {
    const { available } = await purse.view();
    if (available < 200n) return false;
    const amount = `${available / 100n}.${String(available % 100n).padStart(2, "0")}`;
    return (await purse.request(await purse.destination(), amount)).ok;
  },
  chargeback: async ({ shop, escrow }) => {
    const bank = openBank(world, { shop, executor: openExecutor(world.db) });
    await bank.says(escrow, "opened");
    return true;
  },
  deadline: async () => {
    await world.advance(700_000);
    return true;
  },
};

const buyerVerb = (escrow: Json, verb: string): string =>
  `/test_helpers/escrows/${escrow["id"]}/milestones/${escrow["milestones"][0]["id"]}/${verb}`;

/** Something in the wallet of the order's own, something held, and something under review. */
async function scene(): Promise<Scene> {
  const shop = await world.merchant();
  await world.db.query({
    name: "test: terms",
    text: "update accounts set review_window_seconds = 604800 where id = $1",
    values: [shop.account],
  });
  const escrow = await funded(shop, TWO_PARTS);
  await submit(shop, escrow, 1);
  await asBuyer(shop, escrow, "approve", 1);
  await submit(shop, escrow, 0);
  return { shop, other: world.speakAs(shop.apiKey, elsewhere), escrow, purse: openPurse(world, shop) };
}

const REFUNDS: Readonly<Record<string, (escrow: Json) => Json>> = {
  "of a part": (escrow) => ({ amount: "20.00", external_reference: `twice-${escrow["id"]}` }),
  "of all": () => ({}),
  "of what was released": ({ milestones }) => ({ milestone_id: milestones[1]["id"] }),
};

/** Never more than came: what went back, and what banks took. */
async function expectSound({ escrow, shop }: Scene): Promise<void> {
  await world.checkLedger();
  const [row] = await world.db.query<Json>({
    name: "test: given back",
    text: `select count(*)::int as amiss from payments where escrow_id = $1 and given_back + charged_back > received`,
    values: [escrow["id"]],
  });
  expect(row).toEqual({ amiss: 0 });
  const refunds = (await shop.get(path(escrow))).body["data"];
  const references = refunds
    .map(({ external_reference }: Json) => external_reference)
    .filter((one: string) => one !== "");
  expect(new Set(references).size).toBe(references.length);
}

for (const [name, move] of Object.entries(MOVES)) {
  test(`refunds against ${name}: in either order and at once`, { timeout: withinMs("races", 10_000) }, async () => {
    for (const bodyOf of some(Object.values(REFUNDS), 1)) {
      const orders = [
        async (at: Scene) => [await answered(at.shop.post(path(at.escrow), bodyOf(at.escrow))), await move(at)],
        async (at: Scene) => {
          const moved = await move(at);
          return [await answered(at.shop.post(path(at.escrow), bodyOf(at.escrow))), moved];
        },
        ...Array.from(
          { length: bound("refundRaces") },
          () => (at: Scene) => Promise.all([answered(at.shop.post(path(at.escrow), bodyOf(at.escrow))), move(at)]),
        ),
      ];
      for (const order of orders) {
        const at = await scene();
        await order(at);
        await expectSound(at);
      }
    }
  });
}

test("many refunds of ten dollars at once, of an order that holds a hundred: ten are made", async () => {
  const shop = await world.merchant();
  const escrow = await funded(shop, { title: "Bowls", amount: "100.00" });
  const other = world.speakAs(shop.apiKey, elsewhere);
  const replies = await Promise.all(
    Array.from({ length: bound("refundsAtOnce") }, (_, at) =>
      (at % 2 === 0 ? shop : other).post(path(escrow), { amount: "10.00" }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = new Set(replies.flatMap(({ body }) => (body["error"] === undefined ? [] : [body["error"].code])));
  expect([...refused]).toEqual(["refund_too_large"]);
  await world.checkLedger();
});

test("twenty requests under one key at once, to two processes: one refund, and every answer is its", async () => {
  const shop = await world.merchant();
  const escrow = await funded(shop);
  const other = world.speakAs(shop.apiKey, elsewhere);
  const headers = { "Idempotency-Key": "once" };
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? shop : other).post(path(escrow), { amount: "10.00" }, { headers }),
    ),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect((await ok(shop.get(`/escrows/${escrow["id"]}`)))["amount_refunded"]).toBe("10.00");
});
