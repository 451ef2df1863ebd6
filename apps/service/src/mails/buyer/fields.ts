/** Mails to buyers: which there are, and what each is told. */
import { REFUND_REASONS as ASKED_REASONS } from "@holdfast/contract";
import type { Money } from "../../domain/currencies.js";
import type { Refund } from "../../domain/model.js";
import { type Cents, cents, parseMoney } from "../../domain/money.js";
import {
  amount,
  type Field,
  language,
  moneys,
  offered,
  oneOf,
  orNull,
  type ParamsOf,
  text,
  uuid,
  wholeNumber,
  yesOrNo,
} from "../params.js";

/** A logo that a mail bears. */
const picture: Field<{ readonly hash: string; readonly width: number; readonly height: number }> = (json) => {
  const { hash, width, height } = (json ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole = typeof hash === "string" && Number.isSafeInteger(width) && Number.isSafeInteger(height);
  return isWhole ? { hash, width: width as number, height: height as number } : undefined;
};

/** Lines of an order: the first of them, how many there are, and what all of them come to. */
export type Items = {
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly unit: Cents }[];
  readonly count: number;
  readonly listed: Cents;
};

const items: Field<Items> = (json) => {
  const { lines, count, listed } = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(lines) || !Number.isSafeInteger(count) || !/^\d{1,40}$/.test(String(listed))) return undefined;
  const read = (lines as Readonly<Record<string, unknown>>[]).map(({ name, unit_amount, quantity }) => ({
    name: String(name),
    quantity: Number(quantity),
    unit: parseMoney(String(unit_amount)),
  }));
  if (read.some(({ unit, quantity }) => unit === null || !Number.isSafeInteger(quantity))) return undefined;
  return { lines: read as never, count: count as number, listed: cents(BigInt(String(listed))) };
};

/** How the seller looks on its pages, and where it is reached. */
export const BRAND = { brand: orNull(text), logo: orNull(picture), colour: orNull(text), support_email: orNull(text) };

/** Every mail about an order has these. */
const ORDER = {
  escrow: uuid,
  title: text,
  /** The `TR-` code. */
  reference: text,
  /** What the statement that writes the mail looks up: the language, and who sells. */
  locale: language,
  seller: text,
  seller_code: text,
  ...BRAND,
};
export type OrderParams = ParamsOf<typeof ORDER>;
/** Looked up when the mail is written. */
export type LookedUp = "locale" | "seller" | "seller_code" | keyof typeof BRAND | "items";

/** Of a payment in another currency, beside what it brought in USD. */
const paid: Field<{ readonly money: readonly Money[]; readonly usd: Cents }> = (json) => {
  const { money, usd } = (json ?? {}) as Readonly<Record<string, unknown>>;
  const [read, worth] = [moneys(money), amount(usd)];
  return read === undefined || worth === undefined ? undefined : { money: read, usd: worth };
};
/** As the payer has it, beside the amount in USD; null where that is all. */
const back = orNull(moneys);
/** The title of a part of the order; null for an order that has but one. */
const part = orNull(text);
/** Unix seconds. */
const moment = wholeNumber;
/** Of the link that stops the clock of the review; put in by the statement that writes the mail, null where there is none. */
const stop = orNull(text);

const REFUND_REASONS = [
  "overpaid",
  "cancelled",
  "declined",
  "deadline",
  "settled",
  ...ASKED_REASONS,
] as const satisfies readonly Refund["reason"][];

/** By template. Amounts are cents, moments Unix seconds. A field that is added here takes null: older mails lack it. */
export const BUYER_FIELDS = {
  order_created: { ...ORDER, amount, fees: amount, total: amount, pay_until: moment },
  /** `paid`: what the last payment brought; null where that was in USD. */
  order_part_funded: {
    ...ORDER,
    funded: amount,
    missing: amount,
    total: amount,
    pay_until: moment,
    paid: orNull(paid),
  },
  order_funded: {
    ...ORDER,
    amount,
    fees: amount,
    total: amount,
    paid_at: moment,
    /** When the money goes back if nothing was delivered; null without such a deadline. */
    deliver_until: orNull(moment),
    /** How long a delivery may be looked at before it counts as approved; null for as long as one likes. */
    review_seconds: orNull(wholeNumber),
    items: orNull(items),
    /** What the last payment brought; null where that was in USD. */
    paid: orNull(paid),
  },
  delivery_submitted: {
    ...ORDER,
    part,
    amount,
    /** The seller's own words on it, clipped. */
    note: text,
    /** How it travels, where the seller said so. */
    carrier: orNull(text),
    tracking_number: orNull(text),
    /** When it counts as approved if the buyer says nothing; null for never. */
    approve_at: orNull(moment),
    stop,
  },
  dispute_opened: { ...ORDER, part, dispute: text },
  /** One dispute is over; the order goes on, or another part of it is still in dispute. */
  dispute_resolved: {
    ...ORDER,
    part,
    amount,
    /** Released to the seller, or what the part went back to. */
    outcome: oneOf(["released", "to_deliver", "to_review", "to_revise"]),
    approve_at: orNull(moment),
    other_disputes: yesOrNo,
    stop,
  },
  /** The seller wrote in a dispute; `note` is the beginning of it, clipped. */
  dispute_statement: { ...ORDER, dispute: text, note: text },
  /** The seller offers to split what is left of the price, fees apart. */
  dispute_offer: {
    ...ORDER,
    dispute: text,
    release: amount,
    refund: amount,
    /** What that is to the buyer; null for one who paid in USD. */
    offered: orNull(offered),
    note: text,
  },
  /** The seller said no to the buyer's offer. */
  dispute_declined: { ...ORDER, dispute: text },
  /** The seller wrote about the order. `files`: how many are with it. */
  order_message: { ...ORDER, text, files: wholeNumber },
  /** An operator asks something, in the operator's own name. */
  order_question: { ...ORDER, text, files: wholeNumber, answer_by: orNull(moment) },
  /** The money was split, and the order is closed: by an operator, as both sides agreed, or as the seller gave back the rest. */
  order_settled: {
    ...ORDER,
    released: amount,
    refunded: amount,
    agreed: orNull(yesOrNo),
    conceded: orNull(yesOrNo),
    back,
  },
  order_completed: {
    ...ORDER,
    amount,
    fees: amount,
    total: amount,
    after_dispute: yesOrNo,
    /** Whether both sides agreed on that end of the dispute. */
    agreed: orNull(yesOrNo),
    items: orNull(items),
  },
  order_cancelled: { ...ORDER, by: oneOf(["buyer", "seller", "operator"]), released: amount, refunded: amount, back },
  order_expired: { ...ORDER, because: oneOf(["unpaid", "undelivered"]), refunded: amount, back },
  /** The payer's bank disputes a payment; it has decided, for one side or the other. */
  chargeback_opened: { ...ORDER, amount, disputed: back },
  chargeback_won: { ...ORDER, amount, disputed: back },
  chargeback_lost: { ...ORDER, amount, disputed: back },
  /** A receipt was booked by mistake, and is taken back. */
  receipt_reversed: { ...ORDER, amount, disputed: back },
  /** A refund that was asked for: it is on its way. */
  refund_made: { ...ORDER, amount, because: oneOf(REFUND_REASONS), back },
  refund_paid: { ...ORDER, amount, because: oneOf(REFUND_REASONS), back },
} as const;

export type BuyerTemplate = keyof typeof BUYER_FIELDS;
export type BuyerParams = { readonly [Name in BuyerTemplate]: ParamsOf<(typeof BUYER_FIELDS)[Name]> };
