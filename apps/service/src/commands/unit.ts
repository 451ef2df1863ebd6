/** Units of work: what a command hands to the executor (execute.ts), and what it gets back. */
import type { NewEvidence } from "../domain/evidence.js";
import type { AccountId } from "../domain/ids.js";
import type { Changes, Context, Facts, FactsOf, Refusal, Subject, SubjectKind } from "../domain/model.js";
import type { OperatorAction } from "../domain/operators.js";
import { type Refused, refused } from "../domain/result.js";
import { currentSpan } from "../platform/traces.js";

/**
 * One unit of work. `Kind` is what it is about: the facts that `decide` gets are all there, for a subject that does not exist
 * is refused with `not_found` before. `Reason` is why it may refuse, a closed set of the caller's; `Value`, what it wants told.
 */
export type Unit<Kind extends SubjectKind, Reason = Refusal, Value = undefined> = {
  readonly account: AccountId;
  readonly subject: Subject & { readonly kind: Kind };
  readonly decide: (
    facts: FactsOf[Kind],
    context: Context,
  ) => ({ readonly ok: true; readonly value?: Value } & Changes) | Refused<Reason>;
  /** Files that are handed in with the dispute or the statement that is decided: written with it, or not at all. */
  readonly evidence?: readonly NewEvidence[];
  /** The line that an operator's action leaves in their audit log; written with the action, unless it is refused. Null for what had been done before. */
  readonly audit?: (before: FactsOf[Kind], after: After<Kind>) => OperatorAction | null;
};

/** The subject once the unit is written. What hangs off it is in the facts as it was before, so it is left out here. */
export type After<Kind extends SubjectKind> = Pick<
  FactsOf[Kind],
  Extract<keyof FactsOf[Kind], "session" | "escrow" | "wallet">
>;

type NotFound = Refusal & { readonly code: "not_found" };

/** What the unit told, and its subject after it; or why it was refused. What time did stands either way. */
export type Outcome<Kind extends SubjectKind, Reason = Refusal, Value = undefined> =
  | { readonly ok: true; readonly value: Value; readonly after: After<Kind> }
  | Refused<Reason | NotFound>;

type Done<Value> = { readonly ok: true; readonly value?: Value } & Changes;

/** What a unit decided. `line` is that of the operators' log, once the facts are known that follow. */
export type Verdict = {
  readonly decision: Done<unknown> | Refused<unknown>;
  readonly line: ((after: Facts) => OperatorAction | null) | null;
};

/** A unit as the executor sees it, who has units of all kinds in one batch. */
export type Task = {
  readonly account: AccountId;
  readonly subject: Subject;
  readonly evidence: readonly NewEvidence[];
  /** The trace that what follows goes on with; null where nothing is traced. */
  readonly traceparent: string | null;
  readonly decide: (facts: Facts, context: Context) => Verdict;
};

/** The facts of a kind out of what was loaded; null when its subject does not exist. */
const FACTS: { readonly [Kind in SubjectKind]: (facts: Facts) => FactsOf[Kind] | null } = {
  session: ({ session }) => (session === undefined ? null : { session }),
  escrow: ({ escrow, payments, dispute }) =>
    escrow === undefined || dispute === undefined ? null : { escrow, payments, dispute },
  refund: ({ escrow, payments, dispute, refund }) =>
    escrow === undefined || dispute === undefined || refund === undefined
      ? null
      : { escrow, payments, dispute, refund },
  refundable: ({ escrow, payments, dispute, refundable }) =>
    escrow === undefined || dispute === undefined || refundable === undefined
      ? null
      : { escrow, payments, dispute, refundable },
  wallet: ({ wallet }) => (wallet === undefined ? null : { wallet }),
  chargeback: ({ escrow, payments, dispute, chargeback }) =>
    escrow === undefined || dispute === undefined || chargeback === undefined
      ? null
      : { escrow, payments, dispute, chargeback },
  debt: ({ debt }) => (debt === undefined ? null : { debt }),
  payout: ({ wallet }) => (wallet?.payout == null ? null : { wallet: { ...wallet, payout: wallet.payout } }),
};

export function taskOf<Kind extends SubjectKind, Reason, Value>(unit: Unit<Kind, Reason, Value>): Task {
  const { account, subject, evidence = [], audit } = unit;
  const kind: Kind = subject.kind;
  return {
    account,
    subject,
    evidence,
    traceparent: currentSpan()?.traceparent ?? null,
    decide: (facts, context) => {
      const found = FACTS[kind](facts);
      if (found === null) return { decision: refused<NotFound>({ code: "not_found", subject: kind }), line: null };
      const decision = unit.decide(found, context);
      return { decision, line: audit === undefined ? null : (after) => audit(found, afterOf(kind, after)) };
    },
  };
}

/** @throws for a subject that does not exist: nothing was decided about it. */
export function afterOf<Kind extends SubjectKind>(kind: Kind, facts: Facts): After<Kind> {
  const after = FACTS[kind](facts);
  if (after === null) throw new Error(`the ${kind} that was decided on is gone`);
  return after;
}
