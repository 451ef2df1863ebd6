import type { RefundTerms } from "../domain/decisions/refund.js";
import { UUID } from "../domain/ids.js";
import { ZERO } from "../domain/money.js";
import { type Operator, refusalOfOrder, type SecondFrom } from "../domain/operators.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Database, Queryable } from "../platform/database.js";
import { type Approval, findApproval, isOperator } from "../store/read/desk/approvals.js";
import { declineApproval } from "../store/write/approvals.js";
import { bookReceipt } from "./book-receipt.js";
import { changeFees } from "./change-fees.js";
import { changeLimits } from "./change-limits.js";
import type { Executor } from "./execute.js";
import { type Acted, actedOf } from "./on-account.js";
import { refundForSeller } from "./refund-for-seller.js";
import { resolveDispute } from "./resolve-dispute.js";
import { retryPayout } from "./retry-payout.js";
import { retryRefund } from "./retry-refund.js";
import { reverseReceipt } from "./reverse-receipt.js";
import { settleOutgoing } from "./settle-outgoing.js";

type Services = {
  readonly db: Database;
  /** Where people sign in: who is an operator is asked there, for what a cell knows of that may be late. */
  readonly peopleDb: Queryable;
  readonly executor: Executor;
  readonly refundTerms: RefundTerms;
};

/**
 * Does what another operator asked for, in both names. `own_request`: nobody confirms what they asked for. Everything else
 * is refused as if it was asked for now; the request then still waits.
 */
export async function confirmApproval(
  services: Services,
  id: string,
  second: Operator & { readonly id: string },
): Promise<Acted | Result<null, "own_request">> {
  const approval = UUID.test(id) ? await findApproval(services.db, id) : null;
  if (approval === null) return refused("not_found");
  const { askedBy } = approval;
  if (askedBy.id === second.id) return refused("own_request");
  if (!(await isOperator(services.peopleDb, askedBy.id))) return refused("stale");
  const operator: Operator = {
    id: askedBy.id,
    name: askedBy.name,
    accounts: askedBy.accounts,
    second: { id: second.id, name: second.name, accounts: second.accounts, approval: approval.id },
  };
  return act(services, approval, operator);
}

async function act(
  { db, executor, refundTerms }: Pick<Services, "db" | "executor" | "refundTerms">,
  approval: Approval,
  operator: Operator,
): Promise<Acted> {
  const { account, request, reason } = approval;
  const by = { operator, account, reason };
  // Somebody confirms it, so no amount needs more.
  const secondFrom: SecondFrom = null;
  switch (request.action) {
    case "resolve_dispute": {
      const { escrow, resolution } = request;
      return actedOf(await resolveDispute(executor, { account, escrow, resolution }, { operator, secondFrom }));
    }
    case "set_fees":
      return changeFees(db, by, { fees: request.fees, secondFrom });
    case "set_limits":
      return changeLimits(db, by, { limits: request.limits, secondFrom });
    case "retry_payout":
      return retryPayout(executor, by, { payout: request.payout, secondFrom });
    case "retry_refund":
      return retryRefund(executor, by, { escrow: request.escrow, refund: request.refund, secondFrom });
    case "refund_order": {
      const { escrow, ask, agreed } = request;
      const refunded = await refundForSeller(executor, by, { escrow, ask, agreed, terms: refundTerms, secondFrom });
      return actedOf(refunded);
    }
    case "book_receipt":
      return bookReceipt(db, by, { ...request, worth: request.amount, secondFrom });
    case "reverse_receipt":
      return reverseReceipt(executor, by, request);
    case "settle_outgoing": {
      const { escrow, reference, bankReference } = request;
      return settleOutgoing(db, by, {
        escrow,
        reference,
        outcome: { status: "PAID", bankReference },
        worth: ZERO,
        secondFrom,
      });
    }
    default:
      return request satisfies never;
  }
}

/** Who asked may take it back so, too. */
export async function declineRequest(db: Database, id: string, operator: Operator): Promise<Acted> {
  const approval = UUID.test(id) ? await findApproval(db, id) : null;
  if (approval === null) return refused("stale");
  const { account, buyer } = approval;
  const own = refusalOfOrder(operator, { account, buyerEmail: buyer });
  if (own !== null) return refused(own);
  return (await declineApproval(db, id, operator)) ? ok(null) : refused("stale");
}
