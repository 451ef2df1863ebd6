import { decideWriteStatement } from "../domain/decisions/negotiate.js";
import type { NewEvidence } from "../domain/evidence.js";
import type { Executor } from "./execute.js";
import { asBuyer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** A side of a dispute says its part. @param words.evidence at most EVIDENCE_FILES_MAX; written with it or not at all. */
export const writeStatement = (
  executor: Executor,
  { account, escrow: id, party, buyer }: Side,
  { text, evidence }: { readonly text: string; readonly evidence: readonly NewEvidence[] },
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: asBuyer(buyer, ({ escrow, dispute }) => decideWriteStatement(escrow, dispute, { party, text })),
    evidence,
  });
