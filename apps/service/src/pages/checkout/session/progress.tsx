/** How far an order is paid: what has arrived, in the payer's money too, and what is missing. */
import type { JSX } from "preact";
import type { Currency, Money } from "../../../domain/currencies.js";
import { add, type Cents, CURRENCY, ZERO } from "../../../domain/money.js";
import { receivedOf } from "../../../store/read/money/payments.js";
import { usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { moneys } from "../../../words/presented.js";
import { type Mine, missingOf, type View } from "./state.js";
import { paymentWords } from "./words.js";

/** What has arrived, by the currencies in which it was paid; null where all was paid in US dollars. */
function receivedIn({ payments }: Mine): readonly Money[] | null {
  const sums = new Map<Currency, Cents>();
  for (const { amount, currency } of payments.map(receivedOf))
    if (amount > ZERO) sums.set(currency, add(sums.get(currency) ?? ZERO, amount));
  const all = [...sums].map(([currency, amount]) => ({ amount, currency }));
  return all.every(({ currency }) => currency === CURRENCY) ? null : all;
}

/** "KES 12,900.00": what has arrived, as it was paid. */
export const receivedText = (mine: Mine, locale: Locale): string =>
  moneys(receivedIn(mine) ?? { amount: mine.escrow.funded, currency: CURRENCY }, locale);

/** What has arrived and what is missing, once something has arrived. */
export function Progress({ view, mine, locale }: { view: View; mine: Mine; locale: Locale }): JSX.Element | null {
  if (mine.escrow.funded === ZERO) return null;
  const words = paymentWords(locale);
  return (
    <dl class="panel grid grid-cols-2 gap-4 p-5 text-sm">
      <Sum label={words.received} amount={mine.escrow.funded} abroad={receivedIn(mine)} locale={locale} />
      <Sum
        label={words.missing}
        amount={missingOf({ session: view.session, escrow: mine.escrow })}
        abroad={null}
        locale={locale}
      />
    </dl>
  );
}

function Sum({
  label,
  amount,
  abroad,
  locale,
}: {
  label: string;
  amount: Cents;
  /** The same as it was paid; null where that was in US dollars, or nothing was. */
  abroad: readonly Money[] | null;
  locale: Locale;
}): JSX.Element {
  return (
    <div class="min-w-0">
      <dt class="muted">{label}</dt>
      <dd class="mt-0.5 text-lg font-semibold tabular-nums [overflow-wrap:anywhere]">{usd(amount, locale)}</dd>
      {abroad === null ? null : <dd class="muted tabular-nums">{moneys(abroad, locale)}</dd>}
    </div>
  );
}
