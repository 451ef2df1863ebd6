/** What a person does who plays the payer: answers a phone, types a card number, transfers money. */
import { type Cents, cents } from "../../domain/money.js";
import type { PaymentFailure } from "../../domain/states.js";
import { plainCode } from "../../domain/typed.js";
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { answerOrder, type BankPayment, findOrder, mistypePin, receiveTransfer } from "../../store/sandbox/bank.js";
import { type BankDispute, decide, findDispute, inquire, takeBack } from "../../store/sandbox/disputes.js";
import { DISPUTED_AT, type SandboxName } from "./names.js";

/** What came of it, for the page to tell. `too_late`: it waits for nobody any more. */
export const PLAYED = [
  "approved",
  "declined",
  "wrong_pin",
  "challenged",
  "invalid",
  "received",
  "too_late",
  "inquired",
  "taken_back",
  "won",
  "lost",
] as const;
export type Played = (typeof PLAYED)[number];

/** An order, and what the payer's bank disputes of it. */
export type PlayedOrder = BankPayment & { readonly dispute: BankDispute | null };

/** The order as its provider knows it; null for one that was never made. */
export async function findPlayed(db: Queryable, name: SandboxName, reference: string): Promise<PlayedOrder | null> {
  const order = await findOrder(db, name, reference);
  if (order === null || order.asked === null) return null;
  return { ...order, dispute: name === DISPUTED_AT ? await findDispute(db, name, reference) : null };
}

/** Any four digits but this one are a PIN that fits. */
export const WRONG_PIN = "0000";

/** The prompt on the phone is answered. A third wrong PIN ends it. */
export async function answerPhone(
  db: Queryable,
  reference: string,
  answer: { readonly kind: "approve"; readonly pin: string } | { readonly kind: "decline" },
): Promise<Played> {
  const provider: SandboxName = "sandbox-mobile-money";
  if (answer.kind === "decline") return end(db, { provider, reference, failure: "declined" });
  const pin = plainCode(answer.pin);
  if (!/^\d{4}$/.test(pin)) return "invalid";
  if (pin === WRONG_PIN) {
    return (await mistypePin(db, provider, reference)) === null ? "too_late" : "wrong_pin";
  }
  const paid = { provider, reference, from: ["OPEN"], to: "SUCCEEDED", failure: null, sayPending: true } as const;
  return (await answerOrder(db, paid)) ? "approved" : "too_late";
}

/** Test numbers of cards, and what their issuer does with each. */
export const TEST_CARDS = {
  "4242424242424242": "approve",
  "4000000000000002": "declined",
  "4000000000009995": "insufficient_funds",
  "4000000000003220": "challenge",
} as const satisfies Record<string, "approve" | "challenge" | PaymentFailure>;

/** A card number is typed on the page of its issuer. */
export async function typeCard(db: Queryable, reference: string, typed: string): Promise<Played> {
  const number = plainCode(typed);
  const verdict = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number as keyof typeof TEST_CARDS] : undefined;
  const provider: SandboxName = "sandbox-card";
  switch (verdict) {
    case undefined:
      return "invalid";
    case "approve":
      return succeed(db, { provider, reference, from: "OPEN" });
    case "challenge": {
      const asked = {
        provider,
        reference,
        from: ["OPEN"],
        to: "CHALLENGED",
        failure: null,
        sayPending: false,
      } as const;
      return (await answerOrder(db, asked)) ? "challenged" : "too_late";
    }
    case "declined":
    case "insufficient_funds":
      return end(db, { provider, reference, failure: verdict });
    default:
      return verdict satisfies never;
  }
}

/** The issuer asked whether it is really the holder. */
export function answerChallenge(db: Queryable, reference: string, isHolder: boolean): Promise<Played> {
  const provider: SandboxName = "sandbox-card";
  return isHolder
    ? succeed(db, { provider, reference, from: "CHALLENGED" })
    : end(db, { provider, reference, failure: "challenge_failed" });
}

/** What the provider asks for its trouble when a bank takes money back. */
const DISPUTE_FEE = cents(1_500n);

const ANSWER_WITHIN_SECONDS = 7 * 86_400;

/** What somebody does who plays the payer's bank. `inquire`: asks about the payment. `take`: takes the money back. */
export const BANK_DEEDS = ["inquire", "take", "won", "lost"] as const;
export type BankDeed = (typeof BANK_DEEDS)[number];

export async function disputeCard(db: Queryable, reference: string, deed: BankDeed): Promise<Played> {
  const opening = { reference, reason: "product_not_received", answerWithin: ANSWER_WITHIN_SECONDS };
  switch (deed) {
    case "inquire":
      return (await inquire(db, DISPUTED_AT, opening)) ? "inquired" : "too_late";
    case "take":
      return (await takeBack(db, DISPUTED_AT, { ...opening, fee: DISPUTE_FEE })) ? "taken_back" : "too_late";
    case "won":
    case "lost":
      return (await decide(db, DISPUTED_AT, { reference, outcome: deed })) ? deed : "too_late";
    default:
      return deed satisfies never;
  }
}

/** Money is sent to the account; a bank takes it whenever it comes, however much it is. */
export async function transferMoney(db: Queryable, reference: string, amount: Cents): Promise<Played> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await receiveTransfer(db, "sandbox-bank", { reference, amount })) ? "received" : "invalid";
    } catch (error) {
      if (brokenUnique(error) === null || attempt === TRANSFER_TRIES) throw error;
    }
  }
}

const TRANSFER_TRIES = 5;

async function succeed(
  db: Queryable,
  given: { readonly provider: SandboxName; readonly reference: string; readonly from: "OPEN" | "CHALLENGED" },
): Promise<Played> {
  const paid = { ...given, from: [given.from], to: "SUCCEEDED", failure: null, sayPending: false } as const;
  return (await answerOrder(db, paid)) ? "approved" : "too_late";
}

async function end(
  db: Queryable,
  given: { readonly provider: SandboxName; readonly reference: string; readonly failure: PaymentFailure },
): Promise<Played> {
  const ended = { ...given, from: ["OPEN", "CHALLENGED"], to: "FAILED", sayPending: false } as const;
  return (await answerOrder(db, ended)) ? "declined" : "too_late";
}
