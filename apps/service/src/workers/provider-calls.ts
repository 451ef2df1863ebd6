/**
 * Asks providers what they are owed to be asked: to take a payment, to give one up, what became of one, to pay back. One
 * loop for each provider, so that one that hangs costs only itself. Nothing is open while a provider is asked; what it
 * answers goes through the executor, where it is booked once, and a call whose answer was lost is made again.
 */

import { cancelPayment } from "../commands/cancel-payment.js";
import type { Executor } from "../commands/execute.js";
import { recordPayment } from "../commands/record-payment.js";
import { type AskedRefundPart, type RefundPartOf, recordRefund } from "../commands/record-refund.js";
import { sendRefund } from "../commands/send-refund.js";
import { formatAmount } from "../domain/currencies.js";
import { payableOf } from "../domain/decisions/pay-refund.js";
import { hostedOrigin } from "../domain/hosted-domain.js";
import { formatId } from "../domain/ids.js";
import type { Payment, PaymentInstructions } from "../domain/model.js";
import { CURRENCY, ZERO } from "../domain/money.js";
import type { Rates } from "../domain/rates.js";
import { JUST_NOW, RETURNED } from "../domain/return-url.js";
import type { PaymentFailure } from "../domain/states.js";
import type { Database } from "../platform/database.js";
import { isRefusedForGood } from "../platform/database-errors.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Money, PaidOut, PaymentOrder, Provider, Providers } from "../providers/port.js";
import { type Waits, waitsForPayments } from "../providers/waits.js";
import {
  type ClaimedCall,
  claimCalls,
  lookUntil,
  type Settled,
  settleCall,
  settleCreated,
} from "../store/queue/provider-calls.js";
import { lookUpPayment, recordAll } from "./look-ups.js";
import { notBooked, notYet, oncePaid, outcomeOf, SILENT_SECONDS, watched } from "./schedules.js";
import { asOne, TICK_MS } from "./ticker.js";
import { startWindow } from "./window.js";

/** Calls to one provider at a time; each is bounded in time, well within its lease. */
const WIDTH = 16;

/** A buyer waits for it: after half a minute without an answer the payment is given up, and another may be begun. */
const CREATE_SECONDS = [1, 2, 4, 8, 15] as const;

const DONE: Settled = { status: "DONE", error: null };
/** Over, and written down so together with what came of it. */
const SETTLED: Settled = { status: "DONE", error: null };

export type ProviderCalls = {
  /** Calls were committed in this process: no need to wait for the next look. */
  poke(): void;
  /** Resolves when nothing is under way any more, within the time that a provider is given. */
  stop(): Promise<void>;
};

type Means = {
  readonly db: Pick<Database, "query">;
  readonly executor: Executor;
  readonly providers: Providers;
  readonly rates: Rates;
  /** The origin that links start with. */
  readonly publicUrl: () => string;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, "countProviderCall">;
  readonly tickMs?: number | undefined;
};

export function startProviderCalls(means: Means): ProviderCalls {
  const { db, providers, log, tickMs = TICK_MS } = means;
  const loops = providers.all.map((provider) =>
    startWindow(tickMs, {
      job: "provider-call",
      width: WIDTH,
      claim: (limit) => claimCalls(db, provider.name, limit),
      work: (call) => make(call, provider, means),
      failed: (error) =>
        log.warn({ err: error, provider: provider.name }, "provider calls failed, and will be tried again"),
    }),
  );
  return asOne(loops);
}

/** Never rejects: a call that can't be settled comes due again when its lease ends. */
async function make(call: ClaimedCall, provider: Provider, means: Means): Promise<void> {
  const about = { provider: provider.name, kind: call.kind, payment: call.payment.id, try: call.tries };
  try {
    const settled = await MAKERS[call.kind](call, provider, means);
    if (settled !== SETTLED) await settleCall(means.db, call, settled);
    means.metrics?.countProviderCall(provider.name, outcomeOf(settled));
    if (settled.error === null) means.log.info(about, "provider asked");
    else means.log.warn({ ...about, error: settled.error, status: settled.status }, "provider did not do it");
  } catch (error) {
    await settleRefused(call, error, means).catch((again: unknown) =>
      means.log.warn({ ...about, err: again }, "provider call not settled, and will be made again"),
    );
  }
}

/** What the books refuse, and will refuse again, is not asked for until a person has looked. @throws for everything else. */
async function settleRefused(call: ClaimedCall, error: unknown, { db, executor, log, metrics }: Means): Promise<void> {
  if (!isRefusedForGood(error)) throw error;
  const settled = notBooked(call, error);
  // Parked refunds are found by what they are part of.
  if (settled.status === "PARKED" && call.part !== null)
    await recordRefund(executor, askedOf(call, call.part), { kind: "unknown" });
  await settleCall(db, call, settled);
  const { provider } = call.payment;
  metrics?.countProviderCall(provider, outcomeOf(settled));
  const about = { provider, kind: call.kind, payment: call.payment.id, status: settled.status, err: error };
  log.error(about, "what a provider said could not be booked");
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
  if (call.isHeld) {
    await giveUp(call, "unavailable", means);
    return { status: "DONE", error: "it is left alone at present" };
  }
  const created = await provider.createPayment(orderOf(call, means), call.isFirst ? call.now : null);
  switch (created.kind) {
    case "created":
      await settleCreated(means.db, call, textOf(created.instructions));
      return SETTLED;
    case "refused":
      await failAtProvider(call, { payment, failure: created.failure }, means);
      return DONE;
    case "unreachable": {
      const wait = CREATE_SECONDS[call.silent];
      if (wait !== undefined) return { status: "OPEN", afterSeconds: wait, error: created.reason, said: "nothing" };
      await giveUp(call, "unavailable", means);
      return { status: "DONE", error: created.reason };
    }
    default:
      return created satisfies never;
  }
}

function orderOf(call: ClaimedCall, { publicUrl }: Means): PaymentOrder {
  const { payment } = call;
  const back = `${hostedOrigin(publicUrl(), call.hostedDomain)}/pay/${call.sellerCode}/${formatId("session", call.session)}`;
  return {
    reference: payment.reference,
    method: payment.method,
    ...presentedMoney(payment),
    phone: payment.phone,
    network: payment.network,
    email: call.email,
    description: call.title,
    language: call.language,
    returnUrl: `${back}?${RETURNED}=${JUST_NOW}`,
    cancelUrl: back,
    expiresAt: call.deadline,
  };
}

/** What its payer is asked for. */
const presentedMoney = ({ asked, presented }: Payment): Money =>
  presented === null
    ? { amount: asked, currency: CURRENCY }
    : { amount: presented.asked, currency: presented.currency };

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
  means: Means,
): Promise<void> {
  const report = { provider, reference, method, outcome: "failed", failure } as const;
  await recordPayment(means, { account, escrow, report });
}

/** We end the wait, and the provider is told. Money that arrives all the same is booked. */
async function giveUp(
  { account, escrow, payment }: ClaimedCall,
  failure: PaymentFailure,
  { executor }: Means,
): Promise<void> {
  await cancelPayment(executor, { account, escrow, payment: payment.id, failure });
}

async function callOff(call: ClaimedCall, provider: Provider, means: Means): Promise<Settled> {
  const { reference } = call.payment;
  const answer = await provider.cancelPayment(reference);
  switch (answer.kind) {
    case "cancelled":
      return DONE;
    case "waiting":
      // Given up all the same; the look-ups go on.
      await lookUntil(means.db, call, answer.until);
      return DONE;
    case "too_late": {
      const found = await provider.lookUp(reference);
      if (found.kind !== "known") return retryCancel(call, "it came too late, and nobody says what arrived");
      return (await recordAll(call, { provider, reports: found.reports }, means)) ?? DONE;
    }
    case "unreachable":
      return retryCancel(call, answer.reason);
    default:
      return answer satisfies never;
  }
}

function retryCancel(call: ClaimedCall, error: string): Settled {
  const wait = SILENT_SECONDS[call.silent];
  return wait === undefined
    ? { status: "PARKED", error }
    : { status: "OPEN", afterSeconds: wait, error, said: "nothing" };
}

async function payRefund(call: ClaimedCall, provider: Provider, means: Means): Promise<Settled> {
  const { part, payment } = call;
  if (part === null || part.status === "HELD" || part.status === "CHARGED_BACK") return DONE;
  if (part.status === "FAILED") {
    return { status: "PARKED", error: whyFailed(part) };
  }
  let asked = part;
  if (part.status === "PENDING") {
    const sent = await sendRefund(means.executor, partOf(call));
    // Disputed at this very moment: asked for again once that is decided.
    if (!sent.ok || sent.value === undefined) return DONE;
    asked = { ...sent.value, amount: payableOf(sent.value) };
  }
  const money = payableMoney(asked);
  // Worth less than the smallest coin of the payer's currency.
  const answer: PaidOut =
    money.amount === ZERO
      ? { kind: "paid" }
      : await provider.refund({
          reference: asked.reference,
          payment: payment.reference,
          method: payment.method,
          ...money,
        });
  const waits = waitsForPayments(provider, payment.method);
  return settleRefund(call, answer, { executor: means.executor, asked: askedOf(call, asked), ...waits });
}

/** What is to be paid out of it. */
function payableMoney({ amount, presented }: NonNullable<ClaimedCall["part"]>): Money {
  return presented === null
    ? { amount, currency: CURRENCY }
    : { amount: payableOf(presented), currency: presented.currency };
}

type Settling = { readonly executor: Executor; readonly asked: AskedRefundPart } & Waits;

async function settleRefund(
  call: ClaimedCall,
  answer: PaidOut,
  { executor, asked, pendingDays, returnDays }: Settling,
): Promise<Settled> {
  switch (answer.kind) {
    case "paid":
      await recordRefund(executor, asked, answer);
      return oncePaid(call, returnDays);
    case "refused":
    case "returned":
      await recordRefund(executor, asked, answer);
      return { status: "PARKED", error: answer.reason };
    case "pending":
    case "short":
    case "busy":
    case "unreachable": {
      if (call.part?.status === "SUCCEEDED") return watched(call, answer, returnDays);
      const settled = notYet(call, answer, pendingDays);
      if (settled.status === "PARKED") await recordRefund(executor, asked, { kind: "unknown" });
      return settled;
    }
    default:
      return answer satisfies never;
  }
}

function whyFailed(part: NonNullable<ClaimedCall["part"]>): string {
  const { amount, currency } = payableMoney(part);
  const { returns } = part;
  const kept = part.presented?.kept ?? part.kept;
  const back = `${formatAmount(amount, currency)} of it came back`;
  if (kept > 0n) return `${back}, and the payer has the other ${formatAmount(kept, currency)}`;
  return returns > 0 ? "it was paid, and came back" : "it was given up before";
}

const askedOf = (call: ClaimedCall, { reference }: NonNullable<ClaimedCall["part"]>): AskedRefundPart => ({
  ...partOf(call),
  reference,
});

const partOf = ({ account, escrow, refund, payment }: ClaimedCall): RefundPartOf => ({
  account,
  escrow,
  refund,
  payment: payment.id,
});
