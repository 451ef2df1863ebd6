import type { Diagnosis, Finding } from "./diagnose.js";

export const VERDICTS = {
  right: ["The signature is right", "good"],
  late: ["The signature is right, its time is not", "note"],
  wrong: ["The signature is not right", "bad"],
} as const satisfies Record<Diagnosis["verdict"], readonly [string, Finding["tone"]]>;
