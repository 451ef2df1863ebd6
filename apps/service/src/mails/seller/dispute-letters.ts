/** Mails to the members of an account about disputes, the buyer's and those of banks. */
import { ZERO } from "../../domain/money.js";
import { given } from "../given.js";
import type { SellerTemplate } from "./fields.js";
import {
  amountFacts,
  orderFacts,
  partOf,
  QUOTE_LENGTH,
  titleOf,
  toDispute,
  toOrder,
  type Write,
  wordsOf,
} from "./pen.js";

export const disputes = {
  seller_dispute_opened: (params) => {
    const words = wordsOf.disputes(params.locale);
    return {
      subject: words.opened({ dispute: params.dispute, title: titleOf(params) }),
      says: [words.openedText({ part: partOf(params) }), words.openedNext],
      facts: [
        ...orderFacts(params),
        [words.dispute, params.dispute],
        [wordsOf.shared(params.locale).buyersMessage, given(params.reason, QUOTE_LENGTH)],
      ],
      link: toDispute(params),
    };
  },

  seller_dispute_statement: (params) => {
    const words = wordsOf.disputes(params.locale);
    const name = params.by === "buyer" ? wordsOf.shared(params.locale).buyersMessage : words.ourMessage;
    return {
      subject: words.statement({ dispute: params.dispute, title: titleOf(params) }),
      says: [words[`statement_${params.by}`]],
      facts: [...orderFacts(params), [name, given(params.text, QUOTE_LENGTH)]],
      link: toDispute(params),
    };
  },

  seller_offer_made: (params, { money, both }) => {
    const words = wordsOf.disputes(params.locale);
    const shared = wordsOf.shared(params.locale);
    return {
      subject: words.offer({ dispute: params.dispute, title: titleOf(params) }),
      says: [words.offerText],
      facts: [
        ...orderFacts(params),
        [shared.toWallet, money(params.release)],
        [shared.toBuyer, money(params.refund)],
        params.offered === null ? null : [words.buyerGets, both(params.offered.gets, params.offered.back)],
      ],
      link: toDispute(params),
    };
  },

  seller_offer_declined: (params) => {
    const words = wordsOf.disputes(params.locale);
    return {
      subject: words.declined({ dispute: params.dispute, title: titleOf(params) }),
      says: [words.declinedText],
      facts: orderFacts(params),
      link: toDispute(params),
    };
  },

  seller_dispute_resolved: (params, { money }) => {
    const words = wordsOf.disputes(params.locale);
    return {
      subject: words.resolved({ title: titleOf(params) }),
      says: [
        params.outcome === "released"
          ? words.released({ part: partOf(params), amount: money(params.amount) })
          : words.resumed({ part: partOf(params) }),
      ],
      facts: orderFacts(params),
      link: toOrder(params),
    };
  },
} satisfies { [Name in SellerTemplate]?: Write<Name> };

export const chargebacks = {
  seller_chargeback_opened: (params, { both }) => {
    const words = wordsOf.chargebacks(params.locale);
    const amount = both(params.amount, params.disputed);
    return {
      subject: params.is_inquiry ? words.inquiry({ title: titleOf(params) }) : words.opened({ title: titleOf(params) }),
      says: [
        params.is_inquiry ? words.inquiryText({ amount }) : words.openedText({ amount }),
        words.standsStill,
        words.answer,
      ],
      facts: amountFacts(params, amount),
      link: toOrder(params),
    };
  },

  seller_chargeback_won: (params, { both }) => {
    const words = wordsOf.chargebacks(params.locale);
    const amount = both(params.amount, params.disputed);
    return {
      subject: words.won({ title: titleOf(params) }),
      says: [words.wonText({ amount })],
      facts: amountFacts(params, amount),
      link: toOrder(params),
    };
  },

  seller_receipt_reversed: (params, { both }) => {
    const words = wordsOf.chargebacks(params.locale);
    const amount = both(params.amount, params.disputed);
    return {
      subject: words.reversed({ title: titleOf(params) }),
      says: [words.reversedText({ amount }), words.reversedOver],
      facts: amountFacts(params, amount),
      link: toOrder(params),
    };
  },

  seller_chargeback_lost: (params, { both, money }) => {
    const words = wordsOf.chargebacks(params.locale);
    const amount = both(params.amount, params.disputed);
    return {
      subject: words.lost({ title: titleOf(params) }),
      says: [words.lostText({ amount }), params.owed === ZERO ? null : words.owed({ amount: money(params.owed) })],
      facts: amountFacts(params, amount),
      link: toOrder(params),
    };
  },
} satisfies { [Name in SellerTemplate]?: Write<Name> };
