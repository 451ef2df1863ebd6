/** What no step may do to the world in memory, whatever it decided: moves, refunds, disputes by banks, and sums. */
import assert from "node:assert/strict";
import { isClosed, owedFor } from "../../src/domain/chargebacks.js";
import { dueAt } from "../../src/domain/decisions/due.js";
import { payableOf } from "../../src/domain/decisions/pay-refund.js";
import { dueOf, heldOf, totalOf, unreleasedOf } from "../../src/domain/escrow.js";
import type { Escrow } from "../../src/domain/model.js";
import { ACTIVE, ESCROW_MOVES, isIn, MILESTONE_MOVES, TERMINAL, UNFUNDED } from "../../src/domain/states.js";
import { chargedBackOf, isDisputed, presentedNetOf, START, type State, sumOf } from "./world-state.js";

export function assertMoves(before: State, after: State): void {
  if (before.escrow === null || after.escrow === null) return;
  const [from, to] = [before.escrow.status, after.escrow.status];
  if (from !== to) {
    const allowed = Object.values(ESCROW_MOVES).some(
      (move) => isIn<string>(move.from, from) && isIn<string>(move.to, to),
    );
    assert.ok(allowed, `escrow ${from} to ${to}`);
  }
  assert.ok(after.escrow.funded >= before.escrow.funded, "funded_amount never falls");
  if (before.escrow.openChargebacks > 0 && after.escrow.openChargebacks > 0) assertNothingLeft(before, after);
  after.escrow.milestones.forEach((milestone, index) => {
    const was = before.escrow?.milestones[index]?.status ?? "PENDING";
    if (was === milestone.status) return;
    const allowed = Object.values(MILESTONE_MOVES).some(
      (move) => isIn<string>(move.from, was) && isIn<string>(move.to, milestone.status),
    );
    assert.ok(allowed, `milestone ${was} to ${milestone.status}`);
  });
}

/** While a bank disputes a payment nothing is paid out of its order, and nothing of the payment goes back. */
function assertNothingLeft(before: State, after: State): void {
  for (const sum of ["released", "feesEarned", "refunded"] as const)
    assert.equal(after.escrow?.[sum], before.escrow?.[sum], `${sum} moved under a chargeback`);
  for (const part of after.parts.filter(({ payment }) => isDisputed(before.chargebacks, payment))) {
    const was = before.parts.find((one) => one.refund === part.refund && one.payment === part.payment);
    assert.ok(part.status !== "SENT" || was?.status === "SENT", "a refund of a disputed payment was asked for");
  }
}

/** Refunds are split over what was paid, and what was paid out is gone. */
function assertRefunds({ payments, refunds, parts, balances }: State): void {
  for (const refund of refunds) {
    const own = parts.filter((part) => part.refund === refund.id);
    assert.equal(sumOf(own), refund.amount, "the parts add up");
    assert.equal(
      own.every(({ status }) => status === "SUCCEEDED" || status === "CHARGED_BACK"),
      refund.status === "SUCCEEDED",
    );
    assert.equal(
      own.some(({ status }) => status === "FAILED"),
      refund.status === "FAILED",
    );
  }
  for (const payment of payments) {
    const own = parts.filter((part) => part.payment === payment.id);
    assert.ok(sumOf(own) <= payment.received, "no payment gives back more than it brought");
  }
  const unpaid = parts.filter(({ status }) => status !== "SUCCEEDED").map((part) => ({ amount: payableOf(part) }));
  assert.equal(balances.refunds_payable, sumOf(unpaid), "what is owed is what was not paid out");
}

/** What a bank took came out of somewhere, and is there again when it was given back. */
function assertChargebacks(state: State): void {
  const { escrow, payments, parts, chargebacks, balances } = state;
  assert.equal(balances.chargebacks, 0n, "nothing stays on its way");
  const debts = [...chargebacks, ...state.refundDebts];
  assert.equal(-balances.merchant_owes, sumOf(debts.map((one) => ({ amount: owedFor(one) }))), "debts are rows");
  if (balances.merchant_owes < 0n) assert.equal(balances.merchant_wallet, 0n, "what comes in pays debts first");
  for (const payment of payments) {
    const own = parts.filter((part) => part.payment === payment.id);
    assert.ok(sumOf(own) + chargedBackOf(state, payment) <= payment.received, "no payment is paid back twice");
    const open = isDisputed(chargebacks, payment.id);
    for (const { status } of own) {
      assert.ok(status !== "HELD" || open, "what is not disputed is not held");
      assert.ok(!open || status !== "PENDING", "a disputed payment has no refund that waits to be sent");
    }
  }
  for (const { amount, taken, returned, from, feeOwed, status, isTaken } of chargebacks) {
    for (const given of [...Object.values(from), feeOwed])
      assert.ok(given >= 0n, "nothing is paid beyond what is owed");
    assert.equal(from.held + from.refund + from.wallet + from.owed, taken - returned);
    assert.ok(taken <= amount && (returned === 0n || returned === taken));
    if (status === "INQUIRY") assert.equal(taken, 0n, "an inquiry takes no money");
    if (status === "WON") assert.equal(returned, taken, "won, all of it is back");
    if (!isTaken && status !== "WON") assert.equal(taken, 0n);
  }
  assert.equal(escrow?.openChargebacks ?? 0, chargebacks.filter((one) => !isClosed(one)).length);
  assert.equal(escrow?.chargedBack ?? 0n, sumOf(chargebacks.map(({ from }) => ({ amount: from.held }))));
}

/** What moved in the payer's currency moved with its share of USD, and nothing of it is left when nothing of that is. */
function assertAbroad(state: State): void {
  const { payments, parts, refunds, outside } = state;
  for (const payment of payments) {
    const { presented, id } = payment;
    const { usd, presented: there } = outside[id] ?? { usd: 0n, presented: 0n };
    if (presented === null) {
      assert.equal(there, 0n, "a payment in USD moves nothing else");
      continue;
    }
    const own = parts.filter((part) => part.payment === id);
    assert.ok(there >= 0n && there <= presented.received, "no more goes back than came");
    const isCut = state.chargebacks.some((one) => one.payment === id && one.taken > 0n);
    // A bank takes any part of a cent: what is left of that is worth less than one.
    if (usd === 0n && isCut)
      assert.ok(there * payment.received < presented.received + presented.step * payment.received);
    else if (usd === 0n) assert.equal(there, 0n, "all of it is all of it in both");
    // What the payer kept of a refund of a cent that came back is worth no cent.
    const isLessThanACent = own.some(({ kept, presented: back }) => kept === 0n && (back?.kept ?? 0n) > 0n);
    if (usd === payment.received && !isLessThanACent) assert.equal(there, presented.received, "so is nothing of it");
    assert.equal(presented.taken === presented.received, presented.takenUsd === payment.received);
    const back = own.reduce((sum, part) => sum + (part.presented?.amount ?? 0n), 0n);
    assert.ok(back + presentedNetOf(state, payment) <= presented.received, "no more is set aside than came");
    for (const part of own) {
      const isExcess = refunds.find(({ id: refund }) => refund === part.refund)?.payment === id;
      const share = part.presented?.amount ?? 0n;
      assert.ok((part.presented?.chargedBack ?? 0n) + (part.presented?.kept ?? 0n) <= share);
      if (isExcess) assert.equal(share, presented.received - presented.taken, "too much goes back as it came");
      // Unless a bank took something else.
      else if (!isCut) {
        const off = share * presented.takenUsd - presented.taken * part.amount;
        assert.ok((off < 0n ? -off : off) <= presented.step * presented.takenUsd, "a share is exact to a step");
      }
    }
  }
}

export function assertHolds(state: State): void {
  assertAbroad(state);
  const { session, escrow, balances, payments, parts, told } = state;
  assertRefunds(state);
  assertOffers(state);
  assertChargebacks(state);
  assert.ok((session.status === "COMPLETED") === (escrow !== null), "COMPLETED exactly with an escrow");
  assert.equal(told["session"], session.status);
  const net = Object.values(balances).reduce((sum, balance) => sum + balance, 0n);
  assert.equal(net, 0n, "the books balance");
  if (escrow === null) return;
  const sum = (status: string): bigint =>
    escrow.milestones.filter((one) => one.status === status).reduce((total, one) => total + dueOf(one), 0n);
  const planned = escrow.milestones.reduce((total, one) => total + one.amount, 0n);
  const total = totalOf(escrow);
  assert.equal(told["escrow"], escrow.status);
  for (const milestone of escrow.milestones) assert.equal(told[milestone.id] ?? "PENDING", milestone.status);

  assert.equal(balances.escrow_held, heldOf(escrow), "what is held is what the ledger holds");
  const { chargebacks, payouts } = state;
  const charged = sumOf(chargebacks.map(({ fee }) => ({ amount: fee })));
  const spent = chargebacks.reduce((all, { from, fee, feeOwed }) => all + from.wallet + fee - feeOwed, 0n);
  const gone = sumOf(payouts.filter(({ status }) => isIn<string>(["REQUESTED", "SENT", "PARKED", "PAID"], status)));
  const asked = state.refunds.flatMap((refund) => (refund.asked === null ? [] : [refund.asked]));
  const back = (of: "held" | "released" | "fees" | "feesEarned"): bigint =>
    asked.reduce((total, one) => total + one[of], 0n);
  const owing = sumOf(state.refundDebts.map(({ left }) => ({ amount: left })));
  assert.equal(balances.merchant_wallet, escrow.released - spent - gone - back("released") + owing);
  assert.equal(balances.fees_earned, escrow.feesEarned + charged - back("feesEarned"));
  assert.deepEqual([escrow.refundedHeld, escrow.refundedReleased], [back("held"), back("released")]);
  assert.ok(back("feesEarned") <= escrow.feesEarned && escrow.refundedReleased <= escrow.released);
  for (const of of ["refundedHeld", "refundedReleased"] as const) {
    const shared: bigint = escrow.milestones.reduce((total, one) => total + one[of], 0n);
    assert.equal(shared, escrow[of], "what went back went back of milestones");
  }
  for (const { amount, refundedHeld, refundedReleased } of escrow.milestones)
    assert.ok(refundedHeld + refundedReleased <= amount, "no milestone gives back more than its amount");
  const received = payments.filter((one) => one.status === "SUCCEEDED").reduce((all, one) => all + one.received, 0n);
  const paidOut = sumOf(
    parts.map((part) => ({ amount: part.status === "SUCCEEDED" ? part.amount - part.chargedBack : part.kept })),
  );
  const taken = chargebacks.reduce((all, one) => all + one.taken - one.returned, 0n);
  const left = sumOf(payouts.filter(({ status }) => status === "PAID"));
  assert.equal(-balances.external, received - paidOut - taken - left, "every payment is in the books");
  for (const payment of payments) {
    assert.equal(payment.failure !== null, payment.status === "FAILED");
    if (payment.status === "CREATED") assert.ok(isIn<string>(UNFUNDED, escrow.status), "nobody waits in vain");
  }
  for (const part of [
    escrow.funded,
    escrow.released,
    escrow.feesEarned,
    escrow.refunded,
    escrow.chargedBack,
    heldOf(escrow),
  ])
    assert.ok(part >= 0n);

  assert.equal(planned, escrow.amount, "milestones add up");
  assert.ok(escrow.funded <= total);
  if (isIn<string>(ACTIVE, escrow.status) || escrow.status === "COMPLETED" || escrow.status === "CLOSED")
    assert.equal(escrow.funded, total);
  if (escrow.status === "PENDING_FUNDING") assert.equal(escrow.funded, 0n);
  if (escrow.status === "PARTIALLY_FUNDED") assert.ok(escrow.funded > 0n && escrow.funded < total);
  if (escrow.released > 0n) assert.equal(escrow.funded, total, "released only when all is there");
  if (isIn<string>(TERMINAL, escrow.status)) assert.equal(heldOf(escrow), 0n, `nothing is held in ${escrow.status}`);
  else assert.ok(dueAt(escrow) === null || (dueAt(escrow) ?? 0) >= START);
  if (escrow.status === "COMPLETED") {
    assert.equal(escrow.released + escrow.refundedHeld, escrow.amount);
    assert.equal(escrow.feesEarned + back("fees"), escrow.fees);
    assert.ok(escrow.released > 0n, "an order of which nothing was paid is no completed one");
  }
  if (escrow.status !== "COMPLETED" && escrow.status !== "CLOSED")
    assert.equal(escrow.released, sum("COMPLETED"), "released is what was approved");
  const allDone = escrow.milestones.every((one) => one.status === "COMPLETED");
  assert.equal(allDone, escrow.status === "COMPLETED" || escrow.status === "CLOSED");
  const isHalted = (escrow.openChargebacks > 0 || escrow.chargedBack > 0n) && isIn<string>(ACTIVE, escrow.status);
  assert.equal(isHalted || escrow.milestones.some((one) => one.status === "DISPUTED"), escrow.status === "DISPUTED");
  if (escrow.status === "DISPUTED") assert.match(escrow.disputeReference ?? "", /^DS-\d{8}$/);
}

/** Nothing stays on the table but what can be accepted. */
function assertOffers({ escrow, offers }: State): void {
  const open = offers.filter(({ status }) => status === "OPEN");
  assert.equal(new Set(open.map(({ by }) => by)).size, open.length, "a side has one offer on the table");
  assert.ok(offers.filter(({ status }) => status === "ACCEPTED").length <= 1);
  for (const { release, refund } of open) {
    assert.equal(escrow?.status, "DISPUTED");
    assert.equal(release + refund, unreleasedOf(escrow as Escrow), "an offer splits all that is left");
  }
}
