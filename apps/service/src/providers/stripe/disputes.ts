/** Disputes at Stripe: what one is to us, and the evidence that is handed in. */
import { type Cents, cents } from "../../domain/money.js";
import type {
  DisputeEvidence,
  DisputeReport,
  Disputes,
  EvidenceFile,
  EvidenceTaken,
  FoundDispute,
  Objects,
} from "../port.js";
import { Unreadable } from "../unreadable.js";
import { amountIn, currencyIn, idOr, type Json, objectOr, objectsIn, paidIn, textIn, textOr } from "./answers.js";
import type { Answer, StripeClient } from "./client.js";

const STAGES: ReadonlyMap<string, DisputeReport["stage"]> = new Map([
  ["warning_needs_response", "inquiry"],
  ["warning_under_review", "inquiry"],
  ["warning_closed", "won"],
  ["prevented", "won"],
  ["needs_response", "opened"],
  ["under_review", "answered"],
  ["won", "won"],
  ["lost", "lost"],
]);

/** Null for one of a charge that was made otherwise: none of ours is. @throws {Unreadable} for a status that it never has. */
export async function reportOfDispute(objects: Objects, object: Json): Promise<DisputeReport | null> {
  const stage = STAGES.get(textIn(object, "status"));
  const intent = idOr(object, "payment_intent");
  if (intent === null) return null;
  if (stage === undefined) throw new Unreadable("its dispute has a status that it never has");
  const kept = await objects.findTheirs("intent", intent);
  const movements = objectsIn(object, "balance_transactions");
  const sum = (name: string): bigint => movements.reduce((all, one) => all + amountIn(one, name), 0n);
  const dueBy = objectOr(object, "evidence_details")?.["due_by"];
  return {
    about: "dispute",
    payment: kept?.reference ?? { kind: "intent", theirId: intent },
    theirId: textIn(object, "id"),
    stage,
    isTaken: sum("amount") < 0n,
    fee: feeOf(object, movements),
    reason: textOr(object, "reason", "general"),
    answerBy: typeof dueBy === "number" && dueBy > 0 ? dueBy : null,
    amount: paidIn(object, "amount"),
    currency: currencyIn(object),
  };
}

/** Stripe moves and keeps what it is in the account's own currency: at the rate of what it took, in that of the dispute. */
function feeOf(dispute: Json, movements: readonly Json[]): Cents {
  const kept = movements.reduce((all, one) => all + amountIn(one, "fee"), 0n);
  const taken = movements.find((one) => amountIn(one, "amount") < 0n);
  if (taken === undefined || currencyIn(taken) === currencyIn(dispute)) return cents(kept);
  return cents((kept * amountIn(dispute, "amount")) / -amountIn(taken, "amount"));
}

/** Slots of Stripe's form for a file of any content, and what they take. */
const SLOTS = ["service_documentation", "uncategorized_file"] as const;
const FILE_TYPES: readonly string[] = ["application/pdf", "image/jpeg", "image/png"];

export const openDisputes = (client: StripeClient, objects: Objects): Disputes => ({
  files: { most: SLOTS.length, types: FILE_TYPES },
  lookUp: (theirId) => lookUp(client, objects, theirId),
  answer: (evidence) => answer(client, evidence),
});

const path = (theirId: string): string => `/disputes/${encodeURIComponent(theirId)}`;

async function lookUp(client: StripeClient, objects: Objects, theirId: string): Promise<FoundDispute> {
  const found = await client.get(path(theirId));
  if (found.kind === "unreachable") return found;
  const report = found.kind === "refused" ? null : await reportOfDispute(objects, found.object);
  return report === null ? { kind: "unknown" } : { kind: "known", report };
}

async function answer(client: StripeClient, evidence: DisputeEvidence): Promise<EvidenceTaken> {
  const files: Record<string, string> = {};
  for (const [index, slot] of SLOTS.entries()) {
    const file = evidence.files[index];
    if (file === undefined) continue;
    const taken = await upload(client, file);
    if (taken.kind !== "done") return notTaken(taken);
    files[slot] = textIn(taken.object, "id");
  }
  const { product, buyer, deliveredOn, story } = evidence;
  const sent = await client.post(path(evidence.theirId), {
    evidence: {
      product_description: product,
      customer_email_address: buyer.email,
      customer_name: buyer.name ?? undefined,
      service_date: deliveredOn ?? undefined,
      uncategorized_text: story,
      ...files,
    },
    submit: true,
  });
  return sent.kind === "done" ? { kind: "taken" } : notTaken(sent);
}

const notTaken = (answered: Exclude<Answer, { kind: "done" }>): Exclude<EvidenceTaken, { kind: "taken" }> =>
  answered.kind === "unreachable"
    ? answered
    : { kind: "refused", reason: `Stripe takes no evidence (${answered.code}).` };

const upload = (client: StripeClient, file: EvidenceFile): Promise<Answer> =>
  client.upload({ purpose: "dispute_evidence" }, file);
