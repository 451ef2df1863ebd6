/**
 * Every reachable state of small orders, by every path: breadth first over all verbs, with every invariant asserted in
 * each (see world.ts). Then ten thousand random walks over orders of other shapes.
 */

import { ESCROW_STATUSES, type EscrowStatus } from "@holdfast/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeOf, type Terms } from "../../src/domain/model.js";
import { verbs } from "./verbs.js";
import { offered, START, type State } from "./world.js";

/** What distinguishes two states for everything that can still happen. */
function fingerprint({ session, escrow, payments, refunds, parts: paidParts, offers, balances, now }: State): string {
  // Of the places among disputes only their order matters; the numbers grow with every dispute.
  const places = (escrow?.milestones ?? []).map((m) => m.disputed?.order ?? 0).sort((x, y) => x - y);
  const parts = escrow?.milestones.map(
    (m) => `${m.status}${m.disputed?.from ?? ""}${places.indexOf(m.disputed?.order ?? 0)}${m.reviewSince}`,
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
    payments.map((p) => p.status + p.received).join(),
    refunds.map((r) => r.status + r.payment).join(),
    // What was said and answered changes nothing any more.
    offers
      .flatMap((o) => (o.status === "OPEN" ? [`${o.by}${o.release}`] : []))
      .sort()
      .join(),
    paidParts.map((p) => `${p.status}${p.isRefused}`).join(),
    Object.values(balances).join(),
    now - START,
  ].join("|");
}

function explore(
  start: State,
  options: { milestones: number; payments: number; payouts?: boolean; negotiation?: boolean },
): { states: number; statuses: Set<EscrowStatus>; refused: Set<string> } {
  const all = verbs(options);
  const seen = new Set([fingerprint(start)]);
  const statuses = new Set<EscrowStatus>();
  const refused = new Set<string>();
  let frontier = [start];
  while (frontier.length > 0) {
    const next: State[] = [];
    for (const state of frontier) {
      for (const { name, run } of all) {
        const { state: after, decision } = run(state);
        if (!decision.ok) refused.add(`${name}: ${codeOf(decision.reason)}`);
        const print = fingerprint(after);
        if (seen.has(print)) continue;
        seen.add(print);
        if (after.escrow !== null) statuses.add(after.escrow.status);
        next.push(after);
      }
    }
    frontier = next;
  }
  return { states: seen.size, statuses, refused };
}

const REACHABLE = ESCROW_STATUSES.filter((status) => status !== "PENDING_ACCEPTANCE");

test("every reachable state of an order of one part", () => {
  const { states, statuses } = explore(offered({ milestones: [5n], fees: 2n }), {
    milestones: 1,
    payments: 3,
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
  const options = { milestones: 2, payments: 2, negotiation: true };
  const { states } = explore(offered({ milestones: [1n, 2n], fees: 5n, terms }), options);
  expect(states).toBeGreaterThan(1_000);
});

test("every reachable state of the refunds of a small order, paid by two payments", () => {
  const options = { milestones: 1, payments: 2, payouts: true };
  const { states, statuses } = explore(offered({ milestones: [3n], fees: 1n }), options);
  expect(new Set(REACHABLE)).toEqual(statuses);
  expect(states).toBeGreaterThan(1_000);
});

test("every reachable state of an order of three parts, paid at once", () => {
  const { states } = explore(offered({ milestones: [1n, 2n, 3n], fees: 4n }), { milestones: 3, payments: 1 });
  expect(states).toBeGreaterThan(1_000);
});

test("ten thousand random walks over orders of other shapes", () => {
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
      const all = verbs({ milestones: milestones.length, payments: 6, payouts: true, negotiation: true });
      let state = offered({ milestones, fees, terms });
      // Half of the walks start paid for, or few would get far.
      const paid = ["confirm", "pay all due"].map((name) => all.findIndex((verb) => verb.name === name));
      for (const choice of [...((steps[0] ?? 0) % 2 === 0 ? paid : []), ...steps]) {
        const verb = all[choice % all.length];
        if (verb !== undefined) state = verb.run(state).state;
      }
      if (state.escrow?.status === "COMPLETED") completed += 1;
      if (state.offers.some(({ status }) => status === "ACCEPTED")) agreed += 1;
    }),
    { numRuns: 10_000 },
  );
  expect(completed).toBeGreaterThan(100);
  expect(agreed).toBeGreaterThan(10);
});
