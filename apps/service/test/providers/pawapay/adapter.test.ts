/** What is pawaPay's own: attempts under new ids, operators that are down, notices of other accounts, keys that change. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { unixSeconds } from "../../../src/platform/clock.js";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { uuidv7 } from "../../../src/platform/random.js";
import { idOf } from "../../../src/providers/pawapay/ids.js";
import { openKeys } from "../../../src/providers/pawapay/notices.js";
import type { Capability, PaymentOrder, PayoutOrder } from "../../../src/providers/port.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import { orderOf, refundOf } from "../stage.js";
import { OUR_KEY_ID } from "./signing.js";
import { openPawapayStage, type PawapayStage } from "./stage.js";

let db: Database;
let stage: PawapayStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  stage = await openPawapayStage(db);
});
afterEach(() => {
  const { double } = stage;
  Object.assign(double.books.fates, { REFUND: "paid", PAYOUT: "paid" });
  Object.assign(double, { signedRequestsOnly: true, signedCallbacks: true });
  double.closed.clear();
});
afterAll(async () => {
  await stage.close();
  await db.close();
});

const entry = (reference: string) => {
  const found = stage.double.books.of(reference).at(-1);
  if (found === undefined) throw new Error(`pawaPay has nothing under ${reference}`);
  return found;
};
const ordered = async (): Promise<PaymentOrder> => {
  const order = orderOf(stage.provider);
  expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
  return order;
};
const paid = async (): Promise<PaymentOrder> => {
  const order = await ordered();
  stage.double.books.complete(entry(order.reference));
  return order;
};
const payoutOf = (number = "+243813456780"): PayoutOrder => ({
  reference: uuidv7(),
  amount: cents("7.00"),
  currency: "USD",
  payee: { kind: "mobile_money", name: "Ada Byron", number },
});

test("a payer is asked on the phone that was given, through its operator, for the plain amount", async () => {
  const order = { ...orderOf(stage.provider, "25.50"), expiresAt: 4_000_000_000 };
  const created = await stage.provider.createPayment(order);
  expect(created).toMatchObject({ kind: "created", instructions: { kind: "prompt", phone: order.phone } });
  expect(entry(order.reference)).toMatchObject({
    id: idOf("payment", order.reference),
    operator: "VODACOM_MPESA_COD",
    phone: "243813456789",
    text: "25.5",
    currency: "USD",
  });
});

test("a payer who named the network is asked through it, whatever the number begins with", async () => {
  const order = { ...orderOf(stage.provider), phone: "+243599999999" };
  expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure: "declined" });
  const named = { ...orderOf(stage.provider), phone: "+243599999999", network: "AIRTEL_COD" };
  expect(await stage.provider.createPayment(named)).toMatchObject({ kind: "created" });
  expect(entry(named.reference)).toMatchObject({ operator: "AIRTEL_COD", phone: "243599999999" });
});

test.each([
  ["a number that no operator has", { phone: "+33612345678" }, "declined"],
  ["no number", { phone: null }, "unavailable"],
  ["a currency that the operator does not take", { currency: "KES" }, "unavailable"],
  ["less than the operator takes", { amount: cents("0.99") }, "unavailable"],
  ["more than the operator takes", { amount: cents("2500.01") }, "unavailable"],
  ["a part of a unit where there is none", { currency: "CDF", amount: cents("25.50") }, "unavailable"],
] as const)("an order with %s is refused before pawaPay has it", async (_what, given, failure) => {
  const order = { ...orderOf(stage.provider), ...given };
  expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure });
  expect(stage.double.books.of(order.reference)).toEqual([]);
});

test.each([
  ["PAYMENT_NOT_APPROVED", "declined"],
  ["INSUFFICIENT_BALANCE", "insufficient_funds"],
  ["PAYER_LIMIT_REACHED", "declined"],
  ["PROVIDER_TEMPORARILY_UNAVAILABLE", "unavailable"],
  ["SOMETHING_NEW", "declined"],
])("a payment that ended with %s is told as %s", async (code, failure) => {
  const { reference } = await ordered();
  stage.double.books.fail(entry(reference), code);
  const found = await stage.provider.lookUp(reference);
  expect(found).toMatchObject({ kind: "known", reports: [{ outcome: "failed", failure }] });
  expect(JSON.stringify(found)).not.toContain("243813456789");
});

test("money that comes after giving up is found by look-up alone, also while pawaPay only looks for it", async () => {
  const { reference } = await ordered();
  expect(await stage.provider.cancelPayment(reference)).toMatchObject({ kind: "waiting" });
  const found = entry(reference);
  found.status = "IN_RECONCILIATION";
  expect(await stage.provider.lookUp(reference)).toMatchObject({ reports: [{ outcome: "pending" }] });
  stage.double.books.complete(found);
  expect(await stage.provider.lookUp(reference)).toMatchObject({ reports: [{ outcome: "succeeded", amount: 2500n }] });
});

test("a payout that was taken and found the wallet empty is asked for anew under another id, and paid once", async () => {
  const order = payoutOf();
  stage.double.books.fates.PAYOUT = "short";
  expect(await stage.provider.payout(order)).toMatchObject({ kind: "short" });
  // The next one is taken, fails later, and is short when it is looked up.
  expect(await stage.provider.payout(order)).toMatchObject({ kind: "short" });
  stage.double.books.fates.PAYOUT = "later";
  expect(await stage.provider.payout(order)).toMatchObject({ kind: "pending" });
  stage.double.books.fail(entry(order.reference), "PAWAPAY_WALLET_OUT_OF_FUNDS");
  stage.double.books.fates.PAYOUT = "paid";
  const answers = await Promise.all([1, 2, 3].map(() => stage.provider.payout(order)));
  expect(answers.some(({ kind }) => kind === "paid")).toBe(true);
  expect(await stage.provider.payout(order)).toMatchObject({ kind: "paid" });
  const asked = stage.double.books.of(order.reference);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(4);
  expect(asked.filter(({ status }) => status === "COMPLETED")).toHaveLength(1);
});

test("of two refunds of a payment the second waits for the first", async () => {
  const { reference } = await paid();
  stage.double.books.fates.REFUND = "later";
  expect(await stage.provider.refund(refundOf(stage.provider, reference, "5.00"))).toMatchObject({ kind: "pending" });
  const second = refundOf(stage.provider, reference, "6.00");
  expect(await stage.provider.refund(second)).toMatchObject({ kind: "busy", reason: expect.stringMatching(/\S/) });
  stage.double.books.fates.REFUND = "paid";
  await stage.advance(601);
  expect(await stage.provider.refund(second)).toMatchObject({ kind: "paid" });
});

test("a payout that fails after it was taken is refused in words, and none of them is a number", async () => {
  const order = payoutOf();
  stage.double.books.fates.PAYOUT = "failed";
  const refused = await stage.provider.payout(order);
  expect(refused).toMatchObject({ kind: "refused", reason: "The number is not known to its operator." });
});

const fits = (can: Capability): boolean => can.least <= can.most;
const offered = (direction: "in" | "out", currency = "USD"): boolean =>
  stage.provider.capabilities.some((can) => can.direction === direction && can.currency === currency && fits(can));

test("what every operator of a country has closed is not offered; nor is anything before pawaPay was asked", async () => {
  const { double } = stage;
  for (const operator of ["VODACOM_MPESA_COD", "AIRTEL_COD"]) double.closed.add(`${operator} DEPOSIT`);
  const other = stage.open();
  expect(other.capabilities.length).toBeGreaterThan(0);
  expect(other.capabilities.some(fits)).toBe(false);
  await other.refresh();
  expect(other.capabilities.filter(fits).map(({ direction }) => direction)).toEqual(["out", "out"]);
  expect(offered("in")).toBe(true);
  expect(await other.createPayment(orderOf(stage.provider))).toEqual({ kind: "refused", failure: "unavailable" });
  double.closed.add("VODACOM_MPESA_COD PAYOUT");
  expect(await stage.open().payout(payoutOf())).toMatchObject({ kind: "busy" });
});

test("an operator that was closed when it was read last, and is open again, takes payments and pays out", async () => {
  const { double } = stage;
  const other = stage.open();
  for (const operation of ["DEPOSIT", "PAYOUT"]) double.closed.add(`VODACOM_MPESA_COD ${operation}`);
  await other.refresh();
  double.closed.clear();
  expect(await other.createPayment(orderOf(stage.provider))).toMatchObject({ kind: "created" });
  expect(await other.payout(payoutOf())).toMatchObject({ kind: "paid" });
});

test("what an account may do is the widest that its operators do, by country and currency", () => {
  const [dollars] = stage.provider.capabilities;
  expect(dollars).toMatchObject({ currency: "USD", countries: ["CD"], least: 100n, most: 250_000n, decimals: 2 });
  const francs = stage.provider.capabilities.find(({ currency }) => currency === "CDF");
  expect(francs).toMatchObject({ decimals: 0, pendingDays: 14 });
});

test("which operator a number belongs to is told before anybody is paid there", async () => {
  const payee = payoutOf().payee;
  expect(await stage.provider.checkPayee(payee)).toEqual({ kind: "known", name: null });
  expect(await stage.provider.checkPayee({ ...payee, number: "+33612345678" })).toEqual({ kind: "unknown" });
});

// Notices ------------------------------------------------------------------------------------------------------------

test("pawaPay's signature is not our account: a notice says what pawaPay answers us, and nothing else", async () => {
  const { double, provider } = stage;
  const { reference } = await ordered();
  const id = idOf("payment", reference);
  const claimed = { status: "COMPLETED", amount: "25", currency: "USD", clientReferenceId: reference };
  const verified = async (told: Record<string, unknown>) => provider.verifyCallback(await double.signed(told));
  expect(await verified({ depositId: id, ...claimed })).toMatchObject({ kind: "genuine", reports: [] });
  expect(await verified({ depositId: uuidv7(), ...claimed })).toMatchObject({ kind: "genuine", reports: [] });
  const strange = orderOf(provider).reference;
  const told = { depositId: idOf("payment", strange), ...claimed, clientReferenceId: strange };
  expect(await verified(told)).toMatchObject({ kind: "genuine", reports: [] });
  double.books.complete(entry(reference));
  // Somebody else's payment that bears our reference.
  expect(await verified({ depositId: uuidv7(), ...claimed })).toMatchObject({ kind: "genuine", reports: [] });
  const genuine = await verified({ depositId: id, ...claimed, amount: "9999" });
  expect(genuine).toMatchObject({ kind: "genuine", reports: [{ outcome: "succeeded", amount: 2500n }] });
});

test.each(["0", "0.00", "-25", "", "25.001", "NaN", undefined])(
  "a deposit of %s is no money: its notice waits for a person, and its look-up books nothing",
  async (text) => {
    const { reference } = await paid();
    Object.assign(entry(reference), { text });
    const notice = await stage.double.signed(entry(reference));
    const verified = await stage.provider.verifyCallback(notice);
    expect(verified).toMatchObject({ kind: "unreadable", reason: expect.stringContaining("amount") });
    expect(await stage.provider.lookUp(reference)).toMatchObject({ kind: "unreachable", cause: "unreadable" });
  },
);

test.each([
  ["an empty one", {}],
  ["one without an id", { status: "COMPLETED" }],
  ["one whose id is a number", { depositId: 7 }],
] as readonly (readonly [string, Record<string, unknown>])[])(
  "a notice that pawaPay signed and that names nothing waits for a person: %s",
  async (_what, told) => {
    const verified = await stage.provider.verifyCallback(await stage.double.signed(told));
    expect(verified).toEqual({ kind: "unreadable", id: null, reason: "it names nothing" });
  },
);

test("another amount than was asked for is not paid: a person looks", async () => {
  const { reference: payment } = await paid();
  const refund = refundOf(stage.provider, payment, "5.00");
  stage.double.books.fates.REFUND = "later";
  expect(await stage.provider.refund(refund)).toMatchObject({ kind: "pending" });
  Object.assign(entry(refund.reference), { text: "4.00", status: "COMPLETED", endsAt: null });
  expect(await stage.provider.refund(refund)).toEqual({
    kind: "unreachable",
    cause: "unreadable",
    reason: "it says that 4.00 USD was paid, and 5.00 USD was asked for",
  });
  const notice = await stage.double.signed(entry(refund.reference));
  expect(await stage.provider.verifyCallback(notice)).toMatchObject({
    kind: "genuine",
    reports: [{ about: "refund", outcome: "paid", money: { amount: 400n, currency: "USD" } }],
  });
});

test("refunds and payouts are told by notice too", async () => {
  const { reference: payment } = await paid();
  const refund = refundOf(stage.provider, payment, "5.00");
  const payout = payoutOf();
  await stage.provider.refund(refund);
  await stage.provider.payout(payout);
  for (const [about, { reference }] of [
    ["refund", refund],
    ["payout", payout],
  ] as const) {
    const notice = await stage.double.signed(entry(reference));
    expect(await stage.provider.verifyCallback(notice)).toMatchObject({
      kind: "genuine",
      reports: [{ about, reference, outcome: "paid" }],
    });
  }
});

test("where callbacks are not signed they are hints, and a signature that is there has to be right all the same", async () => {
  const other = stage.open({ callbacks: "hints" });
  const { reference } = await paid();
  const unsigned = await stage.double.signed(entry(reference), { isUnsigned: true });
  expect(await other.verifyCallback(unsigned)).toEqual({
    kind: "hint",
    id: null,
    about: [{ about: "payment", reference }],
  });
  expect((await stage.provider.verifyCallback(unsigned)).kind).toBe("forged");
  const old = await stage.double.signed(entry(reference), { ago: 400 });
  expect((await other.verifyCallback(old)).kind).toBe("forged");
});

test("while pawaPay tells no keys, what is signed is a hint", async () => {
  const { reference } = await paid();
  const notice = await stage.double.signed(entry(reference));
  stage.double.fault("down");
  const verified = await stage.open().verifyCallback(notice);
  stage.double.fault(null);
  expect(verified).toEqual({ kind: "hint", id: null, about: [{ about: "payment", reference }] });
});

test("a key that is not known is asked for once a minute, and what is known is good for an hour", async () => {
  let now = 0;
  let reads = 0;
  const keys = new Map<string, string>();
  const add = (id: string): void => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    keys.set(id, publicKey.export({ type: "spki", format: "pem" }) as string);
  };
  add("one");
  const keyOf = openKeys(
    {
      get: async () => {
        reads += 1;
        return { kind: "done", value: [...keys].map(([id, key]) => ({ id, key })) };
      },
    },
    () => now,
  );
  expect(await keyOf("one")).toBeTruthy();
  for (const _ of [1, 2, 3]) expect(await keyOf("two")).toBeNull();
  expect(reads).toBe(1);
  add("two");
  now = 60_000;
  expect(await keyOf("two")).toBeTruthy();
  expect(reads).toBe(2);
  keys.delete("one");
  now = 60_000 + 3_600_000;
  expect(await keyOf("one")).toBeNull();
  expect(reads).toBe(3);
});

// The account --------------------------------------------------------------------------------------------------------

test("requests are signed: without our key, or with another, the token alone moves no money", async () => {
  const order = orderOf(stage.provider);
  const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  for (const signing of [null, { id: OUR_KEY_ID, key }]) {
    const answer = await stage.open({ signing }).createPayment(order);
    expect(answer).toMatchObject({
      kind: "unreachable",
      cause: "key",
      reason: expect.stringContaining("HTTP_SIGNATURE_ERROR"),
    });
  }
  expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
});

test("what is not as it has to be in the dashboard is said", async () => {
  expect(await stage.provider.check()).toEqual({
    kind: "checked",
    account: "Pots and bowls",
    isLive: false,
    problems: [],
  });
  Object.assign(stage.double, {
    signedRequestsOnly: false,
    signedCallbacks: false,
    callbackUrl: "https://old.example/",
  });
  const checked = await stage.open({ countries: ["COD", "ZMB"] }).check();
  stage.double.callbackUrl = "https://pay.example/callbacks/pawapay";
  expect(checked.kind === "checked" && checked.problems).toEqual([
    expect.stringContaining("does not sign its callbacks"),
    expect.stringContaining("without a signature"),
    "The account has no operator for deposits in ZMB.",
    "The account has no operator for payouts in ZMB.",
    "The account has no operator for refunds in ZMB.",
    "Callbacks of deposits do not go to https://pay.example/callbacks/pawapay: set it in the dashboard.",
    "Callbacks of payouts do not go to https://pay.example/callbacks/pawapay: set it in the dashboard.",
    "Callbacks of refunds do not go to https://pay.example/callbacks/pawapay: set it in the dashboard.",
  ]);
});

test("a statement of several pages is one file, which is fetched once", async () => {
  const { books, requests } = stage.double;
  const payer = { operator: "VODACOM_MPESA_COD", phone: "243813456789", country: "COD", currency: "USD" };
  for (let made = 0; made < 101; made += 1) {
    const asked = { id: uuidv7(), reference: uuidv7(), amount: 1_00, text: "1", depositId: null };
    books.complete(books.take({ operation: "DEPOSIT", ...payer, ...asked }));
  }
  const before = requests.length;
  const lines: string[] = [];
  for (let cursor: string | null = null, hasMore = true; hasMore; ) {
    const page = await stage.provider.statement(unixSeconds() - 3_600, cursor);
    if (page.kind !== "page") throw new Error(page.reason);
    lines.push(...page.lines.map(({ id }) => id));
    ({ cursor, hasMore } = page);
  }
  expect(new Set(lines).size).toBeGreaterThan(200);
  expect(requests.slice(before).filter((one) => one.startsWith("GET /files/"))).toHaveLength(1);
});
