/** What a payout will do, before it does it. */
import type { JSX } from "preact";
import type { Offer } from "../../../../commands/quotes.js";
import type { PayoutId } from "../../../../domain/ids.js";
import { type Cents, formatMoney, subtract } from "../../../../domain/money.js";
import type { Destination } from "../../../../domain/payouts.js";
import type { WalletView } from "../../../../store/read/money/wallet.js";
import { money, usd } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Facts, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { payoutsUrl, walletUrl } from "../../links.js";
import { rateRow, To } from "../pieces.js";
import { refusalWords, walletWords } from "../words.js";

export type ReviewedPayout = {
  readonly id: PayoutId;
  readonly amount: Cents;
  readonly to: Destination;
  /** What arrives, and the same as the form carries it; null where that is in USD. */
  readonly quote: { readonly offer: Offer; readonly signed: string } | null;
};

export function ReviewPage({
  context,
  wallet,
  payout,
  isNew = false,
}: {
  context: ConsoleContext;
  wallet: WalletView;
  /** `id` is what the form makes, once, however often it is sent. */
  payout: ReviewedPayout;
  /** The rate has changed since the seller saw the amount. */
  isNew?: boolean;
}): JSX.Element {
  const { id, amount, to, quote } = payout;
  const words = walletWords(context.locale);
  const shown = usd(amount, context.locale);
  return (
    <Frame context={context} title={words.reviewTitle} entry="/wallet">
      <PageHead title={words.reviewQuestion({ amount: shown })} up={{ href: walletUrl(context), label: words.title }} />
      {isNew ? <Notice tone="note">{refusalWords(context.locale).quote_passed}</Notice> : null}
      <Section title={words.details}>
        <Facts
          rows={[
            [words.reviewAmount, shown],
            ...(quote === null ? [] : quoteRows(quote.offer, context.locale)),
            [words.to, <To to={to} />],
            [words.left, usd(subtract(wallet.available, amount), context.locale)],
          ]}
        />
        <p class="muted mt-4 max-w-2xl text-sm leading-relaxed">{words.reviewText}</p>
        <div class="mt-5 flex flex-wrap gap-2">
          <ButtonForm
            action={payoutsUrl(context)}
            csrf={context.csrf}
            label={words.payOutAmount({ amount: shown })}
            icon="send"
            class="btn btn-primary"
            fields={{
              id,
              amount: formatMoney(amount),
              destination: to.id,
              ...(quote === null ? {} : { quote: quote.signed }),
            }}
          />
          <a class="btn" href={walletUrl(context)}>
            {words.back}
          </a>
        </div>
      </Section>
    </Frame>
  );
}

const quoteRows = (offer: Offer, locale: Locale): readonly (readonly [string, JSX.Element | string])[] => [
  [walletWords(locale).arrives, <b class="font-semibold">{money(offer.asked, offer.currency, locale)}</b>],
  rateRow(offer, locale),
  [walletWords(locale).holds, <Time at={offer.until} />],
];
