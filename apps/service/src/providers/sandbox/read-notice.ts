/** What a simulated provider's notices say, and whether they are its own. */
import type { IncomingHttpHeaders } from "node:http";
import { type Cents, CURRENCY, parseCents, ZERO } from "../../domain/money.js";
import { PAYMENT_FAILURES, type PaymentFailure } from "../../domain/states.js";
import { unixSeconds } from "../../platform/clock.js";
import type { DisputeReport, Hint, OutgoingReport, PayeeReport, PaymentReport, Verified } from "../port.js";
import { checkNotice } from "../signature.js";
import { disputeOf } from "./disputes.js";

export const SIGNATURE_HEADER = "x-sandbox-signature";

/** One that is signed is believed; one that bears no signature at all is a hint; a wrong signature is a forgery. */
export function verifyNotice(key: Buffer, headers: IncomingHttpHeaders, body: Buffer): Verified {
  const header = headers[SIGNATURE_HEADER];
  const said = readJson(body);
  const report = said === null ? null : reportIn(said);
  const id = typeof said?.["notice"] === "string" ? said["notice"] : null;
  if (header === undefined) {
    if (report === null) return { kind: "forged", reason: "it bears no signature, and can't be read" };
    return { kind: "hint", id, about: report.about === "payee" ? [] : [hintOf(report)] };
  }
  const problem = checkNotice(key, unixSeconds(), { header, body });
  if (problem !== null) return { kind: "forged", reason: problem };
  return report === null
    ? { kind: "unreadable", id, reason: "it says what the sandbox never says" }
    : { kind: "genuine", id, reports: [report] };
}

type Said = Readonly<Record<string, unknown>>;

function readJson(body: Buffer): Said | null {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Said) : null;
  } catch {
    return null;
  }
}

type Told = PaymentReport | OutgoingReport | DisputeReport;
type Read = Told | PayeeReport;

/** What is disputed can't be looked up before it is known: then its payment is named. */
const hintOf = (report: Told): Hint =>
  report.about === "dispute"
    ? { about: "payment", reference: report.payment }
    : { about: report.about, reference: report.reference };

/** The provider's own JSON; null for what it would never send. */
function reportIn(said: Said): Read | null {
  const reference = said["order"];
  if (typeof reference !== "string" || !/^[\w-]{1,64}$/.test(reference)) return null;
  const about = said["about"] ?? "payment";
  if (about === "payee") return { about, theirId: reference };
  if (about === "dispute") return disputeIn(said, reference);
  return about === "refund" || about === "payout" ? outgoingIn(said, about, reference) : paymentIn(said, reference);
}

function paymentIn(said: Said, reference: string): PaymentReport | null {
  const receipt = Number(said["receipt"]);
  if (!Number.isSafeInteger(receipt) || receipt < 1) return null;
  const named = { about: "payment", reference, receipt } as const;
  const { outcome } = said;
  if (outcome === "pending") return { ...named, outcome };
  if (outcome === "succeeded") {
    const amount = amountIn(said["amount_minor"]);
    const currency = said["currency"] ?? CURRENCY;
    return amount === null || typeof currency !== "string" ? null : { ...named, outcome, amount, currency };
  }
  const failure = PAYMENT_FAILURES.find((known) => known === said["failure"]) ?? ("declined" satisfies PaymentFailure);
  return outcome === "failed" ? { ...named, outcome, failure } : null;
}

function outgoingIn(said: Said, about: "refund" | "payout", reference: string): OutgoingReport | null {
  const { outcome, reason } = said;
  if (outcome === "paid" || outcome === "pending") return { about, reference, outcome };
  if (outcome !== "refused" && outcome !== "returned") return null;
  return { about, reference, outcome, reason: typeof reason === "string" ? reason : "It gave no reason." };
}

const STAGES: readonly DisputeReport["stage"][] = ["inquiry", "opened", "answered", "won", "lost"];

function disputeIn(said: Said, reference: string): DisputeReport | null {
  const { currency, reason, answer_by: answerBy, is_taken: isTaken } = said;
  const stage = STAGES.find((known) => known === said["stage"]);
  const amount = amountIn(said["amount_minor"]);
  const fee = said["fee_minor"] === "0" ? ZERO : amountIn(said["fee_minor"]);
  if (stage === undefined || amount === null || fee === null || typeof isTaken !== "boolean") return null;
  if (typeof currency !== "string" || typeof reason !== "string") return null;
  const named = { about: "dispute", payment: reference, theirId: disputeOf(reference) } as const;
  return { ...named, stage, isTaken, amount, currency, fee, reason, answerBy: Number(answerBy) || null };
}

const amountIn = (minor: unknown): Cents | null =>
  typeof minor === "string" && !minor.startsWith("0") ? parseCents(minor) : null;
