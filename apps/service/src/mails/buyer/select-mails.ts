/**
 * Which steps of an order its buyer is written to about, and with what. The executor asks this of everything it writes, so a
 * mail stands or falls with the events of the same transaction (docs/decisions/0031-mails-are-parameters.md).
 */
import type { EscrowStatus, EventType, MilestoneStatus } from "@holdfast/contract";
import { dueOf, milestoneOf, totalOf } from "../../domain/escrow.js";
import type { EscrowId, MilestoneId } from "../../domain/ids.js";
import type { Changes, Entry, Escrow, EventDraft, Milestone, Refund } from "../../domain/model.js";
import { subtract } from "../../domain/money.js";
import { reviewEndsAt } from "../../domain/review.js";
import { noteIn, type Shipping } from "../../domain/shipping.js";
import { clip } from "../../words/format.js";
import { type GoingBack, goingBack, type Payers } from "../going-back.js";
import { sumsOf, writeParams } from "../params.js";
import { isByBank, isByOperator, isNewRefund } from "../seller/select-mails.js";
import type { BuyerParams, BuyerTemplate, LookedUp } from "./fields.js";

/** A mail that is to be written: all but what is looked up about buyer and seller. */
export type BuyerMail = {
  readonly recipient: string;
  readonly template: BuyerTemplate;
  /** JSON. */
  readonly params: string;
  /** The review whose clock the buyer can stop by a link of the mail; null for a mail that is about none. */
  readonly review: { readonly escrow: EscrowId; readonly milestone: MilestoneId; readonly reviewSince: number } | null;
};

/** Of what a seller reports, as much as a mail quotes. */
const NOTE_LENGTH = 300;

type Happened = {
  readonly escrow: Escrow;
  readonly before: EscrowStatus | MilestoneStatus | null;
  /** Whether the two sides of a dispute agreed on it. */
  readonly agreed: boolean;
  /** Whether the seller gave back all that was left, without an offer. */
  readonly conceded: boolean;
  /** Whether it came of a refund that an operator made for the seller. */
  readonly byOperator: boolean;
  /** How what was submitted travels. */
  readonly shipping: Shipping | null;
  /** What came just now, where that was in another currency than USD. */
  readonly paid: BuyerParams["order_funded"]["paid"];
  readonly back: GoingBack;
};

/** A template with its own parameters, less those that every mail about an order has. */
type Draft = {
  readonly [Name in BuyerTemplate]: readonly [
    template: Name,
    own: Omit<BuyerParams[Name], LookedUp | "stop" | "escrow" | "title" | "reference">,
  ];
}[BuyerTemplate];

/** By event type; null for a case that the buyer is not written to about. An event type that isn't listed sends no mail. */
const OF_ESCROW: { readonly [Type in EventType]?: (happened: Happened) => Draft | null } = {
  "escrow.created": ({ escrow }) => ["order_created", { ...priceOf(escrow), pay_until: escrow.fundingDeadline }],

  "escrow.partially_funded": ({ escrow, paid }) => [
    "order_part_funded",
    {
      funded: escrow.funded,
      missing: subtract(totalOf(escrow), escrow.funded),
      total: totalOf(escrow),
      pay_until: escrow.fundingDeadline,
      paid,
    },
  ],

  "escrow.funded": ({ escrow, paid }) => {
    const paidAt = escrow.fundedAt ?? escrow.created;
    const deliverUntil = escrow.deliveryDeadlineSeconds === null ? null : paidAt + escrow.deliveryDeadlineSeconds;
    const terms = { paid_at: paidAt, deliver_until: deliverUntil, review_seconds: escrow.reviewWindowSeconds };
    return ["order_funded", { ...priceOf(escrow), ...terms, paid }];
  },

  // A split. Other updates are steps of a payment, which the buyer is in the middle of.
  "escrow.updated": ({ escrow, agreed, conceded, back }) =>
    escrow.status === "CLOSED"
      ? ["order_settled", { ...sumsOf(escrow), agreed, conceded, back: back.all(escrow.refunded) }]
      : null,

  "escrow.completed": ({ escrow, before, agreed }) => [
    "order_completed",
    { ...priceOf(escrow), after_dispute: before === "DISPUTED", agreed },
  ],

  "escrow.cancelled": ({ escrow, byOperator, back }) => [
    "order_cancelled",
    {
      by: escrow.status === "DECLINED" ? "buyer" : byOperator ? "operator" : "seller",
      ...sumsOf(escrow),
      back: back.all(escrow.refunded),
    },
  ],

  "escrow.expired": ({ escrow, back }) => [
    "order_expired",
    {
      because: escrow.fundedAt === null ? "unpaid" : "undelivered",
      refunded: escrow.refunded,
      back: back.all(escrow.refunded),
    },
  ],
};

const OF_MILESTONE: {
  readonly [Type in EventType]?: (happened: Happened & { readonly milestone: Milestone }) => Draft | null;
} = {
  "escrow.milestone.submitted": ({ escrow, milestone, shipping }) => [
    "delivery_submitted",
    {
      part: partOf(escrow, milestone),
      amount: dueOf(milestone),
      note: clip(noteIn(milestone.submissionDetails, shipping).trim(), NOTE_LENGTH),
      carrier: shipping?.carrier ?? null,
      tracking_number: shipping?.trackingNumber ?? null,
      approve_at: reviewEndsAt(escrow, milestone),
    },
  ],

  // Not escrow.disputed, which only the first dispute of an order emits, beside this.
  "escrow.milestone.disputed": ({ escrow, milestone }) => [
    "dispute_opened",
    { part: partOf(escrow, milestone), dispute: escrow.disputeReference ?? "" },
  ],

  // The end of a dispute. When it ends the order too, the event of the order tells.
  "escrow.milestone.updated": ({ escrow, milestone, before }) =>
    before !== "DISPUTED"
      ? null
      : escrow.status === "WORK_IN_PROGRESS" || escrow.status === "DISPUTED"
        ? [
            "dispute_resolved",
            {
              part: partOf(escrow, milestone),
              amount: dueOf(milestone),
              outcome: OUTCOMES[milestone.status],
              approve_at: reviewEndsAt(escrow, milestone),
              other_disputes: escrow.status === "DISPUTED",
            },
          ]
        : null,
};

/** What became of a part whose dispute is over. */
const OUTCOMES = {
  COMPLETED: "released",
  PENDING: "to_deliver",
  AWAITING_REVIEW: "to_review",
  REVISION_REQUESTED: "to_revise",
  /** Disputed again within the same transaction: it can't be. */
  DISPUTED: "to_deliver",
} as const satisfies Record<MilestoneStatus, BuyerParams["dispute_resolved"]["outcome"]>;

/**
 * The mails that go with changes, in the order of their events; most changes have none or one. What the seller said in a
 * dispute comes behind them, paid refunds last.
 * @param escrow what the changes are about, as it is after them; undefined for a session that has none.
 */
export function selectBuyerMails(changes: Changes, escrow: Escrow | undefined, payers: Payers): readonly BuyerMail[] {
  const back = goingBack(changes, payers);
  const isOffered = (changes.offers ?? []).some(({ status }) => status === "ACCEPTED");
  const settlers = (changes.entries ?? []).flatMap(({ verb, actor }) => (verb === "settle" ? [actor] : []));
  const agreed = isOffered && settlers.length > 0;
  const conceded = !isOffered && settlers.includes("merchant");
  const ofEvents = isByBank(changes)
    ? []
    : (changes.events ?? []).flatMap((event) =>
        ofEvent(event, {
          ...{ agreed, conceded, byOperator: isByOperator(changes), entries: changes.entries ?? [] },
          paid: paidIn(changes),
          back,
        }),
      );
  const ofSeller =
    escrow === undefined
      ? []
      : (changes.entries ?? [])
          .filter(({ actor }) => actor === "merchant")
          .flatMap((entry) => ofDispute(entry, { changes, escrow, back }));
  const ofRefunds = (changes.refunds ?? []).flatMap((refund) =>
    refund.status === "SUCCEEDED" && escrow !== undefined && !isByBank(changes)
      ? orderMail(escrow, ["refund_paid", refundOf(refund, back)])
      : [],
  );
  const made = (changes.refunds ?? []).flatMap((refund) =>
    isNewRefund(refund) && escrow !== undefined && escrow.status !== "CANCELLED"
      ? orderMail(escrow, ["refund_made", refundOf(refund, back)])
      : [],
  );
  return [...ofEvents, ...made, ...ofSeller, ...ofRefunds];
}

const refundOf = ({ id, amount, reason }: Refund, back: GoingBack) => ({
  amount,
  because: reason,
  back: back.refund(id, amount),
});

/** What a payment in another currency has brought just now. */
function paidIn({ payments = [] }: Changes): BuyerParams["order_funded"]["paid"] {
  const came = payments.find(({ status, presented }) => status === "SUCCEEDED" && presented !== null);
  if (came?.presented == null) return null;
  const { currency, received } = came.presented;
  return { money: [{ amount: received, currency }], usd: came.received };
}

/** What the seller said in a dispute; no event tells of it. */
function ofDispute(
  { verb, text }: Entry,
  { changes, escrow, back }: { readonly changes: Changes; readonly escrow: Escrow; readonly back: GoingBack },
): readonly BuyerMail[] {
  const dispute = escrow.disputeReference ?? "";
  const note = clip(text.trim(), NOTE_LENGTH);
  if (verb === "statement") return orderMail(escrow, ["dispute_statement", { dispute, note }]);
  if (verb === "declineOffer") return orderMail(escrow, ["dispute_declined", { dispute }]);
  const offer = changes.offers?.find(({ by, status }) => by === "merchant" && status === "OPEN");
  if (verb !== "offer" || offer === undefined) return [];
  const { release, refund } = offer;
  return orderMail(escrow, ["dispute_offer", { dispute, release, refund, offered: back.offer(offer, escrow), note }]);
}

function ofEvent(
  event: EventDraft,
  { entries, ...how }: Omit<Happened, "escrow" | "before" | "shipping"> & { readonly entries: readonly Entry[] },
): readonly BuyerMail[] {
  if ("session" in event || "refund" in event) return [];
  const { escrow, previousStatus: before } = event;
  const milestone = "milestone" in event ? known(escrow, event.milestone) : null;
  const shipping = entries.findLast((entry) => entry.milestone === milestone?.id)?.shipping ?? null;
  const happened = { escrow, before, ...how, shipping };
  const draft =
    milestone === null ? OF_ESCROW[event.type]?.(happened) : OF_MILESTONE[event.type]?.({ ...happened, milestone });
  if (draft == null) return [];
  return orderMail(escrow, draft, milestone?.status === "AWAITING_REVIEW" ? milestone : null);
}

/** @param reviewed the milestone that waits for the buyer's review, where the mail is about one. */
export const orderMail = (
  escrow: Escrow,
  [template, own]: Draft,
  reviewed: Milestone | null = null,
): readonly BuyerMail[] => [
  {
    recipient: escrow.buyerEmail,
    template,
    params: writeParams({ escrow: escrow.id, title: escrow.title, reference: escrow.referenceCode, ...own }),
    review:
      reviewed?.reviewSince == null
        ? null
        : { escrow: escrow.id, milestone: reviewed.id, reviewSince: reviewed.reviewSince },
  },
];

const known = (escrow: Escrow, id: MilestoneId): Milestone => milestoneOf(escrow, id) as Milestone;

const priceOf = (escrow: Escrow) => ({ amount: escrow.amount, fees: escrow.fees, total: totalOf(escrow) });

/** An order of one part bears the title of that part, or one that says the same. */
const partOf = (escrow: Escrow, { title }: Milestone): string | null => (escrow.milestones.length > 1 ? title : null);
