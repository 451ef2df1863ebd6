/**
 * What operators do. Every verb leaves a line in their audit log, in the same transaction: what goes through the door is
 * sent with it, every other verb is one statement (store/write/operators.ts). The command line is an operator too.
 */
import type { VerificationStatus } from "@holdfast/contract";
import { decideRetryRefund } from "../domain/decisions/pay-refund.js";
import { decideResolveDispute, type Resolution } from "../domain/decisions/resolve-dispute.js";
import { heldOf } from "../domain/escrow.js";
import type { FeeSchedule } from "../domain/fees.js";
import type { AccountId, EscrowId, KeyId, PayoutId, RefundId } from "../domain/ids.js";
import { type Facts, type Refusal, refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { Noted, Operator, OperatorActionKind } from "../domain/operators.js";
import type { Queryable } from "../platform/database.js";
import {
  askForAudit,
  type Done,
  noted,
  type ParkedCall,
  reopenCall,
  revokeAnyKey,
  setFees,
  setPayoutLimit,
  setSuspended,
  setVerification,
} from "../store/write/operators.js";
import type { Door } from "./execute.js";
import { retryPayout as retryParked } from "./payouts.js";

/** `stale`: it is not as the operator saw it any more, and nothing was changed. */
export type Acted = "done" | "not_found" | "stale";

export type OnAccount = {
  readonly operator: Operator;
  readonly account: AccountId;
  /** Checked by whoever asks: some verbs take none. */
  readonly reason: string;
};

const acted = ({ found, done }: Done): Acted => (done ? "done" : found ? "stale" : "not_found");
const line = (by: OnAccount, action: OperatorActionKind) => ({ ...by, action });

/**
 * Takes or refuses what an account handed in for its verification. The seller reads the reason of a refusal.
 * @param given.from what it has to be now; null for whatever it is.
 * @param given.submission the one that was looked at: stale when another one waits. Null for none.
 */
export const decideVerification = async (
  db: Queryable,
  by: OnAccount,
  {
    to,
    from,
    submission,
  }: {
    readonly to: "VERIFIED" | "REJECTED";
    readonly from: VerificationStatus | null;
    readonly submission: number | null;
  },
): Promise<Acted> =>
  acted(await setVerification(db, line(by, to === "VERIFIED" ? "verify" : "reject"), { status: to, from, submission }));

/** A suspended account reads and changes nothing, by its keys and in its console; its checkout takes nothing new. */
export const suspend = async (db: Queryable, by: OnAccount): Promise<Acted> =>
  acted(await setSuspended(db, line(by, "suspend"), true));

export const reinstate = async (db: Queryable, by: OnAccount): Promise<Acted> =>
  acted(await setSuspended(db, line(by, "reinstate"), false));

/** For sessions that are created from now on. @param fees null for those of the deployment. */
export const changeFees = async (db: Queryable, by: OnAccount, fees: FeeSchedule | null): Promise<Acted> =>
  acted(await setFees(db, line(by, "set_fees"), fees));

/** @param dailyMax what may leave the wallet in a day; null for what holds for everybody. */
export const changeLimits = async (db: Queryable, by: OnAccount, dailyMax: Cents | null): Promise<Acted> =>
  acted(await setPayoutLimit(db, line(by, "set_limits"), dailyMax));

/** Ends a dispute. Of two operators who do so at once the second is refused with `invalid_state`, and no money moves twice. */
export async function resolveDispute(
  door: Door,
  by: OnAccount,
  { escrow, resolution }: { readonly escrow: EscrowId; readonly resolution: Resolution },
): Promise<Refusal | null> {
  const { account, operator, reason } = by;
  const { refusal } = await door.change({
    account,
    subject: { escrow },
    decide: (facts, context) =>
      facts.escrow === undefined
        ? refuse("not_found")
        : decideResolveDispute(facts.escrow, { ...resolution, reason }, context),
    audit: (before, after) => ({
      operator,
      action: "resolve_dispute",
      account,
      subject: before.escrow?.disputeReference ?? "",
      before: standingOf(before),
      after: { outcome: resolution.outcome, ...standingOf(after) },
      reason,
    }),
  });
  return refusal;
}

/** Status and money of an escrow, as a line of the log shows them. */
function standingOf({ escrow }: Facts): Noted {
  if (escrow === undefined) return {};
  const { status, released, refunded, feesEarned } = escrow;
  return noted({ status, released, refunded, fees: feesEarned, held: heldOf(escrow) });
}

/** Has a parked call to a provider made again. Stale when it is not parked any more. */
export const retryCall = async (db: Queryable, by: OnAccount, call: ParkedCall): Promise<Acted> =>
  acted(await reopenCall(db, line(by, "retry_call"), call));

/** Has the parts of a refund that are parked tried again. Stale when none is. */
export async function retryRefund(
  door: Door,
  by: OnAccount,
  { escrow, refund }: { readonly escrow: EscrowId; readonly refund: RefundId },
): Promise<Acted> {
  const { account, operator, reason } = by;
  const { facts, refusal } = await door.change({
    account,
    subject: { escrow, refund },
    decide: ({ refund: owed }, context) =>
      owed === undefined ? refuse("not_found") : decideRetryRefund(owed, context),
    audit: ({ escrow: of, refund: owed }) => ({
      operator,
      action: "retry_refund",
      account,
      subject: of?.referenceCode ?? "",
      before: owed === undefined ? null : noted({ amount: owed.refund.amount, status: owed.refund.status }),
      after: { status: "SENT" },
      reason,
    }),
  });
  if (refusal === null) return "done";
  return facts.refund === undefined ? "not_found" : "stale";
}

/** Has a payout asked for again that nobody knows the end of. Stale when it is not parked. */
export async function retryPayout(door: Door, by: OnAccount, payout: PayoutId): Promise<Acted> {
  const { account, operator, reason } = by;
  const told = await retryParked(
    { door },
    {
      account,
      payout,
      audit: ({ wallet }) => ({
        operator,
        action: "retry_payout",
        account,
        subject: wallet?.payout == null ? "" : `payout ${wallet.payout.number}`,
        before: wallet?.payout == null ? null : noted({ amount: wallet.payout.amount, status: wallet.payout.status }),
        after: { status: "SENT" },
        reason,
      }),
    },
  );
  if (told.ok) return "done";
  return told.reason === "not_found" ? "not_found" : "stale";
}

/** An audit of the ledger, by whichever worker looks next. False when one is asked for, or under way, already. */
export const runAudit = (db: Queryable, operator: Operator): Promise<boolean> => askForAudit(db, operator);

/** Revokes a key and tells whose it is. Null when there is no such key; one that is revoked already stays as it is. */
export const revokeKey = (db: Queryable, operator: Operator, key: KeyId): Promise<AccountId | null> =>
  revokeAnyKey(db, operator, key);
