/** Everything that can happen, as named steps on a state; each first lets time do its work, as the executor does. */

import { decideApproveMilestone } from "../../src/domain/decisions/approve-milestone.js";
import { decideCancelPayment } from "../../src/domain/decisions/cancel-payment.js";
import { decideConfirmSession } from "../../src/domain/decisions/confirm-session.js";
import { decideDisputeMilestone } from "../../src/domain/decisions/dispute-milestone.js";
import { decideDueEscrow, dueAt } from "../../src/domain/decisions/due.js";
import { decideEndEscrow } from "../../src/domain/decisions/end-escrow.js";
import { decideDueSession, decideExpireSession } from "../../src/domain/decisions/expire-session.js";
import {
  decideAcceptOffer,
  decideDeclineOffer,
  decideMakeOffer,
  decideWithdrawOffer,
  decideWriteStatement,
} from "../../src/domain/decisions/negotiate.js";
import {
  decideRefundFailed,
  decideRefundPaid,
  decideRefundReturned,
  decideRetryRefund,
  decideSendRefund,
  payableOf,
} from "../../src/domain/decisions/pay-refund.js";
import {
  decideMadeUpPayment,
  decideRecordPayment,
  type MadeUpPayment,
  type PaymentReport,
} from "../../src/domain/decisions/record-payment.js";
import { decideRefund, type RefundTerms } from "../../src/domain/decisions/refund.js";
import { decideRefundRest } from "../../src/domain/decisions/refund-rest.js";
import { decideRequestPayment } from "../../src/domain/decisions/request-payment.js";
import { decideRequestRevision } from "../../src/domain/decisions/request-revision.js";
import { decideResolveDispute } from "../../src/domain/decisions/resolve-dispute.js";
import { decideSubmitMilestone } from "../../src/domain/decisions/submit-milestone.js";
import { totalOf, unreleasedOf } from "../../src/domain/escrow.js";
import type { MilestoneId } from "../../src/domain/ids.js";
import {
  type Context,
  type Dispute,
  type Escrow,
  type Owed,
  type PaidPart,
  type Party,
  refuse,
} from "../../src/domain/model.js";
import { type Cents, cents } from "../../src/domain/money.js";
import { catchUp } from "./chargeback-verbs.js";
import {
  applied,
  contextOf,
  type Decided,
  disputeOf,
  openPayments,
  partsOf,
  refundFactsOf,
  wantedPayment,
} from "./world.js";
import { FUNDING_DEADLINE, type State } from "./world-state.js";

export type Verb = {
  readonly name: string;
  readonly run: (state: State) => { readonly state: State; readonly decision: Decided };
};

/** Time first, then the verb. */
function step(state: State, decide: (state: State) => Decided): { state: State; decision: Decided } {
  const timely = settleTime(state);
  const decision = decide(timely);
  return { state: applied(timely, decision), decision };
}

/** Every verb begins with it, so each state is brought up to its time once. */
const timelyStates = new WeakMap<State, State>();

function settleTime(state: State): State {
  let timely = timelyStates.get(state);
  if (timely === undefined) {
    timely = settled(state);
    timelyStates.set(state, timely);
  }
  return timely;
}

function settled(state: State): State {
  const session = applied(state, decideDueSession(state.session, state.now));
  return session.escrow === null ? session : applied(session, decideDueEscrow(session.escrow, contextOf(session)));
}

const NO_ESCROW: Decided = refuse("not_found");
const onEscrow =
  (decide: (escrow: Escrow, context: Context, state: State) => Decided) =>
  (state: State): Decided =>
    state.escrow === null ? NO_ESCROW : decide(state.escrow, contextOf(state), state);

const verb = (name: string, decide: (state: State) => Decided): Verb => ({
  name,
  run: (state) => step(state, decide),
});
const OF_TEST = { provider: "test", method: "card" } as const;
const money = (amount: Cents, reference: string): PaymentReport => ({
  ...OF_TEST,
  reference,
  outcome: "succeeded",
  amount,
  at: null,
});
const madeUp = (outcome: MadeUpPayment["outcome"], amount: MadeUpPayment["amount"]): MadeUpPayment => ({
  ...OF_TEST,
  outcome,
  amount,
});
const milestoneAt = (escrow: Escrow, index: number): MilestoneId =>
  (escrow.milestones[index]?.id ?? "unknown") as MilestoneId;

/** The verbs for orders of `milestones` parts; `payments` bounds how many payments a walk may begin. */
export function verbs({
  milestones,
  payments,
  payouts = false,
  negotiation = false,
  refunds = 0,
}: {
  milestones: number;
  payments: number;
  payouts?: boolean;
  negotiation?: boolean;
  /** How many refunds a walk asks for. */
  refunds?: number;
}): readonly Verb[] {
  const room = (state: State): boolean => state.payments.length < payments;
  /** A first word on a payment begins one; any other settles one that is open, or begins one too. */
  const mayReport = (name: string, state: State): boolean =>
    room(state) || openPayments(state).some((payment) => name !== "payment pending" || payment.status === "CREATED");
  const paying = (name: string, pay: (escrow: Escrow) => MadeUpPayment): Verb => ({
    name,
    run: (state) =>
      mayReport(name, state)
        ? step(
            state,
            onEscrow((escrow, context, now) =>
              decideMadeUpPayment({ escrow, payments: openPayments(now) }, pay(escrow), context),
            ),
          )
        : { state, decision: NO_ESCROW },
  });
  const perMilestone = Array.from({ length: milestones }, (_, index): readonly Verb[] => [
    verb(
      `submit ${index}`,
      onEscrow((escrow, context) =>
        decideSubmitMilestone(escrow, { milestone: milestoneAt(escrow, index), details: "done" }, context),
      ),
    ),
    verb(
      `approve ${index}`,
      onEscrow((escrow) => decideApproveMilestone(escrow, milestoneAt(escrow, index), "buyer")),
    ),
    verb(
      `revise ${index}`,
      onEscrow((escrow) => decideRequestRevision(escrow, milestoneAt(escrow, index), "again")),
    ),
    verb(
      `dispute ${index}`,
      onEscrow((escrow, context) =>
        decideDisputeMilestone(escrow, { milestone: milestoneAt(escrow, index), reason: "broken" }, context),
      ),
    ),
  ]).flat();
  const settle = (name: string, share: (open: bigint) => bigint): Verb =>
    verb(
      name,
      onEscrow((escrow, context) => {
        const release = cents(share(unreleasedOf(escrow)));
        const refund = cents(unreleasedOf(escrow) - release);
        return decideResolveDispute(escrow, { outcome: "settle", milestone: null, release, refund }, context);
      }),
    );
  return [
    verb("confirm", (state) =>
      decideConfirmSession(
        state.session,
        { buyerEmail: "b@example.com", fundingDeadlineSeconds: FUNDING_DEADLINE },
        contextOf(state),
      ),
    ),
    verb("expire", (state) => decideExpireSession(state.session)),
    {
      name: "request payment",
      run: (state) =>
        room(state)
          ? step(
              state,
              onEscrow((escrow, context, now) => {
                return decideRequestPayment({ escrow, payments: openPayments(now) }, wantedPayment(now), context.now);
              }),
            )
          : { state, decision: NO_ESCROW },
    },
    verb(
      "the payment that waits is given up",
      onEscrow((escrow, { now }, state) => {
        const waiting = state.payments.find(({ status }) => status === "CREATED");
        if (waiting === undefined) return NO_ESCROW;
        return decideCancelPayment(escrow, openPayments(state), { payment: waiting.id, failure: "cancelled", now });
      }),
    ),
    verb(
      "money arrives for a payment that failed",
      onEscrow((escrow, context, state) => {
        const failed = state.payments.find(({ status }) => status === "FAILED");
        if (failed === undefined) return NO_ESCROW;
        const said = money(failed.presented?.asked ?? failed.asked, failed.reference);
        return decideRecordPayment({ escrow, payments: [...openPayments(state), failed] }, said, {
          order: failed,
          context,
        });
      }),
    ),
    paying("pay all due", () => madeUp("succeeded", "due")),
    paying("pay one cent", () => madeUp("succeeded", cents(1n))),
    paying("pay too much", (escrow) => madeUp("succeeded", cents(totalOf(escrow) + 3n))),
    paying("payment pending", () => madeUp("pending", "due")),
    paying("payment fails", () => madeUp("failed", "due")),
    verb(
      "the first payment is reported once more",
      onEscrow((escrow, context, state) => {
        const first = state.payments[0];
        if (first === undefined) return NO_ESCROW;
        return decideRecordPayment(
          { escrow, payments: [first] },
          money(first.presented?.asked ?? first.asked, first.reference),
          {
            order: first,
            context,
          },
        );
      }),
    ),
    ...perMilestone,
    ...(refunds > 0 ? refundVerbs({ milestones, refunds }) : []),
    ...(payouts ? payoutVerbs() : []),
    ...(negotiation ? PARTIES.flatMap(negotiationVerbs) : []),
    verb(
      "release",
      onEscrow((escrow, context) => decideResolveDispute(escrow, { outcome: "release", milestone: null }, context)),
    ),
    verb(
      "resume",
      onEscrow((escrow, context) => decideResolveDispute(escrow, { outcome: "resume", milestone: null }, context)),
    ),
    settle("settle for the merchant", (open) => open),
    settle("settle for the buyer", () => 0n),
    settle("settle in half", (open) => open / 2n),
    verb(
      "cancel",
      onEscrow((escrow, context) => decideEndEscrow(escrow, "cancel", context)),
    ),
    verb(
      "refund rest",
      onEscrow((escrow, context) => decideRefundRest(escrow, context)),
    ),
    verb(
      "decline",
      onEscrow((escrow, context) => decideEndEscrow(escrow, "decline", context)),
    ),
    {
      // To the second in which something comes due: only then can anything differ.
      name: "wait",
      run: (state) => {
        const at =
          state.escrow === null
            ? state.session.status === "OPEN"
              ? state.session.expiresAt
              : null
            : dueAt(state.escrow);
        return step({ ...state, now: Math.max(state.now, at ?? state.now) }, () => ({ ok: true }));
      },
    },
  ];
}

/** What a seller gives back: a cent, half, or all, of a part or of the order. */
function refundVerbs({
  milestones,
  refunds,
}: {
  readonly milestones: number;
  readonly refunds: number;
}): readonly Verb[] {
  const refund = (name: string, at: number | null, amountOf: (escrow: Escrow) => bigint | null): Verb =>
    verb(
      name,
      onEscrow((escrow, context, state) => {
        if (state.refunds.filter(({ asked }) => asked !== null).length >= refunds) return NO_ESCROW;
        const amount = amountOf(escrow);
        const ask = {
          amount: amount === null ? null : cents(amount),
          milestone: at === null ? null : milestoneAt(escrow, at),
          reason: "other" as const,
          externalReference: "",
          metadata: {},
          actor: "merchant" as const,
          key: null,
          requestHash: "",
        };
        const facts = { escrow, dispute: disputeOf(state), refundable: refundFactsOf(state) };
        return decideRefund(facts, ask, { terms: TERMS_OF_REFUNDS, context });
      }),
    );
  return [
    refund("refund a cent", null, () => 1n),
    refund("refund all that can go back", null, () => null),
    refund("refund more than there is", null, ({ amount }) => amount + 1n),
    ...Array.from({ length: milestones }, (_, at) => [
      refund(`refund a cent of ${at}`, at, () => 1n),
      refund(`refund all of ${at}`, at, () => null),
    ]).flat(),
  ];
}

const TERMS_OF_REFUNDS: RefundTerms = { refundsEarnedFees: true, refundDays: () => null };

const PARTIES = ["buyer", "merchant"] as const satisfies readonly Party[];

/** What a side does in a dispute. The buyer wants all of it back, the merchant offers half. */
function negotiationVerbs(party: Party): readonly Verb[] {
  const onDispute = (name: string, decide: (escrow: Escrow, dispute: Dispute, context: Context) => Decided): Verb =>
    verb(
      `${party} ${name}`,
      onEscrow((escrow, context, state) => decide(escrow, disputeOf(state), context)),
    );
  const openOf = (dispute: Dispute, by: Party): number =>
    dispute.offers.find((offer) => offer.by === by && offer.status === "OPEN")?.number ?? 1;
  const other: Party = party === "buyer" ? "merchant" : "buyer";
  return [
    onDispute("writes", (escrow, dispute) => decideWriteStatement(escrow, dispute, { party, text: "so it is" })),
    onDispute("offers", (escrow, dispute) => {
      const left = unreleasedOf(escrow);
      const release = cents(party === "buyer" ? 0n : left / 2n);
      const split = { release, refund: cents(left - release) };
      return decideMakeOffer(escrow, dispute, { party, split, text: "" });
    }),
    onDispute("offers too much", (escrow, dispute) => {
      const split = { release: unreleasedOf(escrow), refund: cents(1n) };
      const decision = decideMakeOffer(escrow, dispute, { party, split, text: "" });
      if (decision.ok) throw new Error("more than what is left was offered");
      return decision;
    }),
    onDispute("takes the offer back", (escrow, dispute) =>
      decideWithdrawOffer(escrow, dispute, { party, number: openOf(dispute, party) }),
    ),
    onDispute("declines", (escrow, dispute) =>
      decideDeclineOffer(escrow, dispute, { party, number: openOf(dispute, other) }),
    ),
    onDispute("accepts", (escrow, dispute, context) =>
      decideAcceptOffer(escrow, dispute, { party, number: openOf(dispute, other), context }),
    ),
  ];
}

/** What providers and operators do to refunds; each picks the first that it can be done to. */
function payoutVerbs(): readonly Verb[] {
  const onPart = (
    name: string,
    status: PaidPart["status"],
    decide: (owed: Owed, part: PaidPart, escrow: Escrow, context: Context) => Decided,
  ) =>
    verb(
      name,
      onEscrow((escrow, context, state) => {
        const part = state.parts.find((one) => one.status === status);
        const refund = state.refunds.find(({ id }) => id === part?.refund);
        if (part === undefined || refund === undefined) return NO_ESCROW;
        return decide({ refund, parts: partsOf(state, refund.id) }, part, escrow, context);
      }),
    );
  /** What a bank took already comes out of what can't be paid out any more. */
  const followed = (failing: Verb, status: PaidPart["status"]): Verb => ({
    name: failing.name,
    run: (state) => {
      const part = state.parts.find((one) => one.status === status);
      const { state: next, decision } = failing.run(state);
      return { state: part === undefined || next === state ? next : catchUp(next, part.payment), decision };
    },
  });
  return [
    onPart("a refund is sent", "PENDING", (owed, { payment }) => decideSendRefund(owed, payment)),
    onPart("a refund is paid", "SENT", (owed, { payment }, escrow) => decideRefundPaid(escrow, owed, payment)),
    onPart("a refund is paid again", "SUCCEEDED", (owed, { payment }, escrow) =>
      decideRefundPaid(escrow, owed, payment),
    ),
    // Once is enough: what follows is the same each time.
    followed(
      onPart("a refund comes back", "SUCCEEDED", (owed, { payment, returns }, escrow, { now }) =>
        returns > 0 ? { ok: true } : decideRefundReturned({ escrow, owed }, payment, { amount: null, now }),
      ),
      "SUCCEEDED",
    ),
    followed(
      onPart("a refund is refused", "SENT", (owed, { payment }) => decideRefundFailed(owed, payment, true)),
      "SENT",
    ),
    followed(
      onPart("a refund comes back in part", "SENT", (owed, part, escrow, { now }) =>
        part.returns > 0
          ? { ok: true }
          : decideRefundReturned({ escrow, owed }, part.payment, {
              amount: cents(payableOf(part.presented ?? part) / 2n),
              now,
            }),
      ),
      "SENT",
    ),
    onPart("a refund is tried again", "FAILED", (owed, _part, _escrow, context) => decideRetryRefund(owed, context)),
  ];
}
