/** What the executor does with one unit between loading and writing: time alone first, the decision, and what follows from both. */
import { type Debt, debtKey } from "../domain/chargebacks.js";
import { decidePayDebts, intoWallet } from "../domain/decisions/debts.js";
import { decideDueEscrow, merge } from "../domain/decisions/due.js";
import { decideDueSession } from "../domain/decisions/expire-session.js";
import { decideFollowUp } from "../domain/decisions/follow-up.js";
import type { AccountId, EventId } from "../domain/ids.js";
import type { Transfer } from "../domain/ledger.js";
import type { Changes, Context, EventDraft, Facts, Source } from "../domain/model.js";
import { add, type Cents, ZERO } from "../domain/money.js";
import { selectBuyerMails } from "../mails/buyer/select-mails.js";
import { selectChargebackMails } from "../mails/chargebacks.js";
import { selectPayoutMail } from "../mails/seller/payout.js";
import { type SellerMail, selectSellerMails } from "../mails/seller/select-mails.js";
import { token } from "../platform/random.js";
import type { Decided } from "../store/write/changes.js";
import { sourcesKey } from "../store/write/load.js";
import { writeEvent } from "../wire/event.js";
import type { Task, Verdict } from "./unit.js";

/** A task as it was decided, before what follows from that. */
export type Made = Verdict & {
  readonly task: Task;
  readonly before: Facts;
  /** What time did, and what the unit did unless it was refused. */
  readonly changes: Changes;
};

/** What the unit decided, and its subject after it. */
export type Settled = { readonly facts: Facts; readonly decision: Verdict["decision"] };

export function decideTask(task: Task, before: Facts, context: Context): Made {
  const time = timeAlone(before, context);
  const verdict = task.decide({ ...before, ...present(time) }, context);
  const changes = verdict.decision.ok ? merge(time, verdict.decision) : time;
  return { ...verdict, task, before, changes };
}

/** Whether something comes into the wallet of a merchant who owes something, or may be there already. */
export const paysDebts = ({ before, changes }: Made): boolean =>
  purseOf(before, changes) > ZERO && (before.debt !== undefined || before.chargeback !== undefined || owes(before));

const owes = ({ owes: hint = ZERO, wallet }: Facts): boolean => hint > ZERO || (wallet?.owed ?? ZERO) > ZERO;

/** What may pay debts: all of a wallet that nobody else spends from meanwhile, or else what comes into it. */
const purseOf = ({ debt, chargeback }: Facts, { transfers }: Changes): Cents =>
  add(debt?.wallet ?? chargeback?.wallet ?? ZERO, intoWallet(transfers));

/** The oldest first, as the unit and those before it in its batch leave them. */
function openDebts(all: Map<AccountId, readonly Debt[]>, account: AccountId, changes: Changes): readonly Debt[] {
  const known = [...(all.get(account) ?? []), ...(changes.chargebacks ?? []), ...(changes.refundDebts ?? [])];
  return [...new Map(known.map((one) => [debtKey(one), one])).values()];
}

/** What others that share the transaction have to know: who paid, and what is owed. */
export type Shared = {
  readonly sources: ReadonlyMap<string, readonly Source[]>;
  /** Written on as debts are paid. */
  readonly debts: Map<AccountId, readonly Debt[]>;
};

function withDebtsPaid(made: Made, changes: Changes, { debts }: Shared): Changes {
  if (!paysDebts({ ...made, changes })) return changes;
  const { account } = made.task;
  const open = openDebts(debts, account, changes);
  const paid = merge(changes, decidePayDebts(purseOf(made.before, changes), open));
  debts.set(account, openDebts(new Map([[account, open]]), account, paid));
  return paid;
}

/** With what follows from the decision, and as it is to be written. */
export function completed(made: Made, shared: Shared, context: Context): { decided: Decided; settled: Settled } {
  const { task, before, decision, line } = made;
  const { account } = task;
  const escrow = before.escrow?.id;
  const sources = (escrow === undefined ? undefined : shared.sources.get(sourcesKey(account, escrow))) ?? [];
  const owedBefore = shared.debts.get(account) ?? [];
  const followed = merge(made.changes, decideFollowUp(before, made.changes, { sources, context }));
  const changes = withDebtsPaid(made, followed, shared);
  const facts: Facts = { ...before, ...present(changes), ...paidOut(before, changes) };
  const owed = [...(before.refund === undefined ? [] : [before.refund]), ...(before.chargeback?.refunds ?? [])];
  const knownRefunds = new Map(owed.map(({ refund }) => [refund.id, refund]));
  const knownParts = new Map(
    owed.flatMap(({ parts }) => parts.map((part) => [`${part.refund} ${part.payment}`, part])),
  );
  const knownChargebacks = new Set([...(before.chargeback?.all ?? []), ...owedBefore].map(debtKey));
  const payers = { known: [...knownParts.values()], sources };
  const known = new Map(before.payments.map((payment) => [payment.id, payment]));
  const knownOffers = new Map(before.dispute?.offers.map((offer) => [offer.number, offer]));
  const events = (changes.events ?? []).map((draft) => ({ id: context.uuid() as EventId, draft }));
  const ofBanks = selectChargebackMails(before, changes, facts.escrow);
  const decided: Decided = {
    account,
    now: context.now,
    before,
    after: facts,
    payments: (changes.payments ?? []).map((payment) => ({ payment, known: known.get(payment.id) })),
    refunds: (changes.refunds ?? []).map((refund) => ({
      refund,
      known: knownRefunds.get(refund.id),
    })),
    refundParts: (changes.refundParts ?? []).map((part) => ({
      part,
      known: knownParts.get(`${part.refund} ${part.payment}`),
    })),
    calls: changes.calls ?? [],
    entries: changes.entries ?? [],
    offers: (changes.offers ?? []).map((offer) => ({ offer, known: knownOffers.get(offer.number) })),
    evidence: decision.ok ? task.evidence : [],
    payout: changes.payout === undefined ? null : { payout: changes.payout, known: before.wallet?.payout ?? undefined },
    payoutCall: changes.payoutCall,
    chargebacks: (changes.chargebacks ?? []).map((chargeback) => ({
      chargeback,
      isKnown: knownChargebacks.has(chargeback.id),
    })),
    chargebackEntries: changes.chargebackEntries ?? [],
    refundDebts: changes.refundDebts ?? [],
    transfers: (changes.transfers ?? []).map((transfer) => ({ transfer, event: eventOf(transfer, events) })),
    events: events.map(({ id, draft }) => ({
      account,
      id,
      type: draft.type,
      body: writeEvent(id, draft, context.now),
      created: context.now,
      escrow: "session" in draft ? draft.session.escrow : draft.escrow.id,
      traceparent: task.traceparent,
    })),
    mails: [...selectBuyerMails(changes, facts.escrow, payers), ...ofBanks.buyer].map(({ review, ...mail }) => ({
      ...mail,
      account,
      created: context.now,
      stop: review === null ? null : { ...review, token: newStopToken() },
    })),
    sellerMails: [
      ...selectSellerMails(changes, facts.escrow, payers),
      ...toldOfPayout(changes, facts),
      ...ofBanks.seller,
    ].map((mail) => ({
      ...mail,
      account,
      created: context.now,
    })),
    operatorMails: ofBanks.operators.map((params) => ({ params, created: context.now })),
    audits: decision.ok ? [line?.(facts) ?? null].filter((one) => one !== null) : [],
  };
  return { decided, settled: { facts, decision } };
}

/** The event that tells of money in the wallet: of the milestone that was released, or of the escrow that was settled. */
function eventOf(transfer: Transfer, events: readonly NewEvent[]): EventId | null {
  const isTold = ({ draft }: NewEvent): boolean => {
    if ("session" in draft || "refund" in draft || "payout" in transfer) return false;
    if (transfer.kind === "settlement") return !("milestone" in draft);
    return transfer.kind === "release" && "milestone" in draft && draft.milestone === transfer.milestone;
  };
  return events.findLast(isTold)?.id ?? null;
}

/** 256 bits. */
const newStopToken = (): string => token(43);

type NewEvent = { readonly id: EventId; readonly draft: EventDraft };

function toldOfPayout(changes: Changes, { wallet }: Facts): readonly SellerMail[] {
  const mail = changes.payout === undefined || wallet === undefined ? null : selectPayoutMail(wallet);
  return mail === null ? [] : [mail];
}

function timeAlone(facts: Facts, context: Context): Changes {
  const decision =
    facts.session !== undefined
      ? decideDueSession(facts.session, context.now)
      : facts.escrow !== undefined
        ? decideDueEscrow(facts.escrow, context)
        : { ok: true as const };
  return decision.ok ? decision : {};
}

const present = (changes: Changes): Pick<Facts, "session" | "escrow"> => ({
  ...(changes.session === undefined ? {} : { session: changes.session }),
  ...(changes.escrow === undefined ? {} : { escrow: changes.escrow }),
});

const paidOut = ({ wallet }: Facts, { payout }: Changes): Pick<Facts, "wallet"> =>
  wallet === undefined || payout === undefined ? {} : { wallet: { ...wallet, payout } };
