/** What the schemas of `holdfast-provider/1` are made of: its words, and the fields that come again and again. */
import { type TSchema, Type } from "typebox";
import { nullable, strict } from "../schemas/parts.js";

export const PROVIDER_PROTOCOL = "holdfast-provider/1";

/** The words of each field that has a list of them: another one is an error of the adapter. */
export const PROVIDER_WORDS = {
  modes: ["test", "live"],
  payees: ["mobile_money", "bank"],
  failures: [
    "declined",
    "insufficient_funds",
    "wrong_pin",
    "challenge_failed",
    "timed_out",
    "cancelled",
    "expired",
    "unavailable",
  ],
  stages: ["inquiry", "opened", "answered", "won", "lost"],
  lines: [
    "payment",
    "refund",
    "refund_returned",
    "payout",
    "payout_returned",
    "chargeback",
    "chargeback_returned",
    "fee",
    "settlement",
    "other",
  ],
  /** Of a test mode: what becomes of refunds and payouts from now on. */
  fates: ["paid", "refused", "later", "returned"],
  /** Of a test mode: what is wrong with what stands behind the adapter. */
  faults: ["down", "lost", "dropped"],
  /** Of a test mode: what is wrong with a line of the statement. */
  lineFaults: ["left_out", "twice", "fee"],
  /** Of a test mode: what it can play beside payers who pay. */
  plays: ["decline", "transfer", "currency", "dispute", "available"],
} as const;

export const text = (description: string, most = 200) => Type.String({ minLength: 1, maxLength: most, description });
export const reference = text("Our reference, and the idempotency key: the same one is never done twice.", 80);
export const theirId = Type.Optional(text("Your own id of it. It is kept, and shown to operators.", 255));
export const reason = text("One sentence that a person can read, without numbers of phones or accounts.", 300);
export const currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217.", examples: ["USD"] });
export const amount = Type.String({
  pattern: "^(0|[1-9]\\d{0,12})(\\.\\d{1,3})?$",
  description:
    "In units of the currency, as text with as many decimals as the currency has at most; we send two, or three where it has three.",
  examples: ["25.00"],
});
export const signed = Type.String({
  pattern: "^-?(0|[1-9]\\d{0,12})(\\.\\d{1,3})?$",
  description: "The same with a sign: what left is negative.",
  examples: ["-5.00"],
});
export const rate = Type.String({
  maxLength: 13,
  pattern: "^(?:0|[1-9]\\d*)(?:\\.\\d+)?$",
  description: "How much of the currency one US dollar is, as text: greater than 0, of at most 12 digits.",
  examples: ["129.35"],
});
export const days = (description: string) => Type.Integer({ minimum: 0, maximum: 3_650, description });
export const someDays = (description: string) => nullable(days(description));
export const flag = (description: string) => Type.Boolean({ description });

/** One of what an answer may be, told apart by its `kind`. */
export const kind = (word: string, description: string, properties: Record<string, TSchema> = {}) =>
  Type.Object({ kind: Type.Literal(word), ...properties }, { title: word, description });
export const answer = (name: string, description: string, kinds: readonly [TSchema, ...TSchema[]]) => {
  const [only, ...others] = kinds;
  return others.length === 0
    ? Type.Unsafe<object>({ ...only, "x-component": name, description })
    : Type.Union([...kinds], { "x-component": name, description });
};

export const UNKNOWN = kind("unknown", "You know nothing of it: it was never asked for, or never arrived.");
export const balance = strict("BalanceAmount", "An amount of a balance, and its currency.", {
  amount: Type.String({ ...signed, description: "As an amount; with a minus where more went out than came in." }),
  currency,
});
