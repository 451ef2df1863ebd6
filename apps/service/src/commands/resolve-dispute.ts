import { decideResolveDispute, type Resolution } from "../domain/decisions/resolve-dispute.js";
import { heldOf } from "../domain/escrow.js";
import type { Escrow } from "../domain/model.js";
import type { Noted, Operator } from "../domain/operators.js";
import { noted } from "../store/write/operators.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome, Unit } from "./unit.js";

/**
 * Ends a dispute. Of two operators who do so at once the second is refused with `invalid_state`, and no money moves twice.
 * @param given.operator null where the sandbox plays the operator, which leaves no line in the audit log.
 */
export const resolveDispute = (
  door: Door,
  {
    account,
    escrow: id,
    resolution,
    operator,
  }: OfEscrow & { readonly resolution: Resolution; readonly operator: Operator | null },
): Promise<Outcome<"escrow">> =>
  door.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) => decideResolveDispute(escrow, resolution, context),
    ...(operator === null ? {} : { audit: lineOf(operator, resolution) }),
  });

const lineOf =
  (operator: Operator, { outcome, reason = "" }: Resolution): NonNullable<Unit<"escrow">["audit"]> =>
  ({ escrow: before }, { escrow: after }) => ({
    operator,
    action: "resolve_dispute",
    account: before.account,
    subject: before.disputeReference ?? "",
    before: standingOf(before),
    after: { outcome, ...standingOf(after) },
    reason,
  });

/** Status and money of an escrow, as a line of the log shows them. */
function standingOf(escrow: Escrow): Noted {
  const { status, released, refunded, feesEarned } = escrow;
  return noted({ status, released, refunded, fees: feesEarned, held: heldOf(escrow) });
}
