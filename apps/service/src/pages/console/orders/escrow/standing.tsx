/** What waits for whom in an escrow, in sentences, the seller's own turn first. */

import type { ComponentChildren, JSX } from "preact";
import { isBanks, isStopped, totalOf } from "../../../../domain/escrow.js";
import type { Milestone } from "../../../../domain/model.js";
import { subtract } from "../../../../domain/money.js";
import { wouldGiveBack } from "../../../../domain/refund-parts.js";
import { reviewEndsAt } from "../../../../domain/review.js";
import { ACTIVE, allows, isIn, MILESTONE_MOVES } from "../../../../domain/states.js";
import type { RefundRequest } from "../../../../store/read/orders/refund-requests.js";
import { usd } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import type { Message, Text } from "../../../../words/message.js";
import { usdWith } from "../../../../words/presented.js";
import type { Tone } from "../../../kit/badge.js";
import { deliverBy, isUnfunded } from "../../../kit/deadlines.js";
import { GivenName } from "../../../kit/given.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import type { ConsoleContext } from "../../context.js";
import { refundUrl } from "../../links.js";
import { turnWords } from "../words.js";
import type { EscrowProps, EscrowStory } from "./load.js";
import { isMistaken } from "./story.js";

export type Turn = { readonly tone: Tone; readonly text: ComponentChildren };

/** What they are: a step of yours, of the buyer, or something that goes on by itself. */
export function turnsOf({ context, story }: EscrowProps): readonly Turn[] {
  const { escrow, refunds, refundRequest } = story;
  const { locale } = context;
  const words = turnWords(locale);
  return [
    ...(escrow.status === "DISPUTED" ? [{ tone: "bad", text: disputeOf(story, words) } as const] : []),
    ...(refundRequest === null ? [] : [askedTurn(story, refundRequest, context)]),
    ...(isIn(ACTIVE, escrow.status) ? milestonesOf(story, words) : []),
    ...(isUnfunded(escrow) ? [payment(story, locale)] : []),
    ...refunds
      .filter(({ status }) => status !== "SUCCEEDED")
      .map(({ amount, back, status }): Turn => {
        const sum = usdWith(amount, back, locale);
        if (status === "HELD") return { tone: "calm", text: words.refundHeld({ amount: sum }) };
        return {
          tone: "calm",
          text: status === "FAILED" ? words.refundStuck({ amount: sum }) : words.refundOnWay({ amount: sum }),
        };
      }),
  ];
}

type Words = ReturnType<typeof turnWords>;

/** A refund that a colleague has to confirm. */
function askedTurn({ escrow, sources }: EscrowStory, { askedBy, gets }: RefundRequest, context: ConsoleContext): Turn {
  const words = turnWords(context.locale);
  const amount = usdWith(gets, wouldGiveBack(gets, sources), context.locale);
  const isOwn = askedBy.id === context.seller.id;
  const said = isOwn ? (
    words.refundYouAsked({ amount })
  ) : (
    <Say text={words.refundAsked} name={<GivenName text={askedBy.name} />} amount={amount} />
  );
  const link = (
    <a class="link link-primary" href={refundUrl(context, escrow.id)}>
      {words.refundLook}
    </a>
  );
  return {
    tone: isOwn ? "calm" : "waiting",
    text: context.may("handleOrders") ? (
      <>
        {said} {link}
      </>
    ) : (
      said
    ),
  };
}

function disputeOf(story: EscrowStory, words: Words): string {
  const { escrow } = story;
  if (!isBanks(escrow)) return words.disputed;
  if (isStopped(escrow)) return words.bankDisputes;
  return isMistaken(story) ? words.mistakeTook : words.bankTook;
}

/** So many milestones in the same step are named one by one; more are counted. */
const NAMED_MAX = 3;

function milestonesOf(story: EscrowStory, words: Words): readonly Turn[] {
  const { escrow } = story;
  const toDeliver = escrow.milestones.filter((one) => maySubmit(escrow, one) && one.status !== "REVISION_REQUESTED");
  const inReview = escrow.milestones.filter(({ status }) => status === "AWAITING_REVIEW");
  const counted = [toDeliver, inReview].filter(({ length }) => length > NAMED_MAX).flat();
  const by = deliverBy(escrow);
  return [
    ...(toDeliver.length <= NAMED_MAX
      ? []
      : [
          {
            tone: "waiting",
            text: <Told text={words.deliverMany({ count: toDeliver.length })} then={words.orRefunded} at={by} />,
          } as const,
        ]),
    ...(inReview.length <= NAMED_MAX
      ? []
      : [{ tone: "calm", text: words.reviewMany({ count: inReview.length }) } as const]),
    ...escrow.milestones.filter((one) => !counted.includes(one)).flatMap((one) => turnOf(story, one, words)),
  ];
}

function turnOf({ escrow }: EscrowStory, milestone: Milestone, words: Words): readonly Turn[] {
  const name = <GivenName text={milestone.title} />;
  const by = deliverBy(escrow);
  const approved = reviewEndsAt(escrow, milestone);
  if (maySubmit(escrow, milestone)) {
    const text = milestone.status === "REVISION_REQUESTED" ? words.revise : words.deliver;
    return [{ tone: "waiting", text: <Told text={text} name={name} then={words.orRefunded} at={by} /> }];
  }
  if (milestone.status !== "AWAITING_REVIEW") return [];
  return [{ tone: "calm", text: <Told text={words.review} name={name} then={words.approvedOn} at={approved} /> }];
}

/** A sentence about milestones, and what follows at a moment, where something does. */
const Told = ({
  text,
  name,
  then,
  at,
}: {
  text: string | Message<{ name: Text }>;
  name?: JSX.Element;
  then: Message<{ moment: Text }>;
  at: number | null;
}): JSX.Element => (
  <>
    {typeof text === "string" ? text : <Say text={text} name={name} />}
    {at === null ? null : (
      <>
        {" "}
        <Say text={then} moment={<Time at={at} />} />
      </>
    )}
  </>
);

function payment({ escrow }: EscrowStory, locale: Locale): Turn {
  const words = turnWords(locale);
  const missing = usd(subtract(totalOf(escrow), escrow.funded), locale);
  return {
    tone: "calm",
    text: (
      <>
        {escrow.status === "WAITING_PAYMENT_CONFIRMATION" ? words.onWay({ missing }) : words.pay({ missing })}{" "}
        <Say text={words.endsOn} moment={<Time at={escrow.fundingDeadline} />} />
      </>
    ),
  };
}

/** Whether the tables of moves let the seller do it now; what they refuse is refused by the decision too. */
export const maySubmit = ({ status }: EscrowStory["escrow"], milestone: Milestone): boolean =>
  (status === "IN_ESCROW" || status === "WORK_IN_PROGRESS") && allows(MILESTONE_MOVES.submit, milestone.status);

/** Whether the page will have news before long, or at all. */
export const isMoving = ({ endedAt, refunds, events }: EscrowStory): boolean =>
  endedAt === null ||
  refunds.some(({ status }) => status !== "SUCCEEDED") ||
  events.some(({ deliveries }) => deliveries.some(({ state }) => state === "PENDING"));
