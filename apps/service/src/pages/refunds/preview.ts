/** A refund as it was typed, and what it would do before anybody agrees to it: for sellers and operators alike. */
import { REFUND_REASONS } from "@holdfast/contract";
import type { Money } from "../../domain/currencies.js";
import { allOf, decideRefund, type RefundAsk, type RefundTerms, refundableOf } from "../../domain/decisions/refund.js";
import { NIL_UUID, parseUuid, type RefundId } from "../../domain/ids.js";
import type { Refund } from "../../domain/model.js";
import type { Cents } from "../../domain/money.js";
import { backOf } from "../../domain/refund-parts.js";
import { type AskedRefund, needsSecond, type RefundReason } from "../../domain/refunds.js";
import type { Queryable } from "../../platform/database.js";
import type { Order } from "../../store/read/orders/orders.js";
import { readRefundable } from "../../store/read/orders/refunds.js";
import { readAmount } from "../../words/amount.js";
import type { FormFields } from "../kit/page-context.js";

/** As it was typed or chosen. An amount that was left out is all that can go back. */
export type TypedRefund = { readonly amount: string; readonly milestone: string; readonly reason: RefundReason };

export const readTyped = (fields: FormFields): TypedRefund => ({
  amount: (fields["amount"] ?? "").trim(),
  milestone: fields["milestone"] ?? "",
  reason: REFUND_REASONS.find((reason) => reason === fields["reason"]) ?? "requested_by_customer",
});

/**
 * What was typed, as a decision takes it; null for an invalid amount.
 * @param by.once what the form was made with, so that it refunds once however often it is sent; null where nothing is done yet.
 */
export function askOf(
  typed: TypedRefund,
  { actor, once }: { readonly actor: AskedRefund["actor"]; readonly once: RefundId | null },
): RefundAsk | null {
  const amount = typed.amount === "" ? null : readAmount(typed.amount);
  if (typed.amount !== "" && amount === null) return null;
  return {
    amount,
    milestone: typed.milestone === "" ? null : parseUuid("milestone", typed.milestone),
    reason: typed.reason,
    externalReference: "",
    metadata: {},
    actor,
    key: once === null ? null : `${PAGES[actor]} ${once}`,
    requestHash: JSON.stringify([String(amount), typed.milestone, typed.reason]),
  };
}

/** Which page a key comes from: keys of the seller's and the operator's pages never meet. */
const PAGES = { merchant: "console", operator: "desk" } as const satisfies Record<AskedRefund["actor"], string>;

/** What would happen, or why it can't. `ends`: the status that the order would end with. */
export type RefundPreview =
  | {
      readonly ok: true;
      readonly gets: Cents;
      /** The same as the buyer's bank shows it; null for USD alone. */
      readonly back: readonly Money[] | null;
      readonly asked: AskedRefund;
      /** It is above what this member may refund alone. */
      readonly needsSecond: boolean;
      readonly ends: "CANCELLED" | "COMPLETED" | null;
    }
  /** `most`: what could go back. */
  | { readonly ok: false; readonly code: RefundProblem; readonly most: Cents };

export type PossibleRefund = RefundPreview & { readonly ok: true };

/** Why it can't, as the page says it. */
const REFUND_PROBLEMS = [
  "refund_too_large",
  "insufficient_balance",
  "milestone_disputed",
  "payment_disputed",
  "payment_too_old",
  "escrow_not_funded",
  "invalid_state",
] as const;
type RefundProblem = (typeof REFUND_PROBLEMS)[number];

const problemOf = (code: string): RefundProblem =>
  REFUND_PROBLEMS.find((problem) => problem === code) ?? "invalid_state";

/** What the refund would do now. Nothing happens. @param by.member of the seller's team; null for an operator. */
export async function previewRefund(
  { escrow, ...story }: Pick<Order, "escrow" | "offers" | "now">,
  { ask, member }: { readonly ask: RefundAsk; readonly member: string | null },
  { db, refundTerms }: { readonly db: Queryable; readonly refundTerms: RefundTerms },
): Promise<RefundPreview> {
  const refundable = await readRefundable(db, { account: escrow.account, escrow: escrow.id, member });
  const context = { now: story.now, today: "", uuid: () => NIL_UUID, digits: () => "0" };
  const dispute = { offers: story.offers, statements: { buyer: 0, merchant: 0 } };
  const decision = decideRefund(
    { escrow, dispute, refundable },
    { ...ask, key: null },
    { terms: refundTerms, context },
  );
  if (!decision.ok) {
    const room = refundableOf({ escrow, refundable }, ask.milestone, { terms: refundTerms, now: story.now });
    return { ok: false, code: problemOf(decision.reason.code), most: allOf(room, escrow) };
  }
  const [refund] = (decision.refunds ?? []) as readonly [Refund & { readonly asked: AskedRefund }];
  const after = decision.escrow?.status;
  const ends = after === escrow.status || (after !== "CANCELLED" && after !== "COMPLETED") ? null : after;
  return {
    ok: true,
    gets: refund.amount,
    back: backOf(decision.refundParts ?? [], refund.amount),
    asked: refund.asked,
    needsSecond: member !== null && needsSecond(refundable.alone, refund.amount),
    ends,
  };
}
