/** What banks of payers do in the double of Stripe. */
import { Refusal } from "./refusal.js";
import type { Made, Shape } from "./shapes.js";
import * as shapes from "./shapes.js";

/** What a dispute is once it has our answer; one that is decided takes none. */
const ANSWERED: Readonly<Partial<Record<string, string>>> = {
  needs_response: "under_review",
  under_review: "under_review",
  warning_needs_response: "warning_under_review",
  warning_under_review: "warning_under_review",
};

type Means = {
  readonly get: (kind: string, id: unknown) => Shape;
  readonly keep: (kind: string, shape: Shape) => Shape;
  readonly made: (prefix: string) => Made;
  readonly move: (type: string, fields: Shape) => Shape;
  readonly tell: (type: string, object: Shape) => void;
};

export function openDisputes({ get, keep, made, move, tell }: Means) {
  function openDispute(intentId: unknown, status = "needs_response"): Shape {
    const intent = get("intents", intentId);
    const charge = get("charges", intent["latest_charge"]);
    const { amount, currency } = charge;
    const dispute = shapes.dispute(made("dp"), {
      amount,
      currency,
      charge: charge["id"],
      payment_intent: intentId,
      status,
    });
    keep("disputes", dispute);
    charge["disputed"] = true;
    tell("charge.dispute.created", dispute);
    if (!status.startsWith("warning")) withdraw(dispute);
    return dispute;
  }
  function withdraw(dispute: Shape): void {
    const { amount, currency, id } = dispute;
    const taken = move("adjustment", {
      amount: -Number(amount),
      currency,
      fee: 1_500,
      reporting_category: "dispute",
      source: id,
    });
    dispute["balance_transactions"] = [structuredClone(taken)];
    tell("charge.dispute.funds_withdrawn", dispute);
  }
  function answerDispute(dispute: Shape, evidence: Shape, isSubmitted: boolean): Shape {
    const next = ANSWERED[String(dispute["status"])];
    if (next === undefined) throw new Refusal(400, { type: "invalid_request_error", code: "charge_disputed" });
    const details = dispute["evidence_details"] as Shape;
    dispute["evidence"] = { ...(dispute["evidence"] as Shape), ...evidence };
    details["has_evidence"] = true;
    if (isSubmitted) {
      details["submission_count"] = Number(details["submission_count"]) + 1;
      dispute["status"] = next;
    }
    tell("charge.dispute.updated", dispute);
    return dispute;
  }
  /** @param feeBack in some countries Stripe gives its fee back once a dispute is won. */
  function closeDispute(dispute: Shape, status: "won" | "lost" | "warning_closed", feeBack = 0): void {
    dispute["status"] = status;
    const { amount, currency, id } = dispute;
    if (status === "won") {
      const what = { amount, currency, fee: -feeBack, reporting_category: "dispute_reversal", source: id };
      const back = move("adjustment", what);
      (dispute["balance_transactions"] as Shape[]).push(structuredClone(back));
      tell("charge.dispute.funds_reinstated", dispute);
    }
    tell("charge.dispute.closed", dispute);
  }

  return { openDispute, answerDispute, closeDispute };
}
