/** What the port says, as the protocol writes it: for an adapter of ours that is served over HTTP. */

import type { PaymentInstructions } from "../../../src/domain/model.js";
import { formatMoney, formatSigned } from "../../../src/domain/money.js";
import type {
  Adapter,
  Cancelled,
  Capability,
  Created,
  DisputeReport,
  FoundOut,
  Keep,
  LookedUp,
  Money,
  Report,
  StatementLine,
  Unknown,
} from "../../../src/providers/port.js";

export type Json = Readonly<Record<string, unknown>>;
/** What nobody knows is said by a status. */
export const NOBODY_KNOWS = Symbol("nobody knows");
type Said = Json | typeof NOBODY_KNOWS;

const money = ({ amount, currency }: Money): Json => ({ amount: formatMoney(amount), currency });
const kept = (keep: Keep | undefined): Json => (keep?.theirId === undefined ? {} : { their_id: keep.theirId });

export const capabilityOut = (one: Capability): Json => ({
  direction: one.direction,
  method: one.method,
  ...(one.labels === undefined ? {} : { labels: one.labels }),
  currency: one.currency,
  countries: one.countries,
  least: formatMoney(one.least),
  most: formatMoney(one.most),
  decimals: one.decimals,
  pending_days: one.pendingDays,
  return_days: one.returnDays,
  ...(one.direction === "out"
    ? {}
    : {
        refund_days: one.refundDays,
        hold_days: one.holdDays,
        partial_refunds: one.isPartial,
        refunds_in_turn: one.refundsInTurn,
        cancellable: one.isCancellable,
        late_days: one.lateDays,
      }),
});

export const booksOut = ({ books }: Adapter): Json | null =>
  books === null ? null : { back_days: books.backDays, lag_seconds: books.lagSeconds };
export const disputesOut = ({ disputes }: Adapter): Json | null =>
  disputes === null ? null : { files_most: disputes.files.most, file_types: disputes.files.types };

function instructionsOut(given: PaymentInstructions): Json {
  switch (given.kind) {
    case "redirect":
      return { kind: given.kind, url: given.url };
    case "prompt":
      return { kind: given.kind, phone: given.phone, expires_at: given.expiresAt };
    case "transfer": {
      const { kind, bank, accountName, accountNumber, reference, amount } = given;
      return {
        kind,
        bank,
        account_name: accountName,
        account_number: accountNumber,
        reference,
        amount: formatMoney(amount),
      };
    }
    default:
      return given satisfies never;
  }
}

export function createdOut(answer: Created | Unknown): Said {
  switch (answer.kind) {
    case "created":
      return { kind: answer.kind, instructions: instructionsOut(answer.instructions), ...kept(answer.keep) };
    case "refused":
      return { kind: answer.kind, failure: answer.failure, ...kept(answer.keep) };
    case "unknown":
      return answer;
    case "unreachable":
      return NOBODY_KNOWS;
    default:
      return answer satisfies never;
  }
}

export function foundOut(created: Created | Unknown, looked: LookedUp): Said {
  const said = createdOut(created);
  if (said === NOBODY_KNOWS || looked.kind === "unreachable") return NOBODY_KNOWS;
  return looked.kind === "unknown" ? { kind: "unknown" } : { ...said, reports: looked.reports.map(reportOut) };
}

export const cancelledOut = (answer: Cancelled | Unknown): Said =>
  answer.kind === "unreachable" ? NOBODY_KNOWS : { ...answer };

export function paidOut(answer: FoundOut): Said {
  switch (answer.kind) {
    case "unreachable":
      return NOBODY_KNOWS;
    case "paid":
      return { kind: answer.kind, ...(answer.money === undefined ? {} : money(answer.money)), ...kept(answer.keep) };
    case "returned": {
      const amount = answer.amount === undefined ? {} : { amount: formatMoney(answer.amount) };
      return { kind: answer.kind, reason: answer.reason, ...amount, ...kept(answer.keep) };
    }
    case "refused":
      return { kind: answer.kind, reason: answer.reason, ...kept(answer.keep) };
    case "pending":
      return { kind: answer.kind, ...kept(answer.keep) };
    case "short":
    case "busy":
    case "unknown":
      return { ...answer };
    default:
      return answer satisfies never;
  }
}

export const disputeOut = (report: DisputeReport): Json => ({
  about: report.about,
  payment: report.payment,
  id: report.theirId,
  stage: report.stage,
  is_taken: report.isTaken,
  ...money(report),
  fee: formatMoney(report.fee),
  reason: report.reason,
  answer_by: report.answerBy,
});

export function reportOut(report: Report): Json {
  switch (report.about) {
    case "payment": {
      const { about, reference, receipt, outcome } = report;
      const named = { about, reference, receipt, outcome };
      if (outcome === "pending") return named;
      if (outcome === "failed") return { ...named, failure: report.failure };
      return {
        ...named,
        ...money(report),
        ...(report.fee === undefined ? {} : { fee: formatMoney(report.fee) }),
        ...(report.at === undefined ? {} : { at: report.at }),
      };
    }
    case "refund":
    case "payout": {
      const { about, reference, outcome } = report;
      const paid = report.money === undefined ? {} : money(report.money);
      return { about, reference, outcome, ...paid, ...("reason" in report ? { reason: report.reason } : {}) };
    }
    case "dispute":
      return disputeOut(report);
    case "payee":
      throw new Error("the protocol knows no payees by an id");
    default:
      return report satisfies never;
  }
}

export const lineOut = (line: StatementLine): Json => ({
  id: line.id,
  type: line.type,
  object: line.object,
  reference: line.reference,
  amount: formatSigned(line.amount),
  fee: formatSigned(line.fee),
  net: formatSigned(line.net),
  currency: line.currency,
  ...(line.of === undefined ? {} : { of: { amount: formatSigned(line.of.amount), currency: line.of.currency } }),
  at: line.at,
  available_at: line.availableAt,
});

export const balanceOut = (all: readonly Money[]): readonly Json[] =>
  all.map(({ amount, currency }) => ({ amount: formatSigned(amount), currency }));
