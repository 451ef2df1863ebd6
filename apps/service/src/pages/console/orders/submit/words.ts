import { LIMITS } from "@holdfast/contract";

export type SubmitProblem = "blank" | "long";

export const PROBLEMS = {
  blank: "Say what was delivered, and how the buyer can check it.",
  long: `Use at most ${LIMITS.submissionDetailsLength} characters.`,
} as const satisfies Record<SubmitProblem, string>;
