/**
 * Bank transfers: one Customer and one PaymentIntent a payment, so that each has an account number of its own and no money of
 * one order is applied to another. What comes in goes to the Customer's cash balance, and Stripe applies it to the payment;
 * what is more than it, or comes when it was called off, stays in the cash balance.
 */
import type { Asked, Cancelled, Created, PaymentOrder, PaymentReport, Unknown, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { amountAtStripe } from "./amounts.js";
import {
  amountIn,
  currencyIn,
  integerIn,
  type Json,
  objectIn,
  objectOr,
  objectsIn,
  paidIn,
  referenceIn,
  textIn,
  textOr,
} from "./answers.js";
import { type Found, isUnreachable, type StripeClient } from "./client.js";
import type { Form } from "./form.js";
import { windowOf } from "./window.js";

export type BankMeans = { readonly client: StripeClient; readonly isLive: boolean };

const CUSTOMERS = "/customers";
const INTENTS = "/payment_intents";

export const isCustomer = (id: string | null): boolean => id?.startsWith("cus_") === true;

export async function createTransfer(means: BankMeans, order: PaymentOrder, asked: Asked): Promise<Created> {
  const amount = amountAtStripe(order.amount, order.currency);
  if (amount === null) return { kind: "refused", failure: "unavailable" };
  const customer = await customerFor(means, order, asked);
  if (customer === "refused") return { kind: "refused", failure: "unavailable" };
  if (isUnreachable(customer)) return customer;
  const { client } = means;
  const answer = await client.once({
    path: INTENTS,
    form: intentForm(order, { amount, customer }),
    key: `payment:${order.reference}`,
    find: () => findIntent(client, customer),
  });
  switch (answer.kind) {
    case "done":
      return createdOf(answer.object, order);
    case "refused":
      return { kind: "refused", failure: "unavailable", keep: { theirId: customer } };
    case "unreachable":
      return answer;
    default:
      return answer satisfies never;
  }
}

/** The one that was made for the payment before, or a new one. */
async function customerFor(
  means: BankMeans,
  order: PaymentOrder,
  asked: Asked,
): Promise<string | "refused" | Unreachable> {
  const { reference, email } = order;
  const find = (): Promise<Found> => findCustomer(means, { reference, email }, asked);
  if (asked.lastAt !== asked.at) {
    const found = await find();
    if (isUnreachable(found)) return found;
    if (found !== null) return textIn(found, "id");
  }
  const answer = await means.client.once({
    path: CUSTOMERS,
    // Stripe writes to this address when it has to ask where a refund should go.
    form: { email, metadata: { reference }, cash_balance: { settings: { reconciliation_mode: "automatic" } } },
    key: `customer:${reference}`,
    find,
  });
  if (answer.kind === "refused") return "refused";
  return answer.kind === "done" ? textIn(answer.object, "id") : answer;
}

const intentForm = (order: PaymentOrder, { amount, customer }: { amount: bigint; customer: string }): Form => ({
  amount,
  currency: order.currency.toLowerCase(),
  customer,
  confirm: true,
  description: order.description,
  metadata: { reference: order.reference },
  transfer_group: order.reference,
  payment_method_types: ["customer_balance"],
  payment_method_data: { type: "customer_balance" },
  payment_method_options: {
    customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "us_bank_transfer" } },
  },
});

type Sought = { readonly reference: string; readonly email?: string };

/** By its id, or else among those that were made about then. */
export async function findCustomer(
  { client, isLive }: BankMeans,
  { reference, email }: Sought,
  asked: Asked,
): Promise<Found> {
  if (asked.theirId !== null) return { id: asked.theirId };
  return client.search(
    CUSTOMERS,
    { created: windowOf(asked, isLive), email },
    (customer) => referenceIn(customer) === reference,
  );
}

/** Of the one payment that a Customer is made for. */
export const findIntent = (client: StripeClient, customer: string): Promise<Found> =>
  client.search(INTENTS, { customer }, () => true);

export async function foundTransfer(means: BankMeans, order: PaymentOrder, asked: Asked): Promise<Created | Unknown> {
  const customer = await findCustomer(means, order, asked);
  if (customer === null) return { kind: "unknown" };
  if (isUnreachable(customer)) return customer;
  const intent = await findIntent(means.client, textIn(customer, "id"));
  if (intent === null) return { kind: "unknown" };
  return isUnreachable(intent) ? intent : createdOf(intent, order);
}

function createdOf(intent: Json, order: PaymentOrder): Created {
  const keep = { theirId: textIn(intent, "customer"), data: { intent: textIn(intent, "id") } };
  switch (textIn(intent, "status")) {
    case "requires_action":
      return { kind: "created", instructions: instructionsOf(intent, order), keep };
    case "canceled":
      return { kind: "refused", failure: "cancelled", keep };
    default:
      throw new Unreadable("its payment waits for no transfer");
  }
}

function instructionsOf(intent: Json, { amount }: PaymentOrder): Extract<Created, { kind: "created" }>["instructions"] {
  const shown = objectIn(objectIn(intent, "next_action"), "display_bank_transfer_instructions");
  const address = objectsIn(shown, "financial_addresses").find(({ type }) => type === "aba");
  if (address === undefined) throw new Unreadable("its payment names no account");
  const account = objectIn(address, "aba");
  return {
    kind: "transfer",
    bank: `${textIn(account, "bank_name")}, ABA ${textIn(account, "routing_number")}`,
    accountName: textIn(account, "account_holder_name"),
    accountNumber: textIn(account, "account_number"),
    reference: textIn(shown, "reference"),
    amount,
  };
}

/** Whatever came in before is there all the same: it is in the cash balance, and is reported. */
export async function cancelTransfer({ client }: BankMeans, customer: string): Promise<Cancelled | Unknown> {
  const intent = await findIntent(client, customer);
  if (intent === null) return { kind: "unknown" };
  if (isUnreachable(intent)) return intent;
  if (textIn(intent, "status") === "succeeded") return { kind: "too_late" };
  if (textIn(intent, "status") !== "canceled") {
    const answer = await client.post(`${INTENTS}/${encodeURIComponent(textIn(intent, "id"))}/cancel`, {});
    if (answer.kind === "unreachable") return answer;
    if (answer.kind === "refused") {
      const now = await findIntent(client, customer);
      if (now === null || isUnreachable(now) || textIn(now, "status") !== "succeeded") {
        return { kind: "unreachable", reason: `it does not call off (${answer.code})` };
      }
      return { kind: "too_late" };
    }
  }
  const arrivals = await readArrivals(client, customer);
  if (isUnreachable(arrivals)) return arrivals;
  return { kind: arrivals.length === 0 ? "cancelled" : "too_late" };
}

/** Each arrival of money is a receipt, in the order in which they came; what its bank took back leaves its number open. */
export async function lookUpTransfer(
  { client }: BankMeans,
  customer: string,
  reference: string,
): Promise<readonly PaymentReport[] | Unreachable> {
  const arrivals = await readArrivals(client, customer);
  if (isUnreachable(arrivals)) return arrivals;
  const reports = arrivals.map(
    (arrival, index): PaymentReport => ({
      about: "payment",
      reference,
      receipt: index + 1,
      outcome: "succeeded",
      amount: paidIn(arrival, "net_amount"),
      currency: currencyIn(arrival),
      at: integerIn(arrival, "created"),
    }),
  );
  if (reports.length > 0) return reports;
  const intent = await findIntent(client, customer);
  if (isUnreachable(intent)) return intent;
  const isOver = intent !== null && textIn(intent, "status") === "canceled";
  return isOver ? [{ about: "payment", reference, receipt: 1, outcome: "failed", failure: "cancelled" }] : [];
}

const TRANSACTIONS_MAX = 1_000;

async function readArrivals(client: StripeClient, customer: string): Promise<readonly Json[] | Unreachable> {
  const arrivals: Json[] = [];
  let after: string | undefined;
  for (let read = 0; read < TRANSACTIONS_MAX; ) {
    const answer = await client.page(`${CUSTOMERS}/${encodeURIComponent(customer)}/cash_balance_transactions`, {
      starting_after: after,
    });
    if (answer.kind === "unreachable") return answer;
    arrivals.push(...answer.objects.filter(({ type }) => type === "funded"));
    read += answer.objects.length;
    after = textOr(answer.objects.at(-1), "id", undefined);
    // Lists begin with the newest.
    if (!answer.hasMore || after === undefined) return arrivals.reverse();
  }
  return { kind: "unreachable", reason: "there are too many transfers to look through" };
}

/** What lies in the cash balance, in the currency. */
export async function readCash(
  client: StripeClient,
  customer: string,
  currency: string,
): Promise<bigint | Unreachable> {
  const answer = await client.get(`${CUSTOMERS}/${encodeURIComponent(customer)}/cash_balance`);
  if (answer.kind === "refused") return { kind: "unreachable", reason: `it has no cash balance (${answer.code})` };
  if (answer.kind === "unreachable") return answer;
  const available = objectOr(answer.object, "available") ?? {};
  const code = currency.toLowerCase();
  return available[code] === undefined ? 0n : amountIn({ currency: code, amount: available[code] }, "amount");
}
