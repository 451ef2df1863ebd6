import { decideEvidenceSent } from "../domain/decisions/chargeback.js";
import type { ChargebackId, PaymentId } from "../domain/ids.js";
import { type Operator, type OperatorRefusal, refusalOfOrder } from "../domain/operators.js";
import { ok, type Result } from "../domain/result.js";
import type { DisputeEvidence, Providers } from "../providers/port.js";
import type { Executor } from "./execute.js";
import { withinRules } from "./on-account.js";
import type { OfEscrow } from "./parties.js";

export type { EvidenceFile } from "../providers/port.js";
export { EVIDENCE_BYTES_MAX, EVIDENCE_TEXT_MAX } from "../providers/port.js";

/** `not_offered`: the provider takes no evidence here. `stale`: the bank has decided. */
export type EvidenceRefusal = OperatorRefusal | "not_offered" | "stale" | "refused" | "unreachable";

type OfChargeback = OfEscrow & {
  readonly payment: PaymentId;
  readonly id: ChargebackId;
  readonly provider: string;
};

export type EvidenceMeans = { readonly executor: Executor; readonly providers: Pick<Providers, "byName"> };

/** What a provider takes of files; null where it takes no evidence at all. */
export const filesTaken = ({ providers }: Pick<EvidenceMeans, "providers">, provider: string) =>
  providers.byName(provider)?.disputes?.files ?? null;

/**
 * Hands evidence in at the provider, and notes that it was. An operator does so, nobody else: it is for good at most
 * providers. The provider is asked with nothing open; when its answer is lost, nothing is noted, and it is sent again.
 */
export async function sendEvidence(
  { executor, providers }: EvidenceMeans,
  { account, escrow, payment, id, provider }: OfChargeback,
  { operator, evidence }: { readonly operator: Operator; readonly evidence: DisputeEvidence },
): Promise<Result<null, EvidenceRefusal>> {
  const own = refusalOfOrder(operator, { account, buyerEmail: evidence.buyer.email });
  if (own !== null) return { ok: false, reason: own };
  const disputes = providers.byName(provider)?.disputes ?? null;
  if (disputes === null) return { ok: false, reason: "not_offered" };
  const answer = await disputes.answer(evidence);
  if (answer.kind !== "taken") return { ok: false, reason: answer.kind };
  const files = String(evidence.files.length);
  const done = await withinRules(() =>
    executor.change<"chargeback", { code: "stale" } | { code: "not_found" }>({
      account,
      subject: { kind: "chargeback", escrow, payment },
      decide: (facts, { now }) => {
        const decided = decideEvidenceSent(facts, { id, text: `Evidence was sent, with ${files} files.`, now });
        return decided.ok ? decided : { ok: false, reason: { code: "stale" } };
      },
      audit: ({ escrow: of, chargeback: { all } }) => ({
        operator,
        action: "send_evidence",
        account,
        escrow,
        subject: of.referenceCode,
        before: { status: all.find((one) => one.id === id)?.status ?? null },
        after: { evidence: "sent", files },
        reason: "",
      }),
    }),
  );
  return done.ok ? ok(null) : { ok: false, reason: "stale" };
}
