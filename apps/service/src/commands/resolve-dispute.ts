import { decideResolveDispute, type Resolution } from "../domain/decisions/resolve-dispute.js";
import { heldOf } from "../domain/escrow.js";
import type { Changes, Escrow, Refusal } from "../domain/model.js";
import { add, type Cents, ZERO } from "../domain/money.js";
import {
  type Noted,
  needsSecond,
  type Operator,
  type OperatorAction,
  type OperatorRefusal,
  refusalOfOrder,
  type SecondFrom,
} from "../domain/operators.js";
import { refused } from "../domain/result.js";
import { noted } from "../store/write/operators.js";
import type { Executor } from "./execute.js";
import { withinRules } from "./on-account.js";
import type { OfEscrow } from "./parties.js";
import type { After, Outcome } from "./unit.js";

type Given = OfEscrow & { readonly resolution: Resolution };
type ByOperator = { readonly operator: Operator; readonly secondFrom: SecondFrom };
type Refusing = Refusal | { readonly code: OperatorRefusal };

/**
 * Ends a dispute. Of two operators who do so at once the second is refused with `invalid_state`, and no money moves twice.
 */
export const resolveDispute = (
  executor: Executor,
  { account, escrow: id, resolution }: Given,
  { operator, secondFrom }: ByOperator,
): Promise<Outcome<"escrow", Refusing>> =>
  withinRules(() => {
    let moved = ZERO;
    return executor.change<"escrow", Refusing>({
      account,
      subject: { kind: "escrow", id },
      decide: ({ escrow }, context) => {
        const own = refusalOfOrder(operator, escrow);
        if (own !== null) return refused({ code: own });
        const decided = decideResolveDispute(escrow, resolution, context);
        if (!decided.ok) return decided;
        moved = movedBy(decided);
        return needsSecond(operator, moved, secondFrom) ? refused({ code: "second_needed" }) : decided;
      },
      audit: (before, after) => ({
        ...lineOf(operator, resolution)(before, after),
        moved: { amount: moved, from: secondFrom },
      }),
    });
  });

/** The same where the sandbox plays the operator, which leaves no line in the audit log. */
export const playOperator = (
  executor: Executor,
  { account, escrow: id, resolution }: Given,
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) => decideResolveDispute(escrow, resolution, context),
  });

/** What leaves the escrow, for either side. */
const movedBy = ({ transfers = [] }: Changes): Cents =>
  add(
    ...transfers
      .filter(({ kind }) => kind === "release" || kind === "settlement" || kind === "refund")
      .map(({ amount }) => amount),
  );

/** What an operator decided, for the log and for a second operator: a settlement that gives the seller nothing is a refund. */
export const outcomeOf = (resolution: Resolution): Resolution["outcome"] | "refund" =>
  resolution.outcome === "settle" && resolution.release === ZERO ? "refund" : resolution.outcome;

const lineOf =
  (operator: Operator, resolution: Resolution) =>
  ({ escrow: before }: After<"escrow">, { escrow: after }: After<"escrow">): OperatorAction => ({
    operator,
    action: "resolve_dispute",
    account: before.account,
    escrow: before.id,
    subject: before.disputeReference ?? "",
    before: standingOf(before),
    after: { outcome: outcomeOf(resolution), ...standingOf(after) },
    reason: resolution.reason ?? "",
  });

/** Status and money of an escrow, as a line of the log shows them. */
function standingOf(escrow: Escrow): Noted {
  const { status, released, refunded, feesEarned } = escrow;
  return noted({ status, released, refunded, fees: feesEarned, held: heldOf(escrow) });
}
