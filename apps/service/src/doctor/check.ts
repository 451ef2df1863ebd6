/** What a check is, and how answers are read: by status alone, for that is all that a sender of webhooks goes by. */
import { type Said, say } from "../diagnoses/say.js";
import type { Answer } from "../outbound/send.js";
import type { Fixture, Marking } from "./fixture.js";
import { type MadeUpOrder, type Parcel, parcelOf, ping } from "./orders.js";
import { fail, type Group, type Outcome, pass, unknown, type Why } from "./report.js";

/** What has to be known before a check says anything: that there are answers, that right signatures are accepted, that orders may be played. */
export type Need = "answers" | "acceptance" | "orders";

/** Tells the state of an order at the store, in any words that stay the same while nothing happens. @throws ProbeFailed */
export type Probe = (order: Pick<MadeUpOrder, "reference" | "session" | "escrow">) => Promise<string>;

/** The probe gave no state; the message is one sentence. */
export class ProbeFailed extends Error {}

/** What checks know of the receiver beside its answers. */
export type Known = {
  readonly probe: Probe | null;
  /** The secret that the receiver's took the place of; `isOver` once it no longer signs. */
  readonly previous: { readonly secret: string; readonly isOver: boolean } | null;
  readonly mayPlayOrders: boolean;
};

export type Check = {
  readonly group: Group;
  readonly check: string;
  readonly title: Said;
  readonly needs: readonly Need[];
  readonly run: (bed: Fixture, known: Known) => Promise<Outcome>;
};

type Reaction = "accepted" | "refused" | "limited" | "redirected" | "broken" | "silent";

export function reactionOf(answer: Answer): Reaction {
  if (answer.kind === "failed") return "silent";
  const { status } = answer;
  if (status < 300) return "accepted";
  if (status < 400) return "redirected";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "broken";
}

/** "answered 403", "gave no answer (The connection was reset)": what `{did}` stands for. */
export const wordsOf = (answer: Answer): Said =>
  answer.kind === "answered"
    ? say("answered {status}", { status: answer.status })
    : say("gave no answer ({why})", { why: answer.error.replace(/\.$/, "") });

export const isAccepted = (answer: Answer): boolean => reactionOf(answer) === "accepted";

const CRASHES: Why = {
  cause: "An exception escapes while the signature is read, so the refusal looks like an outage.",
  remedy: "Treat a signature that is missing, malformed or wrong as a normal case: answer 401, and throw nothing.",
};

/** What must not be let in was met with a 4xx. */
export function judgeRefusal(answers: readonly Answer[], why: Why): Outcome {
  const accepted = answers.find(isAccepted);
  if (accepted !== undefined)
    return fail(say("It {did}: it took what it must refuse.", { did: wordsOf(accepted) }), why);
  if (answers.some((answer) => reactionOf(answer) === "limited")) return LIMITED;
  const odd = answers.find((answer) => reactionOf(answer) !== "refused");
  if (odd !== undefined) return fail(say("It {did}, where a refusal is a 4xx.", { did: wordsOf(odd) }), CRASHES);
  const [first] = answers;
  return pass(first === undefined ? "It refused." : itDid(first));
}

/** What must be taken was met with a 2xx. */
export function judgeAcceptance(answers: readonly Answer[], why: Why): Outcome {
  if (answers.some((answer) => reactionOf(answer) === "limited")) return LIMITED;
  const odd = answers.find((answer) => !isAccepted(answer));
  const [first] = answers;
  if (odd !== undefined) return fail(itDid(odd), why);
  return pass(first === undefined ? "It accepted." : itDid(first));
}

const itDid = (answer: Answer): Said => say("It {did}.", { did: wordsOf(answer) });

const LIMITED = unknown(
  "It answered 429: a rate limit stood before it.",
  "Let the sender of webhooks through without a rate limit, and check again.",
);

/** One ping, signed as said. */
export const deliverPing = (bed: Fixture, marking: Marking = {}, parcel: Parcel = parcelOf(ping())): Promise<Answer> =>
  bed.deliver(parcel, marking);
