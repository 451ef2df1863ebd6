/** What the door does with one unit between loading and writing: time alone first, the decision, and what follows from both. */
import { decideDueEscrow, merge } from "../domain/decisions/due.js";
import { decideDueSession } from "../domain/decisions/expire-session.js";
import { decideFollowUp } from "../domain/decisions/follow-up.js";
import type { EventId } from "../domain/ids.js";
import type { Transfer } from "../domain/ledger.js";
import type { Changes, Context, EventDraft, Facts, Source } from "../domain/model.js";
import { tellBuyer } from "../mails/buyer/tell.js";
import { tellOfPayout } from "../mails/seller/payout.js";
import { type SellerMail, tellSeller } from "../mails/seller/tell.js";
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

/** With what follows from the decision, and as it is to be written. */
export function completed(
  made: Made,
  sourcesOfAll: ReadonlyMap<string, readonly Source[]>,
  context: Context,
): { decided: Decided; settled: Settled } {
  const { task, before, decision, line } = made;
  const { account } = task;
  const escrow = before.escrow?.id;
  const sources = (escrow === undefined ? undefined : sourcesOfAll.get(sourcesKey(account, escrow))) ?? [];
  const changes = merge(made.changes, decideFollowUp(before, made.changes, { sources, context }));
  const facts: Facts = { ...before, ...present(changes), ...paidOut(before, changes) };
  const knownRefund = before.refund?.refund;
  const knownParts = new Map(before.refund?.parts.map((part) => [`${part.refund} ${part.payment}`, part]));
  const known = new Map(before.payments.map((payment) => [payment.id, payment]));
  const knownOffers = new Map(before.dispute?.offers.map((offer) => [offer.number, offer]));
  const events = (changes.events ?? []).map((draft) => ({ id: context.uuid() as EventId, draft }));
  const decided: Decided = {
    account,
    now: context.now,
    before,
    after: facts,
    payments: (changes.payments ?? []).map((payment) => ({ payment, known: known.get(payment.id) })),
    refunds: (changes.refunds ?? []).map((refund) => ({
      refund,
      known: knownRefund?.id === refund.id ? knownRefund : undefined,
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
    transfers: (changes.transfers ?? []).map((transfer) => ({ transfer, event: eventOf(transfer, events) })),
    events: events.map(({ id, draft }) => ({
      account,
      id,
      type: draft.type,
      body: writeEvent(id, draft, context.now),
      created: context.now,
      escrow: "session" in draft ? draft.session.escrow : draft.escrow.id,
    })),
    mails: tellBuyer(changes, facts.escrow).map(({ review, ...mail }) => ({
      ...mail,
      account,
      created: context.now,
      stop: review === null ? null : { ...review, token: newStopToken() },
    })),
    sellerMails: [...tellSeller(changes, facts.escrow), ...toldOfPayout(changes, facts)].map((mail) => ({
      ...mail,
      account,
      created: context.now,
    })),
    audits: decision.ok && line !== null ? [line(facts)] : [],
  };
  return { decided, settled: { facts, decision } };
}

/** The event that tells of money in the wallet: of the milestone that was released, or of the escrow that was settled. */
function eventOf(transfer: Transfer, events: readonly NewEvent[]): EventId | null {
  const isTold = ({ draft }: NewEvent): boolean => {
    if ("session" in draft || "payout" in transfer) return false;
    if (transfer.kind === "settlement") return !("milestone" in draft);
    return transfer.kind === "release" && "milestone" in draft && draft.milestone === transfer.milestone;
  };
  return events.findLast(isTold)?.id ?? null;
}

/** 256 bits. */
const newStopToken = (): string => token(43);

type NewEvent = { readonly id: EventId; readonly draft: EventDraft };

function toldOfPayout(changes: Changes, { wallet }: Facts): readonly SellerMail[] {
  const mail = changes.payout === undefined || wallet === undefined ? null : tellOfPayout(wallet);
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
