import { LIMITS } from "@holdfast/contract";

export const PROBLEMS = {
  blank: "Say what was delivered, or how it travels.",
  details: `Use at most ${LIMITS.submissionDetailsLength} characters, shipping included.`,
  carrier: `Use at most ${LIMITS.carrierLength} characters.`,
  tracking_number: `Use at most ${LIMITS.trackingNumberLength} characters.`,
  tracking_url: "Enter a link that begins with https://.",
} as const;
