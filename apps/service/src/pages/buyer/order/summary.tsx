/** Beside an order: what was bought, what it costs, and where the money is. */

import type { ComponentChildren, JSX } from "preact";
import { type Cents, ZERO } from "../../../domain/money.js";
import { tidy } from "../../../domain/typed.js";
import { type OrderLine, sumOf } from "../../../store/read/orders/lines.js";
import { grouped, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Given } from "../../kit/given.js";
import { LongText } from "../../kit/long-text.js";
import { RestLine } from "../../kit/rest-line.js";
import { Day } from "../../kit/times.js";
import type { OrderView } from "../load.js";
import { moneyOf } from "../standing.js";
import { sharedWords } from "../words.js";
import { orderWords } from "./words.js";

const LINES_SHOWN = 5;

export function Summary({ order, locale }: { order: OrderView; locale: Locale }): JSX.Element {
  const shared = sharedWords(locale);
  const { escrow } = order;
  return (
    <section class="panel p-5" aria-labelledby="details">
      <h2 id="details" class="font-semibold">
        {orderWords(locale).details}
      </h2>
      <dl class="mt-2 space-y-1 text-sm">
        <Fact label={shared.placedOn}>
          <Day at={escrow.created} locale={locale} />
        </Fact>
        <Fact label={orderWords(locale).reference}>
          <bdi class="font-mono text-xs select-all [overflow-wrap:anywhere]">{escrow.referenceCode}</bdi>
        </Fact>
        {escrow.externalReference === "" ? null : (
          <Fact label={orderWords(locale).order}>
            <Given text={escrow.externalReference} lines={2} />
          </Fact>
        )}
      </dl>
      {tidy(escrow.description) === "" ? null : (
        <div class="muted mt-2">
          <LongText text={escrow.description} locale={locale} />
        </div>
      )}
      <Lines order={order} locale={locale} />
      <dl class="mt-3 space-y-2 border-t border-base-300 pt-3 text-sm">
        <Sum label={shared.amount} amount={escrow.amount} locale={locale} />
        <Sum label={shared.fees} amount={escrow.fees} locale={locale} />
        <Sum label={shared.total} amount={moneyOf(order).total} locale={locale} isTotal />
      </dl>
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ComponentChildren }): JSX.Element => (
  <div class="flex min-w-0 items-baseline gap-1.5">
    <dt class="muted shrink-0">{label}</dt>
    <dd class="min-w-0">{children}</dd>
  </div>
);

function Lines({ order, locale }: { order: OrderView; locale: Locale }): JSX.Element | null {
  const { lines, escrow } = order;
  const words = orderWords(locale);
  if (lines.length === 0) return null;
  const more = lines.slice(LINES_SHOWN);
  return (
    <div class="mt-3 border-t border-base-300 pt-3">
      <h3 class="sr-only">{words.items}</h3>
      <List lines={lines.slice(0, LINES_SHOWN)} locale={locale} />
      {more.length === 0 ? null : (
        <details class="group mt-3">
          <summary class="cursor-pointer list-none text-sm font-medium text-primary [&::-webkit-details-marker]:hidden">
            <span class="group-open:hidden">{words.moreItems({ count: more.length })}</span>
            <span class="hidden group-open:inline">{words.fewerItems}</span>
          </summary>
          <div class="mt-3">
            <List lines={more} locale={locale} />
          </div>
        </details>
      )}
      <RestLine lines={lines} amount={escrow.amount} locale={locale} class="mt-2.5" />
    </div>
  );
}

const List = ({ lines, locale }: { lines: readonly OrderLine[]; locale: Locale }): JSX.Element => (
  <ul class="space-y-2.5 text-sm">
    {lines.map((line) => (
      <li class="flex justify-between gap-4">
        <div class="min-w-0">
          <p class="font-medium">
            <Given text={line.name} lines={3} />
          </p>
          <p class="muted text-xs [overflow-wrap:anywhere] tabular-nums">
            {grouped(line.quantity, locale)} × {usd(line.unitAmount, locale)}
          </p>
        </div>
        <span class="money max-w-1/2 shrink-0">{usd(sumOf(line), locale)}</span>
      </li>
    ))}
  </ul>
);

/** @param amount as it is written, or in the language of `locale`. */
export function Sum({
  label,
  amount,
  locale = "en",
  isTotal = false,
}: {
  label: string;
  amount: Cents | string;
  locale?: Locale;
  isTotal?: boolean;
}): JSX.Element {
  return (
    <div class={`flex items-baseline justify-between gap-4 ${isTotal ? "border-t border-base-300 pt-2.5" : ""}`}>
      <dt class={isTotal ? "font-semibold" : "muted"}>{label}</dt>
      <dd class={`money max-w-2/3 shrink-0 ${isTotal ? "text-base font-semibold" : ""}`}>
        {typeof amount === "string" ? amount : usd(amount, locale)}
      </dd>
    </div>
  );
}

/** What came from the buyer and where it is: the lines add up to the first. */
export function WhereMoneyIs({ order, locale }: { order: OrderView; locale: Locale }): JSX.Element {
  const [words, shared] = [orderWords(locale), sharedWords(locale)];
  const money = moneyOf(order);
  return (
    <section class="panel p-5" aria-labelledby="money">
      <h2 id="money" class="font-semibold">
        {words.whereItIs}
      </h2>
      <dl class="mt-3 space-y-2 text-sm">
        <Sum label={words.held} amount={money.held} locale={locale} />
        <Sum label={words.released} amount={money.released} locale={locale} />
        <Sum label={words.earned} amount={money.earned} locale={locale} />
        {money.returned === ZERO && money.heldBack === ZERO && money.takenBack === ZERO ? null : (
          <Sum label={shared.returned} amount={money.returned} locale={locale} />
        )}
        {money.heldBack === ZERO ? null : <Sum label={shared.heldBack} amount={money.heldBack} locale={locale} />}
        {money.takenBack === ZERO ? null : <Sum label={shared.takenBack} amount={money.takenBack} locale={locale} />}
        {money.mistaken === ZERO ? null : <Sum label={shared.mistaken} amount={money.mistaken} locale={locale} />}
        <Sum label={shared.received} amount={money.received} locale={locale} isTotal />
        {money.missing === ZERO ? null : <Sum label={words.stillToPay} amount={money.missing} locale={locale} />}
      </dl>
      {money.takenInTotal <= money.takenBack ? null : (
        <p class="muted mt-3 text-sm leading-relaxed">
          {words.takenInTotal({ amount: usd(money.takenInTotal, locale) })}
        </p>
      )}
    </section>
  );
}
