/** Disputes at Paystack. Evidence goes in on its dashboard: its API wants a telephone of the buyer and a file, and we may have neither. */
import { ZERO } from "../../domain/money.js";
import type { DisputeReport, Disputes, FoundDispute } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { currencyIn, idIn, type Json, objectOf, paidIn, secondsOr, textIn, textOr } from "./answers.js";
import { unread } from "./client.js";
import { type Means, receiptNamed } from "./payments.js";

const WAITS: ReadonlyMap<string, DisputeReport["stage"]> = new Map([
  ["awaiting-merchant-feedback", "opened"],
  ["awaiting-bank-feedback", "answered"],
  ["pending", "answered"],
]);

const ENDS: ReadonlyMap<string, "won" | "lost"> = new Map([
  ["declined", "won"],
  ["merchant-accepted", "lost"],
  ["auto-accepted", "lost"],
]);

function stageOf(dispute: Json): DisputeReport["stage"] {
  const status = textIn(dispute, "status");
  const stage = status === "resolved" ? ENDS.get(textIn(dispute, "resolution")) : WAITS.get(status);
  if (stage === undefined) throw new Unreadable("its dispute has a status that it never has");
  return stage;
}

/** Null for a payment that isn't ours. */
async function reportOfDispute(means: Means, dispute: Json): Promise<DisputeReport | null> {
  const payment = await receiptNamed(means, textIn(objectOf(dispute["transaction"]), "reference"));
  if (payment === null) return null;
  const stage = stageOf(dispute);
  return {
    about: "dispute",
    payment,
    theirId: idIn(dispute),
    stage,
    // Paystack takes the money once it is decided.
    isTaken: stage === "lost",
    fee: ZERO,
    reason: textOr(dispute["category"], "general"),
    answerBy: stage === "opened" ? secondsOr(dispute["dueAt"]) : null,
    amount: paidIn(dispute, "refund_amount"),
    currency: currencyIn(dispute),
  };
}

export async function lookUpDispute(means: Means, theirId: string): Promise<FoundDispute> {
  if (!/^\d{1,15}$/.test(theirId)) return { kind: "unknown" };
  const answer = await means.client.get(`/dispute/${theirId}`);
  if (answer.kind === "refused" && answer.code === "not_found") return { kind: "unknown" };
  if (answer.kind !== "done") return unread(answer);
  const dispute = objectOf(answer.data);
  if (idIn(dispute) !== theirId) throw new Unreadable("it answered of another dispute");
  const report = await reportOfDispute(means, dispute);
  return report === null ? { kind: "unknown" } : { kind: "known", report };
}

export const openDisputes = (means: Means): Disputes => ({
  files: { most: 0, types: [] },
  lookUp: (theirId) => lookUpDispute(means, theirId),
  answer: async () => ({
    kind: "refused",
    reason: "Paystack takes evidence on its dashboard: open Disputes there, and answer before its time is over.",
  }),
});
