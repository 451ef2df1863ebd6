/** One session: what was offered, the link, what became of it. */
import type { JSX } from "preact";
import { totalOf } from "../../../../domain/escrow.js";
import { formatId } from "../../../../domain/ids.js";
import { duration, usd } from "../../../../words/format.js";
import { EscrowBadge, SessionStanding } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { payUrl } from "../../../kit/links.js";
import { LongText } from "../../../kit/long-text.js";
import { ShortId } from "../../../kit/short-id.js";
import { ButtonForm, Confirm, Facts, Notice, PageHead, Section, Time } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { escrowUrl, requestUrl, sessionsUrl, sessionUrl } from "../../links.js";
import { Share } from "../../sharing.js";
import { Code, Lines, Metadata, News, RELOAD_SECONDS, SumLine, Word } from "../pieces.js";
import { versionOf } from "../version.js";
import type { SellerSession } from "./load.js";
import { SESSION_SAID, type SessionSaid } from "./words.js";

type Props = { readonly context: ConsoleContext; readonly session: SellerSession };

export function SessionPage(props: Props & { said: SessionSaid | null; publicUrl: string }): JSX.Element {
  const { context, session, said, publicUrl } = props;
  const here = sessionUrl(context, session.id);
  const isOpen = session.status === "OPEN";
  return (
    <Frame
      context={context}
      title={`Session ${statusWords(context.locale)[`session_${session.status}`].toLowerCase()}`}
      entry="/sessions"
      waiting={isOpen ? { path: here, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead
        title={<Given text={session.title} lines={3} />}
        up={{ href: sessionsUrl(context), label: "Sessions" }}
        lead={
          <span class="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <SessionStanding session={{ status: session.status, orderStatus: session.escrow?.status ?? null }} />
            {session.reference === "" ? null : (
              <span class="min-w-0 [overflow-wrap:anywhere]">
                Order <Word>{session.reference}</Word>
              </span>
            )}
          </span>
        }
      />
      {said === null ? null : <Notice tone={SESSION_SAID[said][0]}>{SESSION_SAID[said][1]}</Notice>}
      {isOpen ? <Link {...props} url={`${publicUrl}${payUrl(context.member.sellerCode, session.id)}`} /> : null}
      {session.escrow === null ? null : <Became {...props} escrow={session.escrow} />}
      {isOpen ? <News path={here} version={versionOf(session)} /> : null}
      <Offered session={session} />
      <Lines lines={session.lines} />
      <Metadata metadata={session.metadata} />
      <Details {...props} />
    </Frame>
  );
}

function Link({ context, session, url }: Props & { url: string }): JSX.Element {
  const here = sessionUrl(context, session.id);
  return (
    <>
      <Share
        context={context}
        url={url}
        title={session.title}
        sendTo={`${here}/send`}
        email={session.customerEmail}
        isReusable={false}
      />
      {context.may("handleOrders") ? (
        <div class="mb-6 text-sm">
          <Confirm
            label="Expire now"
            icon="timer-off"
            question="The link stops working at once, and your shop gets checkout.session.expired. You can't undo this."
          >
            <ButtonForm
              action={`${here}/expire`}
              csrf={context.csrf}
              label="Expire this session"
              class="btn btn-sm btn-error btn-soft"
            />
          </Confirm>
        </div>
      ) : null}
    </>
  );
}

const Became = ({ context, escrow }: Props & { escrow: NonNullable<SellerSession["escrow"]> }): JSX.Element => (
  <Section title="Resulting order">
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <EscrowBadge status={escrow.status} />
      <span class="min-w-0 [overflow-wrap:anywhere]">
        Confirmed by <Word>{escrow.buyerEmail}</Word>
      </span>
      <a class="btn btn-sm" href={escrowUrl(context, escrow.id)}>
        Escrow <span class="tabular-nums">{escrow.referenceCode}</span>
        <Icon name="arrow-right" class="size-4" />
      </a>
    </div>
  </Section>
);

function Offered({ session }: { session: SellerSession }): JSX.Element {
  const { description, milestones, amount, fees, reviewWindowSeconds, deliveryDeadlineSeconds } = session;
  return (
    <Section title="Order details">
      {description === "" ? null : (
        <div class="mb-4">
          <LongText text={description} locale="en" />
        </div>
      )}
      {milestones.length === 0 ? null : (
        <ol class="mb-4 divide-y divide-base-300 border-b border-base-300 text-sm">
          {milestones.map((milestone) => (
            <li class="flex justify-between gap-4 py-2 first:pt-0">
              <div class="min-w-0">
                <Given text={milestone.title} lines={2} />
                {milestone.description === "" ? null : (
                  <Given text={milestone.description} lines={3} class="muted text-xs" />
                )}
              </div>
              <p class="money shrink-0">{usd(milestone.amount, "en")}</p>
            </li>
          ))}
        </ol>
      )}
      <dl class="space-y-2 text-sm">
        <SumLine label="You get">{usd(amount, "en")}</SumLine>
        <SumLine label="Fees, paid by the buyer">{usd(fees, "en")}</SumLine>
        <SumLine label="The buyer pays" isTotal>
          {usd(totalOf(session), "en")}
        </SumLine>
      </dl>
      <p class="muted mt-4 text-sm">
        {reviewWindowSeconds === null
          ? "Deliveries aren't approved automatically."
          : `A delivery is approved automatically if the buyer doesn't respond within ${duration(reviewWindowSeconds, "en")}.`}{" "}
        {deliveryDeadlineSeconds === null
          ? "No delivery deadline."
          : `Refunded if nothing is submitted within ${duration(deliveryDeadlineSeconds, "en")} of the payment.`}
      </p>
    </Section>
  );
}

function Details({ context, session }: Props): JSX.Element {
  const { customerEmail, successUrl, cancelUrl, platform, request } = session;
  const ended = session.status === "EXPIRED" && session.now < session.expiresAt ? "Would have expired" : "Expires";
  return (
    <Section title="Details">
      <Facts
        rows={[
          ["Session", <ShortId width="wide">{formatId("session", session.id)}</ShortId>],
          ["Created", <Time at={session.created} />],
          ...(session.completedAt === null
            ? [[session.now < session.expiresAt ? ended : "Expired", <Time at={session.expiresAt} />] as const]
            : [["Confirmed", <Time at={session.completedAt} />] as const]),
          ...(customerEmail === "" ? [] : [["Customer email", <Word>{customerEmail}</Word>] as const]),
          ...(successUrl === "" ? [] : [["Success URL", <Code>{successUrl}</Code>] as const]),
          ...(cancelUrl === "" ? [] : [["Cancel URL", <Code>{cancelUrl}</Code>] as const]),
          ...(platform === "" ? [] : [["Platform", <Word>{platform}</Word>] as const]),
          ...(request === null
            ? []
            : [
                [
                  "Created by",
                  <a class="link link-primary" href={requestUrl(context, request)}>
                    API request
                  </a>,
                ] as const,
              ]),
        ]}
      />
    </Section>
  );
}
