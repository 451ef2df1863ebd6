/**
 * The sandbox's providers: another company each, as far as we are concerned. They keep books of their own
 * (store/sandbox), are asked through the port alone, and notify us over HTTP with a signature (notices.ts). A person plays
 * the payer on their pages (play.ts).
 */

import type { IncomingHttpHeaders } from "node:http";
import type { PaymentInstructions } from "../../domain/model.js";
import { type Cents, parseCents, ZERO } from "../../domain/money.js";
import { PAYMENT_FAILURES, type PaymentFailure } from "../../domain/states.js";
import { unixSeconds } from "../../platform/clock.js";
import { type Queryable, sqlState } from "../../platform/database.js";
import {
  type BankPayment,
  findOrder,
  giveBack,
  readMood,
  sendOut,
  takeOrder,
  withdrawOrder,
} from "../../store/sandbox/bank.js";
import type {
  Cancelled,
  Created,
  LookedUp,
  PaidOut,
  PaymentOrder,
  PayoutOrder,
  Provider,
  RefundOrder,
  Report,
  Unreachable,
  Verified,
} from "../port.js";
import { checkNotice } from "../signature.js";
import { PAYOUT_LATER, PAYOUT_REFUSED, SANDBOX, type SandboxName } from "./names.js";

export const SIGNATURE_HEADER = "x-sandbox-signature";

/** How long a prompt stays on a phone. */
const PROMPT_SECONDS = 120;

/** How long a payout takes that is paid later, by the service's clock. */
export const PAYOUT_LATER_SECONDS = 600;
const FATES: Readonly<Partial<Record<string, "refused" | "later">>> = {
  [PAYOUT_REFUSED]: "refused",
  [PAYOUT_LATER]: "later",
};

type Means = {
  readonly db: Queryable;
  /** What the provider signs its notices with. */
  readonly key: Buffer;
  /** Where its own pages are, without a slash at the end. */
  readonly origin: () => string;
};

const DOWN: Unreachable = { kind: "unreachable", reason: "it does not answer" };

export function openSimulator(name: SandboxName, { db, key, origin }: Means): Provider {
  const { method, path } = SANDBOX[name];
  const whileUp = async <Answer>(work: () => Promise<Answer>): Promise<Answer | Unreachable> =>
    (await readMood(db, name)).isDown ? DOWN : work();
  return {
    name,
    method,
    createPayment: (order) =>
      whileUp(() => create(db, name, { order, playPath: `${path}/${order.reference}`, origin })),
    cancelPayment: (reference) => whileUp(async () => cancelled(await withdrawOrder(db, name, reference))),
    lookUp: (reference) => whileUp(async () => lookedUp(await findOrder(db, name, reference))),
    refund: (order) => whileUp(() => refund(db, name, order)),
    payout: (order) => whileUp(() => payOut(db, name, order)),
    verifyCallback: (headers, body) => verify(key, headers, body),
  };
}

async function create(
  db: Queryable,
  provider: SandboxName,
  { order, playPath, origin }: { order: PaymentOrder; playPath: string; origin: () => string },
): Promise<Created> {
  const expires =
    SANDBOX[provider].method === "mobile_money" ? { afterSeconds: PROMPT_SECONDS } : { at: order.expiresAt };
  const taken = await takeOrder(db, { ...order, provider, expires });
  if (taken === null) return { kind: "unreachable", reason: "the order is being taken" };
  if (taken.status === "CANCELLED" || taken.status === "FAILED") {
    return { kind: "refused", failure: taken.failure ?? "cancelled" };
  }
  return { kind: "created", instructions: { ...instructionsOf(provider, taken, origin() + playPath), playPath } };
}

function instructionsOf(provider: SandboxName, taken: BankPayment, pageUrl: string): PaymentInstructions {
  const { reference } = taken;
  switch (SANDBOX[provider].method) {
    case "mobile_money":
      return { kind: "prompt", phone: taken.phone ?? "", expiresAt: taken.expiresAt ?? 0 };
    case "card":
      return { kind: "redirect", url: pageUrl };
    case "bank":
      return {
        kind: "transfer",
        bank: "Sandbox Bank",
        accountName: "Holdfast Client Funds (sandbox)",
        accountNumber: "0100 2000 3000",
        reference,
        amount: taken.asked ?? ZERO,
      };
    default:
      return SANDBOX[provider] satisfies never;
  }
}

function cancelled(status: BankPayment["status"] | null): Cancelled {
  switch (status) {
    case "CANCELLED":
    case "FAILED":
      return { kind: "cancelled" };
    case "SUCCEEDED":
      return { kind: "too_late" };
    case "OPEN":
    case "CHALLENGED":
    case null:
      return { kind: "unreachable", reason: "the order is being changed" };
    default:
      return status satisfies never;
  }
}

function lookedUp(order: BankPayment | null): LookedUp {
  if (order === null || order.asked === null) return { kind: "unknown" };
  const { reference } = order;
  const received = order.receipts.map(
    (amount, index): Report => ({ reference, receipt: index + 1, outcome: "succeeded", amount }),
  );
  if (received.length > 0) return { kind: "known", reports: received };
  const failure = order.status === "CANCELLED" ? "cancelled" : order.failure;
  return { kind: "known", reports: failure === null ? [] : [{ reference, receipt: 1, outcome: "failed", failure }] };
}

async function refund(db: Queryable, provider: SandboxName, order: RefundOrder): Promise<PaidOut> {
  const { refusesRefunds } = await readMood(db, provider);
  try {
    const given = await giveBack(db, provider, { ...order, receipt: order.payment, isRefused: refusesRefunds });
    if (given === null) return { kind: "refused", reason: "there is no such payment" };
    return given.isRefused ? { kind: "refused", reason: "the payer's account is closed" } : { kind: "paid" };
  } catch (error) {
    if (sqlState(error) === CHECK_VIOLATION) return { kind: "refused", reason: "it is more than was paid" };
    throw error;
  }
}

/** What becomes of a payout is settled when it is asked for first: by its number, else by the provider's mood. */
async function payOut(
  db: Queryable,
  provider: SandboxName,
  { reference, amount, payee }: PayoutOrder,
): Promise<PaidOut> {
  const { payouts } = await readMood(db, provider);
  const fate = FATES[payee.number.slice(-4)] ?? payouts;
  const sent = await sendOut(db, provider, {
    reference,
    amount,
    destination: payee.number,
    isRefused: fate === "refused",
    afterSeconds: fate === "later" ? PAYOUT_LATER_SECONDS : 0,
  });
  switch (sent) {
    case "paid":
    case "pending":
      return { kind: sent };
    case "refused":
      return { kind: "refused", reason: "The account is closed." };
    case null:
      return { kind: "unreachable", reason: "the payout is being taken" };
    default:
      return sent satisfies never;
  }
}

const CHECK_VIOLATION = "23514";

function verify(key: Buffer, headers: IncomingHttpHeaders, body: Buffer): Verified {
  const problem = checkNotice(key, unixSeconds(), { header: headers[SIGNATURE_HEADER], body });
  if (problem !== null) return { kind: "forged", reason: problem };
  const report = readNotice(body);
  return report === null ? { kind: "forged", reason: "it can't be read" } : { kind: "genuine", reports: [report] };
}

/** The provider's own JSON; null for what it would never send. */
function readNotice(body: Buffer): Report | null {
  const said = JSON.parse(body.toString("utf8")) as Readonly<Record<string, unknown>> | null;
  if (typeof said?.["order"] !== "string") return null;
  const receipt = Number(said["receipt"]);
  if (!Number.isSafeInteger(receipt) || receipt < 1) return null;
  const about = { reference: said["order"], receipt };
  const { outcome } = said;
  if (outcome === "pending") return { ...about, outcome };
  if (outcome === "succeeded") {
    const amount = amountIn(said["amount_minor"]);
    return amount === null ? null : { ...about, outcome, amount };
  }
  const failure = PAYMENT_FAILURES.find((known) => known === said["failure"]) ?? ("declined" satisfies PaymentFailure);
  return outcome === "failed" ? { ...about, outcome, failure } : null;
}

const amountIn = (minor: unknown): Cents | null =>
  typeof minor === "string" && !minor.startsWith("0") ? parseCents(minor) : null;
