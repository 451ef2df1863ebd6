/** One escrow: who and how much, what waits for whom, its milestones, its money, and all that has happened. */
import type { JSX } from "preact";
import { mayRefundRest } from "../../../../domain/decisions/refund-rest.js";
import { heldOf, isBanks, isStopped, totalOf } from "../../../../domain/escrow.js";
import { formatId } from "../../../../domain/ids.js";
import { ZERO } from "../../../../domain/money.js";
import { usd } from "../../../../words/format.js";
import { BankDisputeBadge, EscrowBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { ShortId } from "../../../kit/short-id.js";
import { Facts, Notice, PageHead, Section, Stat, Stats, Time } from "../../../kit/ui.js";
import { Frame } from "../../frame.js";
import { cancelUrl, disputeUrl, escrowsUrl, escrowUrl, sessionUrl } from "../../links.js";
import { Code, Lines, MetadataFacts, News, RELOAD_SECONDS, Word } from "../pieces.js";
import { versionOf } from "../version.js";
import type { EscrowProps, EscrowStory } from "./load.js";
import { Milestones } from "./milestones.js";
import { Chargebacks, Payments } from "./money.js";
import { isMoving, turnsOf } from "./standing.js";
import { Timeline } from "./timeline.js";
import { ESCROW_SAID, type EscrowSaid } from "./words.js";

export function EscrowPage(props: EscrowProps & { said: EscrowSaid | null }): JSX.Element {
  const { context, story, said } = props;
  const { escrow } = story;
  const here = escrowUrl(context, escrow.id);
  return (
    <Frame
      context={context}
      title={`Escrow ${escrow.referenceCode}`}
      entry="/escrows"
      waiting={isMoving(story) ? { path: here, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead
        title={<Given text={escrow.title} lines={3} />}
        up={{ href: escrowsUrl(context), label: "Escrows" }}
        lead={<Lead {...props} />}
      >
        <Actions {...props} />
      </PageHead>
      {said === null ? null : <Notice tone={ESCROW_SAID[said][0]}>{ESCROW_SAID[said][1]}</Notice>}
      <Turns story={story} />
      <Sums story={story} />
      {isMoving(story) ? <News path={here} version={versionOf(story)} /> : null}
      <Milestones {...props} />
      <Chargebacks story={story} />
      <Payments story={story} />
      <Timeline {...props} />
      <Lines lines={story.lines} />
      <Details {...props} />
    </Frame>
  );
}

function Lead({ story: { escrow } }: EscrowProps): JSX.Element {
  return (
    <span class="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {isBanks(escrow) ? <BankDisputeBadge /> : <EscrowBadge status={escrow.status} />}
      <Code>{escrow.referenceCode}</Code>
      {escrow.externalReference === "" ? null : (
        <span class="min-w-0 [overflow-wrap:anywhere]">
          Order <Word>{escrow.externalReference}</Word>
        </span>
      )}
      <span class="min-w-0 [overflow-wrap:anywhere]">
        Buyer <Word>{escrow.buyerEmail}</Word>
      </span>
    </span>
  );
}

function Actions({ context, story: { escrow } }: EscrowProps): JSX.Element {
  return (
    <>
      {escrow.disputeReference === null || (isBanks(escrow) && isStopped(escrow)) ? null : (
        <a class={`btn ${escrow.status === "DISPUTED" ? "btn-primary" : ""}`} href={disputeUrl(context, escrow.id)}>
          <Icon name="scale" class="size-4" />
          Dispute
        </a>
      )}
      {mayRefundRest(escrow) && context.may("handleOrders") ? (
        <a class="btn text-error" href={cancelUrl(context, escrow.id)}>
          {heldOf(escrow) === ZERO ? "Cancel order" : "Refund the rest"}
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

function Turns({ story }: { story: EscrowStory }): JSX.Element | null {
  const turns = turnsOf(story);
  if (turns.length === 0) return null;
  return (
    <section class="panel mb-6 p-4 sm:px-5" aria-label="Next steps">
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
  return (
    <Stats>
      <Stat
        label="You get"
        value={usd(escrow.amount, "en")}
        note={`the buyer pays ${usd(totalOf(escrow), "en")}, ${usd(escrow.fees, "en")} of it fees`}
      />
      <Stat label="Held" value={usd(heldOf(escrow), "en")} note={`of ${usd(escrow.funded, "en")} paid in`} />
      <Stat
        label="Released to you"
        value={usd(escrow.released, "en")}
        note={`and ${usd(escrow.feesEarned, "en")} fees earned`}
      />
      <Stat label="Refunded" value={usd(escrow.refunded, "en")} note="to the buyer" />
    </Stats>
  );
}

/** Of the order for people; what programs know it by opens on request. */
function Details({ context, story }: EscrowProps): JSX.Element {
  const { escrow, endedAt } = story;
  return (
    <>
      {escrow.description === "" ? null : (
        <Section title="Description">
          <p class="text-sm whitespace-pre-line">
            <Given text={escrow.description} lines={8} />
          </p>
        </Section>
      )}
      <details class="group panel mb-6">
        <summary class="flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 font-semibold sm:px-5">
          Ids and metadata
          <Icon name="chevron-down" class="ms-auto size-4 group-open:rotate-180" />
        </summary>
        <div class="space-y-4 px-4 pb-4 sm:px-5">
          <Facts
            rows={[
              ["Escrow", <ShortId width="wide">{escrow.id}</ShortId>],
              ...(escrow.disputeReference === null
                ? []
                : [["Dispute", <Code>{escrow.disputeReference}</Code>] as const]),
              [
                "Session",
                <a class="link link-primary" href={sessionUrl(context, escrow.session)}>
                  <ShortId width="wide">{formatId("session", escrow.session)}</ShortId>
                </a>,
              ],
              ["Confirmed", <Time at={escrow.created} />],
              ...(escrow.fundedAt === null ? [] : [["Paid in full", <Time at={escrow.fundedAt} />] as const]),
              ...(endedAt === null ? [] : [["Ended", <Time at={endedAt} />] as const]),
            ]}
          />
          <MetadataFacts metadata={escrow.metadata} />
        </div>
      </details>
    </>
  );
}
