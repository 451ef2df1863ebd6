/**
 * `holdfast-provider/1`: what is asked of a payment provider's adapter over HTTP, what it answers, and what it reports. The service reads
 * it in apps/service/src/providers/http; the document in docs/providers is made of these schemas.
 */
import { type TSchema, Type } from "typebox";
import { LIMITS } from "../limits.js";
import { nullable, oneOf, strict, timestamp } from "../schemas/parts.js";
import { PAYMENT_METHODS } from "../statuses.js";
import {
  amount,
  answer,
  balance,
  currency,
  days,
  flag,
  kind,
  PROVIDER_PROTOCOL,
  PROVIDER_WORDS,
  reason,
  reference,
  signed,
  someDays,
  text,
  theirId,
  UNKNOWN,
} from "./parts.js";

// What it can do -----------------------------------------------------------------------------------------------------

/** What the service takes more of, it shows nothing of: apps/service/src/providers/looks.ts. */
const label = (description: string) => text(description, 40);
const labels = Type.Optional(
  Type.Object(
    { default: label("For readers of all other languages.") },
    {
      additionalProperties: label("For readers of one language, by its tag."),
      description:
        "What buyers, or sellers, read of it instead of our own words, such as “First Bank transfer”. Languages by tags such as `fr` and `pt-BR`.",
      examples: [{ default: "First Bank transfer", fr: "Virement First Bank" }],
    },
  ),
);

const range = {
  labels,
  currency,
  countries: nullable(
    Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
      maxItems: 250,
      description: "Of the payer's phone or the payee's account, in two letters (ISO 3166); null for everywhere.",
    }),
  ),
  least: amount,
  most: amount,
  decimals: Type.Integer({
    enum: [0, 2, 3],
    description: "0 takes whole units alone; 3 is of currencies that have three, such as KWD.",
  }),
  pending_days: days("For how long a refund or payout may stay `pending` before a person has to look."),
  return_days: days("For how long after `paid` it may still come back; it is looked up daily until then."),
};

const Capability = Type.Union(
  [
    Type.Object(
      {
        direction: Type.Literal("in"),
        method: oneOf(PAYMENT_METHODS, { description: "What the buyer chooses." }),
        ...range,
        refund_days: someDays("For how many days a payment can be refunded: 0 for not at all, null for ever."),
        hold_days: someDays("For how many days money may stay with you; null for as long as it likes."),
        partial_refunds: flag("Parts of a payment can be refunded."),
        refunds_in_turn: flag("Of one payment a single refund is asked for at a time."),
        cancellable: flag("What waits for its payer can be called off: no money is taken afterwards."),
        late_days: days("For how many days after its deadline money may arrive; it is looked for until then."),
      },
      { title: "in", description: "Payments that you take." },
    ),
    Type.Object(
      {
        direction: Type.Literal("out"),
        method: oneOf(PROVIDER_WORDS.payees, { description: "Where it is paid to." }),
        ...range,
      },
      { title: "out", description: "Payouts that you make." },
    ),
  ],
  { "x-component": "Capability", description: "One thing that you can do, and within which bounds." },
);

const payee = strict("Payee", "Whom you pay.", {
  kind: oneOf(PROVIDER_WORDS.payees),
  name: text("As the seller wrote it."),
  number: text("A phone (E.164), an IBAN or the number of an account, without spaces.", 64),
  bank: Type.Optional(text("Of an account: its bank.")),
});

export const Capabilities = answer("Capabilities", "What you can do, as of now.", [
  kind("capabilities", "Asked every minute, and when the service starts.", {
    protocol: Type.Literal(PROVIDER_PROTOCOL),
    mode: oneOf(PROVIDER_WORDS.modes, {
      description: "A live deployment uses none in `test`, and a sandbox none in `live`.",
    }),
    account: text("The account behind you, in words that an operator knows it by."),
    capabilities: Type.Array(Capability, { maxItems: 200 }),
    books: nullable(
      Type.Object(
        {
          back_days: someDays("How far back the statement begins; null for from the first movement on."),
          lag_seconds: Type.Integer({ minimum: 0, maximum: 604_800, description: "How late a line may come." }),
        },
        { description: "Your statement; null where there is none." },
      ),
    ),
    disputes: nullable(
      Type.Object(
        {
          files_most: Type.Integer({ minimum: 0, maximum: 20, description: "Files that one answer takes." }),
          file_types: Type.Array(text("Such as application/pdf.", 100), { maxItems: 20 }),
        },
        { description: "What payers' banks dispute; null where none does." },
      ),
    ),
    icon: Type.Optional(
      nullable(
        Type.String({
          pattern: "^[A-Za-z0-9+/]+={0,2}$",
          maxLength: 43_692,
          description:
            "What stands beside your labels: a PNG, WebP or JPEG that doesn’t move, of at most 32 KB and 512 pixels a side, as base64. It is shown on white.",
        }),
      ),
    ),
    pay_pages: Type.Array(text("Such as https://pay.bank.example."), {
      maxItems: 20,
      description: "Origins of the pages that payers are led to: a `redirect` anywhere else is not followed.",
    }),
    networks: Type.Optional(
      Type.Array(
        Type.Object({
          currency,
          id: text("What we send as `network`.", 64),
          name: text("As payers know it."),
          country: text("Two letters.", 2),
        }),
        { maxItems: 100, description: "Of mobile money, as far as payers can name them." },
      ),
    ),
    problems: Type.Array(reason, {
      maxItems: 20,
      description: "What has to be put right; `holdfast providers check` shows it.",
    }),
    rates: Type.Optional(flag("You say at `GET /rates` what currencies cost; left out for no.")),
    test: Type.Optional(
      Type.Object(
        {
          plays: Type.Array(oneOf(PROVIDER_WORDS.plays), { description: "What the test mode can play." }),
          payee: nullable(payee),
        },
        { description: "In `test` alone: what the doctor may ask of you." },
      ),
    ),
  }),
]);

// Payments -----------------------------------------------------------------------------------------------------------

export const PaymentOrder = strict("PaymentOrder", "A payment that is wanted.", {
  reference,
  method: oneOf(PAYMENT_METHODS),
  amount,
  currency,
  phone: nullable(text("A plus sign and digits (E.164).", 16)),
  network: nullable(text("The `id` of one of your networks, where the payer named one.", 64)),
  email: Type.String({ maxLength: LIMITS.emailLength, description: "The payer's." }),
  description: text("What is paid for, in the seller's words: one line.", 500),
  language: Type.String({ pattern: "^[a-z]{2}$", description: "What the payer reads." }),
  return_url: text("Where your page sends the payer when it is done.", 2048),
  cancel_url: text("… and where when the payer gives up.", 2048),
  expires_at: timestamp("From when on the money is not wanted any more."),
  callback_url: text("Where you report to.", 2048),
});

const Instructions = Type.Union(
  [
    kind("redirect", "The payer is led to a page of yours, below one of `pay_pages`.", {
      url: text("Where to.", 2048),
    }),
    kind("prompt", "The payer answers a prompt on the phone.", {
      phone: text("Which.", 16),
      expires_at: timestamp("How long it waits."),
    }),
    kind("transfer", "The payer transfers money to an account.", {
      bank: text("Its bank."),
      account_name: text("Whose it is."),
      account_number: text("Its number, as a person writes it."),
      reference: text("What the payer has to quote."),
      amount,
    }),
  ],
  { "x-component": "Instructions", description: "What the payer has to do." },
);

const created = { instructions: Instructions, their_id: theirId };
const failure = oneOf(PROVIDER_WORDS.failures, { description: "Why." });

export const PaymentCreated = answer("PaymentCreated", "Whether a payment was taken.", [
  kind("created", "It waits for its payer.", created),
  kind("refused", "For good: the reference stays refused.", { failure, their_id: theirId }),
]);

const receipt = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: "Which money under the reference, from 1: of an account at a bank there may be several.",
});
const ofPayment = { about: Type.Literal("payment"), reference, receipt, their_id: theirId };
const PaymentReport = Type.Union(
  [
    Type.Object({ ...ofPayment, outcome: Type.Literal("pending") }, { title: "pending" }),
    Type.Object(
      {
        ...ofPayment,
        outcome: Type.Literal("succeeded"),
        amount,
        currency,
        fee: Type.Optional(amount),
        at: Type.Optional(timestamp("When it arrived.")),
      },
      { title: "succeeded", description: "Money arrived, as much as you say, be it what was asked for or not." },
    ),
    Type.Object({ ...ofPayment, outcome: Type.Literal("failed"), failure }, { title: "failed" }),
  ],
  { "x-component": "PaymentReport", description: "What became of a payment." },
);

const reports = Type.Array(PaymentReport, {
  maxItems: 1_000,
  description: "All that there is to say; empty while the payer has done nothing.",
});

export const PaymentFound = answer("PaymentFound", "What you know of a payment.", [
  kind("created", "It was taken.", { ...created, reports }),
  kind("refused", "It was refused, or is over without money.", { failure, their_id: theirId, reports }),
  UNKNOWN,
]);

export const PaymentCancelled = answer("PaymentCancelled", "Whether a payment was called off.", [
  kind("cancelled", "No money will be asked for any more. What comes in all the same is reported."),
  kind("waiting", "It can't be called off, and may bring money until then.", { until: timestamp("Until when.") }),
  kind("too_late", "Money is on its way, or has arrived."),
  UNKNOWN,
]);

// Refunds and payouts ------------------------------------------------------------------------------------------------

export const RefundOrder = strict("RefundOrder", "What goes back to a payer.", {
  reference,
  payment: text(
    "Our reference of the payment; the second money under it and later ones have `.2` and so on behind it.",
    80,
  ),
  method: oneOf(PAYMENT_METHODS),
  amount,
  currency,
});

export const PayoutOrder = strict("PayoutOrder", "What goes to a seller.", { reference, amount, currency, payee });

const gone: readonly [TSchema, ...TSchema[]] = [
  kind("paid", "It is there.", { amount: Type.Optional(amount), currency: Type.Optional(currency), their_id: theirId }),
  kind("pending", "It was taken, and is on its way.", { their_id: theirId }),
  kind("refused", "For good, under this reference.", { reason, their_id: theirId }),
  kind("returned", "It was paid, and came back.", {
    reason,
    amount: Type.Optional(amount),
    their_id: theirId,
  }),
  kind("short", "Not taken: the balance does not reach. It is asked for again.", { reason }),
  kind("busy", "Not taken: another has to end first. It is asked for again.", { reason }),
];
export const Outgoing = answer("Outgoing", "What became of a refund or a payout.", gone);
export const OutgoingFound = answer("OutgoingFound", "What you know of a refund or a payout.", [...gone, UNKNOWN]);

export const PayeeQuestion = strict("PayeeQuestion", "Somebody who is to be paid.", { payee });
export const PayeeChecked = answer("PayeeChecked", "Whether somebody can be paid.", [
  kind("known", "Whose account it is, as the bank has it; null where it does not tell names.", {
    name: nullable(text("The name.")),
  }),
  UNKNOWN,
  kind("unsupported", "You can't tell."),
]);

// Disputes -----------------------------------------------------------------------------------------------------------

const DisputeReport = strict("DisputeReport", "The payer's bank disputes a payment.", {
  about: Type.Literal("dispute"),
  payment: reference,
  id: text("Your id of the dispute.", 255),
  stage: oneOf(PROVIDER_WORDS.stages, {
    description: "An `inquiry` takes no money; `opened` and `answered` wait for the bank.",
  }),
  is_taken: flag("The money has left the balance."),
  amount,
  currency,
  fee: amount,
  reason: text("The bank's, in a word or a few.", 100),
  answer_by: nullable(timestamp("Until when evidence is taken; null for none wanted.")),
});

export const DisputeFound = answer("DisputeFound", "What you know of a dispute.", [
  kind("known", "How it stands.", { report: DisputeReport }),
  UNKNOWN,
]);

export const Evidence = strict("Evidence", "What the bank is to decide by. Sent twice, the last counts.", {
  product: text("What was sold, one line.", 500),
  buyer: Type.Object({ name: nullable(text("Who bought it.")), email: Type.String({ maxLength: LIMITS.emailLength }) }),
  delivered_on: nullable(Type.String({ format: "date", description: "When it was delivered." })),
  story: Type.String({ maxLength: 40_000, description: "The whole story, as plain text." }),
  files: Type.Array(
    Type.Object({
      name: text("Of the file.", 255),
      type: text("Its media type.", 100),
      content: Type.String({ contentEncoding: "base64", description: "In base64." }),
    }),
    { maxItems: 20 },
  ),
});
export const EvidenceTaken = answer("EvidenceTaken", "Whether evidence was taken.", [
  kind("taken", "It goes to the bank."),
  kind("refused", "You take none, or none any more.", { reason }),
]);

// Books --------------------------------------------------------------------------------------------------------------

export const Statement = answer("Statement", "A page of the statement.", [
  kind("page", "In the order of time.", {
    lines: Type.Array(
      strict("StatementLine", "One movement of the balance.", {
        id: text("Yours: a line that is told twice is one.", 255),
        type: oneOf(PROVIDER_WORDS.lines, { description: "What moved." }),
        object: nullable(text("Your own id of what it is about.", 255)),
        reference: nullable(reference),
        amount: signed,
        fee: signed,
        net: Type.String({ ...signed, description: "`amount` less `fee`." }),
        currency,
        of: Type.Optional(
          Type.Object(
            { amount: signed, currency },
            {
              description:
                "What moved, where you exchanged it: in the payer's or the payee's currency, with the sign of `amount`.",
            },
          ),
        ),
        at: timestamp("When it happened."),
        available_at: timestamp("From when on it can be paid out."),
      }),
      { maxItems: 1_000 },
    ),
    cursor: nullable(text("Where the next page begins; the one that was sent when there is nothing new.", 500)),
    has_more: flag("There is another page now."),
    is_waiting: Type.Optional(flag("It is being written: ask again in a minute.")),
  }),
]);
export const Balance = answer("Balance", "What lies with you.", [
  kind("balance", "By currency.", {
    available: Type.Array(balance, { maxItems: 50, description: "What can be paid out." }),
    pending: Type.Array(balance, { maxItems: 50, description: "What can't yet." }),
  }),
]);

// What it reports ----------------------------------------------------------------------------------------------------

const OutgoingReport = strict("OutgoingReport", "What became of a refund or a payout.", {
  about: oneOf(["refund", "payout"]),
  reference,
  outcome: oneOf(["paid", "pending", "refused", "returned"]),
  amount: Type.Optional(amount),
  currency: Type.Optional(currency),
  reason: Type.Optional(Type.String({ ...reason, description: "Of `refused` and `returned`: why." })),
});

export const Callback = strict("Callback", "What you report. Several reports may be of one callback.", {
  reports: Type.Array(Type.Union([PaymentReport, OutgoingReport, DisputeReport]), { maxItems: 100 }),
});
