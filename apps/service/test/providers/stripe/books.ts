/** What the double of Stripe knows: its objects, its balance, what it does with money, and the events that come of it. */
import { randomUUID } from "node:crypto";
import { openConnected } from "./connect-books.js";
import { openDisputes } from "./dispute-books.js";
import { Refusal } from "./refusal.js";
import type { Made, Shape } from "./shapes.js";
import * as shapes from "./shapes.js";
import type { StatementFaults } from "./statement.js";

export type Clock = () => number;

export type Books = ReturnType<typeof openBooks>;

/** What becomes of the refunds that are asked for from now on. */
export type RefundFate = "succeeded" | "pending" | "later" | "returned" | "refused";

const LATER_SECONDS = 600;
const RETURNED_SECONDS = 3_600;

const RANDOM = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

export function openBooks({ now, isLive }: { readonly now: Clock; readonly isLive: boolean }) {
  const kinds = new Map<string, Shape[]>();
  const events: Shape[] = [];
  /** What a payer has put towards a payment by transfers, and not all of it yet. */
  const applied = new Map<string, number>();
  /** Accounts at Stripe share no ids. */
  const account = randomUUID().slice(0, 8);
  let count = 0;
  /** The most that is available for refunds; null for any amount. */
  let float: number | null = null;
  /** Of one unit of another currency, in dollars. */
  let exchangeRate = 0.5;

  const made = (prefix: string): Made => {
    count += 1;
    const tail = `${count}`.padStart(8, "0");
    return { id: `${prefix}_${isLive ? "live" : "test"}${account}${tail}`, created: now(), livemode: isLive };
  };
  const all = (kind: string): Shape[] => {
    const list = kinds.get(kind) ?? [];
    kinds.set(kind, list);
    return list;
  };
  function keep(kind: string, shape: Shape): Shape {
    all(kind).push(shape);
    return shape;
  }
  function get(kind: string, id: unknown): Shape {
    const found = all(kind).find((one) => one["id"] === id);
    if (found === undefined)
      throw new Refusal(404, { type: "invalid_request_error", code: "resource_missing", param: "id" });
    return found;
  }
  function tell(type: string, object: Shape, before?: Shape): void {
    const data = { object: structuredClone(object), ...(before === undefined ? {} : { previous_attributes: before }) };
    events.push({
      ...made("evt"),
      object: "event",
      api_version: "2026-08-26.dahlia",
      type,
      data,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    });
  }
  /** The account's balance is in dollars: what moved in another currency is exchanged. */
  function move(type: string, fields: Shape): Shape {
    const isExchanged = fields["currency"] !== "usd";
    const exchanged = isExchanged
      ? { amount: Math.round(Number(fields["amount"]) * exchangeRate), currency: "usd", exchange_rate: exchangeRate }
      : {};
    const movement = shapes.movement(made("txn"), { type, reporting_category: type, fee: 0, ...fields, ...exchanged });
    return keep("balance_transactions", movement);
  }

  // Cards --------------------------------------------------------------------------------------------------------------

  function sessionOf(reference: string): Shape {
    const found = all("sessions").find((one) => one["client_reference_id"] === reference);
    if (found === undefined) throw new Error(`the double has no session of ${reference}`);
    return refreshed(found);
  }
  function refreshed(session: Shape): Shape {
    if (session["status"] === "open" && Number(session["expires_at"]) <= now()) expire(session);
    return session;
  }
  function expire(session: Shape): Shape {
    Object.assign(session, { status: "expired", url: null });
    tell("checkout.session.expired", session);
    return session;
  }
  function intentOf(session: Shape): Shape {
    if (session["payment_intent"] !== null) return get("intents", session["payment_intent"]);
    const { amount_total: amount, currency, metadata } = session;
    const intent = shapes.intent(made("pi"), {
      amount,
      currency,
      metadata,
      status: "requires_payment_method",
      payment_method_types: ["card"],
    });
    session["payment_intent"] = intent["id"];
    return keep("intents", intent);
  }
  function take(intent: Shape, { type, fee }: { readonly type: "charge" | "payment"; readonly fee: number }): void {
    const { amount, currency, metadata, id } = intent;
    const charge = shapes.charge(made(type === "charge" ? "ch" : "py"), {
      amount,
      currency,
      metadata,
      payment_intent: id,
    });
    charge["balance_transaction"] = move(type, { amount, currency, fee, source: charge["id"] })["id"];
    keep("charges", charge);
    Object.assign(intent, {
      status: "succeeded",
      amount_received: amount,
      latest_charge: charge["id"],
      next_action: null,
      last_payment_error: null,
    });
    tell("charge.succeeded", charge);
    tell("payment_intent.succeeded", intent);
  }
  /** The payer pays on Stripe's page; false when there is nothing to pay any more. `later`: by a way that takes days. */
  function pay(reference: string, { later = false } = {}): boolean {
    const session = sessionOf(reference);
    if (session["status"] !== "open") return false;
    const intent = intentOf(session);
    Object.assign(session, { status: "complete", url: null });
    if (later) {
      intent["status"] = "processing";
      tell("checkout.session.completed", session);
    } else {
      session["payment_status"] = "paid";
      take(intent, { type: "charge", fee: feeOf(Number(intent["amount"])) });
      tell("checkout.session.completed", session);
    }
    return true;
  }
  function settle(reference: string, isPaid: boolean): void {
    const session = sessionOf(reference);
    const intent = intentOf(session);
    if (isPaid) {
      session["payment_status"] = "paid";
      take(intent, { type: "charge", fee: feeOf(Number(intent["amount"])) });
    } else {
      intent["status"] = "requires_payment_method";
      tell("payment_intent.payment_failed", intent);
    }
    tell(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, session);
  }
  /** The card is declined: the session goes on. */
  function decline(reference: string, code = "generic_decline"): void {
    const intent = intentOf(sessionOf(reference));
    intent["last_payment_error"] = {
      type: "card_error",
      code: "card_declined",
      decline_code: code,
      message: "Declined.",
    };
    tell("payment_intent.payment_failed", intent);
  }

  // Bank transfers -----------------------------------------------------------------------------------------------------

  const cashOf = (customer: unknown): number =>
    all("cash").reduce((sum, one) => (one["customer"] === customer ? sum + Number(one["net_amount"]) : sum), 0);
  function moveCash(customer: unknown, type: string, fields: Shape & { readonly net_amount: number }): Shape {
    const ending = cashOf(customer) + fields.net_amount;
    const transaction = shapes.cashTransaction(made("ccsbtxn"), {
      customer,
      type,
      ending_balance: ending,
      currency: "usd",
      ...fields,
    });
    keep("cash", transaction);
    tell("customer_cash_balance_transaction.created", transaction);
    return transaction;
  }
  /** Money comes in for a Customer: towards its payment while that is open. */
  function fund(customer: unknown, amount: number, currency = "usd"): void {
    moveCash(customer, "funded", { net_amount: amount, currency, funded: shapes.FUNDED });
    const intent = all("intents").find((one) => one["customer"] === customer && one["status"] === "requires_action");
    if (intent === undefined || intent["currency"] !== currency) return;
    const before = applied.get(String(intent["id"])) ?? 0;
    const towards = Math.min(cashOf(customer), Number(intent["amount"]) - before);
    moveCash(customer, "applied_to_payment", {
      net_amount: -towards,
      currency,
      applied_to_payment: { payment_intent: intent["id"] },
    });
    applied.set(String(intent["id"]), before + towards);
    if (before + towards === intent["amount"]) {
      take(intent, { type: "payment", fee: Math.min(500, Math.round(Number(intent["amount"]) * 0.005)) });
    } else {
      awaitTransfer(intent);
      tell("payment_intent.partially_funded", intent);
    }
  }
  function awaitTransfer(intent: Shape): void {
    const id = String(intent["id"]);
    intent["next_action"] = shapes.transferInstructions({
      remaining: Number(intent["amount"]) - (applied.get(id) ?? 0),
      currency: intent["currency"],
      accountNumber: `1${id.slice(-8)}`,
      reference: [...id.slice(-6)].map((digit) => RANDOM[Number(digit)]).join(""),
    });
  }
  function cancelIntent(intent: Shape): Shape {
    if (intent["status"] !== "requires_action" && intent["status"] !== "requires_payment_method") {
      throw new Refusal(400, { type: "invalid_request_error", code: "payment_intent_unexpected_state" });
    }
    const held = applied.get(String(intent["id"])) ?? 0;
    applied.delete(String(intent["id"]));
    if (held > 0)
      moveCash(intent["customer"], "unapplied_from_payment", {
        net_amount: held,
        unapplied_from_payment: { payment_intent: intent["id"] },
      });
    Object.assign(intent, { status: "canceled", next_action: null, canceled_at: now() });
    tell("payment_intent.canceled", intent);
    return intent;
  }
  /** The payer's bank takes back what it sent. */
  const reverse = (customer: unknown, amount: number): Shape =>
    moveCash(customer, "funding_reversed", { net_amount: -amount });

  // Refunds and disputes -----------------------------------------------------------------------------------------------

  const standing = (one: Shape): boolean => one["status"] !== "failed" && one["status"] !== "canceled";
  let fate: RefundFate = "succeeded";
  /** What becomes of a refund later on, and when. */
  const due: { readonly refund: Shape; readonly at: number; readonly happens: () => void }[] = [];
  function giveBack(form: Shape): Shape {
    if (fate === "refused") throw new Refusal(400, { type: "invalid_request_error", code: "charge_not_refundable" });
    return form["origin"] === "customer_balance" ? giveBackCash(form) : giveBackPayment(form);
  }
  function giveBackPayment(form: Shape): Shape {
    const intent = get("intents", form["payment_intent"]);
    if (intent["latest_charge"] === null || intent["status"] !== "succeeded") {
      throw new Refusal(400, { type: "invalid_request_error", code: "charge_not_found", param: "payment_intent" });
    }
    const charge = get("charges", intent["latest_charge"]);
    if (all("disputes").some((one) => one["charge"] === charge["id"] && !isLetGo(one)))
      throw new Refusal(400, { type: "invalid_request_error", code: "charge_disputed" });
    const left = Number(charge["amount"]) - Number(charge["amount_refunded"]);
    const amount = form["amount"] === undefined ? left : Number(form["amount"]);
    if (left === 0) throw new Refusal(400, { type: "invalid_request_error", code: "charge_already_refunded" });
    if (amount > left || amount < 1)
      throw new Refusal(400, { type: "invalid_request_error", code: "amount_too_large", param: "amount" });
    charge["amount_refunded"] = Number(charge["amount_refunded"]) + amount;
    charge["refunded"] = charge["amount_refunded"] === charge["amount"];
    const refund = keepRefund(form, {
      amount,
      currency: charge["currency"],
      charge: charge["id"],
      payment_intent: intent["id"],
    });
    const type = String(charge["id"]).startsWith("py") ? "payment_refund" : "refund";
    refund["balance_transaction"] = move(type, {
      amount: -amount,
      currency: charge["currency"],
      reporting_category: "refund",
      source: refund["id"],
    })["id"];
    return refund;
  }
  function giveBackCash(form: Shape): Shape {
    const amount = Number(form["amount"]);
    const owner = get("customers", form["customer"]);
    if (owner["email"] === null)
      throw new Refusal(400, { type: "invalid_request_error", code: "parameter_missing", param: "instructions_email" });
    if (amount > cashOf(owner["id"]))
      throw new Refusal(400, { type: "invalid_request_error", code: "amount_too_large", param: "amount" });
    moveCash(owner["id"], "return_initiated", { net_amount: -amount });
    return keepRefund(form, { amount, currency: form["currency"], customer: owner["id"] });
  }
  function keepRefund(form: Shape, fields: Shape): Shape {
    const isShort = float !== null && Number(fields["amount"]) > float;
    const status = isShort || fate === "later" ? "pending" : fate === "returned" ? "succeeded" : fate;
    const refund = shapes.refund(made("re"), {
      ...fields,
      status,
      metadata: form["metadata"] ?? {},
      ...(isShort ? { pending_reason: "insufficient_funds" } : {}),
    });
    keep("refunds", refund);
    tell("refund.created", refund);
    if (fate === "later") due.push({ refund, at: now() + LATER_SECONDS, happens: () => succeedRefund(refund) });
    if (fate === "returned") due.push({ refund, at: now() + RETURNED_SECONDS, happens: () => failRefund(refund) });
    return refund;
  }
  /** What happens by itself as time goes by, and as the balance allows. */
  function live(): void {
    for (const one of due.splice(0)) {
      if (one.at <= now()) one.happens();
      else due.push(one);
    }
    for (const refund of all("refunds")) {
      const isEnough = float === null || Number(refund["amount"]) <= float;
      if (refund["pending_reason"] === "insufficient_funds" && isEnough) succeedRefund(refund);
    }
  }
  function succeedRefund(refund: Shape): void {
    if (refund["status"] !== "pending") return;
    const before = { status: refund["status"] };
    refund["status"] = "succeeded";
    delete refund["pending_reason"];
    tell("refund.updated", refund, before);
  }
  /** Its money is back in the balance, once and for good. */
  function failRefund(refund: Shape, reason = "expired_or_canceled_card"): void {
    if (!standing(refund)) return;
    const before = { status: refund["status"] };
    const { amount, currency, id } = refund;
    Object.assign(refund, { status: "failed", failure_reason: reason });
    delete refund["pending_reason"];
    if (refund["charge"] !== null) {
      const charge = get("charges", refund["charge"]);
      charge["amount_refunded"] = Number(charge["amount_refunded"]) - Number(amount);
      charge["refunded"] = false;
      refund["failure_balance_transaction"] = move("refund_failure", { amount, currency, source: id })["id"];
    } else {
      moveCash(refund["customer"], "return_canceled", { net_amount: Number(amount) });
    }
    tell("refund.failed", refund, before);
  }
  const disputes = openDisputes({ get, keep, made, move, tell });
  const connected = openConnected({ get, all, keep, made, move, tell, float: () => float });

  return {
    all,
    keep,
    get,
    made,
    events,
    refreshed,
    expire,
    pay,
    settle,
    decline,
    sessionOf,
    fund,
    reverse,
    awaitTransfer,
    cancelIntent,
    cashOf,
    giveBack,
    succeedRefund,
    failRefund,
    standing,
    ...disputes,
    ...connected,
    tell,
    move,
    live,
    statementFaults: new Map() as StatementFaults,
    setFate: (next: RefundFate): void => {
      fate = next;
    },
    setExchangeRate: (next: number): void => {
      exchangeRate = next;
    },
    setFloat: (next: number | null): void => {
      float = next;
    },
  };
}

/** Nothing is disputed any more, and nothing was taken. */
const isLetGo = ({ status }: Shape): boolean => status === "won" || status === "warning_closed";

const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30;
