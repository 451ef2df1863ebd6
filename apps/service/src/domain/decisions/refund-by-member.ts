/** What one member of a team gives back alone has a limit; above it a colleague confirms. */
import { type Decision, type Refusal, refuse } from "../model.js";
import { add, ZERO } from "../money.js";
import { needsSecond, type RefundBy, type RefundFacts } from "../refunds.js";

/**
 * A decision that gives money back, as a member makes it; one that gives nothing back, such as a repeat, stays as it is.
 * @returns refused with `second_needed` above the limit, and with `invalid_state` where a colleague confirms what waits no more.
 */
export function decideByMember<Value>(
  decision: Decision<Refusal, Value>,
  by: RefundBy,
  { alone, request }: Pick<RefundFacts, "alone" | "request">,
): Decision<Refusal | "second_needed", Value> {
  if (!decision.ok || decision.refunds === undefined || decision.refunds.length === 0) return decision;
  const amount = add(ZERO, ...decision.refunds.map((refund) => refund.amount));
  if (by.confirmed === null && needsSecond(alone, amount)) return { ok: false, reason: "second_needed" };
  if (by.confirmed !== null && request !== "OPEN") return refuse("invalid_state");
  return { ...decision, refunds: decision.refunds.map((refund) => ({ ...refund, by })) };
}
