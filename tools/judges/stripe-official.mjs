/** Stripe's own library takes the double for Stripe: what it sends is understood, and what it gets is what it expects. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { Failure } from "../clients/process.mjs";
import { doubleOf } from "./bundle.mjs";
import { folderOf } from "./exchanges.mjs";

export async function drive(Stripe) {
  const { openStripeDouble } = await doubleOf("stripe");
  fs.mkdirSync(folderOf("stripe"), { recursive: true });
  process.env.STRIPE_EXCHANGES = folderOf("stripe");
  let ahead = 0;
  const double = await openStripeDouble({ now: () => Math.floor(Date.now() / 1000) + ahead });
  const { hostname: host, port } = new URL(double.origin);
  const client = (key) => new Stripe(key, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  const told = { double, stripe: client(double.key), client, Stripe, advance: (seconds) => (ahead += seconds) };
  try {
    for (const [name, tell] of Object.entries(STORIES)) {
      await tell(told).catch((error) => {
        throw new Failure(`${name}: ${error.stack}`);
      });
    }
  } finally {
    await double.close();
  }
  return `${Stripe.PACKAGE_VERSION ?? "its"} library, ${Object.keys(STORIES).length} stories`;
}

const refusal = (promise) =>
  promise.then(
    () => assert.fail("it was not refused"),
    (error) => ({ type: error.type, code: error.code, status: error.statusCode }),
  );

let counted = 0;
const orderOf = (more = {}) => {
  counted += 1;
  return {
    mode: "payment",
    success_url: "https://pay.example/back",
    client_reference_id: `HFOFFICIAL${counted}`,
    metadata: { reference: `HFOFFICIAL${counted}` },
    line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "A bowl" } } }],
    payment_method_types: ["card"],
    ...more,
  };
};

async function paidSession({ stripe, double }) {
  const { id, client_reference_id: reference } = await stripe.checkout.sessions.create(orderOf());
  double.pay(reference);
  return stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge.balance_transaction"] });
}

async function transferOf({ stripe }) {
  const customer = await stripe.customers.create({ email: "ada@buyer.example", metadata: { reference: "HFBANK" } });
  const intent = await stripe.paymentIntents.create({
    amount: 2500,
    currency: "usd",
    customer: customer.id,
    confirm: true,
    payment_method_types: ["customer_balance"],
    payment_method_data: { type: "customer_balance" },
    payment_method_options: {
      customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "us_bank_transfer" } },
    },
  });
  return { customer, intent };
}

const STORIES = {
  async "a card is paid, with its fee"(told) {
    const session = await paidSession(told);
    assert.equal(session.status, "complete");
    assert.equal(session.payment_status, "paid");
    assert.equal(session.payment_intent.latest_charge.balance_transaction.fee, 103);
    assert.deepEqual(await refusal(told.stripe.checkout.sessions.expire(session.id)), {
      type: "StripeInvalidRequestError",
      code: undefined,
      status: 400,
    });
  },
  async "a page is called off, or runs out"({ stripe, double, advance }) {
    const one = await stripe.checkout.sessions.create(orderOf());
    assert.equal((await stripe.checkout.sessions.expire(one.id)).status, "expired");
    const other = await stripe.checkout.sessions.create(orderOf());
    advance(86_401);
    assert.equal((await stripe.checkout.sessions.retrieve(other.id)).status, "expired");
    assert.equal(double.pay(other.client_reference_id), false);
  },
  async "a key does a thing once for a day, and is refused for another"({ stripe, advance }) {
    const order = orderOf();
    const idempotencyKey = `official-${counted}`;
    const ids = [];
    for (const _ of [1, 2]) ids.push((await stripe.checkout.sessions.create(order, { idempotencyKey })).id);
    assert.equal(ids[0], ids[1]);
    const { type } = await refusal(stripe.checkout.sessions.create(orderOf(), { idempotencyKey }));
    assert.equal(type, "StripeIdempotencyError");
    advance(86_401);
    assert.notEqual((await stripe.checkout.sessions.create(order, { idempotencyKey })).id, ids[0]);
  },
  async "refunds are listed, bounded, and fail after they succeeded"(told) {
    const { stripe, double } = told;
    const { payment_intent: intent } = await paidSession(told);
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1000,
      metadata: { reference: "r1" },
    });
    assert.equal(refund.status, "succeeded");
    const tooMuch = await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 1501 }));
    assert.equal(tooMuch.code, "amount_too_large");
    const { data } = await stripe.refunds.list({ payment_intent: intent.id });
    assert.deepEqual(
      data.map(({ metadata }) => metadata.reference),
      ["r1"],
    );
    double.failRefund(double.get("refunds", refund.id));
    const failed = await stripe.refunds.retrieve(refund.id);
    assert.equal(failed.status, "failed");
    assert.equal(typeof failed.failure_balance_transaction, "string");
  },
  async "a transfer comes in two parts, and more than asked stays beside it"(told) {
    const { stripe } = told;
    const { customer, intent } = await transferOf(told);
    const shown = intent.next_action.display_bank_transfer_instructions;
    assert.equal(shown.amount_remaining, 2500);
    assert.equal(typeof shown.financial_addresses[0].aba.account_number, "string");
    const fund = (amount) => stripe.testHelpers.customers.fundCashBalance(customer.id, { amount, currency: "usd" });
    await fund(1000);
    const half = await stripe.paymentIntents.retrieve(intent.id);
    assert.equal(half.next_action.display_bank_transfer_instructions.amount_remaining, 1500);
    await fund(2000);
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, "succeeded");
    const moves = await stripe.customers.listCashBalanceTransactions(customer.id).autoPagingToArray({ limit: 100 });
    assert.deepEqual(moves.map(({ type, net_amount: amount }) => [type, amount]).reverse(), [
      ["funded", 1000],
      ["applied_to_payment", -1000],
      ["funded", 2000],
      ["applied_to_payment", -1500],
    ]);
    assert.deepEqual((await stripe.customers.retrieveCashBalance(customer.id)).available, { usd: 500 });
    const back = { amount: 500, currency: "usd", customer: customer.id, origin: "customer_balance" };
    assert.equal((await stripe.refunds.create(back)).status, "succeeded");
    assert.equal((await refusal(stripe.paymentIntents.cancel(intent.id))).code, "payment_intent_unexpected_state");
  },
  async "a transfer is called off"(told) {
    const { intent } = await transferOf(told);
    assert.equal((await told.stripe.paymentIntents.cancel(intent.id)).status, "canceled");
  },
  async "the movements of the balance are paged both ways, and add up to it"({ stripe }) {
    const all = await stripe.balanceTransactions
      .list({ limit: 2, expand: ["data.source"] })
      .autoPagingToArray({ limit: 1000 });
    assert.ok(all.length > 2);
    const newer = await stripe.balanceTransactions.list({ limit: 1, ending_before: all.at(-1).id });
    assert.equal(newer.data[0].id, all.at(-2).id);
    const { available, pending } = await stripe.balance.retrieve();
    const sum = (list, field) => list.reduce((total, one) => total + one[field], 0);
    assert.equal(sum(all, "net"), sum([...available, ...pending], "amount"));
  },
  async "a dispute is won"(told) {
    const { stripe, double } = told;
    const { payment_intent: intent } = await paidSession(told);
    const { id } = double.openDispute(intent.id);
    assert.equal((await stripe.disputes.retrieve(id)).status, "needs_response");
    assert.equal((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).code, "charge_disputed");
    double.closeDispute(double.get("disputes", id), "won");
    assert.equal((await stripe.disputes.retrieve(id)).status, "won");
  },
  async "a dispute is answered with evidence, and lost it takes none"(told) {
    const { stripe, double } = told;
    const { payment_intent: intent } = await paidSession(told);
    const { id } = double.openDispute(intent.id);
    const evidence = { product_description: "A bowl", uncategorized_text: "It was delivered." };
    const kept = await stripe.disputes.update(id, { evidence });
    assert.deepEqual([kept.status, kept.evidence.uncategorized_text], ["needs_response", "It was delivered."]);
    const answered = await stripe.disputes.update(id, { submit: true });
    assert.deepEqual([answered.status, answered.evidence_details.submission_count], ["under_review", 1]);
    double.closeDispute(double.get("disputes", id), "lost");
    assert.equal((await refusal(stripe.disputes.update(id, { evidence }))).status, 400);
    const [{ fee, net }] = (await stripe.disputes.retrieve(id)).balance_transactions;
    assert.deepEqual([fee, net], [1500, -4000]);
  },
  async "the account and its webhook endpoints are read, and a wrong key reads nothing"({ stripe, client }) {
    assert.equal((await stripe.accounts.retrieveCurrent()).charges_enabled, true);
    assert.deepEqual((await stripe.webhookEndpoints.list()).data, []);
    const { type, status } = await refusal(client("sk_test_of_another").balance.retrieve());
    assert.deepEqual({ type, status }, { type: "StripeAuthenticationError", status: 401 });
  },
  async "notices of the double are genuine, and changed ones are not"({ double, Stripe }) {
    const { webhooks } = new Stripe("sk_test_none");
    for (const event of double.events) {
      const { headers, body } = double.signed(event);
      assert.equal(webhooks.constructEvent(body, headers["stripe-signature"], double.secret).id, event.id);
      const changed = Buffer.concat([body, Buffer.from(" ")]);
      assert.throws(() => webhooks.constructEvent(changed, headers["stripe-signature"], double.secret));
    }
  },
};
