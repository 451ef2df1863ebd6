/** The milestones of an order: how far it is, what waits for the buyer, and a line for every other part. */

import type { JSX } from "preact";
import { refundedOf } from "../../../domain/escrow.js";
import type { Milestone } from "../../../domain/model.js";
import { ZERO } from "../../../domain/money.js";
import { grouped, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Given } from "../../kit/given.js";
import { PartRow } from "../../kit/part-row.js";
import { partAnchor } from "../links.js";
import type { OrderView } from "../load.js";
import { PartBody, Standing, standingText } from "./part.js";
import { isApproved, isShipped, reportedOf } from "./progress.js";
import { milestoneWords } from "./words.js";

/** An order of so few parts shows all that wait for review in full; one of more shows the first, and the others a row each. */
const FEW = 5;

type Place = { readonly milestone: Milestone /** From 1. */; readonly place: number };
type Props = { readonly order: OrderView; readonly locale: Locale };
type PartProps = Props & Place;

export function Milestones({ order, locale }: Props): JSX.Element {
  const words = milestoneWords(locale);
  const parts = order.escrow.milestones.map((milestone, index): Place => ({ milestone, place: index + 1 }));
  const isMany = parts.length > 1;
  const isOpen = ({ milestone }: Place): boolean => !isMany || milestone.status === "AWAITING_REVIEW";
  const open = parts.filter(isOpen).slice(0, parts.length <= FEW ? FEW : 1);
  // What waits for the buyer comes first, also among the rows.
  const rows = parts.filter((part) => !open.includes(part)).toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  return (
    <section aria-labelledby="delivery">
      <h2 id="delivery" class="text-lg font-semibold tracking-tight">
        {isMany ? words.parts({ count: parts.length }) : words.delivery}
      </h2>
      {isMany ? <HowFar order={order} locale={locale} /> : null}
      {open.length === 0 ? null : (
        <ol class="mt-3 space-y-4">
          {open.map((part) => (
            <Card order={order} locale={locale} {...part} />
          ))}
        </ol>
      )}
      {rows.length === 0 ? null : (
        <ol class="panel mt-3 divide-y divide-base-300">
          {rows.map((part) => (
            <Row order={order} locale={locale} {...part} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** "2 of 20 delivered, $20,000.00 of $200,000.00 paid out", or how many were sent and approved where a carrier has any; and the money as a bar. */
function HowFar({ order, locale }: Props): JSX.Element {
  const { escrow } = order;
  const words = milestoneWords(locale);
  const reported = grouped(reportedOf(order).length, locale);
  const approved = grouped(escrow.milestones.filter((one) => isApproved(one, order)).length, locale);
  const known = {
    parts: grouped(escrow.milestones.length, locale),
    paidOut: usd(escrow.released, locale),
    amount: usd(escrow.amount, locale),
  };
  return (
    <div class="mt-1">
      <p class="text-sm tabular-nums">
        {isShipped(order)
          ? words.howFarSent({ sent: reported, approved, ...known })
          : words.howFar({ delivered: reported, ...known })}
      </p>
      <svg
        class="mt-2 h-2 w-full rounded-full bg-base-300 text-success turns"
        width="100%"
        height="8"
        aria-hidden="true"
      >
        <rect width={`${Number((escrow.released * 1000n) / escrow.amount) / 10}%`} height="100%" fill="currentColor" />
      </svg>
      <p class="muted mt-2 text-sm">{words.partsText}</p>
    </div>
  );
}

function Card({ order, locale, milestone, place }: PartProps): JSX.Element {
  return (
    <li id={partAnchor(place)} class="panel scroll-mt-4 p-4 sm:p-5">
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 class="min-w-0 flex-1 basis-48 font-semibold">
          <span class="sr-only">{milestoneWords(locale).part({ place })}: </span>
          <Given text={milestone.title} lines={3} />
        </h3>
        <div class="max-w-full text-end">
          <p class="money font-semibold">{usd(milestone.amount, locale)}</p>
          <Refunded milestone={milestone} locale={locale} />
        </div>
      </div>
      <p class="mt-1.5 mb-2">
        <Standing order={order} milestone={milestone} locale={locale} />
      </p>
      <PartBody order={order} milestone={milestone} locale={locale} />
    </li>
  );
}

/** What of it went back. */
function Refunded({ milestone, locale }: Pick<PartProps, "milestone" | "locale">): JSX.Element | null {
  const refunded = refundedOf(milestone);
  return refunded === ZERO ? null : (
    <p class="muted text-sm tabular-nums">{milestoneWords(locale).refunded({ amount: usd(refunded, locale) })}</p>
  );
}

/** The anchor is inside what opens, so that a link to the part opens it. */
function Row({ order, locale, milestone, place }: PartProps): JSX.Element {
  const words = milestoneWords(locale);
  return (
    <li>
      <PartRow
        place={place}
        title={
          <>
            <span class="sr-only">{words.part({ place })}: </span>
            <Given text={milestone.title} lines={1} />
          </>
        }
        standing={
          milestone.status === "PENDING" ? (
            <span class="muted">{standingText(order, milestone, locale)}</span>
          ) : (
            <Standing order={order} milestone={milestone} locale={locale} />
          )
        }
        amount={usd(milestone.amount, locale)}
        id={partAnchor(place)}
      >
        <PartBody order={order} milestone={milestone} locale={locale} />
      </PartRow>
    </li>
  );
}
