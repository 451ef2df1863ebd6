/** What is MTN MoMo's own: tokens of each product, ids that follow from references, callbacks that anybody may send, money back to a number. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TARGETS } from "../../../src/config/momo.js";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { uuidv7 } from "../../../src/platform/random.js";
import { COUNTRIES, capabilitiesOf } from "../../../src/providers/momo/offers.js";
import type { PaymentOrder, PayoutOrder, Provider } from "../../../src/providers/port.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import { orderOf, refundOf } from "../stage.js";
import type { Entry } from "./books.js";
import { CALLBACK_URL, type MomoStage, openMomoStage } from "./stage.js";

let db: Database;
let stage: MomoStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  stage = await openMomoStage(db);
});
afterEach(() => {
  const { double } = stage;
  double.fault(null);
  double.books.fates.refund = "paid";
  double.books.fates.transfer = "paid";
  double.books.setFloat(null);
});
afterAll(async () => {
  await stage.close();
  await db.close();
});

const provider = (): Provider => stage.provider;
const books = () => stage.double.books;
const entryOf = ({ reference }: { readonly reference: string }): Entry => books().of(reference)[0] as Entry;
const PHONE = "+231886123456";

async function ordered(given: Partial<PaymentOrder> = {}): Promise<PaymentOrder> {
  const order = { ...orderOf(provider()), ...given };
  expect(await provider().createPayment(order)).toMatchObject({ kind: "created" });
  return order;
}
async function paid(): Promise<PaymentOrder> {
  const order = await ordered();
  expect(books().answer(entryOf(order))).toBe(true);
  return order;
}
const dollars = (given: Partial<PayoutOrder> = {}): PayoutOrder => ({
  reference: uuidv7(),
  amount: cents("7.00"),
  currency: "USD",
  payee: { kind: "mobile_money", name: "Ada Byron", number: PHONE },
  ...given,
});

describe("payments", () => {
  test("the payer is asked on the phone for five minutes, and MTN is told where to call back", async () => {
    const order = orderOf(provider());
    const now = Math.floor(Date.now() / 1000);
    const created = await provider().createPayment(order);
    expect(created).toMatchObject({ kind: "created", instructions: { kind: "prompt", phone: PHONE } });
    const ends = created.kind === "created" && "expiresAt" in created.instructions ? created.instructions.expiresAt : 0;
    expect(Math.abs(ends - now - 300)).toBeLessThan(60);
    expect(entryOf(order)).toMatchObject({ party: "231886123456", amount: 2_500, currency: "USD" });
    expect(stage.double.calledBack()).toBe(CALLBACK_URL);
  });

  test.each([
    ["APPROVAL_REJECTED", "declined"],
    ["EXPIRED", "timed_out"],
    ["NOT_ENOUGH_FUNDS", "insufficient_funds"],
    ["INTERNAL_PROCESSING_ERROR", "unavailable"],
    ["SOMETHING_NEW", "unavailable"],
  ] as const)("what failed by %s is told as %s", async (reason, failure) => {
    const order = await ordered();
    books().answer(entryOf(order), reason);
    expect(await provider().lookUp(order.reference)).toMatchObject({ reports: [{ outcome: "failed", failure }] });
  });

  test("a number without a wallet is declined, and nobody is asked", async () => {
    const order = { ...orderOf(provider()), phone: "+231886123000" };
    expect(await provider().createPayment(order)).toEqual({ kind: "refused", failure: "declined" });
    expect(books().of(order.reference)).toEqual([]);
    const without = { ...orderOf(provider()), phone: null };
    expect(await provider().createPayment(without)).toEqual({ kind: "refused", failure: "unavailable" });
  });

  test("an amount that was not asked for is told as what it is, and one that money never has is none", async () => {
    const order = await paid();
    Object.assign(entryOf(order), { amount: 999_999, arrived: "LRD" });
    expect(await provider().lookUp(order.reference)).toMatchObject({
      reports: [{ amount: 999_999n, currency: "LRD" }],
    });
    for (const wrong of [0, -100, Number.NaN]) {
      Object.assign(entryOf(order), { amount: wrong });
      expect(await provider().lookUp(order.reference)).toMatchObject({ kind: "unreachable", cause: "unreadable" });
    }
    Object.assign(entryOf(order), { amount: 2_500, externalId: "HFSOMEBODYELSE" });
    expect(await provider().lookUp(order.reference)).toMatchObject({ kind: "unreachable", cause: "unreadable" });
  });

  test("what MTN has forgotten is not asked of the payer a second time", async () => {
    const order = await paid();
    books().entries.clear();
    expect(await provider().lookUp(order.reference)).toEqual({ kind: "unknown" });
    expect(await provider().createPayment(order)).toMatchObject({ kind: "created" });
    expect(books().of(order.reference)).toEqual([]);
  });

  test("one token serves all who wait for it, and is renewed when it was taken back", async () => {
    const { double } = stage;
    const { reference } = await paid();
    const process = stage.open();
    const renewals = () => double.requests.filter((one) => one === "POST /collection/token/").length;
    const before = renewals();
    for (const count of [1, 2]) {
      const all = await Promise.all([1, 2, 3].map(() => process.lookUp(reference)));
      for (const one of all) expect(one).toMatchObject({ kind: "known", reports: [{ outcome: "succeeded" }] });
      expect(renewals() - before).toBe(count);
      double.forgetTokens();
    }
    const other = stage.open({ collection: { ...double.access.collection, apiKey: "0123456789abcdef" } });
    const refused = await other.lookUp(reference);
    expect(refused).toMatchObject({ kind: "unreachable", cause: "key" });
    expect(JSON.stringify(refused)).not.toContain("0123456789abcdef");
  });
});

describe("refunds and payouts", () => {
  test("what failed because our wallet did not reach, or MTN was down, is asked for anew under another id, once", async () => {
    const order = await paid();
    const back = refundOf(provider(), order.reference, "5.00");
    books().setFloat(100);
    for (const _ of [1, 2]) expect(await provider().refund(back)).toMatchObject({ kind: "short" });
    books().setFloat(null);
    books().fates.refund = "down";
    expect(await provider().refund(back)).toMatchObject({ kind: "busy" });
    books().fates.refund = "paid";
    expect(await provider().refund(back)).toMatchObject({ kind: "paid" });
    expect(await provider().refund(back)).toMatchObject({ kind: "paid" });
    const made = books().of(back.reference);
    expect(made.filter(({ status }) => status === "SUCCESSFUL")).toHaveLength(1);
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
    expect(made.every(({ of }) => of === entryOf(order).id)).toBe(true);
  });

  test("where a country has no refunds, money goes back to the number that paid, and of what never came nothing", async () => {
    const provider = stage.open({ refunds: "transfer" });
    const order = await paid();
    const back = refundOf(provider, order.reference, "5.00");
    for (const _ of [1, 2]) expect(await provider.refund(back)).toMatchObject({ kind: "paid" });
    expect(books().of(back.reference)).toMatchObject([{ kind: "transfer", party: "231886123456", amount: 500 }]);
    const unpaid = await ordered();
    expect(await provider.refund(refundOf(provider, unpaid.reference, "5.00"))).toMatchObject({ kind: "refused" });
    stage.double.fault("down");
    const later = refundOf(provider, order.reference, "6.00");
    expect(await provider.refund(later)).toMatchObject({ kind: "unreachable" });
    stage.double.fault(null);
    expect(await provider.refund(later)).toMatchObject({ kind: "paid" });
  });

  test("a number that MTN does not know is refused without being said, and banks are not paid", async () => {
    const refused = await provider().payout(
      dollars({ payee: { kind: "mobile_money", name: "Ada", number: "+231886123000" } }),
    );
    expect(refused).toMatchObject({ kind: "refused", reason: expect.stringContaining("not known") });
    expect(JSON.stringify(refused)).not.toContain("231886");
    const bank = dollars({ payee: { kind: "bank", name: "Ada", bank: "Zenith Bank", number: "0690000040" } });
    expect(await provider().payout(bank)).toMatchObject({ kind: "refused" });
  });

  test("MTN tells whose number it is", async () => {
    const { payee } = dollars();
    expect(await provider().checkPayee(payee)).toEqual({ kind: "known", name: "Ada Byron" });
    expect(await provider().checkPayee({ ...payee, number: "+231886123000" })).toEqual({ kind: "unknown" });
    expect(await provider().checkPayee({ kind: "bank", name: "Ada", bank: "Zenith", number: "1" })).toEqual({
      kind: "unsupported",
    });
  });
});

describe("callbacks", () => {
  test("one names what is to be looked up, by POST or PUT, and nothing of it is believed", async () => {
    const order = await paid();
    for (const method of ["POST", "PUT"] as const) {
      expect(await provider().verifyCallback(stage.double.callback(entryOf(order), method))).toEqual({
        kind: "hint",
        id: null,
        about: [{ about: "payment", reference: order.reference }],
      });
    }
    const { reference } = dollars();
    expect(await provider().verifyCallback(stage.double.callback({ externalId: reference }))).toMatchObject({
      about: [
        { about: "refund", reference },
        { about: "payout", reference },
      ],
    });
  });

  test.each([[{}], [{ externalId: 7 }], [{ externalId: "ORDER-7" }], [{ externalId: "HF".padEnd(99, "A") }]])(
    "%j names nothing",
    async (body) => {
      expect(await provider().verifyCallback(stage.double.callback(body))).toEqual({
        kind: "hint",
        id: null,
        about: [],
      });
    },
  );
});

test("in Liberia wallets may hold dollars; elsewhere MTN serves the currency of the country alone", () => {
  for (const [target, [currency]] of Object.entries(TARGETS)) {
    const country = COUNTRIES[target];
    expect(country, target).not.toBeUndefined();
    const rows = capabilitiesOf({ target, currencies: [currency] });
    expect(rows.map(({ direction, countries }) => [direction, countries])).toEqual([
      ["in", country === null ? null : [country]],
      ["out", country === null ? null : [country]],
    ]);
  }
  const inDollars = Object.entries(TARGETS).filter(([, currencies]) =>
    (currencies as readonly string[]).includes("USD"),
  );
  expect(inDollars.map(([target]) => target)).toEqual(["mtnliberia"]);
});

test("the account is asked what both wallets hold, and another currency than ours is said", async () => {
  expect(await provider().balance()).toMatchObject({
    kind: "balance",
    available: [{ currency: "USD" }],
    pending: [{ currency: "USD" }],
  });
  expect(await provider().check()).toEqual({
    kind: "checked",
    account: "mtnliberia, wallets in USD",
    isLive: false,
    problems: [],
  });
  expect(await stage.open({ currencies: ["LRD"] }).check()).toMatchObject({
    problems: [expect.stringContaining("MOMO_CURRENCIES")],
  });
});
