/**
 * Every reachable state of small orders, by every path: breadth first over all verbs, with every invariant asserted in
 * each (see world.ts). Then random walks over orders of other shapes.
 */

import { ESCROW_STATUSES, type EscrowStatus } from "@holdfast/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Terms } from "../../src/domain/model.js";
import { DOCUMENTS_MAX } from "../../src/domain/settings.js";
import { bound, isDeep, wide } from "../bounds.js";
import {
  type Account,
  type AccountVerb,
  destinationVerbs,
  OPENED,
  printOf,
  teamVerbs,
  termVerbs,
  verificationVerbs,
} from "./accounts.js";
import { disputeVerbs, printOfDisputes, sellerVerbs } from "./chargeback-verbs.js";
import { type Verb, verbs } from "./verbs.js";
import { offered } from "./world.js";
import { START, type State } from "./world-state.js";

/** What distinguishes two states for everything that can still happen. */
function fingerprint(state: State): string {
  const { session, escrow, payments, refunds, parts: paidParts, offers, balances, now } = state;
  // Of the places among disputes only their order matters; the numbers grow with every dispute.
  const places = (escrow?.milestones ?? []).map((m) => m.disputed?.order ?? 0).sort((x, y) => x - y);
  const parts = escrow?.milestones.map(
    (m) =>
      `${m.status}${m.refundedHeld}/${m.refundedReleased}${m.disputed?.from ?? ""}${places.indexOf(m.disputed?.order ?? 0)}${m.reviewSince}`,
  );
  return [
    session.status,
    escrow?.status,
    parts?.join(),
    escrow?.funded,
    escrow?.released,
    escrow?.feesEarned,
    escrow?.refunded,
    escrow?.firstSubmittedAt !== null,
    payments.map((p) => `${p.status}${p.received}${p.presented?.received}/${p.presented?.taken}`).join(),
    refunds.map((r) => `${r.status}${r.payment}${r.asked?.held}`).join(),
    // What was said and answered changes nothing any more.
    offers
      .flatMap((o) => (o.status === "OPEN" ? [`${o.by}${o.release}`] : []))
      .sort()
      .join(),
    paidParts.map((p) => `${p.status}${p.isRefused}${Object.values(p.presented ?? {})}`).join(),
    Object.values(balances).join(),
    now - START,
    printOfDisputes(state),
  ].join("|");
}

/** Every state that steps lead to from `start`, breadth first; each new one is told to `look`. */
function reach<S extends object>(
  start: S,
  { steps, print, look }: { steps: (state: S) => readonly S[]; print: (state: S) => string; look: (state: S) => void },
): number {
  const seen = new Set([print(start)]);
  const met = new WeakSet([start]); // what was refused leaves the very same state, which need not be printed again
  let frontier = [start];
  while (frontier.length > 0) {
    frontier = frontier.flatMap(steps).filter((state) => {
      if (met.has(state)) return false;
      met.add(state);
      const mark = print(state);
      if (seen.has(mark)) return false;
      seen.add(mark);
      look(state);
      return true;
    });
  }
  return seen.size;
}

function explore(
  start: State,
  options: { milestones: number; payments: number; payouts?: boolean; negotiation?: boolean; refunds?: number },
  {
    more = [],
    isUsed = () => true,
    look = () => undefined,
  }: { more?: readonly Verb[]; isUsed?: (name: string) => boolean; look?: (state: State) => void } = {},
): { states: number; statuses: Set<EscrowStatus> } {
  const all = [...verbs(options), ...more].filter(({ name }) => isUsed(name));
  const statuses = new Set<EscrowStatus>();
  const states = reach(start, {
    steps: (state) => all.map(({ run }) => run(state).state),
    print: fingerprint,
    look: (state) => {
      if (state.escrow !== null) statuses.add(state.escrow.status);
      look(state);
    },
  });
  return { states, statuses };
}

/** Every state of an account, and everything that was refused on the way. */
function exploreAccount(all: readonly AccountVerb[]): { states: number; refused: ReadonlySet<string> } {
  const refused = new Set<string>();
  const steps = (account: Account): readonly Account[] =>
    all.map(({ name, run }) => {
      const { account: after, told } = run(account);
      if (!told.ok) refused.add(`${name}: ${JSON.stringify(told.reason).replaceAll('"', "")}`);
      return after;
    });
  const states = reach(OPENED, { steps, print: printOf, look: () => undefined });
  return { states, refused };
}

const REACHABLE = ESCROW_STATUSES.filter((status) => status !== "PENDING_ACCEPTANCE");

test("every reachable state of an order of one part", () => {
  const { states, statuses } = explore(offered({ milestones: [5n], fees: 2n }), {
    milestones: 1,
    payments: isDeep ? 3 : 2,
    negotiation: true,
  });
  expect(new Set(REACHABLE)).toEqual(statuses);
  expect(states).toBeGreaterThan(1_000);
});

test("every reachable state of an order of two parts, without fees", () => {
  const { states, statuses } = explore(offered({ milestones: [1n, 2n], fees: 0n }), { milestones: 2, payments: 2 });
  expect(new Set([...statuses].sort())).toEqual(new Set([...REACHABLE].sort()));
  expect(states).toBeGreaterThan(1_000);
});

test("every reachable state of an order of two parts with fees that do not divide, and both timers on", () => {
  const terms: Terms = { reviewWindowSeconds: 100, deliveryDeadlineSeconds: 200 };
  const options = { milestones: 2, payments: bound("exploredPayments"), negotiation: true };
  const { states } = explore(offered({ milestones: [1n, 2n], fees: 5n, terms }), options);
  expect(states).toBeGreaterThan(800);
});

test("every reachable state of the refunds of a small order, paid by two payments", wide(), () => {
  const options = { milestones: 1, payments: 2, payouts: true };
  // What happens to an order before its money comes, and what is said in a dispute, meets its refunds in deep.
  const isUsed = (name: string): boolean => isDeep || !ASIDE.test(name);
  const { states, statuses } = explore(offered({ milestones: [3n], fees: 1n }), options, { isUsed });
  const unpaid: readonly EscrowStatus[] = isDeep ? [] : ["AWAITING_PAYMENT", "WAITING_PAYMENT_CONFIRMATION"];
  expect(new Set(REACHABLE.filter((status) => !unpaid.includes(status)))).toEqual(statuses);
  expect(states).toBeGreaterThan(1_000);
});

test("every reachable state of an order whose seller refunds parts, beside offers, disputes, releases and both timers", () => {
  const terms: Terms = { reviewWindowSeconds: 100, deliveryDeadlineSeconds: 200 };
  const options = { milestones: 2, payments: 1, negotiation: true, refunds: isDeep ? 3 : 2 };
  const isUsed = (name: string): boolean => isDeep || !ASIDE.test(name);
  const { states, statuses } = explore(offered({ milestones: [2n, 3n], fees: 3n, terms }), options, { isUsed });
  for (const status of ["COMPLETED", "CLOSED", "CANCELLED", "DISPUTED"] as const) expect(statuses).toContain(status);
  expect(states).toBeGreaterThan(1_000);
});

test("every reachable state of such refunds on their way, of an order paid by two payments", wide(), () => {
  const options = { milestones: 1, payments: 2, payouts: true, refunds: isDeep ? 2 : 1 };
  const isUsed = (name: string): boolean => !ASIDE.test(name) && !/^(pay too much|the .*reported)/.test(name);
  const { states } = explore(offered({ milestones: [3n], fees: 1n }), options, { isUsed });
  expect(states).toBeGreaterThan(1_000);
});

/** Verbs that have little to do with how money goes back. */
const ASIDE = /^(expire|request payment|the payment that waits|payment |the first payment is reported|revise|resume)/;

test("every reachable state of an order of three parts, paid at once", wide(), () => {
  const { states } = explore(offered({ milestones: [1n, 2n, 3n], fees: 4n }), { milestones: 3, payments: 1 });
  expect(states).toBeGreaterThan(1_000);
});

const share = (all: bigint): bigint => (all > 150n ? all - 150n : all);

/** Of one payment the whole, of one a part, and one of two. What is left out in short meets disputes in deep. */
const disputedOrders = () => [
  { milestones: [200n], payments: 1, disputes: { payments: [0], fee: 15n }, leftOut: isDeep ? /^$/ : BESIDE },
  { milestones: isDeep ? [100n, 100n] : [200n], payments: 1, disputes: { payments: [0], share }, leftOut: BESIDE },
  { milestones: [200n], payments: 2, disputes: { payments: isDeep ? [0, 1] : [1] }, leftOut: isDeep ? BESIDE : MORE },
];

function exploreDisputed(orders: ReturnType<typeof disputedOrders>): void {
  const met = new Set<EscrowStatus>();
  for (const { milestones, payments, disputes, leftOut } of orders) {
    const isUsed = (name: string): boolean => !leftOut.test(name);
    const more = [...disputeVerbs(disputes), ...(payments === 1 ? sellerVerbs() : [])];
    const options = { milestones: milestones.length, payments, payouts: true };
    const { states, statuses } = explore(offered({ milestones, fees: 5n }), options, { more, isUsed });
    expect(states).toBeGreaterThan(500);
    for (const status of statuses) met.add(status);
  }
  for (const status of ["COMPLETED", "CLOSED", "CANCELLED", "DISPUTED"] as const) expect(met).toContain(status);
}

const LONG = { timeout: 1_800_000 };

test(
  "every reachable state of an order whose payment the bank disputes, with its refunds, payouts, wins and losses",
  LONG,
  () => exploreDisputed(disputedOrders().toSpliced(1, 1)),
);

test("so where the seller refunds a part before, or after", { ...wide(), ...LONG }, () => {
  const more = [...disputeVerbs({ payments: [0] }), ...sellerVerbs()];
  const options = { milestones: 1, payments: 1, payouts: true, refunds: isDeep ? 2 : 1 };
  const isUsed = (name: string): boolean => !BESIDE.test(name);
  const { states, statuses } = explore(offered({ milestones: [200n], fees: 5n }), options, { more, isUsed });
  for (const status of ["COMPLETED", "CLOSED", "CANCELLED", "DISPUTED"] as const) expect(statuses).toContain(status);
  expect(states).toBeGreaterThan(500);
});

test("so where the seller refunds on credit what was paid out, and what comes back pays it", {
  ...wide(),
  ...LONG,
}, () => {
  const more = [...disputeVerbs({ payments: [0] }), ...sellerVerbs()];
  const options = { milestones: 1, payments: 1, payouts: true, refunds: 1 };
  const isUsed = (name: string): boolean => !BESIDE.test(name) && (isDeep || !/^(evidence|dispute 0)/.test(name));
  const owing = new Set<string>();
  const order = offered({ milestones: [200n], fees: 5n, credit: 150n });
  const { states } = explore(order, options, {
    more,
    isUsed,
    look: ({ refundDebts }) => {
      for (const { left, steps } of refundDebts) owing.add(`${left === 0n ? "paid" : "owed"} after ${steps}`);
    },
  });
  expect(states).toBeGreaterThan(500);
  for (const seen of ["owed after 0", "paid after 1"]) expect(owing).toContain(seen);
});

test("so where the bank disputes a part", { ...wide(), ...LONG }, () => exploreDisputed(disputedOrders().slice(1, 2)));

/** Whole units of one that is worth little, cents of one that is worth more than a dollar, and thousandths in tens. */
const ABROAD = [
  { currency: "UGX", rate: "3712.55", marginBps: 200, step: 100n },
  { currency: "GBP", rate: "0.747", marginBps: 0, step: 1n },
  { currency: "KWD", rate: "0.30655", marginBps: 150, step: 10n },
] as const;

test("every reachable state of an order that is paid in another currency, with its refunds", () => {
  for (const abroad of isDeep ? ABROAD : ABROAD.slice(1, 2)) {
    const order = offered({ milestones: [3n, 4n], fees: 2n, abroad });
    const isUsed = (name: string): boolean => !/offer|settle|statement|revise|dispute/.test(name);
    const { states, statuses } = explore(order, { milestones: 2, payments: 2, refunds: 1 }, { isUsed });
    for (const status of ["COMPLETED", "CANCELLED"] as const) expect(statuses).toContain(status);
    expect(states).toBeGreaterThan(500);
  }
});

/** Only the payment that the buyer asks for is in another currency. */
const OF_DOLLARS =
  /^(expire|decline|the payment that waits|money arrives for|pay (one|too)|payment |the first payment is reported|revise|resume|settle for|a refund is paid again|wait|evidence|dispute 0|the bank (asks|has our))/;

test("so where its bank disputes it, all or a part", { ...wide(), ...LONG }, () => {
  for (const abroad of isDeep ? ABROAD : ABROAD.slice(0, 1))
    for (const share of [undefined, (all: bigint) => (all * 3n) / 7n]) {
      const disputes = { payments: [0], fee: 1_500n, ...(share === undefined ? {} : { share }) };
      const more = [...disputeVerbs(disputes), ...sellerVerbs()];
      const options = { milestones: 1, payments: 1, payouts: true, refunds: 1 };
      const order = offered({ milestones: [200n], fees: 5n, abroad });
      const { states } = explore(order, options, { more, isUsed: (name) => !OF_DOLLARS.test(name) });
      expect(states).toBeGreaterThan(500);
    }
});

/** Verbs that have little to do with a dispute of the bank. */
const BESIDE =
  /^(expire|decline|request payment|the payment that waits|money arrives for|pay too much|payment |the first payment is reported|revise|resume|settle for|a refund is paid again|wait)/;
const MORE = new RegExp(`${BESIDE.source}|^(evidence|the bank (disputes|has our)|dispute 0|a refund comes back)`);

test("every reachable state of an account's verification meets every verb of its members and of operators", () => {
  const { states, refused } = exploreAccount(verificationVerbs({ documents: 4 }));
  expect(states).toBeGreaterThan(500);
  for (const reason of ["closed", "suspended", "profile_incomplete", "documents_missing"]) {
    expect(refused).toContain(`submits: ${reason}`);
  }
  expect(refused).toContain("VERIFIED by who saw what was there: stale");
  expect(refused).toContain("REJECTED by who saw anything: unchanged");
  expect(refused).toContain("hands in identity: closed");
  expect(refused).toContain("takes the first document back: closed");
});

test("a submission takes ten documents and no more", () => {
  const [adding] = verificationVerbs({ documents: 99 }) as [AccountVerb];
  let account = OPENED;
  for (let count = 0; count < DOCUMENTS_MAX; count += 1) account = adding.run(account).account;
  expect(account.documents).toHaveLength(DOCUMENTS_MAX);
  expect(adding.run(account).told).toEqual({ ok: false, reason: "full" });
});

test("every reachable team keeps an owner", () => {
  const { states, refused } = exploreAccount(teamVerbs());
  // Three people, each out or in one of three roles, without those where nobody is an owner.
  expect(states).toBe(4 ** 3 - 3 ** 3);
  expect(refused).toContain("ada leaves: last_owner");
  expect(refused).toContain("ada becomes support: last_owner");
  expect(refused).toContain("ben joins as owner: member_already");
  expect(refused).toContain("ben leaves: unknown");
});

test("every account is charged and bounded by what may be, and nothing is set twice", () => {
  const { states, refused } = exploreAccount(termVerbs());
  expect(states).toBe(3 * 3);
  const unchanged = [...refused].filter((one) => one.endsWith("unchanged"));
  expect(unchanged).toHaveLength(3 + 3);
  expect([...refused].filter((one) => one.endsWith("out_of_bounds"))).toHaveLength(2 + 2);
});

test("every set of payout accounts: each once, and ten at most", () => {
  const { states, refused } = exploreAccount(destinationVerbs());
  // All of eleven, but all eleven together.
  expect(states).toBe(2 ** 11 - 1);
  expect([...refused].filter((one) => one.endsWith("{number:known}"))).toHaveLength(11);
  expect([...refused].filter((one) => one.endsWith("{all:too_many}"))).toHaveLength(11);
});

test("random walks over orders of other shapes", wide(), () => {
  const part = fc.bigInt({ min: 1n, max: 100_000n });
  const timer = fc.option(fc.integer({ min: 1, max: 5000 }), { nil: null });
  const shape = fc.record({
    milestones: fc.array(part, { minLength: 1, maxLength: 5 }),
    fees: fc.bigInt({ min: 0n, max: 5_000n }),
    terms: fc.record({ reviewWindowSeconds: timer, deliveryDeadlineSeconds: timer }),
    steps: fc.array(fc.nat({ max: 1_000 }), { minLength: 5, maxLength: 60 }),
  });
  let completed = 0;
  let agreed = 0;
  fc.assert(
    fc.property(shape, ({ milestones, fees, terms, steps }) => {
      const all = verbs({ milestones: milestones.length, payments: 6, payouts: true, negotiation: true, refunds: 6 });
      let state = offered({ milestones, fees, terms });
      // Half of the walks start paid for, and a quarter with an offer in a dispute, or few would get far.
      const begun = ["confirm", "pay all due", "submit 0", "dispute 0", "buyer offers"]
        .slice(0, [5, 0, 2, 0][(steps[0] ?? 0) % 4])
        .map((name) => all.findIndex((verb) => verb.name === name));
      for (const choice of [...begun, ...steps]) {
        const verb = all[choice % all.length];
        if (verb !== undefined) state = verb.run(state).state;
      }
      if (state.escrow?.status === "COMPLETED") completed += 1;
      if (state.offers.some(({ status }) => status === "ACCEPTED")) agreed += 1;
    }),
    { numRuns: bound("walks") },
  );
  expect(completed).toBeGreaterThan(bound("walks") / 100);
  expect(agreed).toBeGreaterThan(bound("walks") / 1_000);
});
