/** Mails to the members of an account, as letters. In English, as the console is. */
import { type Cents, ZERO } from "../../domain/money.js";
import type { NotificationKind } from "../../domain/notifications.js";
import { instant, usd } from "../../words/format.js";
import { given } from "../given.js";
import type { Block, Fact, Letter } from "../letter.js";
import { type AccountParams, KIND_OF, type OrderParams, type SellerParams, type SellerTemplate } from "./fields.js";

/** Of a title in a subject, and of what somebody wrote. */
const SUBJECT_LENGTH = 60;
const TEXT_LENGTH = 300;
const QUOTE_LENGTH = 500;

const money = (amount: Cents): string => usd(amount, "en");

type Body = {
  readonly subject: string;
  readonly says: readonly (string | null)[];
  readonly facts: readonly (Fact | null)[];
  /** Where to go on, below the account's console. */
  readonly link: readonly [label: string, path: string];
};

type Write<Name extends SellerTemplate> = (params: SellerParams[Name]) => Body;

const titleOf = ({ title }: OrderParams): string => given(title, SUBJECT_LENGTH);
const partOf = (params: OrderParams & { readonly part: string | null }): string =>
  given(params.part ?? params.title, SUBJECT_LENGTH);

const orderFacts = ({ title, reference }: OrderParams): readonly Fact[] => [
  ["Order", given(title, TEXT_LENGTH)],
  ["Reference", reference],
];

const toOrder = ({ escrow }: OrderParams): Body["link"] => ["Open the order", `/escrows/${escrow}`];
const toDispute = ({ escrow }: OrderParams): Body["link"] => ["Open the dispute", `/escrows/${escrow}/dispute`];

const orders = {
  seller_order_paid: (params) => ({
    subject: `Paid: ${titleOf(params)}`,
    says: [
      `The buyer has paid in full, and we hold ${money(params.amount)} for you. You can deliver now.`,
      params.deliver_until === null
        ? null
        : `If nothing is delivered by ${instant(params.deliver_until, "en")}, the money goes back to the buyer.`,
    ],
    facts: [...orderFacts(params), ["Amount", money(params.amount)]],
    link: toOrder(params),
  }),

  seller_revision_asked: (params) => ({
    subject: `Changes requested: ${titleOf(params)}`,
    says: [`The buyer has reviewed ${partOf(params)} and requests changes. Make them, then deliver again.`],
    facts: [...orderFacts(params), ["Buyer’s message", given(params.reason, QUOTE_LENGTH)]],
    link: toOrder(params),
  }),

  seller_order_completed: (params) => ({
    subject: `Completed: ${titleOf(params)}`,
    says: [
      params.after_dispute
        ? "The dispute is over, and the order is completed. What was held for you is in your wallet."
        : "Everything was approved, and the order is completed. The money is in your wallet.",
    ],
    facts: [...orderFacts(params), ["Amount", money(params.amount)]],
    link: toOrder(params),
  }),

  seller_order_settled: (params) => ({
    subject: `Closed with a split: ${titleOf(params)}`,
    says: ["The dispute is over: what was held was split between you and the buyer, and the order is closed."],
    facts: [
      ...orderFacts(params),
      ["To your wallet", money(params.released)],
      ["To the buyer", money(params.refunded)],
    ],
    link: toOrder(params),
  }),

  seller_order_cancelled: (params) => ({
    subject: `Cancelled: ${titleOf(params)}`,
    says: [
      {
        buyer: "The buyer has cancelled the order.",
        seller: "You have cancelled the order.",
        deadline: "Nothing was delivered by the deadline, so the order has ended.",
      }[params.by],
      params.refunded === ZERO ? null : `${money(params.refunded)} goes back to the buyer.`,
    ],
    facts: [...orderFacts(params), params.released === ZERO ? null : ["To your wallet", money(params.released)]],
    link: toOrder(params),
  }),
} satisfies { [Name in SellerTemplate]?: Write<Name> };

const disputes = {
  seller_dispute_opened: (params) => ({
    subject: `Dispute ${params.dispute}: ${titleOf(params)}`,
    says: [
      `The buyer disputes ${partOf(params)}. We hold its money, and every deadline is paused, until the dispute is over.`,
      "Reply with what you know, add evidence, or offer to split the amount.",
    ],
    facts: [
      ...orderFacts(params),
      ["Dispute", params.dispute],
      ["Buyer’s message", given(params.reason, QUOTE_LENGTH)],
    ],
    link: toDispute(params),
  }),

  seller_dispute_statement: (params) => ({
    subject: `New in dispute ${params.dispute}: ${titleOf(params)}`,
    says: [params.by === "buyer" ? "The buyer has written in the dispute." : "Holdfast has written in the dispute."],
    facts: [
      ...orderFacts(params),
      [params.by === "buyer" ? "Buyer’s message" : "Our message", given(params.text, QUOTE_LENGTH)],
    ],
    link: toDispute(params),
  }),

  seller_offer_made: (params) => ({
    subject: `An offer in dispute ${params.dispute}: ${titleOf(params)}`,
    says: ["The buyer offers to split what is left. If you accept, the money moves at once and the dispute is over."],
    facts: [...orderFacts(params), ["To your wallet", money(params.release)], ["To the buyer", money(params.refund)]],
    link: toDispute(params),
  }),

  seller_offer_declined: (params) => ({
    subject: `Your offer in dispute ${params.dispute} was declined: ${titleOf(params)}`,
    says: ["The buyer has declined your offer. The dispute stays open."],
    facts: orderFacts(params),
    link: toDispute(params),
  }),

  seller_dispute_resolved: (params) => ({
    subject: `A dispute is over: ${titleOf(params)}`,
    says: [
      params.outcome === "released"
        ? `The dispute about ${partOf(params)} is over: ${money(params.amount)} is in your wallet.`
        : `The dispute about ${partOf(params)} is over, and the order continues where it was.`,
    ],
    facts: orderFacts(params),
    link: toOrder(params),
  }),
} satisfies { [Name in SellerTemplate]?: Write<Name> };

const chargebacks = {
  seller_chargeback_opened: (params) => ({
    subject: `${params.is_inquiry ? "A bank asks about a payment" : "Chargeback"}: ${titleOf(params)}`,
    says: [
      params.is_inquiry
        ? `The payer’s bank asks about a payment of ${money(params.amount)}. It takes no money yet.`
        : `The payer’s bank disputes a payment of ${money(params.amount)}, and takes it back while it decides.`,
      "The order stands still, and no deadline runs. Whatever was paid to you of it stays, or comes out of your wallet.",
      "We answer the bank with what the order shows. Answer this mail if you have more that proves the delivery.",
    ],
    facts: [...orderFacts(params), ["Amount", money(params.amount)]],
    link: toOrder(params),
  }),

  seller_chargeback_won: (params) => ({
    subject: `Chargeback won: ${titleOf(params)}`,
    says: [
      `The payer’s bank has decided for you. What it had taken of ${money(params.amount)} is back where it was, and the order goes on.`,
    ],
    facts: [...orderFacts(params), ["Amount", money(params.amount)]],
    link: toOrder(params),
  }),

  seller_chargeback_lost: (params) => ({
    subject: `Chargeback lost: ${titleOf(params)}`,
    says: [
      `The payer’s bank has decided for the payer: ${money(params.amount)} is gone for good.`,
      params.owed === ZERO
        ? null
        : `Of that you owe ${money(params.owed)}. What comes into your wallet pays it first; payouts wait until then.`,
    ],
    facts: [...orderFacts(params), ["Amount", money(params.amount)]],
    link: toOrder(params),
  }),
} satisfies { [Name in SellerTemplate]?: Write<Name> };

type Payout = SellerParams["seller_payout_paid"];

const payoutFacts = ({ amount, destination }: Payout): readonly Fact[] => [
  ["Amount", money(amount)],
  ["To", given(destination, TEXT_LENGTH)],
];
const toPayout = ({ payout }: Payout): Body["link"] => ["Open the payout", `/wallet/payouts/${payout}`];

const account = {
  seller_payout_paid: (params) => ({
    subject: `Paid out: ${money(params.amount)}`,
    says: ["We’ve sent your payout. Your bank may take a few days to show it."],
    facts: payoutFacts(params),
    link: toPayout(params),
  }),

  seller_payout_failed: (params) => ({
    subject: `Payout failed: ${money(params.amount)}`,
    says: ["We couldn’t send your payout. The money is back in your wallet; check the payout account and try again."],
    facts: [...payoutFacts(params), ["Reason", given(params.reason, TEXT_LENGTH)]],
    link: toPayout(params),
  }),

  seller_verification_decided: (params) => ({
    subject: params.outcome === "VERIFIED" ? "Your account is verified" : "Your verification was refused",
    says: [
      params.outcome === "VERIFIED"
        ? "We have checked your documents. You can withdraw money, and buyers see that you are verified."
        : "We couldn’t verify your account with these documents. Correct what is listed below and submit again.",
    ],
    facts: params.outcome === "VERIFIED" ? [] : [["Reason", given(params.reason, QUOTE_LENGTH)]],
    link: ["Open verification", "/settings/verification"],
  }),
} satisfies { [Name in SellerTemplate]?: Write<Name> };

const BODIES: { readonly [Name in SellerTemplate]: Write<Name> } = {
  ...orders,
  ...disputes,
  ...chargebacks,
  ...account,
};

/** As in a sentence: "emails about …". */
export const ABOUT = {
  order_paid: "orders that are paid",
  revision_asked: "changes that buyers request",
  dispute: "disputes",
  order_ended: "orders that end",
  payout: "payouts",
  verification: "the verification of the account",
  endpoint_failing: "webhook endpoints that fail",
} as const satisfies Record<NotificationKind, string>;

/** Where the pages of an account begin. */
export const consoleUrl = (publicUrl: string, { seller_code }: Pick<AccountParams, "seller_code">): string =>
  `${publicUrl}/console/${encodeURIComponent(seller_code)}`;

/** Why a member gets a mail, and where it is switched off. */
export const switchOff = (
  kind: NotificationKind,
  params: AccountParams,
  publicUrl: string,
): Pick<Letter, "footer" | "footerLink"> => ({
  footer: `You receive this email because you chose to hear about ${ABOUT[kind]} at ${given(params.trading_name, SUBJECT_LENGTH)}. Every member of the account chooses their own emails.`,
  footerLink: {
    label: "Turn off these emails",
    url: `${consoleUrl(publicUrl, params)}/settings/notifications`,
  },
});

/** @param publicUrl the origin that links into the console start with. */
export function sellerLetter<Name extends SellerTemplate>(
  name: Name,
  params: SellerParams[Name],
  publicUrl: string,
): Letter {
  const { subject, says, facts, link } = BODIES[name](params);
  const shown = facts.filter((fact) => fact !== null);
  const blocks: readonly Block[] = [
    ...says.filter((say) => say !== null).map((say) => ({ say })),
    ...(shown.length === 0 ? [] : [{ facts: shown }]),
    { link: { label: link[0], url: consoleUrl(publicUrl, params) + link[1] } },
  ];
  return { locale: "en", subject, blocks, ...switchOff(KIND_OF[name], params, publicUrl) };
}
