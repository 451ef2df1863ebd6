/** In which money the payer pays: what that comes to, at which rate and until when, and a choice of others. */
import type { JSX } from "preact";
import { CURRENCY } from "../../../domain/money.js";
import type { PaymentView } from "../../../store/read/money/payments.js";
import { currencyName, rateText, share, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Icon } from "../../kit/icons.js";
import { Say } from "../../kit/say.js";
import { Instant, Money, OPENER } from "./parts.js";
import type { View } from "./state.js";
import { paymentWords } from "./words.js";

/** Nothing where all is paid in US dollars. */
export function PriceChoice({ view, locale }: { view: View; locale: Locale }): JSX.Element | null {
  const { choices, offer } = view.price;
  if (choices.length < 2 && offer === null) return null;
  return (
    <section aria-labelledby="price-title" class="panel px-4 py-3 sm:px-5">
      <h2 id="price-title" class="sr-only">
        {paymentWords(locale).payIn}
      </h2>
      <Quoted view={view} locale={locale} />
      {choices.length < 2 ? null : <Choice view={view} locale={locale} />}
    </section>
  );
}

function Quoted({ view, locale }: { view: View; locale: Locale }): JSX.Element | null {
  const { offer } = view.price;
  if (offer === null) return null;
  const words = paymentWords(locale);
  const { currency, asked, due, rate, marginBps, until } = offer;
  const terms = {
    dollar: rateText("1", CURRENCY, locale),
    rate: rateText(rate, currency, locale),
    until: <Instant at={until} locale={locale} />,
  };
  return (
    <div class="mb-2 text-sm">
      <p class="text-base">
        <Say
          text={words.quoted}
          amount={<Money amount={asked} currency={currency} locale={locale} />}
          usd={<span class="tabular-nums">{usd(due, locale)}</span>}
        />
      </p>
      <p class="muted mt-1 leading-relaxed">
        {marginBps === 0 ? (
          <Say text={words.quoteRate} {...terms} />
        ) : (
          <Say text={words.quoteRateMargin} {...terms} margin={share(marginBps, locale)} />
        )}
      </p>
    </div>
  );
}

/** Without a script the button changes it; nothing is asked of a server but this page. */
function Choice({ view, locale }: { view: View; locale: Locale }): JSX.Element {
  const words = paymentWords(locale);
  const { choices, currency } = view.price;
  const kept = [...new URLSearchParams(view.query)].filter(([name]) => name !== "currency");
  const compare = new Intl.Collator(locale).compare;
  const named = choices
    .map((code) => [code, `${currencyName(code, locale)} (${code})`] as const)
    .sort(([, one], [, other]) => compare(one, other));
  return (
    <details class="group text-sm">
      <summary class={`${OPENER} min-h-8 w-fit gap-1.5 font-medium text-primary`}>
        {words.payInOther}
        <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
      </summary>
      <form method="get" action={view.path} class="mt-2 flex flex-wrap items-end gap-x-3 gap-y-2">
        {kept.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="min-w-48 flex-1">
          <label class="font-medium" for="currency">
            {words.payIn}
          </label>
          <select id="currency" name="currency" class="field mt-1.5 h-11 w-full py-0">
            {named.map(([code, name]) => (
              <option value={code} selected={code === currency}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="btn btn-outline h-11 border-base-300">
          {words.payInChange}
        </button>
      </form>
    </details>
  );
}

/** For how long an amount in the payer's currency holds, and what becomes of money that comes after that. */
export function Promised({
  payment: { presented },
  now,
  locale,
}: {
  payment: PaymentView;
  now: number;
  locale: Locale;
}): JSX.Element | null {
  if (presented === null) return null;
  const words = paymentWords(locale);
  const { until } = presented;
  return until < now ? (
    <p role="alert" class="flex gap-2 text-sm font-medium">
      <Icon name="clock" class="mt-0.5 size-4" />
      <span class="min-w-0">
        <Say text={words.quotePassed} until={<Instant at={until} locale={locale} />} />
      </span>
    </p>
  ) : (
    <p class="muted text-sm leading-relaxed">{words.quoteLate}</p>
  );
}
