/** What is bought, from whom, and what it costs. The seller's words stay above the line; the sums below it are ours. */
import type { JSX } from "preact";
import { add, type Cents, cents } from "../../domain/money.js";
import type { HostedLine, HostedSession } from "../../store/read/hosted-sessions.js";
import { clip, counted, grouped, usd } from "../format.js";
import { Given } from "../given.js";
import { Icon } from "../icons.js";

/** A longer description waits behind a click, and one that is longer still is a document, not a description. */
const DESCRIPTION_SHOWN = 280;
const DESCRIPTION_LENGTH = 5_000;
const LINES_SHOWN = 5;

export function Summary({ session }: { session: HostedSession }): JSX.Element {
  return (
    <div class="panel p-5 lg:sticky lg:top-6">
      <Merchant merchant={session.merchant} />
      <h2 class="mt-2 text-lg leading-snug font-semibold">
        <Given text={session.title} lines={8} />
      </h2>
      {session.reference === "" ? null : (
        <p class="muted mt-1 flex gap-1.5 text-sm">
          <span>Order</span>
          <Given text={session.reference} lines={3} />
        </p>
      )}
      <Description text={session.description} />
      <Lines lines={session.lines} />
      <Totals amount={session.amount} fees={session.fees} />
    </div>
  );
}

function Merchant({ merchant }: { merchant: HostedSession["merchant"] }): JSX.Element {
  return (
    <p class="flex flex-wrap items-start gap-x-2 gap-y-1 text-sm">
      <span class="muted flex min-w-0 gap-1.5">
        <Icon name="store" class="mt-0.5 size-4" />
        <span class="sr-only">Seller: </span>
        <Given text={merchant.tradingName} lines={2} />
      </span>
      {merchant.isVerified ? (
        <span class="inline-flex items-center gap-1 font-medium text-success">
          <Icon name="badge-check" class="size-4" />
          Verified seller
        </span>
      ) : null}
    </p>
  );
}

function Description({ text }: { text: string }): JSX.Element | null {
  if (text.trim() === "") return null;
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
        <summary class="cursor-pointer font-medium text-primary">Read the whole description</summary>
        <p class="given muted mt-2 max-h-96 overflow-y-auto whitespace-pre-line" tabIndex={0}>
          <bdi>{clip(text, DESCRIPTION_LENGTH)}</bdi>
        </p>
      </details>
    </div>
  );
}

function Lines({ lines }: { lines: readonly HostedLine[] }): JSX.Element | null {
  if (lines.length === 0) return null;
  const more = lines.slice(LINES_SHOWN);
  return (
    <section aria-label="Items" class="mt-4 border-t border-base-300 pt-4">
      <List lines={lines.slice(0, LINES_SHOWN)} />
      {more.length === 0 ? null : (
        <details class="group mt-3">
          <summary class="flex cursor-pointer list-none items-center justify-between gap-2 text-sm font-medium text-primary [&::-webkit-details-marker]:hidden">
            <span class="group-open:hidden">Show {counted(more.length, "more item")}</span>
            <span class="hidden group-open:inline">Show fewer items</span>
            <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
          </summary>
          <div class="mt-3">
            <List lines={more} />
          </div>
        </details>
      )}
    </section>
  );
}

const List = ({ lines }: { lines: readonly HostedLine[] }): JSX.Element => (
  <ul class="space-y-3 text-sm">
    {lines.map((line) => (
      <Line line={line} />
    ))}
  </ul>
);

function Line({ line }: { line: HostedLine }): JSX.Element {
  return (
    <li class="flex justify-between gap-4">
      <div class="min-w-0">
        <p class="font-medium">
          <Given text={line.name} lines={5} />
        </p>
        <p class="muted mt-0.5 text-xs [overflow-wrap:anywhere] tabular-nums">
          {grouped(line.quantity)} × {usd(line.unitAmount)}
        </p>
        {line.sku === "" ? null : (
          <p class="muted mt-0.5 text-xs">
            <Given text={line.sku} lines={2} />
          </p>
        )}
      </div>
      <span class="money max-w-1/2 shrink-0">{usd(totalOf(line))}</span>
    </li>
  );
}

/** Exact for the largest quantity at the largest price. */
const totalOf = ({ quantity, unitAmount }: HostedLine): Cents => cents(BigInt(quantity) * unitAmount);

function Totals({ amount, fees }: { amount: Cents; fees: Cents }): JSX.Element {
  return (
    <dl class="mt-4 space-y-2 border-t border-base-300 pt-4 text-sm">
      <div class="flex justify-between gap-4">
        <dt class="muted shrink-0">Order amount</dt>
        <dd class="money">{usd(amount)}</dd>
      </div>
      <div class="flex justify-between gap-4">
        <dt class="muted shrink-0">Escrow protection fee</dt>
        <dd class="money">{usd(fees)}</dd>
      </div>
      <div class="mt-3 flex items-baseline justify-between gap-4 border-t border-base-300 pt-3">
        <dt class="shrink-0 text-base font-semibold">Total</dt>
        <dd class="money text-xl font-semibold">
          {usd(add(amount, fees))} <span class="muted text-xs font-medium">USD</span>
        </dd>
      </div>
    </dl>
  );
}
