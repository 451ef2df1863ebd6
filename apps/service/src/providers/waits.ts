/** For how long a provider is waited for: with what it was asked for, and with what may come of it afterwards. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Capability, Provider } from "./port.js";

/** In days; the most that any capability says, each as it is described there. */
export type Waits = {
  /** Of a refund or a payout. */
  readonly pendingDays: number;
  readonly returnDays: number;
  /** Of a payment. */
  readonly lateDays: number;
};

/**
 * Where no capability says. A process that has just started does not know yet what an adapter over HTTP can do, and a method may be taken
 * no more while refunds of it are on their way. As long as the longest that is known, that of transfers: to look for too long asks
 * once a day in vain, and to look for too short a time leaves money that nobody sees.
 */
const UNTOLD: Waits = { pendingDays: 90, returnDays: 90, lateDays: 90 };

const NONE: Waits = { pendingDays: 0, returnDays: 0, lateDays: 0 };

type Waited = Pick<Provider, "capabilities" | "isInstant">;

/** With payments by a method, and refunds of them. */
export const waitsForPayments = (provider: Waited, method: PaymentMethod): Waits =>
  longest(
    provider,
    provider.capabilities.filter((one) => one.direction === "in" && one.method === method),
  );

export const waitsForPayouts = (provider: Waited): Waits =>
  longest(provider, provider.capabilities.some(({ direction }) => direction === "out") ? provider.capabilities : []);

function longest({ isInstant }: Waited, told: readonly Capability[]): Waits {
  if (isInstant === true) return NONE;
  if (told.length === 0) return UNTOLD;
  const most = (days: (one: Capability) => number): number => Math.max(...told.map(days));
  return {
    pendingDays: most(({ pendingDays }) => pendingDays),
    returnDays: most(({ returnDays }) => returnDays),
    lateDays: most((one) => (one.direction === "in" ? one.lateDays : 0)),
  };
}
