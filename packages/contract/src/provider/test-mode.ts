/** What an adapter's test mode plays, by the helpers of `holdfast-provider/1`. */
import { Type } from "typebox";
import { nullable, oneOf, strict } from "../schemas/parts.js";
import { amount, answer, currency, kind, PROVIDER_WORDS, text, UNKNOWN } from "./parts.js";

const done = answer("Played", "Whether it was played.", [
  kind("done", "It was."),
  kind("refused", "The payer can't do so, or not any more."),
]);
export const Test = {
  Played: done,
  Pay: strict("TestPay", "The payer pays.", {
    amount: Type.Optional(
      Type.String({ ...amount, description: "Without it, what was asked for; with it, a transfer of any amount." }),
    ),
  }),
  Nothing: strict("TestNothing", "There is nothing to say.", {}),
  Dispute: strict("TestDispute", "What the payer's bank does about a payment.", {
    deed: oneOf(["inquire", "open", "win", "lose"], { description: "`win`: the payer's bank decides for the seller." }),
  }),
  Disputed: answer("TestDisputed", "Whether it was played.", [
    kind("done", "It was.", { id: text("Your id of the dispute.", 255) }),
    kind("refused", "The bank can't do so, or not any more."),
  ]),
  Evidence: answer("TestEvidence", "What you have of our evidence.", [
    kind("evidence", "The last.", { story: Type.String(), files: Type.Integer({ minimum: 0 }) }),
    UNKNOWN,
  ]),
  Conditions: strict("TestConditions", "How it is from now on; what is left out stays as it is.", {
    refunds: Type.Optional(oneOf(PROVIDER_WORDS.fates, { description: "What becomes of refunds." })),
    payouts: Type.Optional(oneOf(PROVIDER_WORDS.fates, { description: "What becomes of payouts." })),
    available: Type.Optional(nullable(Type.String({ ...amount, description: "What can leave; null for any amount." }))),
    currency: Type.Optional(Type.String({ ...currency, description: "In what payers pay." })),
    fault: Type.Optional(
      nullable(
        oneOf(PROVIDER_WORDS.faults, {
          description:
            "What stands behind you does not answer (`down`), does what it is asked and its answer is lost (`lost`), or does not get it (`dropped`); null for none. Helpers and `GET /capabilities` work all the same.",
        }),
      ),
    ),
  }),
  Advance: strict("TestAdvance", "Time goes on.", { seconds: Type.Integer({ minimum: 0, maximum: 31_536_000 }) }),
  LineFault: strict("TestLineFault", "What is wrong with the statement's lines of a payment from now on.", {
    fault: oneOf(PROVIDER_WORDS.lineFaults, {
      description: "It is left out, there twice, or has another fee, by one unit.",
    }),
  }),
  Made: answer("TestMade", "What the books behind you have under a reference.", [
    kind("made", "Each time that it was done; what was refused does not count.", { amounts: Type.Array(amount) }),
  ]),
  Callbacks: answer("TestCallbacks", "What you have to report of a reference, the oldest first.", [
    kind("callbacks", "Signed anew, as they would be sent now.", {
      callbacks: Type.Array(
        strict("TestCallback", "One callback.", {
          id: text("Its `webhook-id`.", 128),
          timestamp: Type.Integer({ description: "Its `webhook-timestamp`.", minimum: 0 }),
          signature: text("Its `webhook-signature`.", 1_000),
          body: Type.String({ description: "Its exact body." }),
        }),
      ),
    }),
  ]),
} as const;
