/** A rail of the operator's own behind the port, in what the conformance suite does not ask: its own books, and receipts that operators book. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { uuidv7 } from "../../../src/platform/random.js";
import { openProviders } from "../../../src/providers/open.js";
import type { Provider } from "../../../src/providers/port.js";
import { newDatabase } from "../../harness.js";
import { cents, SECRET } from "../../payments/desk.js";
import { KCB } from "../../rails-fixture.js";
import { orderOf, refundOf } from "../stage.js";

let db: Database;
let rail: Provider;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  const manual = { isLive: false, rails: [KCB] };
  const providers = {
    names: ["manual"],
    stripe: null,
    pawapay: null,
    paystack: null,
    flutterwave: null,
    momo: null,
    manual,
  } as const;
  rail = openProviders(
    { mode: "sandbox", providers },
    { db, secret: SECRET, origin: () => "http://localhost:1" },
  ).byName("manual-kcb") as Provider;
});
afterAll(() => db.close());

let statements = 0;
const sql = (text: string, values: readonly unknown[] = []) => {
  statements += 1;
  return db.query<Record<string, unknown>>({ name: `test: rail ${statements}`, text, values });
};
const arrives = (reference: string, amount: string, receipt = 1) =>
  sql(
    `insert into rail_receipts (provider, reference, receipt, amount, currency, day, bank_reference, booked_by, created)
     values ('manual-kcb', $1, $2, $3, 'USD', 20000, $4, 'ada@desk.example', service_now())`,
    [reference, receipt, cents(amount), uuidv7()],
  );
async function paid(amount = "25.00") {
  const order = orderOf(rail, amount);
  await rail.createPayment(order);
  await arrives(order.reference, amount);
  return order;
}

test("an order is taken once, and answered the same each time; what was never ordered is unknown", async () => {
  const order = orderOf(rail);
  const answers = await Promise.all([1, 2, 3].map(() => rail.createPayment(order)));
  const created = answers.filter(({ kind }) => kind === "created");
  expect(created.length).toBeGreaterThan(0);
  expect(await rail.createPayment(order)).toEqual(created[0]);
  expect(created[0]).toMatchObject({
    instructions: { kind: "transfer", reference: order.reference, rail: { note: KCB.note } },
  });
  expect(await sql("select count(*)::int as n from rail_payments where reference = $1", [order.reference])).toEqual([
    { n: 1 },
  ]);
  expect(await rail.lookUp("HFNEVERORDERED")).toEqual({ kind: "unknown" });
});

test("each money is a receipt of its own, also after the order was called off", async () => {
  const order = orderOf(rail);
  const { reference } = order;
  await rail.createPayment(order);
  expect(await rail.lookUp(reference)).toEqual({ kind: "known", reports: [] });
  expect(await rail.cancelPayment(reference)).toEqual({ kind: "cancelled" });
  await arrives(reference, "10.00");
  await arrives(reference, "15.00", 2);
  expect(await rail.lookUp(reference)).toMatchObject({
    reports: [
      { receipt: 1, outcome: "succeeded", amount: 1_000n, currency: "USD" },
      { receipt: 2, outcome: "succeeded", amount: 1_500n, currency: "USD" },
    ],
  });
  expect(await rail.cancelPayment(reference)).toEqual({ kind: "too_late" });
});

test("a refund waits for who sends it, is there once, and ends as that says", async () => {
  const { reference } = await paid();
  const refund = refundOf(rail, reference, "5.00");
  for (const _ of [1, 2]) expect((await rail.refund(refund)).kind).toBe("pending");
  expect(await sql("select count(*)::int as n from rail_outgoing where payment = $1", [reference])).toEqual([{ n: 1 }]);
  await sql("update rail_outgoing set status = 'PAID', bank_reference = 'OUT', ended_at = 1 where reference = $1", [
    refund.reference,
  ]);
  expect(await rail.refund(refund)).toMatchObject({ kind: "paid" });
  await sql("update rail_outgoing set status = 'RETURNED', reason = 'Closed' where reference = $1", [refund.reference]);
  expect(await rail.refund(refund)).toMatchObject({ kind: "returned", reason: "Closed" });
});

test("no more goes back than came in, however many ask at once, and nothing of what never did", async () => {
  const { reference } = await paid("25.00");
  const answers = await Promise.all([1, 2, 3].map(() => rail.refund(refundOf(rail, reference, "10.00"))));
  expect(answers.map(({ kind }) => kind).sort()).toEqual(["pending", "pending", "refused"]);
  expect((await rail.refund(refundOf(rail, `${reference}.2`, "1.00"))).kind).toBe("refused");
  const nothing = orderOf(rail);
  await rail.createPayment(nothing);
  expect((await rail.refund(refundOf(rail, nothing.reference, "1.00"))).kind).toBe("refused");
});

test("a rail says whose account it is, and nobody notifies of it", async () => {
  expect(await rail.check()).toEqual({
    kind: "checked",
    account: "KCB Bank, Acme Payments Ltd",
    isLive: false,
    problems: [],
  });
  const notice = {
    method: "POST",
    path: "/callbacks/manual-kcb",
    host: "localhost:1",
    headers: {},
    body: Buffer.from("{}"),
  } as const;
  expect((await rail.verifyCallback(notice)).kind).toBe("forged");
});

test("what came in is never changed or taken away", async () => {
  const { reference } = await paid();
  for (const text of [
    "update rail_receipts set amount = 1 where reference = $1",
    "delete from rail_receipts where reference = $1",
  ])
    await expect(sql(text, [reference])).rejects.toThrow();
});
