/** Mails to buyers, as letters: one for every step that a buyer has to know of. */

import type { Money } from "../../domain/currencies.js";
import { MESSAGE_LENGTH_MAX } from "../../domain/messages.js";
import { type Cents, ZERO } from "../../domain/money.js";
import { duration, instant, usd } from "../../words/format.js";
import { directionOf, type Locale } from "../../words/locale.js";
import { moneys, withUsd } from "../../words/presented.js";
import type { Zone } from "../../words/zone.js";
import { given, quoted } from "../given.js";
import type { BillRow, Block, Fact, Letter } from "../letter.js";
import { fromSeller } from "../sender.js";
import { mailWords } from "../words.js";
import { billRows, NAME_LENGTH, priceFacts } from "./bill.js";
import type { BuyerParams, BuyerTemplate, OrderParams } from "./fields.js";

const shared = mailWords("shared");
const paying = mailWords("paying");
const delivery = mailWords("delivery");
const negotiation = mailWords("negotiation");
const messages = mailWords("messages");
const ending = mailWords("ending");
const chargeback = mailWords("chargeback");

/** The sentence for each side that can cancel. */
const CANCELLED = { buyer: "declined", seller: "cancelledBy", operator: "cancelledByOperator" } as const;

/** Of a title in a subject, and of what stands alone. */
const SUBJECT_LENGTH = 60;
const TEXT_LENGTH = 300;

/** Path of an order's page below the public origin. */
export const orderPath = ({ seller_code, escrow }: Pick<OrderParams, "seller_code" | "escrow">): string =>
  `/orders/${encodeURIComponent(seller_code)}/${escrow}`;

/** What every letter about an order is written with. */
type Pen = {
  readonly locale: Locale;
  readonly title: string;
  readonly seller: string;
  readonly money: (amount: Cents) => string;
  /** As its payer has it, with USD behind where that is another currency. */
  readonly both: (paid: readonly Money[] | null, amount: Cents) => string;
  readonly moment: (unixSeconds: number) => string;
  /** A part's title, or the order's where it has but one. */
  readonly what: (part: string | null) => string;
};

type Body = {
  readonly subject: string;
  /** Sentences before the button; null for one that does not apply. */
  readonly says: readonly (string | null)[];
  /** What somebody wrote. */
  readonly quote?: string;
  /** Whether the operator writes in a name of its own. */
  readonly isOperators?: boolean;
  readonly facts?: readonly (Fact | null)[];
  /** What was bought: a receipt, with a link to it. */
  readonly bill?: readonly BillRow[];
  readonly button?: "open" | "pay" | "review";
  /** Which page of the order it leads to; the order itself without one. */
  readonly page?: "/messages" | "/questions";
  /** Of the link that stops the clock of a review. */
  readonly stop?: string | null;
  /** Whether that clock runs at all: without one the link only reports a problem. */
  readonly hasClock?: boolean;
};

type Write<Name extends BuyerTemplate> = (params: BuyerParams[Name], pen: Pen) => Body;

const isThere = <Value>(value: Value | null): value is Value => value !== null;

const payment = {
  order_created: ({ amount, fees, total, pay_until }, { locale, title, seller, moment }) => ({
    subject: paying(locale).created({ title }),
    says: [
      paying(locale).createdFrom({ seller }),
      paying(locale).payBy({ moment: moment(pay_until) }),
      paying(locale).howItWorks,
    ],
    facts: [...priceFacts({ amount, fees, total }, locale), [shared(locale).payUntil, moment(pay_until)]],
    button: "pay",
  }),

  order_part_funded: ({ funded, missing, total, pay_until, paid }, { locale, title, seller, money, both, moment }) => ({
    subject: paying(locale).partFunded({ missing: money(missing), title }),
    says: [
      paying(locale).receivedPart({ received: money(funded), total: money(total), seller }),
      paying(locale).missingPart({ missing: money(missing) }),
      paying(locale).payBy({ moment: moment(pay_until) }),
    ],
    facts: [
      paid === null ? null : [shared(locale).yourPayment, both(paid.money, paid.usd)],
      [shared(locale).received, money(funded)],
      [shared(locale).missing, money(missing)],
      [shared(locale).payUntil, moment(pay_until)],
    ],
    button: "pay",
  }),

  order_funded: (params, { locale, title, seller, money, both, moment }) => ({
    subject: paying(locale).funded({ title }),
    says: [
      paying(locale).fundedFrom({ total: money(params.total), seller }),
      paying(locale).howItWorks,
      paying(locale).next,
      params.review_seconds === null
        ? null
        : paying(locale).reviewFor({ span: duration(params.review_seconds, locale) }),
      params.deliver_until === null ? null : paying(locale).deliverUntil({ moment: moment(params.deliver_until) }),
    ],
    facts: [
      [shared(locale).paidOn, moment(params.paid_at)],
      params.paid === null ? null : [shared(locale).yourPayment, both(params.paid.money, params.paid.usd)],
    ],
    bill: billRows(params, locale),
  }),
} satisfies { [Name in BuyerTemplate]?: Write<Name> };

const review = {
  delivery_submitted: (
    { part, amount, note, carrier, tracking_number, approve_at, stop },
    { locale, title, seller, money, moment, what },
  ) => ({
    subject: delivery(locale).submitted({ title }),
    says: [
      delivery(locale).submittedBy({ seller, what: what(part) }),
      delivery(locale).yourChoice({ amount: money(amount) }),
      approvalRule(approve_at, locale, moment),
    ],
    facts: [
      note === "" ? null : [delivery(locale).note, given(note, TEXT_LENGTH)],
      carrier === null || carrier === "" ? null : [delivery(locale).carrier, given(carrier, TEXT_LENGTH)],
      tracking_number === null || tracking_number === ""
        ? null
        : [delivery(locale).trackingNumber, given(tracking_number, TEXT_LENGTH)],
      [delivery(locale).amount, money(amount)],
    ],
    button: "review",
    stop,
    hasClock: approve_at !== null,
  }),

  dispute_opened: ({ part, dispute }, { locale, what }) => ({
    subject: delivery(locale).disputed({ dispute }),
    says: [delivery(locale).disputedAbout({ what: what(part) }), delivery(locale).standsStill],
    facts: [[delivery(locale).dispute, dispute]],
  }),

  dispute_resolved: (params, { locale, title, money, moment, what }) => ({
    subject: delivery(locale).decided({ title }),
    says: [
      params.outcome === "released"
        ? delivery(locale).released({ what: what(params.part), amount: money(params.amount) })
        : delivery(locale).resumed({ what: what(params.part) }),
      params.outcome === "released" ? null : delivery(locale)[params.outcome],
      params.outcome === "to_review" ? approvalRule(params.approve_at, locale, moment) : null,
      params.other_disputes ? delivery(locale).others : null,
    ],
    stop: params.stop,
    hasClock: params.approve_at !== null,
  }),
} satisfies { [Name in BuyerTemplate]?: Write<Name> };

const dispute = {
  dispute_statement: ({ dispute, note }, { locale, seller }) => ({
    subject: negotiation(locale).wrote({ dispute }),
    says: [negotiation(locale).wroteBy({ seller })],
    facts: [
      [negotiation(locale).dispute, dispute],
      [negotiation(locale).note, given(note, TEXT_LENGTH)],
    ],
  }),

  dispute_offer: ({ dispute, release, refund, offered, note }, { locale, seller, money, both }) => ({
    subject: negotiation(locale).offered({ dispute }),
    says: [negotiation(locale).offeredBy({ seller }), negotiation(locale).yourChoice],
    facts: [
      [negotiation(locale).dispute, dispute],
      [negotiation(locale).refund, money(refund)],
      offered === null ? null : [negotiation(locale).youGet, both(offered.back, offered.gets)],
      [negotiation(locale).release, money(release)],
      note === "" ? null : [negotiation(locale).note, given(note, TEXT_LENGTH)],
    ],
  }),

  dispute_declined: ({ dispute }, { locale, seller }) => ({
    subject: negotiation(locale).declined({ dispute }),
    says: [negotiation(locale).declinedBy({ seller })],
    facts: [[negotiation(locale).dispute, dispute]],
  }),
} satisfies { [Name in BuyerTemplate]?: Write<Name> };

const message = {
  order_message: ({ text, files }, { locale, title, seller }) => ({
    subject: messages(locale).wrote({ title }),
    says: [messages(locale).wroteBy({ seller }), files === 0 ? null : messages(locale).files({ count: files })],
    quote: text,
    page: "/messages",
  }),

  order_question: ({ text, files, answer_by }, { locale, title, seller, moment }) => ({
    subject: messages(locale).asked({ title }),
    says: [
      messages(locale).askedAbout({ seller }),
      answer_by === null ? null : messages(locale).answerBy({ moment: moment(answer_by) }),
      files === 0 ? null : messages(locale).files({ count: files }),
    ],
    quote: text,
    isOperators: true,
    page: "/questions",
  }),
} satisfies { [Name in BuyerTemplate]?: Write<Name> };

const end = {
  order_settled: ({ released, refunded, agreed, conceded, back }, { locale, title, seller, money, both }) => ({
    subject: agreed || conceded ? negotiation(locale).agreed({ title }) : ending(locale).settled({ title }),
    says: [
      conceded
        ? ending(locale).concededBy({ seller })
        : agreed
          ? negotiation(locale).agreedWith({ seller })
          : ending(locale).settledFrom({ seller }),
      shared(locale).refundFollows({ amount: both(back, refunded) }),
    ],
    facts: [
      [shared(locale).toYou, both(back, refunded)],
      [shared(locale).toSeller, money(released)],
    ],
  }),

  order_completed: (params, { locale, title, seller }) => ({
    subject: ending(locale).completed({ title }),
    says: [
      params.agreed
        ? negotiation(locale).agreedAll({ seller })
        : params.after_dispute
          ? ending(locale).completedAfterDispute({ seller })
          : ending(locale).completedFrom({ seller }),
    ],
    bill: billRows(params, locale),
  }),

  order_cancelled: ({ by, released, refunded, back }, { locale, title, seller, money, both }) => ({
    subject: ending(locale).cancelled({ title }),
    says: [ending(locale)[CANCELLED[by]]({ seller }), moneyBack(refunded, locale, both(back, refunded))],
    facts: [
      refunded === ZERO ? null : [shared(locale).toYou, both(back, refunded)],
      released === ZERO ? null : [shared(locale).toSeller, money(released)],
    ],
  }),

  order_expired: ({ because, refunded, back }, { locale, title, seller, both }) => ({
    subject: ending(locale).expired({ title }),
    says: [ending(locale)[because]({ seller }), moneyBack(refunded, locale, both(back, refunded))],
    facts: [refunded === ZERO ? null : [shared(locale).toYou, both(back, refunded)]],
  }),

  chargeback_opened: ({ amount, disputed }, { locale, title, seller, both }) => ({
    subject: chargeback(locale).opened({ title }),
    says: [
      chargeback(locale).openedAbout({ amount: both(disputed, amount), seller }),
      chargeback(locale).standsStill,
      chargeback(locale).mistake,
    ],
    facts: [[chargeback(locale).amount, both(disputed, amount)]],
  }),

  chargeback_won: (params, tongue) => chargebackOver(params, tongue, "won"),
  chargeback_lost: (params, tongue) => chargebackOver(params, tongue, "lost"),

  receipt_reversed: ({ amount, disputed }, { locale, title, seller, both }) => ({
    subject: chargeback(locale).reversed({ title }),
    says: [
      chargeback(locale).reversedText({ amount: both(disputed, amount), seller }),
      chargeback(locale).reversedOver,
    ],
    facts: [],
  }),

  refund_made: (params, tongue) => refundLetter(params, tongue, ["goingBack", "givesBack"]),
  refund_paid: (params, tongue) => refundLetter(params, tongue, ["refunded", "refundedTo"]),
} satisfies { [Name in BuyerTemplate]?: Write<Name> };

const chargebackOver = (
  { amount, disputed }: Pick<BuyerParams["chargeback_won"], "amount" | "disputed">,
  { locale, title, seller, both }: Pen,
  end: "won" | "lost",
): Body => ({
  subject: chargeback(locale).over({ title }),
  says: [chargeback(locale)[end]({ amount: both(disputed, amount), seller })],
  facts: [[chargeback(locale).amount, both(disputed, amount)]],
});

/** Of a refund: what it is called, what is said of it, and why. */
const refundLetter = (
  { amount, because, back }: Pick<BuyerParams["refund_paid"], "amount" | "because" | "back">,
  { locale, seller, money, both }: Pen,
  [subject, says]: readonly ["goingBack" | "refunded", "givesBack" | "refundedTo"],
): Body => ({
  subject: ending(locale)[subject]({ amount: back === null ? money(amount) : moneys(back, locale) }),
  says: [
    ending(locale)[says]({ amount: both(back, amount), seller }),
    ending(locale)[`${because}Reason`],
    ending(locale).mayTakeDays,
  ],
  facts: [[shared(locale).toYou, both(back, amount)]],
});

const BODIES: { readonly [Name in BuyerTemplate]: Write<Name> } = {
  ...payment,
  ...review,
  ...dispute,
  ...message,
  ...end,
};

const approvalRule = (at: number | null, locale: Locale, moment: Pen["moment"]): string =>
  at === null ? shared(locale).noAutoApproval : shared(locale).autoApproval({ moment: moment(at) });

const moneyBack = (refunded: Cents, locale: Locale, amount: string): string =>
  refunded === ZERO ? shared(locale).nothingPaid : shared(locale).refundFollows({ amount });

/** @param where the origin that the link to the order starts with, and the reader's time zone. */
export function buyerLetter<Name extends BuyerTemplate>(
  name: Name,
  params: BuyerParams[Name],
  { publicUrl, zone }: { readonly publicUrl: string; readonly zone: Zone },
): Letter {
  const { locale } = params;
  const words = shared(locale);
  const body: Body = BODIES[name](params, penFor(params, zone));
  const facts = [
    [words.order, given(params.title, TEXT_LENGTH)],
    [words.seller, given(params.seller, TEXT_LENGTH)],
    [words.reference, params.reference],
    ...(body.facts ?? []),
  ] satisfies readonly (Fact | null)[];
  const blocks: readonly Block[] = [
    ...body.says.filter(isThere).map((say) => ({ say })),
    ...(body.quote === undefined ? [] : [{ quote: quoted(body.quote, MESSAGE_LENGTH_MAX) }]),
    { facts: facts.filter(isThere) },
    ...(body.bill === undefined ? [] : [{ bill: body.bill }]),
    { link: { label: words[body.button ?? "open"], url: publicUrl + orderPath(params) + (body.page ?? "") } },
    ...(body.bill === undefined
      ? []
      : [{ link: { label: words.receipt, url: `${publicUrl}${orderPath(params)}/receipt`, isQuiet: true } }]),
    ...(body.stop == null ? [] : stopBlocks(body.stop, body.hasClock === true, { locale, publicUrl })),
  ];
  const { sender, contacts } = fromSeller(params);
  const from = body.isOperators === true ? {} : { sender };
  return { locale, subject: body.subject, ...from, contacts: contacts ?? [], blocks, footer: words.footer };
}

type Place = { readonly locale: Locale; readonly publicUrl: string };

/** Path of the page where the clock of a review is stopped. */
const stopPath = (token: string): string => `/stop/${encodeURIComponent(token)}`;

/** The way of a buyer who can't sign in: opening it does nothing yet. */
const stopBlocks = (token: string, hasClock: boolean, { locale, publicUrl }: Place): readonly Block[] => [
  { say: hasClock ? delivery(locale).stopHere : delivery(locale).reportHere },
  {
    link: {
      label: hasClock ? delivery(locale).stop : delivery(locale).report,
      url: publicUrl + stopPath(token),
      isQuiet: true,
    },
  },
];

function penFor({ locale, title, seller }: OrderParams, zone: Zone): Pen {
  const around = directionOf(locale);
  return {
    locale,
    title: given(title, SUBJECT_LENGTH, around),
    seller: given(seller, NAME_LENGTH, around),
    money: (amount) => usd(amount, locale),
    both: (paid, amount) => withUsd(paid, amount, locale),
    moment: (unixSeconds) => instant(unixSeconds, locale, zone),
    what: (part) => given(part ?? title, NAME_LENGTH, around),
  };
}
