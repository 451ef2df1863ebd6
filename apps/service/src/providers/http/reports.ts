/** What an adapter reports, in answers and callbacks alike. */
import { PROVIDER_WORDS } from "@holdfast/contract";
import type { DisputeReport, OutgoingReport, PaymentReport, Report } from "../port.js";
import {
  amountIn,
  currencyIn,
  flagIn,
  integerIn,
  type Json,
  moneyIn,
  referenceIn,
  someTextIn,
  textIn,
  timeIn,
  wordIn,
} from "./answers.js";

/** Receipts under one reference: far more than anybody sends. */
const RECEIPTS_MAX = 1_000;

export function paymentReportIn(said: Json): PaymentReport {
  const theirId = someTextIn(said, "their_id", 255);
  const about = {
    about: "payment",
    reference: referenceIn(said, "reference"),
    receipt: integerIn(said, "receipt", { least: 1, most: RECEIPTS_MAX }),
    ...(theirId === null ? {} : { theirs: { payment: theirId } }),
  } as const;
  const outcome = wordIn(said, "outcome", ["pending", "succeeded", "failed"]);
  switch (outcome) {
    case "pending":
      return { ...about, outcome };
    case "failed":
      return { ...about, outcome, failure: wordIn(said, "failure", PROVIDER_WORDS.failures) };
    case "succeeded":
      return {
        ...about,
        outcome,
        ...moneyIn(said),
        ...(said["fee"] === undefined ? {} : { fee: amountIn(said, "fee") }),
        ...(said["at"] === undefined ? {} : { at: timeIn(said, "at") }),
      };
    default:
      return outcome satisfies never;
  }
}

function outgoingReportIn(said: Json, about: OutgoingReport["about"]): OutgoingReport {
  const named = {
    about,
    reference: referenceIn(said, "reference"),
    ...(said["amount"] === undefined ? {} : { money: moneyIn(said) }),
  };
  const outcome = wordIn(said, "outcome", ["paid", "pending", "refused", "returned"]);
  return outcome === "paid" || outcome === "pending"
    ? { ...named, outcome }
    : { ...named, outcome, reason: textIn(said, "reason") };
}

export const disputeReportIn = (said: Json): DisputeReport => ({
  about: "dispute",
  payment: referenceIn(said, "payment"),
  theirId: textIn(said, "id", 255),
  stage: wordIn(said, "stage", PROVIDER_WORDS.stages),
  isTaken: flagIn(said, "is_taken"),
  amount: amountIn(said, "amount"),
  currency: currencyIn(said),
  fee: amountIn(said, "fee"),
  reason: textIn(said, "reason", 100),
  answerBy: said["answer_by"] === null ? null : timeIn(said, "answer_by"),
});

export function reportIn(said: Json): Report {
  const about = wordIn(said, "about", ["payment", "refund", "payout", "dispute"]);
  switch (about) {
    case "payment":
      return paymentReportIn(said);
    case "refund":
    case "payout":
      return outgoingReportIn(said, about);
    case "dispute":
      return disputeReportIn(said);
    default:
      return about satisfies never;
  }
}
