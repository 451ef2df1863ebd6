/** Asks before an offer is accepted. */
import type { JSX } from "preact";
import { sharesOf } from "../../../domain/decisions/resolve-dispute.js";
import { subtract, ZERO } from "../../../domain/money.js";
import { wouldGiveBack } from "../../../domain/refund-parts.js";
import type { OrderOffer } from "../../../store/read/orders/orders.js";
import { usd } from "../../../words/format.js";
import { withUsd } from "../../../words/presented.js";
import { Split } from "../../disputes/thread.js";
import { Effect } from "../../kit/effect.js";
import { LongText } from "../../kit/long-text.js";
import { Asking, Buttons, Form } from "../asking.js";
import { disputeUrl } from "../links.js";
import { pathOf, type Scene } from "../load.js";
import { askingWords } from "../words.js";
import { acceptOfferWords } from "./words.js";

/** Says where every cent goes; what can be accepted is told from the order as it stands. */
export function AcceptOfferPage({ context, order, offer }: Scene & { offer: OrderOffer }): JSX.Element {
  const { locale } = context;
  const words = acceptOfferWords(locale);
  const { merchant, fees, buyer } = sharesOf(order.escrow, offer);
  const feesBack = subtract(buyer, offer.refund);
  const why = order.entries.find(({ number }) => number === offer.entry)?.text ?? "";
  return (
    <Asking context={context} order={order} title={words.title}>
      <Split offer={offer} dispute={order} viewer="buyer" locale={locale} />
      {why === "" ? null : (
        <div class="mt-3 rounded-field bg-base-200 px-3.5 py-2.5">
          <LongText text={why} locale={locale} />
        </div>
      )}
      <ul class="mt-5 space-y-2.5">
        {buyer === ZERO ? null : (
          <Effect icon="undo">
            <strong class="font-semibold">
              {words.refunds({ amount: withUsd(wouldGiveBack(buyer, order.sources), buyer, locale) })}
            </strong>
            {feesBack === ZERO ? "" : ` ${words.fees({ amount: usd(feesBack, locale) })}`}
          </Effect>
        )}
        {merchant === ZERO ? null : (
          <Effect icon="hand-coins">
            <strong class="font-semibold">{words.releases({ amount: usd(merchant, locale) })}</strong>
          </Effect>
        )}
        {fees === ZERO ? null : <Effect icon="receipt">{words.keeps({ amount: usd(fees, locale) })}</Effect>}
        <Effect icon="lock">
          {words.ends} {askingWords(locale).cannotUndo}
        </Effect>
      </ul>
      <Form action={disputeUrl(pathOf(order), "accept", offer.number)} context={context}>
        <Buttons context={context} order={order} label={words.button} />
      </Form>
    </Asking>
  );
}
