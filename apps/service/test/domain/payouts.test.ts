/** Every state that a wallet and its payouts can reach, by every path, with the money counted after each step. */
import { expect, test } from "vitest";
import {
  decideCancelPayout,
  decideEndRecall,
  decideParkPayout,
  decidePayoutFailed,
  decidePayoutPaid,
  decidePayoutReturned,
  decidePayoutTakenBack,
  decideRecallPayout,
  decideRequestPayout,
  decideRetryPayout,
  decideSendPayout,
} from "../../src/domain/decisions/payout.js";
import type { DestinationId, PayoutId } from "../../src/domain/ids.js";
import { TRANSFERS } from "../../src/domain/ledger.js";
import type { Context, Decision } from "../../src/domain/model.js";
import { cents } from "../../src/domain/money.js";
import {
  boundsOf,
  type Destination,
  masked,
  mostNow,
  type Payout,
  type PayoutFacts,
  readAccountNumber,
  type Wallet,
} from "../../src/domain/payouts.js";
import { isIn, PAYOUT_MOVES, PAYOUT_STATUSES, type PayoutStatus } from "../../src/domain/states.js";

const NOW = 1_790_000_000;
const EARNED = 500n;
const context: Context = { now: NOW, today: "20260921", uuid: () => "reference", digits: (count) => "7".repeat(count) };
const destination: Destination = {
  kind: "mobile_money",
  id: "destination" as DestinationId,
  name: "Ada",
  number: "+255712345678",
  created: NOW - 90_000,
  usableAt: NOW - 3_600,
  removedAt: null,
};

type Balances = Readonly<Record<"merchant_wallet" | "payouts_pending" | "external", bigint>>;
type State = { readonly payouts: readonly Payout[]; readonly balances: Balances; readonly suspended: boolean };

const START: State = {
  payouts: [],
  balances: { merchant_wallet: EARNED, payouts_pending: 0n, external: -EARNED },
  suspended: false,
};

/** What was taken back of one that returned as a whole is counted with the whole. */
const sum = (payouts: readonly Payout[], statuses: readonly PayoutStatus[]): bigint =>
  payouts
    .filter(({ status }) => isIn(statuses, status))
    .reduce((all, { amount, takenBack }) => all + amount - takenBack, 0n);
/** Owed for as long as something is taken back: more than half of one payout, so that it takes two times. */
const OWED = cents(150n);

function factsOf<Named extends Payout | null>(
  { payouts, balances, suspended }: State,
  payout: Named,
): PayoutFacts & { readonly payout: Named } {
  const wallet: Wallet = {
    verificationStatus: "VERIFIED",
    suspended,
    available: cents(balances.merchant_wallet),
    owed: cents(0n),
    disputed: cents(0n),
    lately: cents(sum(payouts, ["REQUESTED", "SENT", "PARKED", "PAID"])),
    dailyMax: null,
    lastNumber: payouts.length,
  };
  return { ...wallet, payout, destination, sourceLeft: null };
}

function applied(state: State, decision: Decision<unknown>): State {
  if (!decision.ok) return state;
  const { payout, transfers = [] } = decision;
  const balances = { ...state.balances };
  for (const { kind, amount } of transfers) {
    const { debit, credit } = TRANSFERS[kind];
    balances[debit as keyof Balances] -= amount;
    balances[credit as keyof Balances] += amount;
  }
  const was = state.payouts.find(({ id }) => id === payout?.id);
  if (payout !== undefined && was !== undefined && was.status !== payout.status) {
    const isListed = Object.values(PAYOUT_MOVES).some(
      ({ from, to }) => isIn<string>(from, was.status) && isIn<string>(to, payout.status),
    );
    expect(isListed, `${was.status} to ${payout.status}`).toBe(true);
  }
  const payouts =
    payout === undefined
      ? state.payouts
      : was === undefined
        ? [...state.payouts, payout]
        : state.payouts.map((one) => (one.id === payout.id ? payout : one));
  const next: State = { ...state, payouts, balances };
  assertHolds(next);
  return next;
}

function assertHolds({ payouts, balances }: State): void {
  expect(balances.merchant_wallet).toBeGreaterThanOrEqual(0n);
  expect(balances.payouts_pending).toBe(sum(payouts, ["REQUESTED", "SENT", "PARKED"]));
  expect(balances.external + EARNED).toBe(sum(payouts, ["PAID"]));
  expect(balances.merchant_wallet + balances.payouts_pending + balances.external).toBe(0n);
  for (const { amount, status, sentAt, endedAt, failure, takenBack, recalling } of payouts) {
    expect(takenBack + (recalling ?? 0n)).toBeLessThanOrEqual(amount);
    expect(takenBack).toBeLessThan(amount);
    expect(recalling === null || status === "PAID").toBe(true);
    expect(sentAt === null).toBe(status === "REQUESTED" || status === "CANCELLED");
    expect(endedAt !== null).toBe(["PAID", "FAILED", "CANCELLED", "RETURNED"].includes(status));
    expect(failure !== null).toBe(status === "FAILED" || status === "RETURNED");
  }
}

const VERBS: Readonly<Record<string, (facts: PayoutFacts & { readonly payout: Payout }) => Decision>> = {
  cancel: (facts) => decideCancelPayout(facts, NOW),
  send: (facts) => decideSendPayout(facts, NOW),
  pay: (facts) => decidePayoutPaid(facts, NOW),
  fail: (facts) => decidePayoutFailed(facts, { reason: "", now: NOW }),
  park: decideParkPayout,
  retry: (facts) => decideRetryPayout(facts, NOW),
  giveBack: (facts) => decidePayoutReturned(facts, { reason: "closed", now: NOW }),
};

const RECALLS: typeof VERBS = {
  recall: (facts) => decideRecallPayout({ ...facts, owed: OWED }, NOW),
  takeBack: (facts) =>
    decidePayoutTakenBack(facts, { recall: facts.payout.recalls, reason: "A refund took it back.", now: NOW }),
  "end the recall, for nothing is owed": (facts) => decideEndRecall(facts, facts.payout.recalls),
  "end the recall, and it is owed": (facts) => decideEndRecall({ ...facts, owed: OWED }, facts.payout.recalls),
  "take back what was taken back before": (facts) =>
    decidePayoutTakenBack(facts, { recall: facts.payout.recalls - 1, reason: "A refund took it back.", now: NOW }),
};

type Bounds = { readonly most: number; readonly verbs: typeof VERBS };

/** What can be done next: to each payout, and with what is left. */
function stepsFrom(state: State, { most, verbs }: Bounds): readonly State[] {
  const request = (amount: bigint, at: number): State => {
    const known = state.payouts[at] ?? null;
    const order = {
      id: `payout ${at}` as PayoutId,
      destination: destination.id,
      amount: cents(amount),
      presented: null,
      provider: "test",
      requestedBy: null,
      source: null,
    };
    return applied(state, decideRequestPayout(factsOf(state, known), order, context));
  };
  const at = state.payouts.length;
  return [
    ...(at < most ? [request(200n, at), request(EARNED, at)] : []),
    request(200n, 0),
    { ...state, suspended: !state.suspended },
    ...state.payouts.flatMap((payout) =>
      Object.values(verbs).map((verb) => applied(state, verb(factsOf(state, payout)))),
    ),
  ];
}

test.each([
  { what: "pays a payout twice", most: 3, verbs: VERBS, states: 300 },
  { what: "takes back more than was sent", most: 1, verbs: { ...VERBS, ...RECALLS }, states: 30 },
])("no path overdraws a wallet, loses money, or $what", ({ states, ...bounds }) => {
  const print = ({ payouts, suspended }: State): string =>
    `${suspended}${payouts.map(({ status, amount, takenBack, recalling }) => `${status}${amount} ${takenBack} ${recalling}`).join()}`;
  const seen = new Set([print(START)]);
  const statuses = new Set<string>();
  let frontier = [START];
  while (frontier.length > 0) {
    const next = frontier
      .flatMap((state) => stepsFrom(state, bounds))
      .filter((state) => {
        const isNew = !seen.has(print(state));
        seen.add(print(state));
        return isNew;
      });
    for (const { payouts } of next) for (const { status } of payouts) statuses.add(status);
    frontier = [...new Map(next.map((state) => [print(state), state])).values()];
  }
  expect(statuses).toEqual(new Set(PAYOUT_STATUSES));
  expect(seen.size).toBeGreaterThan(states);
});

test("nothing leaves an account that was stopped, and what was sent before is heard to its end", () => {
  const asked = applied(
    START,
    decideRequestPayout(
      factsOf(START, null),
      {
        id: "p" as PayoutId,
        destination: destination.id,
        amount: cents(200n),
        presented: null,
        provider: "test",
        requestedBy: null,
        source: null,
      },
      context,
    ),
  );
  const stopped = { ...asked, suspended: true };
  const [payout] = asked.payouts as [Payout];
  expect(decideSendPayout(factsOf(stopped, payout), NOW)).toMatchObject({ ok: false });
  const sent: Payout = { ...payout, status: "SENT", sentAt: NOW };
  expect(decideSendPayout(factsOf(stopped, sent), NOW)).toEqual({ ok: true });
  expect(decidePayoutPaid(factsOf(stopped, sent), NOW)).toMatchObject({ payout: { status: "PAID" } });
});

test("bounds: the usual ones, an operator's, and what is left of them", () => {
  const wallet = {
    available: cents(9_999_999n),
    owed: cents(0n),
    disputed: cents(0n),
    lately: cents(0n),
    dailyMax: null,
  };
  expect(mostNow(wallet)).toBe(1_000_000n);
  expect(mostNow({ ...wallet, lately: cents(2_400_000n) })).toBe(100_000n);
  expect(mostNow({ ...wallet, dailyMax: cents(5_000_000n) })).toBe(5_000_000n);
  expect(mostNow({ ...wallet, available: cents(7n) })).toBe(7n);
  expect(mostNow({ ...wallet, disputed: cents(9_999_990n) })).toBe(9n);
  expect(mostNow({ ...wallet, owed: cents(1n) })).toBe(0n);
  expect(boundsOf({ lately: cents(500n), dailyMax: cents(100n) }).leftToday).toBe(0n);
});

test.each([
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["gb82 west 1234 5698 7654 32", "GB82WEST12345698765432"],
  ["0123-456.789", "0123456789"],
  ["DE89 3704 0044 0532 0130 01", null],
  ["DE89", null],
  ["12", null],
  ["LETTERS", null],
  ["1".repeat(35), null],
  ["12;34567", null],
])("the number of an account: %s", (typed, stored) => {
  expect(readAccountNumber(typed)).toBe(stored);
});

test("a number is shown by its last four signs", () => {
  expect(masked("DE89370400440532013000")).toBe("••••\u00a03000");
});
