/** An operator refunds an order for its seller, as the seller would, with a line in the operators' log. */
import type { AskedAtDesk } from "../domain/approvals.js";
import type { Refunded, RefundTerms } from "../domain/decisions/refund.js";
import { heldOf, refundedOf } from "../domain/escrow.js";
import type { EscrowId } from "../domain/ids.js";
import { type Escrow, type Refusal, refuse } from "../domain/model.js";
import { type Cents, ZERO } from "../domain/money.js";
import { type Noted, needsSecond, type OperatorRefusal, refusalOfOrder, type SecondFrom } from "../domain/operators.js";
import type { Refund } from "../domain/refunds.js";
import { refused } from "../domain/result.js";
import { noted } from "../store/write/operators.js";
import type { Executor } from "./execute.js";
import { type OnAccount, withinRules } from "./on-account.js";
import { decideAgreed, subjectOf } from "./refund-order.js";
import type { Outcome } from "./unit.js";

type Given = {
  readonly escrow: EscrowId;
  readonly ask: AskedAtDesk & { readonly externalReference?: string };
  /** What the buyer gets, as the operator was told; left out where nobody was. */
  readonly agreed?: Cents;
  readonly terms: RefundTerms;
  readonly secondFrom: SecondFrom;
};
type Refusing = Refusal | { readonly code: OperatorRefusal };

/**
 * @returns the refund; of a form that was sent before, the one that it made, which leaves no second line. Refused as a seller's
 * is, and with what holds for all that operators move.
 */
export const refundForSeller = (
  executor: Executor,
  { account, operator, reason }: OnAccount,
  { escrow, ask, agreed, terms, secondFrom }: Given,
): Promise<Outcome<"refundable", Refusing, Refunded>> =>
  withinRules(() => {
    const { externalReference = "", ...rest } = ask;
    const asked = { ...rest, externalReference, metadata: {}, actor: "operator" as const };
    let made: Refund | undefined;
    return executor.change<"refundable", Refusing, Refunded>({
      account,
      subject: subjectOf({ escrow, key: ask.key, externalReference }, null),
      decide: (facts, context) => {
        made = undefined;
        const own = refusalOfOrder(operator, facts.escrow);
        if (own !== null) return refused({ code: own });
        const decided = decideAgreed(
          facts,
          { ...asked, ...(agreed === undefined ? {} : { agreed }) },
          { terms, context },
        );
        if (!decided.ok) return decided;
        made = decided.refunds?.[0];
        // Somebody confirms what was done already, which closes no request.
        if (made === undefined && operator.second !== null) return refuse("invalid_state");
        return needsSecond(operator, made?.amount ?? ZERO, secondFrom) ? refused({ code: "second_needed" }) : decided;
      },
      audit: (before, after) =>
        made === undefined
          ? null
          : {
              operator,
              action: "refund_order",
              account,
              escrow,
              subject: before.escrow.referenceCode,
              before: standingOf(before.escrow),
              after: { ...told(made), ...standingOf(after.escrow) },
              reason,
              moved: { amount: made.amount, from: secondFrom },
            },
    });
  });

const told = ({ amount, reason, asked }: Refund): Noted =>
  noted({ refund: asked?.number ?? "", "to the buyer": amount, because: reason });

/** As a line of the log shows it. */
const standingOf = (escrow: Escrow): Noted =>
  noted({ status: escrow.status, held: heldOf(escrow), refunded: refundedOf(escrow) });
