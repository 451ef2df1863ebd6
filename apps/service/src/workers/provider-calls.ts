/**
 * Asks providers what they are owed to be asked: to take a payment, to give one up, what became of one, to pay back. One
 * loop for each provider, so that one that hangs costs only itself. Nothing is open while a provider is asked; what it
 * answers goes through the door, where it is booked once, and a call whose answer was lost is made again.
 *
 * Look-ups are how a payment is reconciled whose notices never came: first two minutes after it was begun, then with
 * growing gaps, last at the payment's own deadline; an account at a bank once a day for a month more, and a last time when
 * that is over. The end of an order's funding deadline asks nobody: time alone must not wait for another company, and money
 * that arrives afterwards is a refund anyway.
 */

import { cancelPayment } from "../commands/cancel-payment.js";
import type { Door } from "../commands/execute.js";
import { recordPayment, reportOf } from "../commands/record-payment.js";
import { type RefundPartOf, recordRefund } from "../commands/record-refund.js";
import { sendRefund } from "../commands/send-refund.js";
import { formatId } from "../domain/ids.js";
import type { Payment, PaymentInstructions } from "../domain/model.js";
import type { PaymentFailure } from "../domain/states.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { PaidOut, Provider, Providers, Report } from "../providers/port.js";
import {
  type ClaimedCall,
  claimCalls,
  keepInstructions,
  readCallBacklog,
  type Settled,
  settleCall,
} from "../store/queue/provider-calls.js";
import { asOne, TICK_MS } from "./ticker.js";
import { startWindow } from "./window.js";

/** Calls to one provider at a time; each is bounded in time, well within its lease. */
const WIDTH = 16;

/** Wait after try n, which counts from 1, in seconds of the service's clock. One try more than there are waits. */
const RETRY_SECONDS = {
  /** A buyer waits for it: after half a minute the payment is given up, and another may be begun. */
  create: [1, 2, 4, 8, 15],
  cancel: [5, 30, 120, 600, 3_600, 21_600, 86_400, 86_400],
  refund: [5, 30, 120, 600, 3_600, 21_600, 86_400, 86_400],
} as const;
/** Between look-ups; the last one again and again. */
const LOOK_UP_SECONDS = [180, 600, 1_800, 7_200, 21_600, 43_200, 86_400] as const;
/** So often an answer is missed: about two months of days. */
const LOOK_UPS_MAX = 60;

const DONE: Settled = { status: "DONE", error: null };

export type ProviderCalls = {
  /** Calls were committed in this process: no need to wait for the next look. */
  poke(): void;
  /** Resolves when nothing is under way any more, within the time that a provider is given. */
  stop(): Promise<void>;
};

type Means = {
  readonly db: Pick<Database, "query">;
  readonly door: Door;
  readonly providers: Providers;
  /** The origin that links start with. */
  readonly publicUrl: () => string;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, "countProviderCall" | "watchProviderCalls">;
  readonly tickMs?: number | undefined;
};

export function startProviderCalls(means: Means): ProviderCalls {
  const { db, providers, log, metrics, tickMs = TICK_MS } = means;
  const loops = providers.all.map((provider) =>
    startWindow(tickMs, {
      width: WIDTH,
      claim: (limit) => claimCalls(db, provider.name, limit),
      work: (call) => make(call, provider, means),
      failed: (error) =>
        log.warn({ err: error, provider: provider.name }, "provider calls failed, and will be tried again"),
    }),
  );
  metrics?.watchProviderCalls(() => readCallBacklog(db));
  return asOne(loops);
}

/** Never rejects: a call that can't be settled comes due again when its lease ends. */
async function make(call: ClaimedCall, provider: Provider, means: Means): Promise<void> {
  const about = { provider: provider.name, kind: call.kind, payment: call.payment.id, try: call.tries };
  try {
    const settled = await MAKERS[call.kind](call, provider, means);
    await settleCall(means.db, call, settled);
    const outcome = settled.error === null ? "answered" : settled.status === "PARKED" ? "parked" : "failed";
    means.metrics?.countProviderCall(provider.name, outcome);
    if (settled.error === null) means.log.info(about, "provider asked");
    else means.log.warn({ ...about, error: settled.error, status: settled.status }, "provider did not do it");
  } catch (error) {
    means.log.warn({ ...about, err: error }, "provider call not settled, and will be made again");
  }
}

type Make = (call: ClaimedCall, provider: Provider, means: Means) => Promise<Settled>;

const MAKERS: Readonly<Record<ClaimedCall["kind"], Make>> = {
  create: createPayment,
  cancel: callOff,
  look_up: lookUpPayment,
  refund: payRefund,
};

async function createPayment(call: ClaimedCall, provider: Provider, means: Means): Promise<Settled> {
  const { payment } = call;
  // Given up before it was ordered: the cancellation that follows sees to it that no order of it is taken.
  if (payment.status !== "CREATED") return DONE;
  const created = await provider.createPayment({
    reference: payment.reference,
    amount: payment.asked,
    phone: payment.phone,
    returnUrl: `${means.publicUrl()}/pay/${call.sellerCode}/${formatId("session", call.session)}`,
    expiresAt: call.deadline,
  });
  switch (created.kind) {
    case "created":
      await keepInstructions(means.db, call, textOf(created.instructions));
      return DONE;
    case "refused":
      await failAtProvider(call, { payment, failure: created.failure }, means);
      return DONE;
    case "unreachable": {
      const wait = RETRY_SECONDS.create[call.tries - 1];
      if (wait !== undefined) return { status: "OPEN", afterSeconds: wait, error: created.reason };
      await giveUp(call, "unavailable", means);
      return { status: "DONE", error: created.reason };
    }
    default:
      return created satisfies never;
  }
}

/** As it is stored; amounts are text. */
const textOf = (instructions: PaymentInstructions): string =>
  JSON.stringify(instructions, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));

/** The provider has said no: there is nothing to call off. */
async function failAtProvider(
  { account, escrow }: ClaimedCall,
  {
    payment: { provider, reference, method },
    failure,
  }: { readonly payment: Payment; readonly failure: PaymentFailure },
  { door }: Means,
): Promise<void> {
  const report = { provider, reference, method, outcome: "failed", amount: null, failure } as const;
  await recordPayment(door, { account, escrow, report });
}

/** We end the wait, and the provider is told. Money that arrives all the same is booked. */
async function giveUp(
  { account, escrow, payment }: ClaimedCall,
  failure: PaymentFailure,
  { door }: Means,
): Promise<void> {
  await cancelPayment(door, { account, escrow, payment: payment.id, failure });
}

async function callOff(call: ClaimedCall, provider: Provider, means: Means): Promise<Settled> {
  const { reference } = call.payment;
  const answer = await provider.cancelPayment(reference);
  switch (answer.kind) {
    case "cancelled":
      return DONE;
    case "too_late": {
      const found = await provider.lookUp(reference);
      if (found.kind !== "known") return retry(call, "cancel", "it came too late, and nobody says what arrived");
      await recordAll(call, { provider, reports: found.reports }, means);
      return DONE;
    }
    case "unreachable":
      return retry(call, "cancel", answer.reason);
    default:
      return answer satisfies never;
  }
}

function retry(call: ClaimedCall, kind: "cancel" | "refund", error: string): Settled {
  const wait = RETRY_SECONDS[kind][call.tries - 1];
  return wait === undefined ? { status: "PARKED", error } : { status: "OPEN", afterSeconds: wait, error };
}

async function recordAll(
  call: ClaimedCall,
  { provider, reports }: { provider: Provider; reports: readonly Report[] },
  { door }: Means,
): Promise<void> {
  for (const report of reports) {
    await recordPayment(door, { account: call.account, escrow: call.escrow, report: reportOf(provider, report) });
  }
}

async function lookUpPayment(call: ClaimedCall, provider: Provider, means: Means): Promise<Settled> {
  const { payment } = call;
  const isClosed = payment.status === "SUCCEEDED" || payment.status === "FAILED";
  const left = call.deadline - call.now;
  if (isClosed && !staysOpen(payment)) return DONE;
  const found = await provider.lookUp(payment.reference);
  if (found.kind === "unreachable") {
    if (call.tries >= LOOK_UPS_MAX) return { status: "PARKED", error: found.reason };
    return { status: "OPEN", afterSeconds: gapOf(call, left), error: found.reason };
  }
  const reports = found.kind === "known" ? found.reports : [];
  await recordAll(call, { provider, reports }, means);
  const isSettled = isClosed || reports.some(({ outcome }) => outcome !== "pending");
  // What is on its way is waited for beyond the deadline; what waits for its buyer is not.
  const isWaiting = left > 0 || payment.status === "PENDING" || reports.length > 0;
  if (!isSettled && !isWaiting) await giveUp(call, "expired", means);
  // Asked before it is let go: however late this look came, what has arrived by now is booked.
  const isOver = staysOpen(payment) ? isSettled && left < -AFTERWARDS_SECONDS : isSettled || !isWaiting;
  if (isOver) return DONE;
  return { status: "OPEN", afterSeconds: isSettled ? DAY_SECONDS : gapOf(call, left), error: null };
}

/** An account takes whatever is sent to it, a second time and late too; money of which nobody told must not stay there. */
const staysOpen = (payment: Payment): boolean => payment.method === "bank";

const DAY_SECONDS = 86_400;
/** How long after its deadline an account is looked into. */
const AFTERWARDS_SECONDS = 30 * DAY_SECONDS;

/** Never beyond the payment's own deadline, until that has passed. */
function gapOf({ tries }: ClaimedCall, left: number): number {
  const gap = LOOK_UP_SECONDS[Math.min(tries, LOOK_UP_SECONDS.length) - 1] ?? DAY_SECONDS;
  return left > 0 ? Math.min(gap, left) : gap;
}

async function payRefund(call: ClaimedCall, provider: Provider, means: Means): Promise<Settled> {
  const { part } = call;
  if (part === null || part.status === "SUCCEEDED") return DONE;
  if (part.status === "FAILED") return { status: "PARKED", error: "it was given up before" };
  if (part.status === "PENDING") await sendRefund(means.door, partOf(call));
  const answer = await provider.refund({
    reference: part.reference,
    payment: call.payment.reference,
    amount: part.amount,
  });
  return settleRefund(call, answer, means);
}

async function settleRefund(call: ClaimedCall, answer: PaidOut, { door }: Means): Promise<Settled> {
  switch (answer.kind) {
    case "paid":
      await recordRefund(door, partOf(call), "paid");
      return DONE;
    case "refused":
      await recordRefund(door, partOf(call), "refused");
      return { status: "PARKED", error: answer.reason };
    case "pending":
    case "unreachable": {
      const settled = retry(call, "refund", answer.kind === "pending" ? "it is not paid yet" : answer.reason);
      if (settled.status === "PARKED") await recordRefund(door, partOf(call), "unknown");
      return settled;
    }
    default:
      return answer satisfies never;
  }
}

const partOf = ({ account, escrow, refund, payment }: ClaimedCall): RefundPartOf => ({
  account,
  escrow,
  refund,
  payment: payment.id,
});
