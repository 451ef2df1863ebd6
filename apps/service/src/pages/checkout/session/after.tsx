/** The page once there is nothing left to pay: paid, ended, confirmed by somebody else, or expired. */

import type { EscrowStatus } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import { totalOf } from "../../../domain/escrow.js";
import { type Cents, CURRENCY, ZERO } from "../../../domain/money.js";
import { type PaymentView, type RefundView, receivedOf } from "../../../store/read/money/payments.js";
import { labelled, money, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import type { Message, Text } from "../../../words/message.js";
import { Contacts } from "../../kit/brand.js";
import { Icon, type IconName } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { Say } from "../../kit/say.js";
import { SignedInAs, SignIn } from "../../kit/sign-in.js";
import { Day } from "../../kit/times.js";
import { IN_TAB, Instant, Lead, LONG_BUTTON, Money, Notice, Rows, Seller, ShopLink, type Tone } from "./parts.js";
import { hereOf, type Mine, type View } from "./state.js";
import { afterWords } from "./words.js";

type Props = { readonly view: View; readonly context: PageContext };

type Words = ReturnType<typeof afterWords>;
type Said = {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: Plain;
  readonly text: Plain | "paidText" | "workText";
};
/** What is said as it stands. */
type Plain = { [Key in keyof Words]: Words[Key] extends string ? Key : never }[keyof Words];

/** Null for the statuses that wait for money, which have pages of their own. */
const SAID = {
  PENDING_ACCEPTANCE: null,
  PENDING_FUNDING: null,
  AWAITING_PAYMENT: null,
  WAITING_PAYMENT_CONFIRMATION: null,
  PARTIALLY_FUNDED: null,
  IN_ESCROW: { icon: "circle-check", tone: "success", title: "paidTitle", text: "paidText" },
  WORK_IN_PROGRESS: { icon: "package-check", tone: "success", title: "workTitle", text: "workText" },
  DISPUTED: { icon: "circle-alert", tone: "warning", title: "disputedTitle", text: "disputedText" },
  COMPLETED: { icon: "circle-check", tone: "success", title: "completedTitle", text: "completedText" },
  CLOSED: { icon: "circle-check", tone: "primary", title: "closedTitle", text: "closedText" },
  CANCELLED: { icon: "ban", tone: "warning", title: "cancelledTitle", text: "endedText" },
  DECLINED: { icon: "ban", tone: "warning", title: "declinedTitle", text: "endedText" },
  DEADLINE_EXPIRED: { icon: "timer-off", tone: "warning", title: "unpaidTitle", text: "endedText" },
} as const satisfies Record<EscrowStatus, Said | null>;

const BANKS: Said = { icon: "circle-alert", tone: "warning", title: "bankDisputesTitle", text: "bankDisputesText" };

const CLOSED_BY_BANK: Said = { icon: "landmark", tone: "warning", title: "closedTitle", text: "bankClosedText" };

const saidOf = ({ status, isBanks }: Mine["escrow"]): Said | null =>
  isBanks ? (status === "CLOSED" ? CLOSED_BY_BANK : BANKS) : SAID[status];

const ENDED: readonly EscrowStatus[] = ["CANCELLED", "DECLINED", "DEADLINE_EXPIRED"];

export function After({ view, context, mine }: Props & { mine: Mine }): JSX.Element | null {
  const { locale } = context;
  const words = afterWords(locale);
  const { session } = view;
  const { status, funded } = mine.escrow;
  const said = saidOf(mine.escrow);
  if (said === null) return null;
  const hasEnded = ENDED.includes(status);
  return (
    <div class="space-y-5">
      <Lead icon={said.icon} tone={said.tone} title={titleAfter(view, mine, locale)}>
        <Say
          text={words[said.text]}
          total={<Money amount={totalOf(session)} locale={locale} />}
          seller={<Seller session={session} />}
        />
      </Lead>
      <PaidBy payments={mine.payments} locale={locale} />
      {mine.refunds.map((refund) => (
        <Refunded refund={refund} isOver={hasEnded} payments={mine.payments} locale={locale} />
      ))}
      {hasEnded && funded === ZERO && mine.refunds.length === 0 ? (
        <Notice icon="shield-check" title={words.noMoney}>
          {words.noMoneyText}
        </Notice>
      ) : null}
      <Reference mine={mine} words={words} locale={locale} />
      <Contacts brand={session.merchant.brand} locale={locale} />
      <Ways view={view} locale={locale} hasEnded={hasEnded} hasPaid={funded > ZERO} />
      {status === "IN_ESCROW" ? <Next context={context} words={words} /> : null}
    </div>
  );
}

/** "" while it waits for money. */
export function titleAfter({ session }: View, { escrow }: Mine, locale: Locale): string {
  const words = afterWords(locale);
  const said = saidOf(escrow);
  // Paid in full, so what was missed is the other deadline.
  if (escrow.status === "DEADLINE_EXPIRED" && escrow.funded === totalOf(session)) return words.undeliveredTitle;
  return said === null ? "" : words[said.title];
}

const shown = ({ amount, currency }: ReturnType<typeof receivedOf>, locale: Locale): string =>
  money(amount, currency, locale);

/** Each receipt of money, with its amount where there are several. */
function PaidBy({ payments, locale }: { payments: Mine["payments"]; locale: Locale }): JSX.Element | null {
  const words = afterWords(locale);
  const received = payments.filter(({ receivedAt }) => receivedAt !== null);
  if (received.length === 0) return null;
  return (
    <ul class="space-y-1 text-sm">
      {received.map(({ method, receivedAt, ...payment }) => (
        <li class="flex gap-2">
          <Icon name="circle-check" class="mt-0.5 size-4 text-success" />
          <span class="min-w-0">
            <Say text={words[`paidBy_${method}`]} date={<Day at={receivedAt ?? 0} locale={locale} />} />
            {received.length === 1 && payment.presented === null ? null : (
              <span class="muted tabular-nums">
                {" · "}
                {shown(receivedOf(payment), locale)}
                {payment.presented === null ? null : ` (${usd(payment.received, locale)})`}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

type RefundedProps = {
  readonly refund: RefundView;
  /** What comes for an order that is over is not too much: it is late. */
  readonly isOver: boolean;
  readonly payments: Mine["payments"];
  readonly locale: Locale;
};

function Refunded({ refund, isOver, payments, locale }: RefundedProps): JSX.Element {
  const words = afterWords(locale);
  const said = {
    PENDING: [words.refund, words.refundText],
    SENT: [words.refund, words.refundText],
    SUCCEEDED: [words.refundDone, words.refundText],
    FAILED: [words.refundStuck, words.refundStuckText],
    HELD: [words.refundStuck, words.refundHeldText],
  } as const satisfies Record<RefundView["status"], readonly [title: Message<{ amount: Text }>, text: string]>;
  const [title, text] = said[refund.status];
  return (
    <Notice icon="undo" title={title({ amount: money(...backOf(refund), locale) })}>
      {refund.reason === "overpaid" && !isOver ? `${words.refundOverpaid} ` : ""}
      {text}
      {refund.status === "SENT" && payments.some(isTransfer) ? ` ${words.refundAccountText}` : ""}
    </Notice>
  );
}

/** As the payer gets it. */
const backOf = ({ amount, presented }: RefundView): readonly [amount: Cents, currency: string] =>
  presented === null ? [amount, CURRENCY] : [presented.amount, presented.currency];

const isTransfer = ({ method, received }: PaymentView): boolean => method === "bank" && received > ZERO;

const Reference = ({ mine, words, locale }: { mine: Mine; words: Words; locale: Locale }): JSX.Element => (
  <p class="muted text-sm leading-relaxed">
    {labelled(words.reference, locale)}{" "}
    <bdi class="font-mono font-medium text-base-content select-all [overflow-wrap:anywhere]">
      {mine.escrow.referenceCode}
    </bdi>
    . {words.referenceNote}
  </p>
);

/** Where to go from here: the shop first, where there is one. */
function Ways({
  view,
  locale,
  hasEnded,
  hasPaid,
}: {
  view: View;
  locale: Locale;
  hasEnded: boolean;
  hasPaid: boolean;
}): JSX.Element {
  const words = afterWords(locale);
  const { session, orderPath } = view;
  return (
    <p class="flex flex-wrap gap-3">
      {hasEnded ? (
        <ShopLink
          href={session.cancelUrl}
          seller={session.merchant.tradingName}
          locale={locale}
          way="back"
          isFramed={view.isFramed}
        />
      ) : (
        <ShopLink
          href={session.successUrl}
          seller={session.merchant.tradingName}
          locale={locale}
          way="on"
          isFramed={view.isFramed}
        />
      )}
      {orderPath === null ? null : (
        <>
          <OutlineLink href={orderPath} icon="package-check" isFramed={view.isFramed}>
            {words.toOrder}
          </OutlineLink>
          {hasPaid ? (
            <OutlineLink href={`${orderPath}/receipt`} icon="receipt" isFramed={view.isFramed}>
              {words.receipt}
            </OutlineLink>
          ) : null}
        </>
      )}
    </p>
  );
}

const OutlineLink = ({
  href,
  icon,
  isFramed,
  children,
}: {
  href: string;
  icon: IconName;
  isFramed: boolean;
  children: ComponentChildren;
}): JSX.Element => (
  <a class={`btn btn-outline border-base-300 ${LONG_BUTTON}`} href={href} {...(isFramed ? IN_TAB : {})}>
    <Icon name={icon} class="size-4" />
    {children}
  </a>
);

/** In a narrow column an address breaks behind its sign, and in the middle of a word only when that is too long by itself. */
const Address = ({ email }: { email: string }): JSX.Element => (
  <bdi class="font-medium text-base-content [overflow-wrap:anywhere]">
    {email.slice(0, email.indexOf("@") + 1)}
    <wbr />
    {email.slice(email.indexOf("@") + 1)}
  </bdi>
);

const Next = ({ context, words }: { context: PageContext; words: Words }): JSX.Element => (
  <Rows
    title={words.next}
    rows={[
      [
        "store",
        words.nextDeliver,
        <Say text={words.nextDeliverText} email={<Address email={context.buyer?.email ?? ""} />} />,
      ],
      ["package-check", words.nextCheck, words.nextCheckText],
      ["hand-coins", words.nextRelease, words.nextReleaseText],
    ]}
  />
);

export function Taken({ view, context }: Props): JSX.Element {
  const words = afterWords(context.locale);
  return (
    <div class="space-y-5">
      <Lead icon="user-round-x" tone="warning" title={words.takenTitle}>
        {words.takenText}
      </Lead>
      <SignedInAs context={context} next={hereOf(view)} />
      <p>
        <ShopLink
          href={view.session.cancelUrl}
          seller={view.session.merchant.tradingName}
          locale={context.locale}
          way="back"
          isFramed={view.isFramed}
        />
      </p>
    </div>
  );
}

export function Completed({ view, context }: Props): JSX.Element {
  const { locale } = context;
  const words = afterWords(locale);
  return (
    <div class="space-y-5">
      <Lead icon="circle-check" title={words.doneTitle}>
        {words.doneText}
      </Lead>
      {view.session.isEmbedded && !view.isFramed ? (
        <Notice icon="store" title={words.doneEmbedded}>
          {words.doneEmbeddedText}
        </Notice>
      ) : null}
      <SignIn context={context} next={hereOf(view)} />
      <p>
        <ShopLink
          href={view.session.cancelUrl}
          seller={view.session.merchant.tradingName}
          locale={context.locale}
          way="back"
          isFramed={view.isFramed}
        />
      </p>
    </div>
  );
}

/** A link that ran out, or that its seller closed before. */
export function titleExpired({ session }: View, locale: Locale): string {
  const words = afterWords(locale);
  return session.now >= session.expiresAt ? words.expiredTitle : words.sellerClosedTitle;
}

export function Expired({ view, context }: Props): JSX.Element {
  const { locale } = context;
  const { session } = view;
  const words = afterWords(locale);
  return (
    <div class="space-y-5">
      <Lead icon="timer-off" tone="warning" title={titleExpired(view, locale)}>
        {session.now >= session.expiresAt ? (
          <Say text={words.ranOut} until={<Instant at={session.expiresAt} locale={locale} />} />
        ) : (
          words.closedBySeller
        )}
      </Lead>
      <Notice icon="shield-check" title={words.nothingCharged}>
        <Say text={words.askAgain} seller={<Seller session={session} />} />
      </Notice>
      <p>
        <ShopLink
          href={session.cancelUrl}
          seller={session.merchant.tradingName}
          locale={locale}
          way="back"
          isFramed={view.isFramed}
        />
      </p>
    </div>
  );
}
