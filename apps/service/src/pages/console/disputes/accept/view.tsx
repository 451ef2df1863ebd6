/** Asks before an offer of the buyer is accepted: says where every cent goes, and that it is final. */
import type { JSX } from "preact";
import { sharesOf } from "../../../../domain/decisions/resolve-dispute.js";
import { subtract, ZERO } from "../../../../domain/money.js";
import { wouldGiveBack } from "../../../../domain/refund-parts.js";
import type { Order, OrderOffer } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import { usdWith } from "../../../../words/presented.js";
import { Effect } from "../../../kit/effect.js";
import { Given } from "../../../kit/given.js";
import { LongText } from "../../../kit/long-text.js";
import { ButtonForm, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { disputeUrl, offerUrl } from "../../links.js";
import { acceptWords } from "../words.js";

export function AcceptPage({
  context,
  dispute,
  offer,
}: {
  context: ConsoleContext;
  dispute: Order;
  offer: OrderOffer;
}): JSX.Element {
  const { escrow, entries, sources } = dispute;
  const { locale } = context;
  const words = acceptWords(locale);
  const { merchant, fees, buyer } = sharesOf(escrow, offer);
  const feesBack = subtract(buyer, offer.refund);
  const why = entries.find(({ number }) => number === offer.entry)?.text ?? "";
  const back = disputeUrl(context, escrow.id);
  return (
    <Frame context={context} title={words.title} entry="/disputes">
      <PageHead
        up={{ href: back, label: words.toDispute }}
        title={words.title}
        lead={<Given text={escrow.title} lines={2} />}
      />
      <div class="max-w-xl">
        <Section title={words.next}>
          {why === "" ? null : (
            <div class="mb-4 rounded-field bg-base-200 px-3.5 py-2.5">
              <LongText text={why} locale={locale} />
            </div>
          )}
          <ul class="space-y-2.5">
            <Effect icon="hand-coins">
              <strong class="font-semibold">{words.toWallet({ amount: usd(merchant, locale) })}</strong>
            </Effect>
            {buyer === ZERO ? null : (
              <Effect icon="undo">
                <strong class="font-semibold">
                  {words.toBuyer({ amount: usdWith(buyer, wouldGiveBack(buyer, sources), locale) })}
                </strong>
                {feesBack === ZERO ? null : ` ${words.toBuyerFees({ fees: usd(feesBack, locale) })}`}
              </Effect>
            )}
            {fees === ZERO ? null : <Effect icon="receipt">{words.feesKept({ fees: usd(fees, locale) })}</Effect>}
            <Effect icon="lock">{words.final}</Effect>
          </ul>
          <div class="mt-5 flex flex-wrap gap-2">
            <ButtonForm
              action={offerUrl(context, dispute, { offer, step: "accept" })}
              csrf={context.csrf}
              label={words.accept}
              class="btn btn-primary"
            />
            <a class="btn btn-ghost" href={back}>
              {words.back}
            </a>
          </div>
        </Section>
      </div>
    </Frame>
  );
}
