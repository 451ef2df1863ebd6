import { LIMITS } from "@holdfast/contract";

/** What came of an action, by its name in the address. */
export const SETTINGS_SAID = {
  events: "The endpoint gets these events from now on. What waits for it already is sent all the same.",
  chaos: "The sandbox treats this endpoint so from now on.",
} as const;

export const BAD_MOMENT = "Takes a day and a time.";
export const BAD_CHAOS = `Takes 0 to ${LIMITS.chaosDelaySecondsMax} seconds, and 0 to ${LIMITS.chaosDropFirstMax} attempts.`;
