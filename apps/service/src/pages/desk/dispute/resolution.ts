/** How an operator ends a dispute: read from a form, and what would come of it, told by the decision itself. */
import type { EscrowStatus } from "@holdfast/contract";
import type { Money } from "../../../domain/currencies.js";
import { decideResolveDispute, type Resolution } from "../../../domain/decisions/resolve-dispute.js";
import { unreleasedOf } from "../../../domain/escrow.js";
import { parseUuid } from "../../../domain/ids.js";
import type { Transfer } from "../../../domain/ledger.js";
import type { Escrow } from "../../../domain/model.js";
import { add, type Cents, ZERO } from "../../../domain/money.js";
import { wouldGiveBack } from "../../../domain/refund-parts.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { usd } from "../../../words/format.js";
import { type SplitField, type SplitProblem, splitOf } from "../../disputes/offer-form.js";
import type { FormFields } from "../../kit/page-context.js";
import { NO_REASON, readReason, type TypedReason } from "../parts.js";

/** What was typed, and what is wrong with it. */
export type TypedResolution = {
  /** `release:<milestone>`, `resume:<milestone>`, `refund`, `settle`, or "". */
  readonly outcome: string;
  readonly release: string;
  readonly refund: string;
  readonly reason: TypedReason;
  readonly problems: Readonly<Partial<Record<"outcome" | SplitField, string>>>;
};

export const NOTHING_TYPED: TypedResolution = {
  outcome: "",
  release: "",
  refund: "",
  reason: NO_REASON,
  problems: {},
};

type Read =
  | { readonly ok: true; readonly resolution: Resolution; readonly reason: string }
  | { readonly ok: false; readonly typed: TypedResolution };

const FIELD_MAX = 80;

export function readResolution(form: FormFields, escrow: Escrow): Read {
  const read = (name: string): string => (form[name] ?? "").slice(0, FIELD_MAX).trim();
  const typed = { outcome: read("outcome"), release: read("release"), refund: read("refund") };
  const reason = readReason(form["reason"]);
  const chosen = chosenOf(typed, escrow);
  if ("problems" in chosen) return { ok: false, typed: { ...typed, reason, problems: chosen.problems } };
  if (reason.problem !== null) return { ok: false, typed: { ...typed, reason, problems: {} } };
  return { ok: true, resolution: chosen, reason: reason.reason };
}

const chosenOf = (typed: Pick<TypedResolution, "outcome" | SplitField>, escrow: Escrow): Resolution | Problems =>
  typed.outcome === "refund"
    ? refundOf(escrow)
    : typed.outcome === "settle"
      ? settlement(typed, unreleasedOf(escrow))
      : ofMilestone(typed.outcome);

/** All that is left goes to the buyer, and the order ends. */
export const refundOf = (escrow: Escrow): Resolution => ({
  outcome: "settle",
  milestone: null,
  release: ZERO,
  refund: unreleasedOf(escrow),
});

type Problems = Pick<TypedResolution, "problems">;

function ofMilestone(outcome: string): Resolution | Problems {
  const [kind, id = ""] = outcome.split(":");
  const milestone = parseUuid("milestone", id);
  return (kind === "release" || kind === "resume") && milestone !== null
    ? { outcome: kind, milestone }
    : { problems: { outcome: "Choose an outcome." } };
}

function settlement(typed: Pick<TypedResolution, SplitField>, left: Cents): Resolution | Problems {
  const split = splitOf({ ...typed, text: "" }, left);
  return "kind" in split
    ? { problems: { [split.field]: sentenceOf(split, left) } }
    : { outcome: "settle", milestone: null, ...split };
}

function sentenceOf(problem: SplitProblem, left: Cents): string {
  switch (problem.kind) {
    case "missing":
      return "Enter at least one of the two amounts.";
    case "form":
      return "Enter an amount in US dollars, such as 12.50.";
    case "much":
      return `Enter at most ${usd(left, "en")}, which is all there is to split.`;
    case "sum":
      return `The two amounts add up to ${usd(problem.sum, "en")} instead of ${usd(left, "en")}.`;
    default:
      return problem satisfies never;
  }
}

/** Where every cent goes, and what the order is afterwards. */
export type Preview = {
  readonly toSeller: Cents;
  readonly toBuyer: Cents;
  /** The same as it was paid; null for USD alone. */
  readonly back: readonly Money[] | null;
  /** Earned by the platform. */
  readonly fees: Cents;
  readonly status: EscrowStatus;
};

/** What the decision would do to the order as it is now; null when it would be refused. */
export function previewOf({ escrow, sources, now }: Order, resolution: Resolution): Preview | null {
  // Ids and codes that it would make are thrown away with it.
  const decision = decideResolveDispute(escrow, resolution, { now, today: "", uuid: () => "", digits: () => "" });
  if (!decision.ok) return null;
  const sumOf = (...kinds: readonly Transfer["kind"][]): Cents =>
    add(...(decision.transfers ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  const toBuyer = sumOf("refund");
  return {
    toSeller: sumOf("release", "settlement"),
    toBuyer,
    back: wouldGiveBack(toBuyer, sources),
    fees: sumOf("fee"),
    status: decision.escrow?.status ?? escrow.status,
  };
}
