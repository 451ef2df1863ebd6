/** How a payment of Medusa's names what it belongs to, and what the bridge books of it. */
import { AsyncLocalStorage } from "node:async_hooks";

/** The payment provider's id in Medusa, whatever name the shop gave it. */
export const isOurs = (provider: string | null | undefined): boolean => provider?.startsWith("pp_holdfast") === true;

/** What stands in a payment's data, and in what the bridge hands to the provider. */
export function escrowOf(data: Record<string, unknown> | null | undefined): string | null {
  const escrow = data?.["escrow"];
  return typeof escrow === "string" && escrow !== "" ? escrow : null;
}

const bookings = new AsyncLocalStorage<true>();

/** Runs what books money that Holdfast has moved or will move by itself: the provider asks for nothing then. */
export const booking = <Result>(work: () => Promise<Result>): Promise<Result> => bookings.run(true, work);

export const isBooking = (): boolean => bookings.getStore() === true;
