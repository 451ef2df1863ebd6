/** The dispute on the page of its order: how it stands, what is on the table, all that was said, and what can be done. */

import type { JSX } from "preact";
import { isEndedByMistake } from "../../../domain/ended-by-bank.js";
import { deciderOf, isBanks } from "../../../domain/escrow.js";
import type { OrderOffer } from "../../../store/read/orders/orders.js";
import { DisputeThread, OpenOffers } from "../../disputes/thread.js";
import { offerBy, turnIn } from "../../disputes/turn.js";
import { Icon } from "../../kit/icons.js";
import { orderUrl } from "../../kit/links.js";
import type { PageContext } from "../../kit/page-context.js";
import { disputeUrl } from "../links.js";
import type { OrderView } from "../load.js";

import { disputeWords } from "./words.js";

type Props = { readonly context: PageContext; readonly order: OrderView };

/** Nothing for an order that nobody disputed: one whose payment was booked by mistake ends as a dispute does. */
export function DisputeOfOrder({ context, order }: Props): JSX.Element | null {
  const { locale } = context;
  const { escrow, merchant, entries } = order;
  if (escrow.disputeReference === null || (isEndedByMistake(order) && !entries.some(isOpening))) return null;
  const words = disputeWords(locale);
  const path = orderUrl(merchant.sellerCode, escrow.id);
  const isOpen = escrow.status === "DISPUTED";
  const decider = isOpen ? deciderOf(escrow) : null;
  const fileUrl = (id: string): string => `${path}/evidence/${id}`;
  return (
    <section aria-labelledby="dispute" class="panel p-4 sm:p-5">
      <div class="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="dispute" class="scroll-mt-4 text-lg font-semibold tracking-tight">
          {words.heading}
        </h2>
        <p class="muted text-sm">
          {words.reference} <bdi class="font-mono whitespace-nowrap">{escrow.disputeReference}</bdi>
        </p>
      </div>
      <p class="muted mt-0.5 mb-4 text-sm">{isOpen ? openText(order, context) : words.over}</p>
      <OpenOffers
        dispute={order}
        viewer="buyer"
        locale={locale}
        fileUrl={fileUrl}
        actions={(offer) => <OfferActions context={context} order={order} offer={offer} />}
      />
      <DisputeThread dispute={order} viewer="buyer" locale={locale} fileUrl={fileUrl} />
      {isOpen && !isBanks(escrow) ? (
        <div class="mt-5 flex flex-wrap gap-2.5 border-t border-base-300 pt-4">
          <a class="btn btn-outline border-base-300 max-sm:w-full" href={disputeUrl(path, "write")}>
            <Icon name="message-square" class="size-4" />
            {words.write}
          </a>
          {decider === null ? (
            <a class="btn btn-outline border-base-300 max-sm:w-full" href={disputeUrl(path, "offer")}>
              <Icon name="scale" class="size-4" />
              {words.offer}
            </a>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

const isOpening = ({ verb }: OrderView["entries"][number]): boolean => verb === "dispute";

function openText(order: OrderView, context: PageContext): string {
  const words = disputeWords(context.locale);
  const decider = deciderOf(order.escrow);
  return decider === null ? `${turnText(order, context)} ${words.holdfast}` : words[`${decider}Decides`];
}

function turnText(order: OrderView, { locale }: PageContext): string {
  const words = disputeWords(locale);
  const turn = turnIn(order);
  // With an offer of each side on the table it is theirs that the buyer has to answer.
  if (offerBy(order, "merchant") !== undefined) return words.yourTurn;
  if (turn.length !== 1) return words.bothTurns;
  return turn[0] === "buyer" ? words.yourTurn : words.theirTurn;
}

/** What the buyer can do about an offer that is on the table; accepting it stands first on the page. */
function OfferActions({ context, order, offer }: Props & { readonly offer: OrderOffer }): JSX.Element {
  const { locale, csrf } = context;
  const words = disputeWords(locale);
  const path = orderUrl(order.merchant.sellerCode, order.escrow.id);
  const verb = offer.by === "buyer" ? "withdraw" : "decline";
  return (
    <div class="mt-3 flex flex-wrap gap-2.5">
      <form method="post" action={disputeUrl(path, verb, offer.number)} class="max-sm:w-full">
        <input type="hidden" name="csrf" value={csrf} />
        <button type="submit" class="btn btn-outline border-base-300 max-sm:w-full">
          {words[verb]}
        </button>
      </form>
    </div>
  );
}
