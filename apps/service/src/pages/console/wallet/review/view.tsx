/** What a payout will do, before it does it. */
import type { JSX } from "preact";
import type { PayoutId } from "../../../../domain/ids.js";
import { type Cents, formatMoney, subtract } from "../../../../domain/money.js";
import type { Destination } from "../../../../domain/payouts.js";
import type { WalletView } from "../../../../store/read/money/wallet.js";
import { usd } from "../../../../words/format.js";
import { ButtonForm, Facts, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { payoutsUrl, walletUrl } from "../../links.js";
import { To } from "../pieces.js";
import { walletWords } from "../words.js";

export function ReviewPage({
  context,
  wallet,
  payout,
}: {
  context: ConsoleContext;
  wallet: WalletView;
  /** `id` is what the form makes, once, however often it is sent. */
  payout: { readonly id: PayoutId; readonly amount: Cents; readonly to: Destination };
}): JSX.Element {
  const { id, amount, to } = payout;
  const words = walletWords(context.locale);
  const shown = usd(amount, context.locale);
  return (
    <Frame context={context} title={words.reviewTitle} entry="/wallet">
      <PageHead title={words.reviewQuestion({ amount: shown })} up={{ href: walletUrl(context), label: words.title }} />
      <Section title={words.details}>
        <Facts
          rows={[
            [words.reviewAmount, shown],
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
            fields={{ id, amount: formatMoney(amount), destination: to.id }}
          />
          <a class="btn" href={walletUrl(context)}>
            {words.back}
          </a>
        </div>
      </Section>
    </Frame>
  );
}
