/** Orders that would keep money longer than it may stay where it is paid. */
import type { Terms } from "../../domain/model.js";
import { type Cents, CURRENCY } from "../../domain/money.js";
import { heldSecondsOf } from "../../domain/staying.js";
import type { Providers } from "../../providers/port.js";

/**
 * The most days that an order's deadlines may add up to, where theirs add up to more and nobody takes payments for so long; null for
 * what can be paid. An order without an end can: it is settled before, or a person sees to it.
 */
export function tooLongHere(
  terms: Terms,
  amount: Cents,
  providers: Pick<Providers, "methods" | "stays">,
): number | null {
  const heldSeconds = heldSecondsOf(terms);
  const wanted = { amount, currency: CURRENCY };
  if (providers.methods({ ...wanted, heldSeconds }).length > 0 || providers.methods(wanted).length === 0) return null;
  return Math.max(...providers.stays().map(({ holdDays }) => holdDays ?? 0));
}
