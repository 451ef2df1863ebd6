import { LIMITS } from "@holdfast/contract";

/** What came of an action, by its name in the address. */
export const SETTINGS_SAID = {
  events: "Subscriptions saved for new events. Pending deliveries are still sent.",
  chaos: "Faults saved for this endpoint.",
} as const;

export const BAD_MOMENT = "Enter a day and a time.";
export const BAD_CHAOS = `Takes 0 to ${LIMITS.chaosDelaySecondsMax} seconds, and 0 to ${LIMITS.chaosDropFirstMax} attempts.`;
