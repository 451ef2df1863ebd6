/**
 * Asks providers to pay out what sellers have asked for. One loop for each provider, and nothing is open while one is asked.
 * That a payout is about to be sent is written before it is; what the provider says goes through the executor, where it is
 * booked once. A worker that dies in between leaves a call that is made again, under the same reference.
 */

import type { Executor } from "../commands/execute.js";
import { recordPayout } from "../commands/record-payout.js";
import { sendPayout } from "../commands/send-payout.js";
import { type Cents, CURRENCY } from "../domain/money.js";
import type { Payout } from "../domain/payouts.js";
import type { Database } from "../platform/database.js";
import { isRefusedForGood } from "../platform/database-errors.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Money, PaidOut, Provider, Providers } from "../providers/port.js";
import { type Waits, waitsForPayouts } from "../providers/waits.js";
import { type ClaimedPayout, claimPayouts, settlePayout } from "../store/queue/payout-calls.js";
import type { Settled } from "../store/queue/provider-calls.js";
import { notBooked, notYet, oncePaid, outcomeOf, watched } from "./schedules.js";
import { asOne, TICK_MS } from "./ticker.js";
import { startWindow, type Windowed } from "./window.js";

/** Payouts by one provider at a time; each is bounded in time, well within its lease. */
const WIDTH = 16;

/** Until an account is asked about again that was stopped at the very moment of its payout. */
const HOLD_SECONDS = 60;

const DONE: Settled = { status: "DONE", error: null };

export type Payouts = {
  /** Payouts were committed in this process: no need to wait for the next look. */
  poke(): void;
  /** Resolves when nothing is under way any more, within the time that a provider is given. */
  stop(): Promise<void>;
};

export type PayoutMeans = {
  readonly db: Pick<Database, "query">;
  readonly executor: Executor;
  readonly providers: Providers;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, "countProviderCall">;
};

export function startPayouts({
  tickMs = TICK_MS,
  ...means
}: PayoutMeans & { readonly tickMs?: number | undefined }): Payouts {
  return asOne(means.providers.all.map((provider) => startWindow(tickMs, payoutsBy(provider, means))));
}

/** What is due at one provider, and how it is asked. */
export const payoutsBy = (provider: Provider, means: PayoutMeans): Windowed<ClaimedPayout> => ({
  job: "payout",
  width: WIDTH,
  claim: (limit) => claimPayouts(means.db, provider.name, limit),
  work: (call) => make(call, provider, means),
  failed: (error) => means.log.warn({ err: error, provider: provider.name }, "payouts failed, and will be tried again"),
});

/** Never rejects: a call that can't be settled comes due again when its lease ends. */
async function make(call: ClaimedPayout, provider: Provider, means: PayoutMeans): Promise<void> {
  const about = { provider: provider.name, kind: "payout", payout: call.payout.id, try: call.tries };
  try {
    const settled = await payOut(call, provider, means);
    await settlePayout(means.db, call, settled);
    means.metrics?.countProviderCall(provider.name, outcomeOf(settled));
    if (settled.error === null) means.log.info(about, "provider asked");
    else means.log.warn({ ...about, error: settled.error, status: settled.status }, "provider did not do it");
  } catch (error) {
    await settleRefused(call, error, means).catch((again: unknown) =>
      means.log.warn({ ...about, err: again }, "payout not settled, and will be asked for again"),
    );
  }
}

/** What the books refuse, and will refuse again, is not asked for until a person has looked. @throws for everything else. */
async function settleRefused(call: ClaimedPayout, error: unknown, { db, executor, log }: PayoutMeans): Promise<void> {
  if (!isRefusedForGood(error)) throw error;
  const settled = notBooked(call, error);
  const named = { account: call.account, payout: call.payout.id };
  if (settled.status === "PARKED") await recordPayout(executor, named, { kind: "unknown" });
  await settlePayout(db, call, settled);
  log.error({ payout: call.payout.id, status: settled.status, err: error }, "what a provider said could not be booked");
}

async function payOut(call: ClaimedPayout, provider: Provider, means: PayoutMeans): Promise<Settled> {
  const { payout, destination, source } = call;
  const { status, reference } = payout;
  if (status !== "REQUESTED" && status !== "SENT" && status !== "PAID") return DONE;
  if (payout.recalling !== null) return takeBack(call, payout.recalling, { provider, ...means });
  if (status !== "PAID") {
    const sent = await sendPayout(means.executor, { account: call.account, payout: payout.id });
    // Called back, or stopped, at this very moment: the next look tells which.
    if (!sent.ok) return { status: "OPEN", afterSeconds: HOLD_SECONDS, error: "it may not leave at present" };
  }
  const answer = await provider.payout({ reference, ...moneyOf(payout), payee: destination, source });
  return settle(call, answer, { executor: means.executor, ...waitsForPayouts(provider) });
}

/** What leaves. */
const moneyOf = ({ amount, presented }: Payout): Money =>
  presented === null ? { amount, currency: CURRENCY } : { amount: presented.amount, currency: presented.currency };

/** Until the provider is asked again for what the seller's account did not hold, or for what it did not answer. */
const RECALL_SECONDS = 3_600;

/** For as long as it takes: what is owed to a buyer hangs on it, and a person reads of it. */
async function takeBack(
  { account, payout, destination }: ClaimedPayout,
  amount: Cents,
  { provider, executor, log }: PayoutMeans & { readonly provider: Provider },
): Promise<Settled> {
  const { id, reference, recalls: recall } = payout;
  const order = { reference, account: destination.number, amount, currency: CURRENCY, recall };
  const answer = (await provider.holder?.takeBack(order)) ?? NO_HOLDER;
  if (answer.kind === "returned") {
    await recordPayout(executor, { account, payout: id }, { kind: "taken_back", recall, reason: RECALLED });
    return DONE;
  }
  if (answer.kind === "short") {
    const ended = await recordPayout(executor, { account, payout: id }, { kind: "not_taken_back", recall });
    if (ended.ok && ended.after.wallet.payout.recalling === null) return DONE;
    log.error({ payout: id, reason: answer.reason }, "a transfer can't be taken back: what is owed stays owed");
  }
  return { status: "OPEN", afterSeconds: RECALL_SECONDS, error: answer.reason };
}

const NO_HOLDER = { kind: "unreachable", reason: "it holds no money of sellers any more" } as const;
const RECALLED = "A refund or a chargeback took it back.";

type Settling = { readonly executor: Executor } & Waits;

async function settle(
  call: ClaimedPayout,
  answer: PaidOut,
  { executor, pendingDays, returnDays }: Settling,
): Promise<Settled> {
  const named = { account: call.account, payout: call.payout.id };
  switch (answer.kind) {
    case "paid":
      await recordPayout(executor, named, answer);
      return oncePaid(call, returnDays);
    case "refused":
    case "returned":
      await recordPayout(executor, named, answer);
      return { status: "DONE", error: answer.reason };
    case "pending":
    case "short":
    case "busy":
    case "unreachable": {
      if (call.payout.status === "PAID") return watched(call, answer, returnDays);
      const settled = notYet(call, answer, pendingDays);
      if (settled.status === "PARKED") await recordPayout(executor, named, { kind: "unknown" });
      return settled;
    }
    default:
      return answer satisfies never;
  }
}
