/**
 * Flutterwave's own client takes the double for Flutterwave: what it sends is understood, and what it gets is what it expects. And what
 * the adapter sends is what the client's own rules let through. Pages, lists of refunds and chargebacks it does not know: nobody judges those.
 */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { Failure } from "../clients/process.mjs";
import { doubleOf } from "./bundle.mjs";

export async function drive(npm, { asked }) {
  if (asked.length === 0) throw new Failure("nothing was asked");
  silenceTelemetry();
  const Flutterwave = npm.load("flutterwave-node-v3");
  const checked = holdBodies(npm.load("flutterwave-node-v3/services/schema/create"), asked);
  const { openFlutterwaveDouble } = await doubleOf("flutterwave");
  const double = await openFlutterwaveDouble({ now: () => Math.floor(Date.now() / 1000) });
  const client = (key) => new Flutterwave("FLWPUBK_TEST-double-X", key, `${double.origin}/`);
  try {
    for (const [name, tell] of Object.entries(STORIES)) {
      await tell({ double, client, flutterwave: client(double.key) }).catch((error) => {
        throw new Failure(`${name}: ${error.stack}`);
      });
    }
  } finally {
    await double.close();
  }
  return `${Object.keys(STORIES).length} stories, ${checked} requests by the client's rules`;
}

/** The client tells its makers of every call: here nobody is told, and nobody waits for an answer. */
function silenceTelemetry() {
  const https = createRequire(import.meta.url)("node:https");
  https.request = () => {
    const request = Object.assign(new EventEmitter(), {
      setTimeout: () => request,
      write: () => true,
      destroy: () => {},
    });
    request.end = () => setImmediate(() => request.emit("error", new Error("telemetry is off")));
    return request;
  };
}

/** By the schemas that the client holds what it sends against. */
function holdBodies({ refundSchema, transferSchema }, asked) {
  const schemas = [
    [/^\/v3\/transactions\/(\d+)\/refund$/, refundSchema.unknown(true), (body, [, id]) => ({ ...body, id })],
    [/^\/v3\/transfers$/, transferSchema, (body) => body],
  ];
  let count = 0;
  for (const { method, path, body, status } of asked) {
    if (method !== "POST" || status >= 400) continue;
    for (const [pattern, schema, whole] of schemas) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const { error } = schema.validate(whole(JSON.parse(body), match));
      if (error !== undefined) throw new Failure(`POST ${path}: ${error.message}\n  ${body}`);
      count += 1;
    }
  }
  if (count === 0) throw new Failure("no refund and no transfer was asked for");
  return count;
}

let counted = 0;
const referenceOf = () => {
  counted += 1;
  return `HFOFFICIAL${counted}`;
};
const transferOf = (reference) => ({
  account_bank: "057",
  account_number: "0690000040",
  amount: 700,
  currency: "NGN",
  debit_currency: "NGN",
  narration: reference,
  reference,
});

const STORIES = {
  async "a payment is verified by its id and by its reference, and stands in the list"({ double, flutterwave }) {
    const tx_ref = referenceOf();
    const { id } = double.books.charge({ reference: tx_ref, amount: 2500, currency: "USD" });
    for (const told of [
      await flutterwave.Transaction.verify({ id }),
      await flutterwave.Transaction.verify_by_tx({ tx_ref }),
    ]) {
      assert.equal(told.status, "success");
      assert.deepEqual(
        [told.data.id, told.data.tx_ref, told.data.amount, told.data.status],
        [id, tx_ref, 25, "successful"],
      );
    }
    const { data, meta } = await flutterwave.Transaction.fetch({ tx_ref });
    assert.deepEqual([data.map((one) => one.id), meta.page_info.total_pages], [[id], 1]);
    assert.equal((await flutterwave.Transaction.verify_by_tx({ tx_ref: referenceOf() })).status, "error");
  },
  async "a payment is refunded in parts, and never by more than came"({ double, flutterwave }) {
    const { id } = double.books.charge({ reference: referenceOf(), amount: 2500, currency: "USD" });
    const part = await flutterwave.Transaction.refund({ id: String(id), amount: 5 });
    assert.deepEqual([part.status, part.data.tx_id, part.data.amount_refunded], ["success", id, 5]);
    assert.equal((await flutterwave.Transaction.refund({ id: String(id), amount: 20.01 })).status, "error");
  },
  async "a transfer is made once under its reference, and found by it and by its id"({ flutterwave }) {
    const reference = referenceOf();
    const { status, data } = await flutterwave.Transfer.initiate(transferOf(reference));
    assert.deepEqual([status, data.reference, data.amount], ["success", reference, 700]);
    assert.equal((await flutterwave.Transfer.initiate(transferOf(reference))).status, "error");
    const found = await flutterwave.Transfer.get_a_transfer({ id: data.id });
    assert.equal(found.data.status, "SUCCESSFUL");
    const listed = await flutterwave.Transfer.fetch({ reference });
    assert.deepEqual(
      listed.data.map((one) => one.id),
      [data.id],
    );
  },
  async "banks, names of accounts and balances are told, and a wrong key is not taken"({ client, flutterwave }) {
    const banks = await flutterwave.Bank.country({ country: "NG" });
    assert.ok(banks.data.every(({ code, name }) => typeof code === "string" && typeof name === "string"));
    const account = { account_number: "0690000040", account_bank: "057" };
    assert.equal((await flutterwave.Misc.verify_Account(account)).data.account_name, "Ada Byron");
    const { data } = await flutterwave.Misc.bal();
    assert.ok(data.every((one) => typeof one.available_balance === "number" && typeof one.ledger_balance === "number"));
    assert.equal((await client("FLWSECK_TEST-another-X").Misc.bal()).status, "error");
  },
};
