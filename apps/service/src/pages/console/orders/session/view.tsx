/** One session: what was offered, the link, what became of it. */

import type { JSX } from "preact";
import { totalOf } from "../../../../domain/escrow.js";
import { hostedOrigin } from "../../../../domain/hosted-domain.js";
import { formatId } from "../../../../domain/ids.js";
import { UNFUNDED } from "../../../../domain/states.js";
import { duration, usd } from "../../../../words/format.js";
import { EscrowBadge, SessionStanding } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { payUrl } from "../../../kit/links.js";
import { LongText } from "../../../kit/long-text.js";
import { Say } from "../../../kit/say.js";
import { ShortId } from "../../../kit/short-id.js";
import { SumLine } from "../../../kit/sum-line.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Confirm, Facts, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { escrowUrl, requestUrl, sessionsUrl, sessionUrl } from "../../links.js";
import { Share } from "../../sharing.js";
import { Code, Lines, Metadata, News, RELOAD_SECONDS, Word } from "../pieces.js";
import { versionOf } from "../version.js";
import { orderWords, sessionWords } from "../words.js";
import type { SellerSession } from "./load.js";
import { SESSION_SAID, type SessionSaid } from "./said.js";

type Props = { readonly context: ConsoleContext; readonly session: SellerSession };

export function SessionPage(props: Props & { said: SessionSaid | null; publicUrl: string }): JSX.Element {
  const { context, session, said, publicUrl } = props;
  const here = sessionUrl(context, session.id);
  const isOpen = session.status === "OPEN";
  const isWaiting = isOpen || isBeingPaid(session);
  const words = sessionWords(context.locale);
  return (
    <Frame
      context={context}
      title={words[`title_${session.status}`]}
      entry="/sessions"
      waiting={isWaiting ? { path: here, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead
        title={<Given text={session.title} lines={3} />}
        up={{ href: sessionsUrl(context), label: orderWords(context.locale).sessions }}
        lead={
          <span class="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <SessionStanding session={{ status: session.status, orderStatus: session.escrow?.status ?? null }} />
            {session.reference === "" ? null : (
              <span class="min-w-0 [overflow-wrap:anywhere]">
                <Say text={orderWords(context.locale).orderId} id={<Word>{session.reference}</Word>} />
              </span>
            )}
          </span>
        }
      />
      {said === null ? null : <Notice tone={SESSION_SAID[said]}>{words[`said_${said}`]}</Notice>}
      {isOpen ? (
        <Link
          {...props}
          url={`${hostedOrigin(publicUrl, context.member.hostedDomain)}${payUrl(context.member.sellerCode, session.id)}`}
        />
      ) : null}
      {session.escrow === null ? null : <Became {...props} escrow={session.escrow} />}
      {isWaiting ? <News path={here} version={versionOf(session)} /> : null}
      <Offered session={session} />
      <Lines lines={session.lines} amount={session.amount} />
      <Metadata metadata={session.metadata} />
      <Details {...props} />
    </Frame>
  );
}

/** The buyer has confirmed, and the money is on its way. */
const isBeingPaid = ({ escrow }: SellerSession): boolean =>
  escrow !== null && UNFUNDED.some((status) => status === escrow.status);

function Link({ context, session, url }: Props & { url: string }): JSX.Element {
  const words = useWords(sessionWords);
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
          <Confirm label={words.expireNow} icon="timer-off" question={words.expireAsk}>
            <ButtonForm
              action={`${here}/expire`}
              csrf={context.csrf}
              label={words.expire}
              class="btn btn-sm btn-error btn-soft"
            />
          </Confirm>
        </div>
      ) : null}
    </>
  );
}

function Became({ context, escrow }: Props & { escrow: NonNullable<SellerSession["escrow"]> }): JSX.Element {
  const words = useWords(sessionWords);
  return (
    <Section title={words.became}>
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <EscrowBadge status={escrow.status} />
        <span class="min-w-0 [overflow-wrap:anywhere]">
          <Say text={words.confirmedBy} buyer={<Word>{escrow.buyerEmail}</Word>} />
        </span>
        <a class="btn btn-sm" href={escrowUrl(context, escrow.id)}>
          <span class="tabular-nums">{useWords(orderWords).escrowCode({ code: escrow.referenceCode })}</span>
          <Icon name="arrow-right" class="size-4" />
        </a>
      </div>
    </Section>
  );
}

function Offered({ session }: { session: SellerSession }): JSX.Element {
  const locale = useLocale();
  const words = sessionWords(locale);
  const { description, milestones, amount, fees, reviewWindowSeconds, deliveryDeadlineSeconds } = session;
  return (
    <Section title={words.offered}>
      {description === "" ? null : (
        <div class="mb-4">
          <LongText text={description} locale={locale} />
        </div>
      )}
      {milestones.length === 0 ? null : (
        <ol class="mb-4 divide-y divide-base-300 border-b border-base-300 text-sm">
          {milestones.map((milestone) => (
            <li class="flex justify-between gap-4 py-2 first:pt-0">
              <div class="min-w-0">
                <Given text={milestone.title} lines={2} />
                {milestone.description === "" ? null : (
                  <div class="muted">
                    <LongText text={milestone.description} locale={locale} />
                  </div>
                )}
              </div>
              <p class="money shrink-0">{usd(milestone.amount, locale)}</p>
            </li>
          ))}
        </ol>
      )}
      <dl class="space-y-2 text-sm">
        <SumLine label={orderWords(locale).youGet}>{usd(amount, locale)}</SumLine>
        <SumLine label={words.fees}>{usd(fees, locale)}</SumLine>
        <SumLine label={words.buyerPays} isTotal>
          {usd(totalOf(session), locale)}
        </SumLine>
      </dl>
      <p class="muted mt-4 text-sm">
        {reviewWindowSeconds === null
          ? words.notApproved
          : words.approvedAfter({ span: duration(reviewWindowSeconds, locale) })}{" "}
        {deliveryDeadlineSeconds === null
          ? words.noDeadline
          : words.refundedAfter({ span: duration(deliveryDeadlineSeconds, locale) })}
      </p>
    </Section>
  );
}

function Details({ context, session }: Props): JSX.Element {
  const { customerEmail, successUrl, cancelUrl, platform, request } = session;
  const words = useWords(sessionWords);
  const shared = useWords(orderWords);
  const isEarly = session.status === "EXPIRED" && session.now < session.expiresAt;
  const ends = isEarly ? words.wouldHaveExpired : session.now < session.expiresAt ? words.expires : words.expired;
  return (
    <Section title={words.details}>
      <Facts
        rows={[
          [words.session, <ShortId width="wide">{formatId("session", session.id)}</ShortId>],
          [shared.created, <Time at={session.created} />],
          ...(session.completedAt === null
            ? [[ends, <Time at={session.expiresAt} />] as const]
            : [[shared.confirmed, <Time at={session.completedAt} />] as const]),
          ...(customerEmail === "" ? [] : [[words.customerEmail, <Word>{customerEmail}</Word>] as const]),
          ...(successUrl === "" ? [] : [[words.successUrl, <Code>{successUrl}</Code>] as const]),
          ...(cancelUrl === "" ? [] : [[words.cancelUrl, <Code>{cancelUrl}</Code>] as const]),
          ...(platform === "" ? [] : [[words.platform, <Word>{platform}</Word>] as const]),
          ...(request === null
            ? []
            : [
                [
                  words.createdBy,
                  <a class="link link-primary" href={requestUrl(context, request)}>
                    {words.apiRequest}
                  </a>,
                ] as const,
              ]),
        ]}
      />
    </Section>
  );
}
