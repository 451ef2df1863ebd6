/** All that was said and decided in the disputes of an order, oldest first: for its buyer, its seller, and operators. */

import type { ComponentChildren, JSX } from "preact";
import type { Money } from "../../domain/currencies.js";
import { sharesOf } from "../../domain/decisions/resolve-dispute.js";
import { isMove, isSaid } from "../../domain/escrow.js";
import type { EvidenceId } from "../../domain/ids.js";
import type { Actor, Party } from "../../domain/model.js";
import { type Cents, subtract, ZERO } from "../../domain/money.js";
import { wouldGiveBack } from "../../domain/refund-parts.js";
import type { OfferStatus } from "../../domain/states.js";
import { tidy } from "../../domain/typed.js";
import type { Order, OrderEntry, OrderOffer } from "../../store/read/orders/orders.js";
import { usd } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { moneys } from "../../words/presented.js";
import type { Tone } from "../kit/badge.js";
import { Badge } from "../kit/badge.js";
import { Given } from "../kit/given.js";
import { Icon, type IconName } from "../kit/icons.js";
import { LongText } from "../kit/long-text.js";
import { Instant } from "../kit/times.js";
import { EvidenceFiles } from "./files.js";
import { ENTRY_ICONS } from "./icons.js";
import { offersFor, openOffers } from "./turn.js";
import { entryWords, threadWords } from "./words.js";

/** Who reads it: "you" is somebody else for each. */
export type Viewer = Party | "operator";

type Props = {
  readonly dispute: Pick<Order, "escrow" | "entries" | "evidence" | "offers" | "sources" | "transfers">;
  readonly viewer: Viewer;
  readonly locale?: Locale;
  /** Where a file is downloaded. */
  readonly fileUrl: (id: EvidenceId) => string;
};

/**
 * An ordered list without a heading of its own. Buyers have what was delivered beside it, so for them it begins with the
 * dispute; for others it is the whole history. An offer shows once: while the two sides can answer it, above
 * ({@link OpenOffers}), and here from then on.
 */
export function DisputeThread({ dispute, viewer, locale = "en", fileUrl }: Props): JSX.Element {
  const answered = viewer === "operator" ? [] : openOffers(dispute).map(({ entry }) => entry);
  const entries = dispute.entries.filter(
    (entry, index) => isShown(dispute.entries, { entry, index, viewer }) && !answered.includes(entry.number),
  );
  return (
    <ol class="space-y-5" aria-label={threadWords(locale).thread}>
      {entries.map((entry) => (
        <Line dispute={dispute} viewer={viewer} locale={locale} fileUrl={fileUrl} entry={entry} />
      ))}
    </ol>
  );
}

/** Offers that are on the table: who made each, when and why, and what the reader can do about it. */
export function OpenOffers({
  dispute,
  viewer,
  locale = "en",
  fileUrl,
  actions,
}: Props & { viewer: Party; actions: (offer: OrderOffer) => JSX.Element | null }): JSX.Element | null {
  const offers = offersFor(dispute, viewer);
  if (offers.length === 0) return null;
  return (
    <ol class="mb-5 space-y-3" aria-label={threadWords(locale).open}>
      {offers.map((offer) => (
        <Line
          dispute={dispute}
          viewer={viewer}
          locale={locale}
          fileUrl={fileUrl}
          entry={dispute.entries.find(({ number }) => number === offer.entry) as OrderEntry}
          class="rounded-box border border-primary/50 p-3.5 sm:p-4"
        >
          {actions(offer)}
        </Line>
      ))}
    </ol>
  );
}

const OF_DELIVERY = ["submit", "requestRevision", "approve"] as const satisfies readonly OrderEntry["verb"][];

/** A settlement ends several parts with a line for each, and is told once. */
const isShown = (
  all: readonly OrderEntry[],
  { entry, index, viewer }: { entry: OrderEntry; index: number; viewer: Viewer },
): boolean =>
  entry.verb === "settle"
    ? all.findIndex(({ verb }) => verb === "settle") === index
    : viewer !== "buyer" || !(OF_DELIVERY as readonly string[]).includes(entry.verb);

function Line({
  dispute,
  viewer,
  locale = "en",
  fileUrl,
  entry,
  class: classes = "",
  children,
}: Props & { entry: OrderEntry; class?: string; children?: ComponentChildren }): JSX.Element {
  const files = dispute.evidence.filter((file) => file.entry === entry.number);
  const offer = dispute.offers.find((one) => one.entry === entry.number);
  const isMine = entry.actor === viewer;
  return (
    <li class={`flex gap-3 ${classes}`.trim()}>
      <span
        class={`mt-0.5 grid size-9 shrink-0 place-items-center rounded-full ${isMine ? "bg-primary/10 text-primary" : "bg-base-200"}`}
      >
        <Icon name={ENTRY_ICONS[entry.verb]} class="size-4.5" />
      </span>
      <div class="min-w-0 flex-1">
        <p class="flex flex-wrap items-baseline gap-x-2 text-sm">
          <strong class="font-semibold">{nameOf(entry.actor, viewer, locale)}</strong>
          <span>{saidOf(entry, locale)}</span>
          <span class="muted text-xs">
            <Instant at={entry.created} locale={locale} />
          </span>
        </p>
        <About dispute={dispute} entry={entry} />
        {tidy(entry.text) === "" ? null : (
          <div class="mt-1.5 rounded-field bg-base-200 px-3.5 py-2.5">
            <LongText text={entry.text} locale={locale} />
          </div>
        )}
        {offer === undefined ? null : (
          <div class="mt-2">
            <Split offer={offer} dispute={dispute} viewer={viewer} locale={locale} />
          </div>
        )}
        {entry.verb === "settle" && entry.actor !== "bank" ? (
          <Settled dispute={dispute} viewer={viewer} locale={locale} />
        ) : null}
        {files.length === 0 ? null : <EvidenceFiles files={files} fileUrl={fileUrl} />}
        {children}
      </div>
    </li>
  );
}

/** Which part of several a line is about; what is said in a dispute is about all of it. */
function About({ dispute, entry }: { dispute: Props["dispute"]; entry: OrderEntry }): JSX.Element | null {
  const { milestones } = dispute.escrow;
  const part = milestones.find(({ id }) => id === entry.milestone);
  if (milestones.length === 1 || part === undefined || entry.verb === "settle" || !isMove(entry)) return null;
  return (
    <p class="muted text-xs">
      <Given text={part.title} lines={2} />
    </p>
  );
}

/** "You", or who it was. */
const nameOf = (actor: Actor, viewer: Viewer, locale: Locale): string =>
  threadWords(locale)[actor === viewer ? "you" : actor];

function saidOf({ verb, actor }: OrderEntry, locale: Locale): string {
  const words = threadWords(locale);
  if (isSaid(verb)) return words[`said_${verb}`];
  if (verb === "dispute") return words.said_dispute;
  if (verb === "settle" && actor === "bank") return words.said_byBank;
  const isAgreed = verb === "settle" && actor !== "operator";
  return isAgreed ? words.said_agreed : entryWords(locale)[verb];
}

/** What became of an order that was settled. */
function Settled({ dispute: { escrow, transfers }, viewer, locale = "en" }: Omit<Props, "fileUrl">): JSX.Element {
  const release = transfers.find(({ kind }) => kind === "settlement")?.amount ?? ZERO;
  return (
    <div class="mt-2">
      <Amounts release={release} refund={escrow.refunded} viewer={viewer} locale={locale} />
    </div>
  );
}

const OFFER_LOOKS = {
  OPEN: { tone: "waiting", icon: "clock" },
  ACCEPTED: { tone: "good", icon: "circle-check" },
  WITHDRAWN: { tone: "over", icon: "undo" },
  DECLINED: { tone: "over", icon: "circle-x" },
  LAPSED: { tone: "over", icon: "timer-off" },
} as const satisfies Record<OfferStatus, { tone: Tone; icon: IconName }>;

/** An offer: who gets what, and what became of it. */
export function Split({
  offer,
  dispute: { escrow, sources },
  viewer,
  locale,
}: {
  offer: OrderOffer;
  dispute: Pick<Order, "escrow" | "sources">;
  viewer: Viewer;
  locale: Locale;
}): JSX.Element {
  const { release, refund, status } = offer;
  // Fees that go back, and what all of it is to who paid, follow from the order as it is: they can be told of what can still be accepted.
  const buyer = status === "OPEN" ? sharesOf(escrow, offer).buyer : refund;
  const back = status === "OPEN" ? wouldGiveBack(buyer, sources) : null;
  return (
    <div class="flex flex-wrap items-start gap-x-6 gap-y-2 rounded-field border border-base-300 bg-base-100 px-3.5 py-2.5">
      <Amounts
        release={release}
        refund={refund}
        fees={subtract(buyer, refund)}
        back={back}
        viewer={viewer}
        locale={locale}
      />
      <Badge {...OFFER_LOOKS[status]} text={threadWords(locale)[`offer_${status}`]} />
    </div>
  );
}

function Amounts({
  release,
  refund,
  fees = ZERO,
  back = null,
  viewer,
  locale,
}: {
  release: Cents;
  refund: Cents;
  fees?: Cents;
  /** What the buyer gets, fees included, where that is not in USD alone. */
  back?: readonly Money[] | null;
  viewer: Viewer;
  locale: Locale;
}): JSX.Element {
  const words = threadWords(locale);
  const rows = [
    [viewer === "merchant" ? words.toYou : words.toSeller, release, ZERO, null],
    [viewer === "buyer" ? words.backToYou : words.toBuyer, refund, fees, back],
  ] as const;
  const gets = viewer === "buyer" ? words.youGet : words.buyerGets;
  return (
    <dl class="flex min-w-0 flex-1 basis-56 flex-wrap gap-x-6 gap-y-2 text-sm">
      {rows.map(([label, amount, more, abroad]) => (
        <div class="min-w-0">
          <dt class="muted text-xs">{label}</dt>
          <dd class="font-semibold tabular-nums [overflow-wrap:anywhere]">{usd(amount, locale)}</dd>
          {more === ZERO ? null : <dd class="muted text-xs">{words.plusFees({ amount: usd(more, locale) })}</dd>}
          {abroad === null ? null : <dd class="muted text-xs">{gets({ amount: moneys(abroad, locale) })}</dd>}
        </div>
      ))}
    </dl>
  );
}
