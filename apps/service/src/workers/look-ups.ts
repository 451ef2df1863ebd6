/**
 * Asks providers what became of payments. This is how one is reconciled whose notices never came: first two minutes after
 * it was begun, then with growing gaps, last at its own deadline. Where money may still come after that, as to an account at a
 * bank or by a prompt that nobody can call off, once a day for as long as it may, and a last time when that is over. The end
 * of an order's funding deadline asks nobody: time alone must not wait for another company, and money that arrives
 * afterwards is a refund anyway.
 */
import { bookPayment } from "../commands/book-report.js";
import { cancelPayment } from "../commands/cancel-payment.js";
import type { Executor } from "../commands/execute.js";
import type { Payment } from "../domain/model.js";
import type { Rates } from "../domain/rates.js";
import type { Database } from "../platform/database.js";
import type { PaymentReport, Provider } from "../providers/port.js";
import { waitsForPayments } from "../providers/waits.js";
import type { ClaimedCall, Settled } from "../store/queue/provider-calls.js";
import { DAY_SECONDS, UNREADABLE_MAX } from "./schedules.js";

/** Between look-ups; the last one again and again. */
const LOOK_UP_SECONDS = [180, 600, 1_800, 7_200, 21_600, 43_200, DAY_SECONDS] as const;
/** So often in a row an answer is missed: about two months of days. */
const SILENT_MAX = 60;

const DONE: Settled = { status: "DONE", error: null };

type Means = { readonly db: Pick<Database, "query">; readonly executor: Executor; readonly rates: Rates };

export async function lookUpPayment(call: ClaimedCall, provider: Provider, means: Means): Promise<Settled> {
  const { payment } = call;
  const isClosed = payment.status === "SUCCEEDED" || payment.status === "FAILED";
  const left = call.deadline - call.now;
  const lateSeconds = Math.max(
    waitsForPayments(provider, payment.method).lateDays * DAY_SECONDS,
    (call.lookUntil ?? 0) - call.deadline,
  );
  const staysOpen = lateSeconds > 0;
  // The first look finds it closed as a rule, by a notice. A later one has a reason: a statement, say, that tells of its money.
  if (isClosed && !staysOpen && call.tries === 1) return DONE;
  const found = await provider.lookUp(payment.reference);
  if (found.kind === "unreachable") {
    if (call.silent >= (found.cause === "unreadable" ? UNREADABLE_MAX : SILENT_MAX))
      return { status: "PARKED", error: found.reason };
    return { status: "OPEN", afterSeconds: gapOf(call, left), error: found.reason, said: "nothing" };
  }
  const reports = found.kind === "known" ? found.reports : [];
  const parked = await recordAll(call, { provider, reports }, means);
  if (parked !== null) return parked;
  const isSettled = isClosed || reports.some(({ outcome }) => outcome !== "pending");
  // What is on its way is waited for beyond the deadline; what waits for its buyer is not.
  const isWaiting = left > 0 || payment.status === "PENDING" || reports.length > 0;
  if (!isSettled && !isWaiting) await giveUp(call, payment, means);
  // Asked before it is let go: however late this look came, what has arrived by now is booked.
  const isOver = staysOpen ? isSettled && left < -lateSeconds : isSettled || !isWaiting;
  if (isOver) return DONE;
  return { status: "OPEN", afterSeconds: isSettled ? settledGap(left, lateSeconds) : gapOf(call, left), error: null };
}

/** Once a day, and a last time when no more money can come. */
const settledGap = (left: number, lateSeconds: number): number =>
  Math.max(1, Math.min(DAY_SECONDS, left + lateSeconds + 1));

/** Nobody waits for it any longer, and its provider is told. Money that arrives all the same is booked. */
async function giveUp({ account, escrow }: ClaimedCall, { id }: Payment, { executor }: Means): Promise<void> {
  await cancelPayment(executor, { account, escrow, payment: id, failure: "expired" });
}

/** Never beyond the payment's own deadline, until that has passed. */
function gapOf({ tries }: ClaimedCall, left: number): number {
  const gap = LOOK_UP_SECONDS[Math.min(tries, LOOK_UP_SECONDS.length) - 1] ?? DAY_SECONDS;
  return left > 0 ? Math.min(gap, left) : gap;
}

/** Books what is said of a payment; what can't be booked waits for a person, and then the call does. */
export async function recordAll(
  { account, escrow, payment: order }: ClaimedCall,
  { provider, reports }: { readonly provider: Provider; readonly reports: readonly PaymentReport[] },
  means: Means,
): Promise<Settled | null> {
  let parked: Settled | null = null;
  for (const report of reports) {
    const booked = await bookPayment(means, { account, escrow, provider: provider.name, order }, report);
    if (booked.kind === "parked") parked = { status: "PARKED", error: booked.reason };
  }
  return parked;
}
