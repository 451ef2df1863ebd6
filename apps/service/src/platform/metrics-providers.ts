/** What an operator watches of payment providers; part of the metrics (metrics.ts). */
import { Counter, Gauge, type Registry } from "prom-client";
import { openShown } from "./metrics-shown.js";

export type ProviderMetrics = {
  /** One call of one provider. Parked: an operator has to look. */
  countProviderCall(provider: string, outcome: "answered" | "failed" | "parked" | "short"): void;
  /** One notification of one provider. */
  countCallback(provider: string, outcome: "genuine" | "unreadable" | "hint" | "forged" | "unchecked"): void;
  /** Shows these from now on; `counts` is asked when somebody asks for the metrics. Owed: cents. */
  watchChargebacks(
    counts: () => Promise<{
      readonly open: number;
      readonly answerWithinSeconds: number | null;
      readonly owed: number;
    }>,
  ): void;
  /** Shows these from now on; `backlog` is asked when somebody asks for the metrics. */
  watchProviderCalls(
    backlog: () => Promise<{
      readonly open: number;
      readonly parked: number;
      readonly oldestDueSeconds: number;
      /** Told by providers, and waiting for a person. */
      readonly notices?: { readonly parked: number; readonly unnamed: number };
    }>,
  ): void;
  /** Shows how many orders have money that can't stay much longer where it was paid, a hundred at most. */
  watchStaying(count: () => Promise<number>): void;
  /** Shows for how long each provider has been left alone; `held` is asked when somebody asks for the metrics. */
  watchProviderHealth(
    providers: readonly string[],
    held: () => Promise<readonly { readonly provider: string; readonly isHeld: boolean; readonly seconds: number }[]>,
  ): void;
  /** Shows these from now on; `counts` is asked when somebody asks for the metrics: what is stuck of each kind at who holds sellers' money. */
  watchHolder(counts: () => Promise<Readonly<Record<string, number>>>): void;
  /** Shows these from now on; `ages` is asked when somebody asks for the metrics: for how long the oldest of each kind waits, in seconds. */
  watchRails(ages: () => Promise<Readonly<Record<string, number>>>): void;
};

export function openProviderMetrics(registers: Registry[]): ProviderMetrics {
  const providerCalls = new Counter({
    name: "holdfast_provider_calls_total",
    help: "Calls to payment providers, by outcome; parked ones wait for an operator, short ones for money at the provider.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  const callbacks = new Counter({
    name: "holdfast_provider_callbacks_total",
    help: "Notifications of payment providers, by what they are; a hint is not signed and only looked into, an unreadable one is the provider's and waits for a person, an unchecked one is sent again, forged are those that the provider did not sign, or not lately.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  return {
    countProviderCall: (provider, outcome) => providerCalls.labels(provider, outcome).inc(),
    countCallback: (provider, outcome) => callbacks.labels(provider, outcome).inc(),
    watchProviderCalls: (backlog) => watchCalls(registers, backlog),
    watchProviderHealth: (providers, held) => watchHeld(registers, providers, held),
    watchChargebacks: (counts) => watchDisputes(registers, counts),
    watchHolder: (counts) =>
      watchEach(registers, counts, {
        name: "holdfast_holder_stuck",
        help: "Money that is stuck at the provider that holds sellers' money and waits for a person, by what is the matter.",
        labelNames: ["trouble"],
      }),
    watchRails: (ages) =>
      watchEach(registers, ages, {
        name: "holdfast_rails_waiting_seconds",
        help: "For how long the oldest of what waits for an operator on rails of the operator's own has waited, by what it is; 0 while nothing waits.",
        labelNames: ["what"],
      }),
    watchStaying: (count) =>
      openShown(registers, count)(
        {
          name: "holdfast_staying_orders",
          help: "Orders with money that within three weeks has to leave the provider where it was paid, or can't be paid back from there any more; 100 at most.",
        },
        (gauge, read) => gauge.set(read),
      ),
  };
}

function watchHeld(
  registers: Registry[],
  ...[providers, held]: Parameters<ProviderMetrics["watchProviderHealth"]>
): void {
  new Gauge({
    name: "holdfast_provider_left_alone_seconds",
    help: "For how long a payment provider has been left alone because it does not answer; 0 while it is asked as usual.",
    labelNames: ["provider"],
    registers,
    async collect() {
      const read = await held().catch(() => null);
      if (read === null) return;
      for (const name of providers) {
        this.labels(name).set(read.find(({ provider, isHeld }) => isHeld && provider === name)?.seconds ?? 0);
      }
    },
  });
}

function watchDisputes(registers: Registry[], counts: Parameters<ProviderMetrics["watchChargebacks"]>[0]): void {
  const show = openShown(registers, counts);
  show(
    {
      name: "holdfast_chargebacks_open",
      help: "Payments that banks dispute and have not decided, in the whole deployment.",
    },
    (gauge, { open }) => gauge.set(open),
  );
  show(
    {
      name: "holdfast_chargebacks_answer_within_seconds",
      help: "Until the first chargeback that waits for our answer has to be answered; not a number while none waits.",
    },
    (gauge, { answerWithinSeconds }) => gauge.set(answerWithinSeconds ?? Number.NaN),
  );
  show(
    {
      name: "holdfast_chargebacks_owed_cents",
      help: "What merchants owe because chargebacks took more than they had, in hundredths of the currency.",
    },
    (gauge, { owed }) => gauge.set(owed),
  );
}

/** A value for each word of its one label. */
function watchEach(
  registers: Registry[],
  values: () => Promise<Readonly<Record<string, number>>>,
  shown: Parameters<ReturnType<typeof openShown>>[0],
): void {
  openShown(registers, values)(shown, (gauge, read) => {
    for (const [word, value] of Object.entries(read)) gauge.labels(word).set(value);
  });
}

function watchCalls(registers: Registry[], backlog: Parameters<ProviderMetrics["watchProviderCalls"]>[0]): void {
  const show = openShown(registers, backlog);
  show(
    {
      name: "holdfast_provider_notices_waiting",
      help: "Notifications of payment providers that were not booked and wait for a person, in the whole deployment.",
      labelNames: ["status"],
    },
    (gauge, { notices = { parked: 0, unnamed: 0 } }) => {
      for (const [status, count] of Object.entries(notices)) gauge.labels(status).set(count);
    },
  );
  show(
    {
      name: "holdfast_provider_calls_open",
      help: "Calls to payment providers that are to be made, now or later, in the whole deployment.",
    },
    (gauge, { open }) => gauge.set(open),
  );
  show(
    {
      name: "holdfast_provider_calls_parked",
      help: "Calls to payment providers that wait for an operator, in the whole deployment.",
    },
    (gauge, { parked }) => gauge.set(parked),
  );
  show(
    {
      name: "holdfast_provider_calls_oldest_due_seconds",
      help: "For how long the call to a payment provider that is due longest has been due, in the whole deployment.",
    },
    (gauge, { oldestDueSeconds }) => gauge.set(oldestDueSeconds),
  );
}
