/** What banks, providers, operators and the seller do while a payment is disputed, as named steps on a state. */
import { CHARGEBACK_SOURCES } from "../../src/domain/chargebacks.js";
import {
  type ChargebackReport,
  decideCatchUp,
  decideEvidenceSent,
  decideReportChargeback,
} from "../../src/domain/decisions/chargeback.js";
import {
  decideCancelPayout,
  decidePayoutFailed,
  decidePayoutPaid,
  decidePayoutReturned,
  decideRequestPayout,
  decideSendPayout,
} from "../../src/domain/decisions/payout.js";
import type { ChargebackId, DestinationId, PayoutId } from "../../src/domain/ids.js";
import { type Context, type Decision, type Payment, refuse } from "../../src/domain/model.js";
import { cents, ZERO } from "../../src/domain/money.js";
import { freeOf, type Payout, type PayoutFacts, type Wallet } from "../../src/domain/payouts.js";
import type { Verb } from "./verbs.js";
import { applied, chargebackFactsOf, contextOf, type Decided } from "./world.js";
import type { State } from "./world-state.js";

type Ran = ReturnType<Verb["run"]>;
const NOTHING: Decided = refuse("not_found");

const paidPayments = (state: State): readonly Payment[] =>
  state.payments.filter(({ status }) => status === "SUCCEEDED");

/** A unit of the executor about a disputed payment, and a second one where it asks for that. */
function aboutPayment(
  state: State,
  payment: Payment | undefined,
  decide: (facts: Parameters<typeof decideCatchUp>[0], context: Context) => Decided,
): Ran {
  const { escrow } = state;
  if (escrow === null || payment === undefined) return { state, decision: NOTHING };
  const decision = decide({ escrow, chargeback: chargebackFactsOf(state, payment) }, contextOf(state));
  const next = applied(state, decision, payment);
  return decision.ok && decision.value === "again" ? aboutPayment(next, payment, decide) : { state: next, decision };
}

/** A refund that failed is followed by this, as the command does. */
export const catchUp = (state: State, payment: string): State =>
  aboutPayment(
    state,
    state.payments.find(({ id }) => id === payment),
    (facts, context) => decideCatchUp(facts, context),
  ).state;

const SAYS = {
  "asks about": { status: "INQUIRY", isTaken: false },
  disputes: { status: "OPEN", isTaken: false },
  "takes back": { status: "OPEN", isTaken: true },
  "has our answer about": { status: "ANSWERED", isTaken: true },
  "takes back for good": { status: "LOST", isTaken: true },
  "lets us keep, and owes us,": { status: "WON", isTaken: true },
  "lets us keep": { status: "WON", isTaken: false },
} as const satisfies Record<string, Pick<ChargebackReport, "status" | "isTaken">>;

type Disputes = {
  /** Which of the payments that brought money: 0 is the first. */
  readonly payments: readonly number[];
  /** What of a payment is disputed. */
  readonly share?: (received: bigint) => bigint;
  readonly fee?: bigint;
};

/** One dispute for each payment. Anything may be said of it at any time, in any order, and more than once. */
export const disputeVerbs = ({ payments, share = (received) => received, fee = 0n }: Disputes): readonly Verb[] =>
  payments.flatMap((index) => [
    ...Object.entries(SAYS).map(
      ([says, { status, isTaken }]): Verb => ({
        name: `the bank ${says} payment ${index}`,
        run: (state) => {
          const payment = paidPayments(state)[index];
          const report: ChargebackReport = {
            provider: "test",
            theirId: `dispute ${index}`,
            reason: "fraudulent",
            status,
            amount: cents(share(payment?.presented?.received ?? payment?.received ?? 1n)),
            isTaken,
            fee: status === "INQUIRY" ? ZERO : cents(fee),
            answerBy: null,
          };
          return aboutPayment(state, payment, (facts, context) => decideReportChargeback(facts, report, context));
        },
      }),
    ),
    {
      name: `evidence is sent about payment ${index}`,
      run: (state) =>
        aboutPayment(state, paidPayments(state)[index], (facts, { now }) => {
          const id = (state.chargebacks.find((one) => one.payment === facts.chargeback.payment.id)?.id ??
            "none") as ChargebackId;
          return decideEvidenceSent(facts, { id, text: "", now });
        }),
    } satisfies Verb,
  ]);

const walletOf = (state: State): Wallet => {
  const { escrow, chargebacks, balances, parts } = state;
  const untaken = chargebacks.filter(({ closedAt, isTaken }) => closedAt === null && !isTaken);
  const held = parts.filter(
    ({ status, payment }) => status === "HELD" && untaken.some((one) => one.payment === payment),
  );
  const atRisk =
    untaken.reduce((sum, one) => sum + one.amount - one.taken, 0n) -
    (escrow === null
      ? 0n
      : escrow.funded - escrow.released - escrow.feesEarned - escrow.refunded - escrow.chargedBack) -
    held.reduce((sum, one) => sum + one.amount - one.chargedBack, 0n);
  return {
    verificationStatus: "VERIFIED",
    suspended: false,
    available: cents(balances.merchant_wallet),
    owed: cents(-balances.merchant_owes),
    disputed: cents(atRisk > 0n ? atRisk : 0n),
    lately: ZERO,
    dailyMax: null,
    lastNumber: state.payouts.length,
  };
};

/** One payout after the other, each of all that may leave. */
export const sellerVerbs = (): readonly Verb[] => {
  const last = (state: State): Payout | undefined => state.payouts.at(-1);
  const onPayout = (name: string, decide: (facts: PayoutFacts & { readonly payout: Payout }) => Decision): Verb => ({
    name,
    run: (state) => {
      const payout = last(state);
      if (payout === undefined) return { state, decision: NOTHING };
      const decision = decide({ ...walletOf(state), payout, destination: null, sourceLeft: null });
      return { state: applied(state, decision), decision };
    },
  });
  const { now } = contextOf({ payments: [], refunds: [], chargebacks: [], now: 1_790_000_000 } as unknown as State);
  return [
    {
      name: "the seller asks for a payout of all there is",
      run: (state) => {
        if (state.payouts.length > 0) return { state, decision: NOTHING };
        const decision = decideRequestPayout(
          {
            ...walletOf(state),
            payout: null,
            destination: {
              kind: "mobile_money",
              id: "destination" as DestinationId,
              name: "Ada",
              number: "+255712345678",
              created: 0,
              usableAt: 0,
              removedAt: null,
            },
            sourceLeft: null,
          },
          {
            id: "payout" as PayoutId,
            destination: "destination" as DestinationId,
            amount: freeOf(walletOf(state)),
            presented: null,
            provider: "test",
            requestedBy: null,
            source: null,
          },
          contextOf(state),
        );
        return { state: applied(state, decision), decision };
      },
    },
    onPayout("the payout is called back", (facts) => decideCancelPayout(facts, now)),
    onPayout("the payout is sent", (facts) => decideSendPayout(facts, now)),
    onPayout("the payout is paid", (facts) => decidePayoutPaid(facts, now)),
    onPayout("the payout is refused", (facts) => decidePayoutFailed(facts, { reason: "closed", now })),
    onPayout("the payout comes back", (facts) => decidePayoutReturned(facts, { reason: "closed", now })),
  ];
};

/** What tells two states apart besides their orders. */
export const printOfDisputes = ({ chargebacks, refundDebts, payouts, parts }: State): string =>
  [
    ...chargebacks.map(
      ({ status, isTaken, taken, returned, from, feeOwed, evidenceSentAt }) =>
        `${status}${isTaken}${taken}/${returned} ${CHARGEBACK_SOURCES.map((name) => from[name]).join()} ${feeOwed}${evidenceSentAt}`,
    ),
    ...refundDebts.map(({ left }) => `owes ${left}`),
    ...payouts.map(({ status, amount }) => `${status}${amount}`),
    ...parts.map(({ chargedBack }) => chargedBack),
  ].join(" ");
