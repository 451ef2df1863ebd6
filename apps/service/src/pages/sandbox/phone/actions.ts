import { answerPhone } from "../../../providers/sandbox/play.js";
import { actIn } from "../play.js";

export const answerPrompt = actIn("sandbox-mobile-money", (db, { reference }, { answer, pin = "" }) =>
  answerPhone(db, reference, answer === "decline" ? { kind: "decline" } : { kind: "approve", pin }),
);
