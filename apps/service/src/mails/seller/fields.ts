/** Mails to the members of an account: which there are, of which kind, and what each tells. */
import type { NotificationKind } from "../../domain/notifications.js";
import {
  amount,
  consoleLanguage,
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

/** Looked up by the statement that writes the mail (`seller_mails` in the database). */
const ACCOUNT = { trading_name: text, seller_code: text, /** Of the member. */ locale: consoleLanguage } as const;
export type LookedUp = keyof typeof ACCOUNT;
export type AccountParams = ParamsOf<typeof ACCOUNT>;

const ORDER = {
  ...ACCOUNT,
  escrow: uuid,
  title: text,
  /** The `TR-` code. */
  reference: text,
} as const;
export type OrderParams = ParamsOf<typeof ORDER>;

/** The title of a part of the order; null for an order that has but one. */
const part = orNull(text);

const PAYOUT = {
  ...ACCOUNT,
  payout: uuid,
  amount,
  /** What leaves in the destination's currency; null for USD. */
  presented: orNull(moneys),
  /** Where the money went, as the seller named it, or masked. */
  destination: text,
} as const;

/** What goes back, or a bank disputes, as the payer knows it; null where that is in USD alone. */
const back = orNull(moneys);

/** By template. Amounts are cents, moments Unix seconds. A field that is added here takes null: older mails lack it. */
export const SELLER_FIELDS = {
  seller_order_paid: {
    ...ORDER,
    amount,
    /** When the money goes back to the buyer if nothing is delivered; null without such a deadline. */
    deliver_until: orNull(wholeNumber),
  },
  seller_revision_asked: { ...ORDER, part, /** The buyer's words. */ reason: text },
  /** The buyer wrote about the order. `files`: how many are with it. */
  seller_order_message: { ...ORDER, text, files: wholeNumber },
  /** An operator asks something. */
  seller_order_question: { ...ORDER, text, files: wholeNumber, answer_by: orNull(wholeNumber) },
  seller_dispute_opened: { ...ORDER, part, dispute: text, /** The buyer's words. */ reason: text },
  /** Somebody else has written in the dispute. */
  seller_dispute_statement: { ...ORDER, dispute: text, by: oneOf(["buyer", "operator"]), text },
  /** The buyer offers to split what is left. */
  seller_offer_made: {
    ...ORDER,
    dispute: text,
    /** To the seller. */ release: amount,
    /** To the buyer. */ refund: amount,
    /** What that is to the buyer; null for one who paid in USD. */
    offered: orNull(offered),
  },
  /** The buyer has declined the seller's offer. */
  seller_offer_declined: { ...ORDER, dispute: text },
  /** One dispute is over, and the order goes on. */
  seller_dispute_resolved: { ...ORDER, part, amount, outcome: oneOf(["released", "resumed"]) },
  seller_order_completed: { ...ORDER, amount, after_dispute: yesOrNo },
  /** The money was split, and the order is closed. */
  seller_order_settled: { ...ORDER, released: amount, refunded: amount, back },
  seller_order_cancelled: {
    ...ORDER,
    by: oneOf(["buyer", "seller", "operator", "deadline"]),
    released: amount,
    refunded: amount,
    back,
  },
  /** Money of the order goes back. `by`: whoever asked for it. */
  seller_refund_made: { ...ORDER, amount, by: oneOf(["merchant", "operator"]), back },
  /** A colleague, `by`, asks for a second member. `amount`: what the buyer would get. */
  seller_refund_asked: { ...ORDER, amount, by: text, back },
  /** The payer's bank disputes a payment: it asks, or takes the money. */
  seller_chargeback_opened: { ...ORDER, amount, is_inquiry: yesOrNo, disputed: back },
  seller_chargeback_won: { ...ORDER, amount, disputed: back },
  /** `owed`: what of it the account owes still. */
  seller_chargeback_lost: { ...ORDER, amount, owed: amount, disputed: back },
  /** A receipt was booked by mistake, and is taken back. */
  seller_receipt_reversed: { ...ORDER, amount, disputed: back },
  seller_payout_paid: PAYOUT,
  seller_payout_failed: { ...PAYOUT, /** What the provider says. */ reason: text },
  seller_verification_decided: {
    ...ACCOUNT,
    outcome: oneOf(["VERIFIED", "REJECTED"]),
    /** Why not; or "". */ reason: text,
  },
} as const;

export type SellerTemplate = keyof typeof SELLER_FIELDS;
export type SellerParams = { readonly [Name in SellerTemplate]: ParamsOf<(typeof SELLER_FIELDS)[Name]> };

/** Which switch of /settings/notifications a mail hangs on. */
export const KIND_OF = {
  seller_order_paid: "order_paid",
  seller_revision_asked: "revision_asked",
  seller_order_message: "message",
  seller_order_question: "message",
  seller_dispute_opened: "dispute",
  seller_dispute_statement: "dispute",
  seller_offer_made: "dispute",
  seller_offer_declined: "dispute",
  seller_dispute_resolved: "dispute",
  seller_order_completed: "order_ended",
  seller_order_settled: "order_ended",
  seller_order_cancelled: "order_ended",
  seller_refund_made: "order_ended",
  seller_refund_asked: "message",
  seller_chargeback_opened: "dispute",
  seller_chargeback_won: "dispute",
  seller_chargeback_lost: "dispute",
  seller_receipt_reversed: "order_ended",
  seller_payout_paid: "payout",
  seller_payout_failed: "payout",
  seller_verification_decided: "verification",
} as const satisfies Record<SellerTemplate, NotificationKind>;
