/** Orders that would keep money longer than it may stay where it is paid. */
import type { Terms } from "../../domain/model.js";
import { type Cents, CURRENCY } from "../../domain/money.js";
import { heldSecondsOf } from "../../domain/staying.js";

/** The ways to pay here: those that an amount can be paid by, and how long money may stay there. */
type Ways = {
  methods(wanted: { amount: Cents; currency: string; heldSeconds?: number | null }): readonly unknown[];
  stays(): readonly { readonly holdDays: number | null }[];
};

/**
 * The most days that an order's deadlines may add up to, where theirs add up to more and nobody takes payments for so long; null for
 * what can be paid. An order without an end can: it is settled before, or a person sees to it.
 */
export function tooLongHere(terms: Terms, amount: Cents, ways: Ways): number | null {
  const heldSeconds = heldSecondsOf(terms);
  const wanted = { amount, currency: CURRENCY };
  if (ways.methods({ ...wanted, heldSeconds }).length > 0 || ways.methods(wanted).length === 0) return null;
  return Math.max(...ways.stays().map(({ holdDays }) => holdDays ?? 0));
}
