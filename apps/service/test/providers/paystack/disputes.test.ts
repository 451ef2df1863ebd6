/** Disputes at Paystack: how they are told, and what of them stands in its statement. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import type { PaymentOrder, Provider, StatementLine } from "../../../src/providers/port.js";
import { newDatabase } from "../../harness.js";
import { orderOf, refundOf } from "../stage.js";
import type { Transaction } from "./books.js";
import { openPaystackStage, type PaystackStage } from "./stage.js";

let db: Database;
let stage: PaystackStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  stage = await openPaystackStage(db);
});
afterAll(async () => {
  await stage.close();
  await db.close();
});

const provider = (): Provider => stage.provider;
const books = () => stage.double.books;
const transactionOf = ({ reference }: PaymentOrder): Transaction => books().of(reference)[0] as Transaction;

async function paid(): Promise<PaymentOrder> {
  const order = orderOf(provider());
  expect(await provider().createPayment(order)).toMatchObject({ kind: "created" });
  expect(books().pay(transactionOf(order))).toBe(true);
  await provider().lookUp(order.reference);
  return order;
}
/** What comes of the last event, as Paystack sends it. */
const told = (event: string) => {
  const found = books().events.findLast((one) => one.event === event);
  if (found === undefined) throw new Error(`nothing was told of ${event}`);
  return provider().verifyCallback(stage.double.signed(found));
};

test("one is told and looked up alike: asked about, answered, won, and lost with the money", async () => {
  for (const [resolution, outcome] of [
    ["declined", "won"],
    ["auto-accepted", "lost"],
  ] as const) {
    const order = await paid();
    const { reference } = order;
    const opened = books().dispute(transactionOf(order));
    const report = {
      about: "dispute",
      payment: reference,
      theirId: String(opened.id),
      amount: 2_500n,
      currency: "USD",
    };
    expect(await told("charge.dispute.create")).toMatchObject({
      reports: [{ ...report, stage: "opened", isTaken: false, answerBy: expect.any(Number) }],
    });
    expect((await provider().refund(refundOf(provider(), reference, "1.00"))).kind).toBe("refused");
    opened.status = "awaiting-bank-feedback";
    expect(await provider().disputes?.lookUp(String(opened.id))).toMatchObject({ report: { stage: "answered" } });
    books().resolve(opened, resolution);
    expect(await told("charge.dispute.resolve")).toMatchObject({
      reports: [{ ...report, stage: outcome, isTaken: outcome === "lost" }],
    });
  }
});

test("one of nobody is unknown, and evidence is handed in on Paystack's own pages", async () => {
  expect(await provider().disputes?.lookUp("dp_nobody")).toEqual({ kind: "unknown" });
  expect(await provider().disputes?.lookUp("77")).toEqual({ kind: "unknown" });
  const evidence = {
    theirId: "77",
    product: "Bowl",
    buyer: { name: null, email: "ada@buyer.example" },
    deliveredOn: null,
    story: "It was delivered.",
    files: [],
  };
  expect(await provider().disputes?.answer(evidence)).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("dashboard"),
  });
});

test("what it took stands in the statement as a chargeback of the payment", async () => {
  const order = await paid();
  const opened = books().dispute(transactionOf(order));
  books().resolve(opened, "merchant-accepted");
  const lines = (await wholeStatement()).filter((line) => line.reference === order.reference);
  expect(lines.map(({ type, amount }) => [type, amount])).toEqual([
    ["payment", 2_500n],
    ["chargeback", -2_500n],
  ]);
});

async function wholeStatement(): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let cursor: string | null = null, hasMore = true; hasMore; ) {
    const page = await provider().statement(0, cursor);
    if (page.kind !== "page") throw new Error(page.reason);
    lines.push(...page.lines);
    ({ cursor, hasMore } = page);
  }
  return lines;
}
