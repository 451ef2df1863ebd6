/** What a provider is tried with: its payer, its own books, its faults, its notices, and a clock (conformance.ts). */

import type { Cents } from "../../src/domain/money.js";
import { uuidv7 } from "../../src/platform/random.js";
import type {
  CallbackRequest,
  PaymentOrder,
  PayoutOrder,
  Provider,
  RefundOrder,
  Report,
  TakesPayments,
} from "../../src/providers/port.js";
import { cents } from "../payments/desk.js";

/**
 * What may go wrong with an answer. `done`: whether what was asked is done all the same.
 * down: nobody answers. lost and dropped: no answer came. stored: a 500, which is given again. The others are answers that
 * nobody can believe.
 */
export const FAULTS = {
  down: { done: false },
  lost: { done: true },
  dropped: { done: false },
  stored: { done: false },
  conflict: { done: false },
  busy: { done: false },
  cut: { done: true },
  html: { done: true },
  nonsense: { done: true },
  huge: { done: true },
  key: { done: false },
} as const satisfies Record<string, { readonly done: boolean }>;
export type Fault = keyof typeof FAULTS;

export type Fate = "paid" | "refused" | "later" | "returned";

/** What is wrong with the line of the statement that tells of something: it is not there, it is there twice, or with another fee. */
export type StatementFault = "left_out" | "twice" | "fee";
/** What doubles can have wrong besides: a dollar more than moved, and a dollar of which nobody says what it is. */
export type WrongLine = StatementFault | "amount" | "unknown";

export type Stage = {
  readonly provider: Provider;
  /** The payer pays what was asked. Resolves when the provider has the money; false when it did not take it. */
  pay(reference: string): Promise<boolean>;
  /** The payer refuses; absent where nobody can. */
  readonly decline?: (reference: string) => Promise<unknown>;
  /** Sends any amount, whatever was asked, as often as it likes and as late; absent where the provider takes what was asked alone. */
  readonly transfer?: (reference: string, amount: Cents) => Promise<boolean>;
  /** In what currency money comes in from now on; absent where that can't be told. */
  readonly setCurrency?: (currency: string) => Promise<void>;
  /**
   * What the provider has to say of what is called so, oldest first.
   * @param how.ago signed so many seconds ago. how.isUnsigned without a signature.
   */
  notices(
    reference: string,
    how?: { readonly ago?: number; readonly isUnsigned?: boolean },
  ): Promise<readonly CallbackRequest[]>;
  /** For who notifies nobody: what came of the lines of its statement, as it is booked. Absent for all others. */
  readonly told?: (reference: string) => Promise<readonly Report[]>;
  /** Signatures bear no time: an old notice fits for ever, and tells no more than what is so now. */
  readonly isUntimed?: boolean;
  /** Nothing covers the bytes of a notice: the best that comes of one is a hint, whatever it says. */
  readonly isUncovered?: boolean;
  /** What a notice that is forged has to differ in, besides its body: another path or host where they are covered. */
  readonly covers: readonly ("path" | "host" | "method")[];
  /** What becomes of what is asked for from now on. */
  setRefunds(fate: Fate): Promise<void>;
  /** Absent for who pays nobody out. */
  readonly setPayouts?: (fate: Fate) => Promise<void>;
  readonly payee?: PayoutOrder["payee"];
  /** What can be paid out; null for any amount. Absent where there is no such bound. */
  readonly setFloat?: (amount: Cents | null) => Promise<void>;
  /** Faults that the provider can be given; the answer of each call has it from now on, null for none. */
  readonly faults: readonly Fault[];
  fault(kind: Fault | null): Promise<void>;
  /** What is wrong with the statement's lines of what is called so, from now on; absent where a wrong statement is not booked at all. */
  readonly faultStatement?: (reference: string, fault: StatementFault) => Promise<void>;
  /** What a payer's bank does about a payment; absent where no bank disputes anything. */
  readonly dispute?: {
    /** Resolves to the provider's id of the dispute. An inquiry takes no money; whatever is opened does. */
    open(reference: string, stage: "inquiry" | "opened"): Promise<string>;
    decide(theirId: string, outcome: "won" | "lost"): Promise<void>;
    /** The last that the provider has to say of it. */
    notice(theirId: string): Promise<CallbackRequest>;
    /** What the provider has of our evidence, and how many files; null for none. */
    evidence(theirId: string): Promise<{ readonly story: string; readonly files: number } | null>;
  };
  /** The business clock goes on. */
  advance(seconds: number): Promise<void>;
  /** What the provider's own books have under a reference: each time that it was done, with its amount. Refused ones don't count. */
  made(reference: string): Promise<readonly string[]>;
  /** What may stand in no error: numbers of phones, addresses, keys. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
};

/** How long a story waits for what takes its time: ten minutes, and what comes back an hour. */
export const LATER_SECONDS = 601;
export const RETURNED_SECONDS = 3_601;

let counted = 0;

/** What a provider takes payments by, first. */
export const takesOf = ({ capabilities }: Provider): TakesPayments => {
  const takes = capabilities.find((one) => one.direction === "in");
  if (takes === undefined) throw new Error("it takes no payments");
  return takes as TakesPayments;
};

/** A phone of a country that the provider serves. */
const PHONES: Readonly<Record<string, string>> = {
  CD: "+243813456789",
  KE: "+254712345678",
  LR: "+231886123456",
  RW: "+250783456789",
  UG: "+256772123456",
};

export const orderOf = (
  provider: Provider,
  amount = "25.00",
  expiresIn?: { now: number; seconds: number },
): PaymentOrder => {
  const { method, currency, countries } = takesOf(provider);
  counted += 1;
  return {
    reference: `HF${uuidv7().replaceAll("-", "").slice(-11).toUpperCase()}${counted % 10}`,
    method,
    amount: cents(amount),
    currency,
    phone: PHONES[countries?.[0] ?? ""] ?? "+255712345678",
    network: null,
    email: "ada@buyer.example",
    description: "Hand-thrown bowl",
    language: "en",
    returnUrl: "https://pay.example/back",
    cancelUrl: "https://pay.example/back?cancelled",
    expiresAt: expiresIn === undefined ? 4_000_000_000 : expiresIn.now + expiresIn.seconds,
  };
};

export const refundOf = (provider: Provider, payment: string, amount: string): RefundOrder => {
  const { method, currency } = takesOf(provider);
  return { reference: uuidv7(), payment, method, amount: cents(amount), currency };
};

export const payoutOf = (stage: Stage, amount = "7.00"): PayoutOrder => {
  const pays = stage.provider.capabilities.find(({ direction }) => direction === "out");
  if (pays === undefined || stage.payee === undefined) throw new Error("it pays nobody out");
  return { reference: uuidv7(), amount: cents(amount), currency: pays.currency, payee: stage.payee };
};
