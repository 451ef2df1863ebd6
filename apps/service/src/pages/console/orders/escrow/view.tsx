/** One escrow: who and how much, what waits for whom, its milestones, its money, and all that has happened. */

import type { JSX } from "preact";
import { mayRefund } from "../../../../domain/decisions/refund.js";
import { mayRefundRest } from "../../../../domain/decisions/refund-rest.js";
import { isEndedByMistake } from "../../../../domain/ended-by-bank.js";
import { heldOf, isBanks, isStopped, sellerGets, totalOf } from "../../../../domain/escrow.js";
import { formatId, type NoteId } from "../../../../domain/ids.js";
import { add, type Cents, ZERO } from "../../../../domain/money.js";
import { uuidv7 } from "../../../../platform/random.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { ShortId } from "../../../kit/short-id.js";
import { Time } from "../../../kit/times.js";
import { Facts, Notice, PageHead, Section, Stat, Stats } from "../../../kit/ui.js";
import { Frame } from "../../frame.js";
import { cancelUrl, customerUrl, disputeUrl, escrowsUrl, escrowUrl, refundUrl, sessionUrl } from "../../links.js";
import { Messages, Questions } from "../messages/view.js";
import { type NoteForm, Notes } from "../notes/view.js";
import { OrderBadge, standingOf } from "../order-badge.js";
import { Code, Lines, MetadataFacts, News, RELOAD_SECONDS, Word } from "../pieces.js";
import { versionOf } from "../version.js";
import { escrowWords, orderWords } from "../words.js";
import type { EscrowProps, EscrowStory } from "./load.js";
import { Milestones } from "./milestones.js";
import { Chargebacks, Payments } from "./money.js";
import { ESCROW_SAID, type EscrowSaid } from "./said.js";
import { isMoving, turnsOf } from "./standing.js";
import { Timeline } from "./timeline.js";

type Props = EscrowProps & {
  readonly said: EscrowSaid | null;
  /** What was typed, and is to be put right. */
  readonly note?: NoteForm;
};

export function EscrowPage({ note = newNote(), ...props }: Props): JSX.Element {
  const { context, story, said } = props;
  const { escrow } = story;
  const here = escrowUrl(context, escrow.id);
  const shared = orderWords(context.locale);
  return (
    <Frame
      context={context}
      title={shared.escrowCode({ code: escrow.referenceCode })}
      entry="/escrows"
      waiting={isMoving(story) ? { path: here, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead
        title={<Given text={escrow.title} lines={3} />}
        up={{ href: escrowsUrl(context), label: shared.escrows }}
        lead={<Lead {...props} />}
      >
        <Actions {...props} />
      </PageHead>
      {said === null ? null : <Notice tone={ESCROW_SAID[said]}>{escrowWords(context.locale)[`said_${said}`]}</Notice>}
      <Turns {...props} />
      <Sums story={story} />
      {isMoving(story) ? <News path={here} version={versionOf(story)} /> : null}
      <Questions context={context} order={story} />
      <Milestones {...props} />
      <Lines lines={story.lines} amount={escrow.amount} />
      <Messages context={context} order={story} />
      <Chargebacks story={story} />
      <Payments story={story} path={escrowUrl(context, story.escrow.id)} />
      <Timeline {...props} />
      <Notes context={context} notes={story.notes} escrow={escrow.id} form={note} />
      <Details {...props} />
    </Frame>
  );
}

const newNote = (): NoteForm => ({ id: uuidv7() as NoteId, typed: "", problem: null });

function Lead({ context, story }: EscrowProps): JSX.Element {
  const { escrow } = story;
  const { orderId } = useWords(orderWords);
  const { buyer } = useWords(escrowWords);
  return (
    <span class="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <OrderBadge order={standingOf(story)} />
      <Code>{escrow.referenceCode}</Code>
      {escrow.externalReference === "" ? null : (
        <span class="min-w-0 [overflow-wrap:anywhere]">
          <Say text={orderId} id={<Word>{escrow.externalReference}</Word>} />
        </span>
      )}
      <span class="min-w-0 [overflow-wrap:anywhere]">
        <Say
          text={buyer}
          email={
            <a class="link link-primary" href={customerUrl(context, escrow.id)}>
              <Word>{escrow.buyerEmail}</Word>
            </a>
          }
        />
      </span>
    </span>
  );
}

/** What a mistaken booking ended was disputed by nobody, unless the buyer had done so before. */
const isNobodysDispute = (story: EscrowProps["story"]): boolean =>
  isEndedByMistake(story) && !story.entries.some(({ verb }) => verb === "dispute");

function Actions({ context, story }: EscrowProps): JSX.Element {
  const { escrow } = story;
  const words = useWords(escrowWords);
  return (
    <>
      {escrow.disputeReference === null || (isBanks(escrow) && isStopped(escrow)) || isNobodysDispute(story) ? null : (
        <a class={`btn ${escrow.status === "DISPUTED" ? "btn-primary" : ""}`} href={disputeUrl(context, escrow.id)}>
          <Icon name="scale" class="size-4" />
          {words.viewDispute}
        </a>
      )}
      <a class="btn" href={`${escrowUrl(context, escrow.id)}/${escrow.funded === ZERO ? "invoice" : "receipt"}.pdf`}>
        <Icon name="receipt" class="size-4" />
        {escrow.funded === ZERO ? words.invoice : words.receipt}
      </a>
      {mayRefund(escrow) && context.may("handleOrders") ? (
        <a class="btn" href={refundUrl(context, escrow.id)}>
          <Icon name="undo" class="size-4" />
          {words.refund}
        </a>
      ) : null}
      {mayRefundRest(escrow) && context.may("handleOrders") ? (
        <a class="btn text-error" href={cancelUrl(context, escrow.id)}>
          {heldOf(escrow) === ZERO ? words.cancelOrder : words.refundRest}
        </a>
      ) : null}
    </>
  );
}

const TURN_COLOURS = {
  waiting: "text-warning",
  calm: "text-info",
  good: "text-success",
  bad: "text-error",
  over: "muted",
} as const;

function Turns(props: EscrowProps): JSX.Element | null {
  const { locale } = props.context;
  const turns = turnsOf(props);
  if (turns.length === 0) return null;
  return (
    <section class="panel mb-6 p-4 sm:px-5" aria-label={escrowWords(locale).nextSteps}>
      <ul class="space-y-2 text-sm leading-relaxed">
        {turns.map(({ tone, text }) => (
          <li class="flex gap-2.5">
            <Icon
              name={tone === "waiting" ? "circle-alert" : tone === "bad" ? "triangle-alert" : "clock"}
              class={`mt-0.5 size-4.5 ${TURN_COLOURS[tone]}`}
            />
            <span class="given flex-1">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sums({ story: { escrow } }: { story: EscrowStory }): JSX.Element {
  const locale = useLocale();
  const words = escrowWords(locale);
  const say = (amount: Cents): string => usd(amount, locale);
  return (
    <Stats>
      <Stat
        label={orderWords(locale).youGet}
        value={say(sellerGets(escrow))}
        note={words.paysOfFees({ total: say(totalOf(escrow)), fees: say(escrow.fees) })}
      />
      <Stat label={words.held} value={say(heldOf(escrow))} note={words.ofPaidIn({ amount: say(escrow.funded) })} />
      <Stat
        label={words.released}
        value={say(escrow.released)}
        note={words.feesEarned({ fees: say(escrow.feesEarned) })}
      />
      <Stat label={words.refunded} value={say(add(escrow.refunded, escrow.refundedReleased))} note={words.toBuyer} />
    </Stats>
  );
}

/** Of the order for people; what programs know it by opens on request. */
function Details({ context, story }: EscrowProps): JSX.Element {
  const { escrow, endedAt } = story;
  const words = useWords(escrowWords);
  return (
    <>
      {escrow.description === "" ? null : (
        <Section title={words.description}>
          <p class="text-sm whitespace-pre-line">
            <Given text={escrow.description} lines={8} />
          </p>
        </Section>
      )}
      <details class="group panel mb-6">
        <summary class="flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 font-semibold sm:px-5">
          {words.ids}
          <Icon name="chevron-down" class="ms-auto size-4 group-open:rotate-180" />
        </summary>
        <div class="space-y-4 px-4 pb-4 sm:px-5">
          <Facts
            rows={[
              [words.escrow, <ShortId width="wide">{escrow.id}</ShortId>],
              ...(escrow.disputeReference === null
                ? []
                : [[words.dispute, <Code>{escrow.disputeReference}</Code>] as const]),
              [
                words.session,
                <a class="link link-primary" href={sessionUrl(context, escrow.session)}>
                  <ShortId width="wide">{formatId("session", escrow.session)}</ShortId>
                </a>,
              ],
              [useWords(orderWords).confirmed, <Time at={escrow.created} />],
              ...(escrow.fundedAt === null ? [] : [[words.paidInFull, <Time at={escrow.fundedAt} />] as const]),
              ...(endedAt === null ? [] : [[words.ended, <Time at={endedAt} />] as const]),
            ]}
          />
          <MetadataFacts metadata={escrow.metadata} />
        </div>
      </details>
    </>
  );
}
