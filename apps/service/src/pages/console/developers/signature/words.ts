import type { Diagnosis } from "./diagnose.js";
import type { Finding } from "./headers.js";

export const VERDICTS = {
  right: ["The signature is right", "good"],
  late: ["The signature is right, but its time is not", "note"],
  wrong: ["The signature is not right", "bad"],
} as const satisfies Record<Diagnosis["verdict"], readonly [string, Finding["tone"]]>;

export const PASTE_IT = "Paste it here.";

export const tooLong = (lengthMax: number): string =>
  `This is longer than anything we send. Paste at most ${lengthMax.toLocaleString("en")} characters.`;
