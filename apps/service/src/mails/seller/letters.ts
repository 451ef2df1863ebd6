/** Mails to the members of an account, as letters. */

import { MESSAGE_LENGTH_MAX } from "../../domain/messages.js";
import { ZERO } from "../../domain/money.js";
import type { NotificationKind } from "../../domain/notifications.js";
import { instant, money, usd } from "../../words/format.js";
import { usdWith } from "../../words/presented.js";
import type { Zone } from "../../words/zone.js";
import { given, quoted } from "../given.js";
import type { Block, Fact, Letter } from "../letter.js";
import { chargebacks, disputes } from "./dispute-letters.js";
import { type AccountParams, KIND_OF, type SellerParams, type SellerTemplate } from "./fields.js";
import {
  amountFacts,
  type Body,
  orderFacts,
  partOf,
  QUOTE_LENGTH,
  SUBJECT_LENGTH,
  TEXT_LENGTH,
  type Tongue,
  titleOf,
  toOrder,
  toPlace,
  type Write,
  wordsOf,
} from "./pen.js";

const orders = {
  seller_order_paid: (params, tongue) => {
    const words = wordsOf.orders(params.locale);
    return {
      subject: words.paid({ title: titleOf(params) }),
      says: [
        words.paidText({ amount: tongue.money(params.amount) }),
        params.deliver_until === null ? null : words.deliverUntil({ moment: tongue.moment(params.deliver_until) }),
      ],
      facts: amountFacts(params, tongue.money(params.amount)),
      link: toOrder(params),
    };
  },

  seller_revision_asked: (params) => {
    const words = wordsOf.orders(params.locale);
    return {
      subject: words.revision({ title: titleOf(params) }),
      says: [words.revisionText({ part: partOf(params) })],
      facts: [...orderFacts(params), [wordsOf.shared(params.locale).buyersMessage, given(params.reason, QUOTE_LENGTH)]],
      link: toOrder(params),
    };
  },

  seller_order_completed: (params, tongue) => {
    const words = wordsOf.orders(params.locale);
    return {
      subject: words.completed({ title: titleOf(params) }),
      says: [params.after_dispute ? words.completedAfterDispute : words.completedText],
      facts: amountFacts(params, tongue.money(params.amount)),
      link: toOrder(params),
    };
  },

  seller_order_settled: (params, { money, both }) => {
    const words = wordsOf.orders(params.locale);
    const shared = wordsOf.shared(params.locale);
    return {
      subject: words.settled({ title: titleOf(params) }),
      says: [words.settledText],
      facts: [
        ...orderFacts(params),
        [shared.toWallet, money(params.released)],
        [shared.toBuyer, both(params.refunded, params.back)],
      ],
      link: toOrder(params),
    };
  },

  seller_refund_made: (params, { money, both }) => {
    const words = wordsOf.orders(params.locale);
    const amount = both(params.amount, params.back);
    return {
      subject: words.refunded({ title: titleOf(params), amount: money(params.amount) }),
      says: [words[`refunded_${params.by}`]({ amount })],
      facts: [...orderFacts(params), [wordsOf.shared(params.locale).toBuyer, amount]],
      link: toOrder(params),
    };
  },

  seller_refund_asked: (params, { money, both }) => {
    const words = wordsOf.orders(params.locale);
    const amount = both(params.amount, params.back);
    return {
      subject: words.refundAsked({ title: titleOf(params), amount: money(params.amount) }),
      says: [words.refundAskedText({ name: given(params.by, SUBJECT_LENGTH), amount })],
      facts: [...orderFacts(params), [wordsOf.shared(params.locale).toBuyer, amount]],
      link: [words.refundAskedLink, `/escrows/${params.escrow}/refund`],
    };
  },

  seller_order_cancelled: (params, { money, both }) => {
    const words = wordsOf.orders(params.locale);
    const { toWallet } = wordsOf.shared(params.locale);
    return {
      subject: words.cancelled({ title: titleOf(params) }),
      says: [
        words[`cancelled_${params.by}`],
        params.refunded === ZERO ? null : words.goesBack({ amount: both(params.refunded, params.back) }),
      ],
      facts: [...orderFacts(params), params.released === ZERO ? null : [toWallet, money(params.released)]],
      link: toOrder(params),
    };
  },
} satisfies { [Name in SellerTemplate]?: Write<Name> };

const messages = {
  seller_order_message: (params) => {
    const words = wordsOf.messages(params.locale);
    return {
      subject: words.wrote({ title: titleOf(params) }),
      says: [words.wroteText, params.files === 0 ? null : words.files({ count: params.files })],
      quote: params.text,
      facts: orderFacts(params),
      link: toPlace(params, "#messages"),
    };
  },

  seller_order_question: (params, { moment }) => {
    const words = wordsOf.messages(params.locale);
    return {
      subject: words.asked({ title: titleOf(params) }),
      says: [
        words.askedText,
        params.answer_by === null ? null : words.answerBy({ moment: moment(params.answer_by) }),
        params.files === 0 ? null : words.files({ count: params.files }),
      ],
      quote: params.text,
      facts: orderFacts(params),
      link: toPlace(params, "/questions"),
    };
  },
} satisfies { [Name in SellerTemplate]?: Write<Name> };

type Payout = SellerParams["seller_payout_paid"];

const payoutFacts = ({ amount, presented, destination, locale }: Payout, tongue: Tongue): readonly Fact[] => [
  [wordsOf.shared(locale).amount, tongue.money(amount)],
  ...(presented ?? []).map((one): Fact => [wordsOf.account(locale).arrives, money(one.amount, one.currency, locale)]),
  [wordsOf.account(locale).to, given(destination, TEXT_LENGTH)],
];
const toPayout = ({ payout, locale }: Payout): Body["link"] => [
  wordsOf.account(locale).openPayout,
  `/wallet/payouts/${payout}`,
];

const account = {
  seller_payout_paid: (params, tongue) => {
    const words = wordsOf.account(params.locale);
    return {
      subject: words.paidOut({ amount: tongue.money(params.amount) }),
      says: [words.paidOutText],
      facts: payoutFacts(params, tongue),
      link: toPayout(params),
    };
  },

  seller_payout_failed: (params, tongue) => {
    const words = wordsOf.account(params.locale);
    return {
      subject: words.payoutFailed({ amount: tongue.money(params.amount) }),
      says: [words.payoutFailedText],
      facts: [...payoutFacts(params, tongue), [words.reason, given(params.reason, TEXT_LENGTH)]],
      link: toPayout(params),
    };
  },

  seller_verification_decided: (params) => {
    const words = wordsOf.account(params.locale);
    const isVerified = params.outcome === "VERIFIED";
    return {
      subject: isVerified ? words.verified : words.refused,
      says: [isVerified ? words.verifiedText : words.refusedText],
      facts: isVerified ? [] : [[words.reason, given(params.reason, QUOTE_LENGTH)]],
      link: [words.openVerification, "/settings/verification"],
    };
  },
} satisfies { [Name in SellerTemplate]?: Write<Name> };

const BODIES: { readonly [Name in SellerTemplate]: Write<Name> } = {
  ...orders,
  ...messages,
  ...disputes,
  ...chargebacks,
  ...account,
};

/** Where the pages of an account begin. */
export const consoleUrl = (publicUrl: string, { seller_code }: Pick<AccountParams, "seller_code">): string =>
  `${publicUrl}/console/${encodeURIComponent(seller_code)}`;

/** Why a member gets a mail, and where it is switched off. */
export function switchOff(
  kind: NotificationKind,
  params: AccountParams,
  publicUrl: string,
): Pick<Letter, "footer" | "footerLink"> {
  const words = wordsOf.shared(params.locale);
  return {
    footer: words.switchOff({ about: words[`about_${kind}`], account: given(params.trading_name, SUBJECT_LENGTH) }),
    footerLink: { label: words.turnOff, url: `${consoleUrl(publicUrl, params)}/settings/notifications` },
  };
}

/** @param where the origin that links into the console start with, and the reader's time zone. */
export function sellerLetter<Name extends SellerTemplate>(
  name: Name,
  params: SellerParams[Name],
  { publicUrl, zone }: { readonly publicUrl: string; readonly zone: Zone },
): Letter {
  const { locale } = params;
  const tongue: Tongue = {
    locale,
    money: (amount) => usd(amount, locale),
    both: (amount, abroad) => usdWith(amount, abroad, locale),
    moment: (unixSeconds) => instant(unixSeconds, locale, zone),
  };
  const { subject, says, quote, facts, link }: Body = BODIES[name](params, tongue);
  const shown = facts.filter((fact) => fact !== null);
  const blocks: readonly Block[] = [
    ...says.filter((say) => say !== null).map((say) => ({ say })),
    ...(quote === undefined ? [] : [{ quote: quoted(quote, MESSAGE_LENGTH_MAX) }]),
    ...(shown.length === 0 ? [] : [{ facts: shown }]),
    { link: { label: link[0], url: consoleUrl(publicUrl, params) + link[1] } },
  ];
  return { locale, subject, blocks, ...switchOff(KIND_OF[name], params, publicUrl) };
}
