/** How long money of an order may stay where it was paid. */
import type { Terms } from "./model.js";

/**
 * From the payment to the end that the order's deadlines lead to, in seconds: delivered at the last moment, and approved by
 * silence. Null where it has no such end, for a deadline is switched off.
 */
export const heldSecondsOf = ({ deliveryDeadlineSeconds, reviewWindowSeconds }: Terms): number | null =>
  deliveryDeadlineSeconds === null || reviewWindowSeconds === null
    ? null
    : deliveryDeadlineSeconds + reviewWindowSeconds;

/** Whether an order may be under way when so many days are over. */
export const mayPass = (heldSeconds: number | null, days: number): boolean =>
  heldSeconds === null || heldSeconds > days * DAY_SECONDS;

/** So many days before money has to leave where it was paid, or can't be paid back from there any more, a person has to see to it. */
export const NEAR_DAYS = 21;

const DAY_SECONDS = 86_400;
