/** What a simulated provider's notices say, and whether they are its own. */
import type { IncomingHttpHeaders } from "node:http";
import { type Cents, CURRENCY, parseCents } from "../../domain/money.js";
import { PAYMENT_FAILURES, type PaymentFailure } from "../../domain/states.js";
import { unixSeconds } from "../../platform/clock.js";
import type { OutgoingReport, PaymentReport, Report, Verified } from "../port.js";
import { checkNotice } from "../signature.js";

export const SIGNATURE_HEADER = "x-sandbox-signature";

/** One that is signed is believed; one that bears no signature at all is a hint; a wrong signature is a forgery. */
export function verifyNotice(key: Buffer, headers: IncomingHttpHeaders, body: Buffer): Verified {
  const header = headers[SIGNATURE_HEADER];
  const said = readJson(body);
  const report = said === null ? null : readReport(said);
  const id = typeof said?.["notice"] === "string" ? said["notice"] : null;
  if (header === undefined) {
    if (report === null) return { kind: "forged", reason: "it bears no signature, and can't be read" };
    return { kind: "hint", id, about: [{ about: report.about, reference: report.reference }] };
  }
  const problem = checkNotice(key, unixSeconds(), { header, body });
  if (problem !== null) return { kind: "forged", reason: problem };
  return report === null ? { kind: "forged", reason: "it can't be read" } : { kind: "genuine", id, reports: [report] };
}

type Said = Readonly<Record<string, unknown>>;

function readJson(body: Buffer): Said | null {
  try {
    return JSON.parse(body.toString("utf8")) as Said | null;
  } catch {
    return null;
  }
}

/** The provider's own JSON; null for what it would never send. */
function readReport(said: Said): Extract<Report, PaymentReport | OutgoingReport> | null {
  const reference = said["order"];
  if (typeof reference !== "string" || !/^[\w-]{1,64}$/.test(reference)) return null;
  const about = said["about"] ?? "payment";
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

const amountIn = (minor: unknown): Cents | null =>
  typeof minor === "string" && !minor.startsWith("0") ? parseCents(minor) : null;
