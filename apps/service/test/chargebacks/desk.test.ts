/** Chargebacks at the desk and in the console: what waits, what is sent to the bank, who is told; and what is looked up. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendEvidence } from "../../src/commands/send-evidence.js";
import type { AccountId, ChargebackId, EscrowId, PaymentId } from "../../src/domain/ids.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { openLog } from "../../src/platform/log.js";
import type { DisputeEvidence, DisputeReport, EvidenceTaken, Provider } from "../../src/providers/port.js";
import { watchChargebacks } from "../../src/workers/chargebacks.js";
import { newPerson, type Person } from "../console/seller.js";
import { linesOf, newOperator, sqlOf } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ADA, fundedBy, orderPath, signedIn } from "../pages/orders-area.js";
import { NO_RATES } from "../rates.js";
import { asBuyer, funded, ORDER, submit } from "../stories.js";
import { openPurse, type Purse } from "../wallet/wallet.js";
import { type Bank, openBank } from "./dispute.js";

let world: World;
let shop: Merchant;
let purse: Purse;
let bank: Bank;
let grace: Person;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  grace = await newOperator(world);
});
beforeEach(async () => {
  shop = await world.merchant();
  purse = openPurse(world, shop);
  bank = openBank(world, { shop, executor: purse.executor });
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const HELPER = "sandbox";

/** A provider that takes evidence, and says what is looked up. */
function takingEvidence(answer: EvidenceTaken, report?: DisputeReport) {
  const sent: DisputeEvidence[] = [];
  const provider = {
    name: HELPER,
    disputes: {
      files: { most: 2, types: ["application/pdf"] },
      lookUp: async () => (report === undefined ? { kind: "unknown" } : { kind: "known", report }),
      answer: async (evidence: DisputeEvidence) => {
        sent.push(evidence);
        return answer;
      },
    },
  } as unknown as Provider;
  return { sent, provider, providers: { all: [provider], byName: () => provider } };
}

async function disputed(escrow: Json): Promise<Json> {
  await bank.says(escrow, "opened");
  const [row] = await sqlOf(world)("select id, payment_id, their_id from chargebacks where escrow_id = $1", [
    escrow["id"],
  ]);
  return row as Json;
}

const evidenceOf = (row: Json): DisputeEvidence => ({
  theirId: row["their_id"],
  product: "Bowl",
  buyer: { name: null, email: "ada@example.com" },
  deliveredOn: null,
  story: "It was delivered.",
  files: [],
});
const named = (escrow: Json, row: Json) => ({
  account: shop.account as AccountId,
  escrow: escrow["id"] as EscrowId,
  payment: row["payment_id"] as PaymentId,
  id: row["id"] as ChargebackId,
  provider: HELPER,
});

test("what an operator sends is with the bank, and leaves its line; nobody decides about an account of their own", async () => {
  const escrow = await funded(shop);
  const row = await disputed(escrow);
  const { sent, providers } = takingEvidence({ kind: "taken" });
  const means = { executor: purse.executor, providers };
  const own = { ...COMMAND_LINE, accounts: [shop.account as AccountId] };
  expect(await sendEvidence(means, named(escrow, row), { operator: own, evidence: evidenceOf(row) })).toMatchObject({
    reason: "own_account",
  });
  expect(sent).toEqual([]);
  const operator = { id: grace.sellerId, name: grace.email, accounts: [], second: null };
  expect(await sendEvidence(means, named(escrow, row), { operator, evidence: evidenceOf(row) })).toEqual({
    ok: true,
    value: null,
  });
  expect(sent).toEqual([evidenceOf(row)]);
  expect(await bank.rows(escrow)).toMatchObject([{ status: "ANSWERED" }]);
  expect(await linesOf(world, shop)).toMatchObject([
    {
      operator: grace.email,
      action: "send_evidence",
      before: { status: "OPEN" },
      after: { evidence: "sent", files: "0" },
    },
  ]);
  await bank.says(escrow, "lost");
  expect(await sendEvidence(means, named(escrow, row), { operator, evidence: evidenceOf(row) })).toMatchObject({
    reason: "stale",
  });
});

test("what the provider did not take is noted nowhere", async () => {
  const escrow = await funded(shop);
  const row = await disputed(escrow);
  for (const answer of [
    { kind: "refused", reason: "too late" },
    { kind: "unreachable", reason: "it is down" },
  ] as const) {
    const means = { executor: purse.executor, providers: takingEvidence(answer).providers };
    const told = await sendEvidence(means, named(escrow, row), { operator: COMMAND_LINE, evidence: evidenceOf(row) });
    expect(told).toMatchObject({ ok: false, reason: answer.kind });
  }
  const none = { executor: purse.executor, providers: { byName: () => null } };
  const told = await sendEvidence(none, named(escrow, row), { operator: COMMAND_LINE, evidence: evidenceOf(row) });
  expect(told).toMatchObject({ reason: "not_offered" });
  expect(await bank.rows(escrow)).toMatchObject([{ status: "OPEN" }]);
  expect(await linesOf(world, shop)).toEqual([]);
});

test("an operator sees what waits, by its deadline, and the story of the order; strangers see nothing of it", async () => {
  const escrow = await funded(shop);
  await submit(shop, escrow, 0, "DHL 4410 8823 7712");
  const row = await disputed(escrow);
  const list = await grace.get("/desk/chargebacks");
  expect(list.html).toContain(escrow["reference_code"]);
  expect(list.html).toContain("Waits for our answer");
  expect(list.html).toContain("Share of disputed payments");
  const page = await grace.get(`/desk/chargebacks/${row["id"]}`);
  for (const words of [
    row["their_id"],
    "Held by the order",
    "The payer says they didn’t pay",
    "Evidence for the bank",
    "DHL 4410 8823 7712",
  ])
    expect(page.html).toContain(words);
  expect((await grace.get("/desk")).html).toContain("Chargebacks to answer");
  expect((await grace.get(`/desk/chargebacks/${escrow["id"]}`)).status).toBe(404);
  await bank.says(escrow, "lost");
  expect((await grace.get("/desk/chargebacks?which=decided")).html).toContain(escrow["reference_code"]);
  const stranger = await newPerson(world, shop);
  expect((await stranger.get(`/desk/chargebacks/${row["id"]}`)).status).not.toBe(200);
});

test("the seller sees on the order what was taken, and in the wallet what is owed", async () => {
  const escrow = await purse.earn("100.00");
  const to = await purse.destination();
  await purse.requested(to, "60.00");
  await bank.says(escrow, "opened", { fee: 1_500n });
  const owner = await newPerson(world, shop);
  const order = await owner.get(`/console/${shop.sellerCode}/escrows/${escrow["id"]}`);
  for (const words of ["Chargeback", "From your wallet", "Owed by you", "$15.00, owed still"])
    expect(order.html).toContain(words);
  const wallet = await owner.get(`/console/${shop.sellerCode}/wallet`);
  expect(wallet.html).toContain("You owe");
  const statement = await owner.get(`/console/${shop.sellerCode}/wallet/statement`);
  expect(statement.html).toContain("Chargeback");
});

test("operators, the seller and the buyer are told, once for each step", async () => {
  const escrow = await funded(shop);
  const mails = async () =>
    (
      await sqlOf(world)(
        `select template, count(*)::int as count from mails
         where template like '%chargeback%' and coalesce(params ->> 'escrow', params ->> 'reference') = any($1) group by 1 order by 1`,
        [[escrow["id"], escrow["reference_code"]]],
      )
    ).map(({ template, count }) => `${template} ${count}`);
  for (const _ of [1, 2]) await bank.says(escrow, "opened");
  expect(await mails()).toEqual(["chargeback_opened 1", "operator_chargeback 1", "seller_chargeback_opened 1"]);
  for (const _ of [1, 2]) await bank.says(escrow, "lost");
  expect((await mails()).filter((mail) => /lost|operator/.test(mail))).toEqual([
    "chargeback_lost 1",
    "operator_chargeback 2",
    "seller_chargeback_lost 1",
  ]);
  const others = await sqlOf(world)(
    "select template from mails where params ->> 'escrow' = $1 and template like '%settled%'",
    [escrow["id"]],
  );
  expect(others).toEqual([]);
});

test("a decision whose notice was lost is looked up after six hours; what is in a wallet pays what is owed", async () => {
  const escrow = await purse.earn("100.00");
  const row = await disputed(escrow);
  const [payment] = await sqlOf(world)("select reference, received from payments where escrow_id = $1", [escrow["id"]]);
  const report: DisputeReport = {
    about: "dispute",
    payment: payment?.["reference"],
    theirId: row["their_id"],
    stage: "won",
    isTaken: false,
    amount: BigInt(payment?.["received"]) as never,
    currency: "USD",
    fee: 0n as never,
    reason: "fraudulent",
    answerBy: null,
  };
  const means = {
    db: world.db,
    executor: purse.executor,
    feeBorneBy: "merchant" as const,
    rates: NO_RATES,
    log: openLog("silent"),
    providers: takingEvidence({ kind: "taken" }, report).providers,
  };
  await watchChargebacks(means);
  expect(await bank.rows(escrow)).toMatchObject([{ status: "OPEN" }]);
  await world.advance(21_601);
  await watchChargebacks(means);
  expect(await bank.rows(escrow)).toMatchObject([{ status: "WON" }]);
  expect(await bank.balances()).toMatchObject({ merchant_wallet: 10_000, merchant_owes: 0 });
});

test("a buyer reads whether a part of the order is in dispute, or a bank disputes a payment", async () => {
  const ada = await signedIn(world, ADA);
  const escrow = await fundedBy(shop, ADA, ORDER);
  await submit(shop, escrow);
  await bank.says(escrow, "inquiry");
  const shown = async (): Promise<string> => (await ada.get(orderPath(shop, escrow))).html;
  expect(await shown()).toContain("A bank disputes a payment for this order");
  await bank.says(escrow, "won");
  await asBuyer(shop, escrow, "dispute", 0, { reason: "It came in pieces." });
  expect(await shown()).toContain("while we look at both sides");
  expect(await shown()).not.toContain("A bank disputes");
});
