/**
 * Which steps of an order its seller is written to about, beside `selectBuyerMails`. The statement that writes
 * the mails looks up which members of the account want them.
 */
import type { EscrowStatus, EventType, MilestoneStatus } from "@holdfast/contract";
import { dueOf, milestoneOf } from "../../domain/escrow.js";
import type { Changes, Entry, Escrow, EventDraft, Milestone, Refund } from "../../domain/model.js";
import type { NotificationKind } from "../../domain/notifications.js";
import type { AskedRefund } from "../../domain/refunds.js";
import { clip } from "../../words/format.js";
import { type GoingBack, goingBack, type Payers } from "../going-back.js";
import { sumsOf, writeParams } from "../params.js";
import { KIND_OF, type LookedUp, type OrderParams, type SellerParams, type SellerTemplate } from "./fields.js";

/** A mail to those members of the account who want its kind. */
export type SellerMail = {
  readonly kind: NotificationKind;
  readonly template: SellerTemplate;
  /** JSON, without what is looked up. */
  readonly params: string;
};

/** Of what a buyer writes, as much as a mail quotes. */
const QUOTE_LENGTH = 500;

/** A mail about something else than a step of an order, to be written by `insertSellerMails`. */
export const sellerMail = <Name extends SellerTemplate>(
  template: Name,
  own: Omit<SellerParams[Name], LookedUp>,
): SellerMail => ({ kind: KIND_OF[template], template, params: writeParams(own) });

type OrderTemplate = {
  readonly [Name in SellerTemplate]: SellerParams[Name] extends OrderParams ? Name : never;
}[SellerTemplate];

/** A template with its own parameters, less those that every mail about an order has. */
type Draft = {
  readonly [Name in OrderTemplate]: readonly [
    template: Name,
    own: Omit<SellerParams[Name], LookedUp | "escrow" | "title" | "reference">,
  ];
}[OrderTemplate];

type Happened = {
  readonly escrow: Escrow;
  readonly before: EscrowStatus | MilestoneStatus | null;
  /** Whether it came of a refund that an operator made for the seller. */
  readonly byOperator: boolean;
  readonly back: GoingBack;
};

/** By event type; null for a case that the seller is not written to about. An event type that isn't listed sends no mail. */
const OF_ESCROW: { readonly [Type in EventType]?: (happened: Happened) => Draft | null } = {
  "escrow.funded": ({ escrow }) => [
    "seller_order_paid",
    {
      amount: escrow.amount,
      deliver_until:
        escrow.deliveryDeadlineSeconds === null
          ? null
          : (escrow.fundedAt ?? escrow.created) + escrow.deliveryDeadlineSeconds,
    },
  ],

  "escrow.updated": ({ escrow, back }) =>
    escrow.status === "CLOSED"
      ? ["seller_order_settled", { ...sumsOf(escrow), back: back.all(escrow.refunded) }]
      : null,

  "escrow.completed": ({ escrow, before }) => [
    "seller_order_completed",
    { amount: escrow.amount, after_dispute: before === "DISPUTED" },
  ],

  "escrow.cancelled": ({ escrow, byOperator, back }) => [
    "seller_order_cancelled",
    {
      by: escrow.status === "DECLINED" ? "buyer" : byOperator ? "operator" : "seller",
      ...sumsOf(escrow),
      back: back.all(escrow.refunded),
    },
  ],

  // An order that was never paid is no news.
  "escrow.expired": ({ escrow, back }) =>
    escrow.fundedAt === null
      ? null
      : ["seller_order_cancelled", { by: "deadline", ...sumsOf(escrow), back: back.all(escrow.refunded) }],
};

type Moved = Happened & { readonly milestone: Milestone; readonly entry: Entry | undefined };

const OF_MILESTONE: { readonly [Type in EventType]?: (happened: Moved) => Draft | null } = {
  "escrow.milestone.revision_requested": ({ escrow, milestone, entry }) => [
    "seller_revision_asked",
    { part: partOf(escrow, milestone), reason: quoted(entry) },
  ],

  "escrow.milestone.disputed": ({ escrow, milestone, entry }) => [
    "seller_dispute_opened",
    { part: partOf(escrow, milestone), dispute: escrow.disputeReference ?? "", reason: quoted(entry) },
  ],

  // The end of a dispute. When it ends the order too, the event of the order tells.
  "escrow.milestone.updated": ({ escrow, milestone, before }) =>
    before !== "DISPUTED"
      ? null
      : escrow.status === "WORK_IN_PROGRESS" || escrow.status === "DISPUTED"
        ? [
            "seller_dispute_resolved",
            {
              part: partOf(escrow, milestone),
              amount: dueOf(milestone),
              outcome: milestone.status === "COMPLETED" ? "released" : "resumed",
            },
          ]
        : null,
};

/**
 * The mails that go with changes: in the order of their events, then what the buyer, or we, have said in a dispute. Most
 * changes have none or one.
 * @param escrow what the changes are about, as it is after them; undefined for a session that has none.
 */
export function selectSellerMails(changes: Changes, escrow: Escrow | undefined, payers: Payers): readonly SellerMail[] {
  const entries = changes.entries ?? [];
  const back = goingBack(changes, payers);
  const how = { byOperator: isByOperator(changes), back };
  const ofEvents = isByBank(changes) ? [] : (changes.events ?? []).flatMap((event) => ofEvent(event, entries, how));
  if (escrow === undefined) return ofEvents;
  const made = (changes.refunds ?? []).flatMap((refund) =>
    isNewRefund(refund) && escrow.status !== "CANCELLED"
      ? aboutOrder(escrow, [
          "seller_refund_made",
          { amount: refund.amount, by: refund.asked.actor, back: back.refund(refund.id, refund.amount) },
        ])
      : [],
  );
  return [...ofEvents, ...made, ...ofDispute(changes, escrow, back)];
}

/** Whether an operator has just refunded for the seller. */
export const isByOperator = ({ refunds = [] }: Changes): boolean =>
  refunds.some((refund) => isNewRefund(refund) && refund.asked.actor === "operator");

/** Whether somebody has just asked for it. A cancellation tells of its own. */
export const isNewRefund = (refund: Refund): refund is Refund & { readonly asked: AskedRefund } =>
  refund.asked !== null && refund.status === "PENDING" && refund.asked.shares.length > 0;

/** What a bank does to an order is told by the mails about that. */
export const isByBank = ({ chargebackEntries = [] }: Changes): boolean => chargebackEntries.length > 0;

/** What is said in a dispute has no events: the contract's list of them is closed. */
function ofDispute({ entries = [], offers = [] }: Changes, escrow: Escrow, back: GoingBack): readonly SellerMail[] {
  const dispute = escrow.disputeReference ?? "";
  const drafts = entries.flatMap((entry): readonly Draft[] => {
    const { verb, actor } = entry;
    if (verb === "statement" && (actor === "buyer" || actor === "operator")) {
      return [["seller_dispute_statement", { dispute, by: actor, text: quoted(entry) }]];
    }
    return verb === "declineOffer" && actor === "buyer" ? [["seller_offer_declined", { dispute }]] : [];
  });
  const made = offers
    .filter(({ by, status }) => by === "buyer" && status === "OPEN")
    .map((offer): Draft => {
      const { release, refund } = offer;
      return ["seller_offer_made", { dispute, release, refund, offered: back.offer(offer, escrow) }];
    });
  return [...drafts, ...made].map((draft) => aboutOrder(escrow, draft));
}

function ofEvent(
  event: EventDraft,
  entries: readonly Entry[],
  how: Pick<Happened, "byOperator" | "back">,
): readonly SellerMail[] {
  if ("session" in event || "refund" in event) return [];
  const { escrow, previousStatus: before } = event;
  if (!("milestone" in event)) return mailsOf(escrow, OF_ESCROW[event.type]?.({ escrow, before, ...how }));
  const milestone = milestoneOf(escrow, event.milestone) as Milestone;
  const entry = entries.findLast((one) => one.milestone === event.milestone && VERBS.includes(one.verb));
  return mailsOf(escrow, OF_MILESTONE[event.type]?.({ escrow, before, milestone, entry, ...how }));
}

const mailsOf = (escrow: Escrow, draft: Draft | null | undefined): readonly SellerMail[] =>
  draft == null ? [] : [aboutOrder(escrow, draft)];

export const aboutOrder = (escrow: Escrow, [template, own]: Draft): SellerMail => ({
  kind: KIND_OF[template],
  template,
  params: writeParams({ escrow: escrow.id, title: escrow.title, reference: escrow.referenceCode, ...own }),
});

/** Of these the words are told. */
const VERBS: readonly Entry["verb"][] = ["requestRevision", "dispute"];

const quoted = (entry: Entry | undefined): string => clip((entry?.text ?? "").trim(), QUOTE_LENGTH);

const partOf = (escrow: Escrow, { title }: Milestone): string | null => (escrow.milestones.length > 1 ? title : null);
