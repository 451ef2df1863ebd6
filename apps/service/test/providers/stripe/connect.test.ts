/** Accounts of sellers at Stripe: opened once, asked about, and sent each transfer at most once, whatever becomes of the answers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { uuidv7 } from "../../../src/platform/random.js";
import type { PayoutOrder, Provider, StatementLine } from "../../../src/providers/port.js";
import type { Holder, TakeBackOrder } from "../../../src/providers/port-holder.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import type { Shape } from "./shapes.js";
import { callbackOf, openStripeStage, type StripeStage } from "./stage.js";

let db: Database;
let stage: StripeStage;
let provider: Provider;
let holder: Holder;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  stage = await openStripeStage(db);
  provider = stage.open({ isHolder: true });
  if (provider.holder === null) throw new Error("it holds nothing");
  ({ holder } = provider);
});
afterAll(async () => {
  await stage.close();
  await db.close();
});

const URLS = { back: "https://pay.example/back", again: "https://pay.example/again" };
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const accountOrder = () => ({ reference: uuidv7(), email: "ada@sellers.example", name: "Northwind Ceramics" });
async function opened(): Promise<string> {
  const answer = await holder.open(accountOrder());
  if (answer.kind !== "opened") throw new Error(answer.kind);
  return answer.theirId;
}
async function verified(): Promise<string> {
  const theirId = await opened();
  stage.stripe.think(theirId, "verified");
  return theirId;
}
const transferTo = (number: string, amount = "25.00"): PayoutOrder => ({
  reference: uuidv7(),
  amount: cents(amount),
  currency: "USD",
  payee: { kind: "connected", name: "Northwind Ceramics", number },
});
const takingBack = ({ reference, payee, amount, currency }: PayoutOrder, part = "", recall = 1): TakeBackOrder => ({
  ...{ reference, account: payee.number, currency, recall },
  amount: part === "" ? amount : cents(part),
});
const madeOf = (kind: string, reference: string): readonly Shape[] =>
  stage.stripe.all(kind).filter(({ metadata }) => (metadata as Shape)["reference"] === reference);

describe("an account", () => {
  test("is opened once, and leads to Stripe's own pages, anew each time", async () => {
    const order = accountOrder();
    const first = await holder.open(order);
    expect(await holder.open(order)).toEqual(first);
    expect(madeOf("accounts", order.reference)).toHaveLength(1);
    const theirId = first.kind === "opened" ? first.theirId : "";
    const links = await Promise.all([1, 2].map(() => holder.onboard(theirId, URLS)));
    for (const link of links)
      expect(link).toMatchObject({ kind: "link", url: expect.stringMatching(/^https:\/\/connect\.stripe\.com\//) });
    expect(await holder.onboard("acct_nobody", URLS)).toEqual({
      kind: "refused",
      reason: "Stripe says no (resource_missing).",
    });
  });

  test.each(["lost", "dropped", "stored", "broken"] as const)("is opened once where an answer is %s", async (kind) => {
    const order = accountOrder();
    stage.stripe.fault({ kind, times: 1, of: /POST \/accounts$/ });
    await stage.hurried(() => holder.open(order));
    stage.stripe.fault();
    await stage.advance(DAY + MINUTE);
    expect(await holder.open(order)).toMatchObject({ kind: "opened" });
    expect(madeOf("accounts", order.reference)).toHaveLength(1);
  });

  test("says what is wanted, that it can be paid, and why it was stopped", async () => {
    const theirId = await opened();
    const wanted = ["external_account", "individual.first_name", "tos_acceptance.date"];
    expect(await holder.payee(theirId)).toEqual({ kind: "known", isPayable: false, wanted, stopped: null });
    for (const [state, said] of [
      [
        "wanted",
        {
          isPayable: false,
          wanted: ["individual.verification.document"],
          stopped: "requirements.pending_verification",
        },
      ],
      ["verified", { isPayable: true, wanted: [], stopped: null }],
      ["restricted", { isPayable: false, wanted: ["external_account"], stopped: "requirements.past_due" }],
      ["refused", { isPayable: false, wanted: [], stopped: "rejected.fraud" }],
    ] as const) {
      stage.stripe.think(theirId, state);
      expect(await holder.payee(theirId)).toEqual({ kind: "known", ...said });
    }
    expect(await holder.payee("acct_nobody")).toEqual({ kind: "unknown" });
  });

  test("that changed is told by a notice, which names it", async () => {
    const theirId = await verified();
    const [event] = stage.events("account.updated").slice(-1);
    const told = await provider.verifyCallback(callbackOf(stage.stripe.signed(event as Shape)));
    expect(told).toMatchObject({ kind: "genuine", reports: [{ about: "payee", theirId }] });
  });
});

describe("a transfer", () => {
  test("is sent once, however often it is asked for", async () => {
    const order = transferTo(await verified());
    for (const _ of [1, 2, 3])
      expect(await provider.payout(order)).toMatchObject({ kind: "paid", money: { amount: 2500n, currency: "USD" } });
    expect(madeOf("transfers", order.reference)).toHaveLength(1);
  });

  test.each(["lost", "dropped", "stored", "broken", "cut"] as const)(
    "is sent once where an answer is %s",
    async (kind) => {
      const order = transferTo(await verified());
      stage.stripe.fault({ kind, times: 1, of: /POST \/transfers$/ });
      await stage.hurried(() => provider.payout(order));
      stage.stripe.fault();
      // Stripe has forgotten the key by then.
      await stage.advance(DAY + MINUTE);
      expect(await provider.payout(order)).toMatchObject({ kind: "paid" });
      expect(madeOf("transfers", order.reference)).toHaveLength(1);
    },
  );

  test("to an account that was restricted meanwhile is refused, with a sentence for its seller", async () => {
    const theirId = await verified();
    stage.stripe.think(theirId, "restricted");
    const order = transferTo(theirId);
    const refused = {
      kind: "refused",
      reason: "Stripe can’t send money to this account at present. Payout accounts say what is missing.",
    };
    expect(await provider.payout(order)).toMatchObject(refused);
    stage.stripe.think(theirId, "verified");
    // For good under this reference: what is sent later bears another.
    expect(await provider.payout(order)).toMatchObject(refused);
    expect(madeOf("transfers", order.reference)).toEqual([]);
  });

  test("waits where the balance does not reach", async () => {
    const order = transferTo(await verified());
    stage.stripe.setFloat(2_499);
    for (let tries = 0; tries < 6; tries += 1) {
      expect(await provider.payout(order)).toMatchObject({ kind: "short" });
      await stage.advance(MINUTE);
    }
    stage.stripe.setFloat(null);
    await stage.advance(MINUTE);
    expect(await provider.payout(order)).toMatchObject({ kind: "paid" });
    expect(madeOf("transfers", order.reference)).toHaveLength(1);
  });

  test("that was taken back at Stripe is told, and found", async () => {
    const order = transferTo(await verified());
    await provider.payout(order);
    const transfer = stage.stripe.takeBack(order.reference);
    const [event] = stage.events("transfer.reversed").slice(-1);
    const told = await provider.verifyCallback(callbackOf(stage.stripe.signed(event as Shape)));
    const { reference } = order;
    expect(told).toMatchObject({ kind: "genuine", reports: [{ about: "payout", reference, outcome: "returned" }] });
    expect(transfer["reversed"]).toBe(true);
    expect(await provider.payout(order)).toMatchObject({ kind: "returned" });
  });

  test("and what came back of it stand in the statement under our reference", async () => {
    const order = transferTo(await verified(), "7.00");
    await provider.payout(order);
    stage.stripe.takeBack(order.reference);
    const lines: StatementLine[] = [];
    let cursor: string | null = null;
    for (;;) {
      const page = await provider.statement(0, cursor);
      if (page.kind !== "page") throw new Error(page.reason);
      lines.push(...page.lines);
      if (!page.hasMore) break;
      cursor = page.cursor;
    }
    const ours = lines.filter(({ reference }) => reference === order.reference);
    expect(ours.map(({ type, net }) => [type, net])).toEqual([
      ["payout", -700n],
      ["payout_returned", 700n],
    ]);
  });

  test.each(["lost", "dropped", "stored"] as const)("is taken back once where an answer is %s", async (kind) => {
    const theirId = await verified();
    const order = transferTo(theirId);
    await provider.payout(order);
    const taking = takingBack(order);
    stage.stripe.fault({ kind, times: 1, of: /POST \/transfers\/\w+\/reversals$/ });
    await stage.hurried(() => holder.takeBack(taking));
    stage.stripe.fault();
    for (const _ of [1, 2]) expect(await holder.takeBack(taking)).toEqual({ kind: "returned" });
    expect(madeOf("reversals", order.reference)).toHaveLength(1);
  });

  test("is taken back in parts, each once, and no more than there was", async () => {
    const order = transferTo(await verified());
    await provider.payout(order);
    for (const _ of [1, 2]) expect(await holder.takeBack(takingBack(order, "10.00", 1))).toEqual({ kind: "returned" });
    expect(await holder.takeBack(takingBack(order, "5.00", 2))).toEqual({ kind: "returned" });
    expect(await provider.payout(order)).toMatchObject({ kind: "paid" });
    expect(await holder.takeBack(takingBack(order, "10.01", 3))).toMatchObject({ kind: "short" });
    expect(madeOf("reversals", order.reference).map(({ amount }) => amount)).toEqual([1000, 500]);
    await stage.advance(2 * HOUR);
    expect(await holder.takeBack(takingBack(order, "10.00", 3))).toEqual({ kind: "returned" });
    expect(await provider.payout(order)).toMatchObject({ kind: "returned" });
  });

  test("is tied to the payment that brought the money: no more of it, whatever the balance, and out of the balance else", async () => {
    const theirId = await verified();
    const { reference } = await stage.paid({ amount: cents("40.00") });
    const tied = { ...transferTo(theirId, "30.00"), source: reference };
    const rest = { ...transferTo(theirId, "10.00"), source: reference };
    const more = { ...transferTo(theirId, "10.00"), source: reference };
    stage.stripe.setFloat(0);
    for (const order of [tied, tied, rest]) expect(await provider.payout(order)).toMatchObject({ kind: "paid" });
    expect(await provider.payout(more)).toMatchObject({ kind: "short" });
    stage.stripe.setFloat(null);
    await stage.advance(MINUTE);
    expect(await provider.payout(more)).toMatchObject({ kind: "paid" });
    const sources = [tied, rest, more].map((order) => madeOf("transfers", order.reference));
    const [charge] = madeOf("charges", reference);
    expect(sources.map(([one]) => one?.["source_transaction"])).toEqual([charge?.["id"], charge?.["id"], null]);
    // By bank, or another one than ours: nothing to tie it to.
    const other = { ...transferTo(theirId), source: "HF000000000000" };
    expect(await provider.payout(other)).toMatchObject({ kind: "paid" });
    expect(madeOf("transfers", other.reference)[0]?.["source_transaction"]).toBeNull();
  });

  test.each(["lost", "dropped", "stored", "broken"] as const)(
    "that is tied to a payment is sent once where an answer is %s, and Stripe may not take the payment",
    async (kind) => {
      const theirId = await verified();
      const { reference } = await stage.paid({ amount: cents("40.00") });
      stage.stripe.untie(madeOf("charges", reference)[0]?.["id"]);
      for (const skipped of [0, 1]) {
        const order = { ...transferTo(theirId), source: reference };
        const of = skipped === 0 ? /POST \/transfers$/ : /GET \/transfers$/;
        stage.stripe.fault({ kind, times: 1, of });
        await stage.hurried(() => provider.payout(order));
        stage.stripe.fault();
        await stage.advance(DAY + MINUTE);
        expect(await provider.payout(order)).toMatchObject({ kind: "paid" });
        expect(madeOf("transfers", order.reference)).toHaveLength(1);
      }
    },
  );

  test("is not taken back of what the seller's bank has", async () => {
    const theirId = await verified();
    const order = transferTo(theirId);
    await provider.payout(order);
    stage.stripe.empty(theirId, true);
    const taking = takingBack(order);
    expect(await holder.takeBack(taking)).toEqual({
      kind: "short",
      reason: "Stripe does not take the transfer back (balance_insufficient).",
    });
    expect(await holder.takeBack({ ...taking, reference: uuidv7() })).toMatchObject({ kind: "unreachable" });
  });

  test("is nothing that Stripe does where Connect is off", async () => {
    expect(stage.provider.holder).toBeNull();
    expect(stage.provider.capabilities.every(({ direction }) => direction === "in")).toBe(true);
    expect(await stage.provider.payout(transferTo(await verified()))).toMatchObject({ kind: "refused" });
  });
});

describe("what Stripe pays a seller's bank", () => {
  const books = async (theirId: string) => {
    const found = await holder.books(theirId);
    if (found.kind !== "books") throw new Error(found.kind);
    return found;
  };

  test("is read beside what lies there: on its way, paid, and failed after that", async () => {
    const theirId = await verified();
    await provider.payout(transferTo(theirId, "40.00"));
    const first = stage.stripe.payBank(theirId, 1_500);
    const second = stage.stripe.payBank(theirId, 2_000);
    stage.stripe.endPayout(first, "paid");
    const read = await books(theirId);
    expect(read).toMatchObject({ available: 500n, pending: 0n });
    expect(read.payouts.map(({ amount, status, failure }) => [amount, status, failure])).toEqual([
      [2000n, "ON_THE_WAY", null],
      [1500n, "PAID", null],
    ]);
    expect(read.payouts[0]?.arrivesAt).toBe(second["arrival_date"]);
    stage.stripe.endPayout(first, "failed", "account_closed");
    const after = await books(theirId);
    expect(after.available).toBe(2000n);
    expect(after.payouts[1]).toMatchObject({ status: "FAILED", failure: "account_closed" });
  });

  test("is told by notices that name the account, of which it is asked; our own payouts are none of these", async () => {
    const theirId = await verified();
    await provider.payout(transferTo(theirId, "40.00"));
    stage.stripe.endPayout(stage.stripe.payBank(theirId, 1_500), "paid");
    for (const type of ["payout.created", "payout.paid"]) {
      const [event] = stage.events(type).slice(-1) as [Shape];
      expect(await provider.verifyCallback(callbackOf(stage.stripe.signed(event)))).toMatchObject({
        kind: "genuine",
        reports: [{ about: "payee", theirId }],
      });
      const { account: _, ...ours } = event;
      expect(await provider.verifyCallback(callbackOf(stage.stripe.signed(ours)))).toMatchObject({ reports: [] });
    }
  });

  test("of an account that is not ours, or has shut us out, is unknown; and says nothing of our key", async () => {
    expect(await holder.books("acct_nobody")).toEqual({ kind: "unknown" });
    stage.stripe.fault({ kind: "down", times: 1, of: /GET \/payouts$/ });
    expect(await holder.books(await verified())).toMatchObject({ kind: "unreachable" });
    stage.stripe.fault();
  });
});

test("a seller's account that has shut us out says nothing of our key", async () => {
  const theirId = await verified();
  stage.stripe.fault({ kind: "shut out", times: 1, of: /GET \/accounts\// });
  expect(await holder.payee(theirId)).toEqual({ kind: "unknown" });
});
