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
  return (
    <Frame context={context} title="Review the payout" entry="/wallet">
      <PageHead title={`Pay out ${usd(amount, "en")}?`} up={{ href: walletUrl(context), label: "Wallet" }} />
      <Section title="Details">
        <Facts
          rows={[
            ["Amount", usd(amount, "en")],
            ["To", <To to={to} />],
            ["Left in the wallet", usd(subtract(wallet.available, amount), "en")],
          ]}
        />
        <p class="muted mt-4 max-w-2xl text-sm leading-relaxed">
          We set the amount aside at once and send it a minute later; until then you can cancel. If the payout is
          refused, the money returns to your wallet.
        </p>
        <div class="mt-5 flex flex-wrap gap-2">
          <ButtonForm
            action={payoutsUrl(context)}
            csrf={context.csrf}
            label={`Pay out ${usd(amount, "en")}`}
            icon="send"
            class="btn btn-primary"
            fields={{ id, amount: formatMoney(amount), destination: to.id }}
          />
          <a class="btn" href={walletUrl(context)}>
            Back
          </a>
        </div>
      </Section>
    </Frame>
  );
}
