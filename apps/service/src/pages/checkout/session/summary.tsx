/** What is bought, from whom, what it costs, and in which parts the seller gets it. */

import type { JSX } from "preact";
import { totalOf } from "../../../domain/escrow.js";
import type { PlannedMilestone } from "../../../domain/model.js";
import { tidy } from "../../../domain/typed.js";
import type { HostedSession } from "../../../store/read/orders/hosted-sessions.js";
import { type OrderLine, sumOf } from "../../../store/read/orders/lines.js";
import { clip, grouped, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { BrandMark } from "../../kit/brand.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { LongText } from "../../kit/long-text.js";
import { RestLine } from "../../kit/rest-line.js";
import { SellerName } from "../../kit/seller-name.js";
import { reviewWords } from "./words.js";

type Words = ReturnType<typeof reviewWords>;

/** What is offered, whether it is a session yet or not. */
export type Offered = Pick<
  HostedSession,
  "merchant" | "title" | "reference" | "description" | "lines" | "amount" | "fees" | "milestones"
>;

/** A longer description waits behind a click, and one that is longer still is a document, not a description. */
const DESCRIPTION_SHOWN = 280;
const DESCRIPTION_LENGTH = 5_000;
const LINES_SHOWN = 5;
const PARTS_SHOWN = 5;

export function Summary({
  session,
  locale,
  saysWho,
  isFramed,
}: {
  session: Offered;
  locale: Locale;
  /** Whether the seller is to be named here, and not beside it. */
  saysWho: boolean;
  /** Whether it stands inside of a seller's page, where no head of ours names it. */
  isFramed: boolean;
}): JSX.Element {
  const words = reviewWords(locale);
  return (
    <div class="p-5 max-lg:pt-3">
      {isFramed ? <BrandMark {...session.merchant} /> : null}
      {saysWho ? <Merchant merchant={session.merchant} words={words} /> : null}
      <h2 class="text-lg leading-snug font-semibold">
        <Given text={session.title} lines={8} />
      </h2>
      {session.reference === "" ? null : (
        <p class="muted mt-1 flex gap-1.5 text-sm">
          <span>{words.order}</span>
          <Given text={session.reference} lines={3} />
        </p>
      )}
      <Description text={session.description} words={words} />
      <Lines session={session} locale={locale} />
      <Totals session={session} locale={locale} />
      <Parts milestones={session.milestones} locale={locale} />
    </div>
  );
}

const Merchant = ({ merchant, words }: { merchant: Offered["merchant"]; words: Words }): JSX.Element => (
  <p class="mb-2 flex flex-wrap items-start gap-x-2 gap-y-1 text-sm">
    <SellerName seller={merchant} label={words.seller} verified={words.verified} />
  </p>
);

function Description({ text, words }: { text: string; words: Words }): JSX.Element | null {
  if (tidy(text) === "") return null;
  if ([...text].length <= DESCRIPTION_SHOWN) {
    return (
      <p class="muted mt-3 text-sm whitespace-pre-line">
        <Given text={text} lines={8} />
      </p>
    );
  }
  return (
    <div class="mt-3 text-sm">
      <p class="muted">
        <Given text={clip(text, DESCRIPTION_SHOWN)} lines={8} />
      </p>
      <details class="mt-1">
        <summary class="cursor-pointer font-medium text-primary">{words.wholeDescription}</summary>
        <p class="given muted mt-2 max-h-96 overflow-y-auto whitespace-pre-line" tabIndex={0}>
          <bdi>{clip(text, DESCRIPTION_LENGTH)}</bdi>
        </p>
      </details>
    </div>
  );
}

function Lines({ session, locale }: { session: Offered; locale: Locale }): JSX.Element | null {
  const { lines, amount } = session;
  if (lines.length === 0) return null;
  const words = reviewWords(locale);
  const more = lines.slice(LINES_SHOWN);
  return (
    <section aria-label={words.items} class="mt-4 border-t border-base-300 pt-4">
      <List lines={lines.slice(0, LINES_SHOWN)} locale={locale} />
      {more.length === 0 ? null : (
        <More label={words.moreItems({ count: more.length })} openLabel={words.fewerItems}>
          <List lines={more} locale={locale} />
        </More>
      )}
      <RestLine lines={lines} amount={amount} locale={locale} class="mt-3" />
    </section>
  );
}

/** The rest of a long list, behind a click. */
const More = ({
  label,
  openLabel,
  children,
}: {
  label: string;
  openLabel: string;
  children: JSX.Element;
}): JSX.Element => (
  <details class="group mt-3">
    <summary class="flex cursor-pointer list-none items-center justify-between gap-2 text-sm font-medium text-primary [&::-webkit-details-marker]:hidden">
      <span class="group-open:hidden">{label}</span>
      <span class="hidden group-open:inline">{openLabel}</span>
      <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
    </summary>
    <div class="mt-3">{children}</div>
  </details>
);

const List = ({ lines, locale }: { lines: readonly OrderLine[]; locale: Locale }): JSX.Element => (
  <ul class="space-y-3 text-sm">
    {lines.map((line) => (
      <Line line={line} locale={locale} />
    ))}
  </ul>
);

function Line({ line, locale }: { line: OrderLine; locale: Locale }): JSX.Element {
  return (
    <li class="flex justify-between gap-4">
      <div class="min-w-0">
        <p class="font-medium">
          <Given text={line.name} lines={5} />
        </p>
        <p class="muted mt-0.5 text-xs [overflow-wrap:anywhere] tabular-nums">
          {grouped(line.quantity, locale)} × {usd(line.unitAmount, locale)}
        </p>
        {line.sku === "" ? null : (
          <p class="muted mt-0.5 text-xs">
            <Given text={line.sku} lines={2} />
          </p>
        )}
      </div>
      <span class="money max-w-1/2 shrink-0">{usd(sumOf(line), locale)}</span>
    </li>
  );
}

function Totals({ session, locale }: { session: Offered; locale: Locale }): JSX.Element {
  const words = reviewWords(locale);
  return (
    <dl class="mt-4 space-y-2 border-t border-base-300 pt-4 text-sm">
      <div class="flex justify-between gap-4">
        <dt class="muted shrink-0">{words.amount}</dt>
        <dd class="money">{usd(session.amount, locale)}</dd>
      </div>
      <div class="flex justify-between gap-4">
        <dt class="muted shrink-0">{words.fees}</dt>
        <dd class="money">{usd(session.fees, locale)}</dd>
      </div>
      <div class="mt-3 flex items-baseline justify-between gap-4 border-t border-base-300 pt-3">
        <dt class="shrink-0 text-base font-semibold">{words.total}</dt>
        <dd class="money text-xl font-semibold">{usd(totalOf(session), locale)}</dd>
      </div>
    </dl>
  );
}

/** Nothing for an order that is paid out as a whole without a word about it. */
function Parts({
  milestones,
  locale,
}: {
  milestones: readonly PlannedMilestone[];
  locale: Locale;
}): JSX.Element | null {
  if (milestones.length === 0) return null;
  const words = reviewWords(locale);
  const more = milestones.slice(PARTS_SHOWN);
  return (
    <section aria-labelledby="parts" class="mt-4 border-t border-base-300 pt-4 text-sm">
      <h3 id="parts" class="font-semibold">
        {words.parts({ count: milestones.length })}
      </h3>
      <p class="muted mt-0.5">{words.partsNote}</p>
      <PartList milestones={milestones.slice(0, PARTS_SHOWN)} first={1} locale={locale} />
      {more.length === 0 ? null : (
        <More label={words.moreParts({ count: more.length })} openLabel={words.fewerParts}>
          <PartList milestones={more} first={PARTS_SHOWN + 1} locale={locale} />
        </More>
      )}
    </section>
  );
}

const PartList = ({
  milestones,
  first,
  locale,
}: {
  milestones: readonly PlannedMilestone[];
  first: number;
  locale: Locale;
}): JSX.Element => (
  <ol class="mt-3 space-y-3" start={first}>
    {milestones.map((milestone, index) => (
      <Part milestone={milestone} place={first + index} locale={locale} />
    ))}
  </ol>
);

function Part({
  milestone,
  place,
  locale,
}: {
  milestone: PlannedMilestone;
  place: number;
  locale: Locale;
}): JSX.Element {
  return (
    <li class="flex gap-3">
      <span
        aria-hidden="true"
        class="grid size-6 shrink-0 place-items-center rounded-full border border-base-300 bg-base-200 text-xs font-semibold tabular-nums"
      >
        {place}
      </span>
      <div class="min-w-0 flex-1 pt-0.5">
        <p class="font-medium">
          <Given text={milestone.title} lines={5} />
        </p>
        {tidy(milestone.description) === "" ? null : (
          <div class="muted mt-0.5">
            <LongText text={milestone.description} locale={locale} />
          </div>
        )}
      </div>
      <span class="money max-w-1/2 shrink-0 pt-0.5">{usd(milestone.amount, locale)}</span>
    </li>
  );
}
