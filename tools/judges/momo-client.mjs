/**
 * MTN publishes no client and no document that can be had: one that others have made and use, by MTN's own pages, takes the double for
 * MTN, and its rules take what the adapter sends. Refunds it does not know: nobody judges those.
 */
import assert from "node:assert/strict";
import { Failure } from "../clients/process.mjs";
import { doubleOf } from "./bundle.mjs";

export async function drive(npm, { asked }) {
  if (asked.length === 0) throw new Failure("nothing was asked");
  const client = npm.load("mtn-momo");
  const checked = await holdBodies(npm.load("mtn-momo/lib/validate"), asked);
  const { openMomoDouble } = await doubleOf("momo");
  const now = () => Math.floor(Date.now() / 1000);
  const double = await openMomoDouble({ now, target: "sandbox", currency: "EUR" });
  const { Collections, Disbursements } = client.create({
    callbackHost: "pay.example",
    environment: "sandbox",
    baseUrl: double.origin,
  });
  const accessOf = ({ subscriptionKey, apiUser, apiKey }) => ({
    primaryKey: subscriptionKey,
    userId: apiUser,
    userSecret: apiKey,
  });
  const told = {
    double,
    client,
    collections: Collections(accessOf(double.access.collection)),
    disbursements: Disbursements(accessOf(double.access.disbursement)),
  };
  try {
    for (const [name, tell] of Object.entries(STORIES)) {
      await tell(told).catch((error) => {
        throw new Failure(`${name}: ${error.stack}`);
      });
    }
  } finally {
    await double.close();
  }
  return `${Object.keys(STORIES).length} stories, ${checked} requests by the client's rules`;
}

/** By what the client holds against what it sends. */
async function holdBodies({ validateRequestToPay, validateTransfer }, asked) {
  let count = 0;
  for (const { method, path, body, status } of asked) {
    if (method !== "POST" || status !== 202) continue;
    const sent = JSON.parse(body);
    if (path === "/collection/v1_0/requesttopay") await validateRequestToPay(sent);
    else if (path === "/disbursement/v1_0/transfer")
      await validateTransfer({ ...sent, referenceId: "0f9a1a3e-4a5e-4f0a-9d0e-1c2b3a4d5e6f" });
    else continue;
    count += 1;
  }
  if (count === 0) throw new Failure("no payment and no transfer was asked for");
  return count;
}

const party = (partyId) => ({ partyIdType: "MSISDN", partyId });
const payment = (externalId, partyId = "46733123454") => ({
  amount: "25.00",
  currency: "EUR",
  externalId,
  payer: party(partyId),
  payerMessage: externalId,
  payeeNote: externalId,
});

const STORIES = {
  async "a payer is asked, agrees, and the wallet holds it"({ double, collections }) {
    const id = await collections.requestToPay(payment("HFCLIENT1"));
    const before = await collections.getTransaction(id);
    assert.deepEqual([before.status, before.externalId, before.payer], ["PENDING", "HFCLIENT1", party("46733123454")]);
    double.books.answer(double.books.entries.get(id));
    const { status, amount, currency, financialTransactionId } = await collections.getTransaction(id);
    assert.deepEqual([status, Number(amount), currency], ["SUCCESSFUL", 25, "EUR"]);
    assert.match(financialTransactionId, /^\d+$/);
    assert.deepEqual(await collections.getBalance(), { availableBalance: "25", currency: "EUR" });
  },
  async "a refusal, a number without a wallet and another currency are told by MTN's codes"({
    double,
    client,
    collections,
  }) {
    const id = await collections.requestToPay(payment("HFCLIENT2"));
    double.books.answer(double.books.entries.get(id), "APPROVAL_REJECTED");
    await assert.rejects(collections.getTransaction(id), client.ApprovalRejectedError);
    await assert.rejects(collections.requestToPay(payment("HFCLIENT3", "46733123000")), client.PayerNotFoundError);
    const dollars = { ...payment("HFCLIENT4"), currency: "USD" };
    await assert.rejects(collections.requestToPay(dollars), client.InvalidCurrencyError);
    assert.deepEqual(await collections.isPayerActive("46733123454"), { result: true });
  },
  async "a transfer is paid once under its id"({ client, disbursements }) {
    const { payer: payee, ...asked } = payment("transfer");
    const referenceId = "0f9a1a3e-4a5e-4f0a-9d0e-1c2b3a4d5e6f";
    await disbursements.transfer({ ...asked, payee, referenceId });
    assert.equal((await disbursements.getTransaction(referenceId)).status, "SUCCESSFUL");
    await assert.rejects(disbursements.transfer({ ...asked, payee, referenceId }), client.ResourceAlreadyExistError);
    assert.equal((await disbursements.getBalance()).currency, "EUR");
  },
};
