/** Asks before an order is cancelled. */
import type { JSX } from "preact";
import { ZERO } from "../../../domain/money.js";
import { wouldGiveBack } from "../../../domain/refund-parts.js";
import { withUsd } from "../../../words/presented.js";
import { Effect } from "../../kit/effect.js";
import { Given } from "../../kit/given.js";
import { orderUrl } from "../../kit/links.js";
import { Asking, Buttons, Form } from "../asking.js";
import type { Scene } from "../load.js";
import { Merchant } from "../parts.js";
import { askingWords } from "../words.js";
import { declineWords } from "./words.js";

export function DeclinePage({ context, order }: Scene): JSX.Element {
  const words = declineWords(context.locale);
  const { escrow, merchant, payments, sources } = order;
  const amount = withUsd(wouldGiveBack(escrow.funded, sources), escrow.funded, context.locale);
  const isOpen = payments.some(({ status }) => status === "CREATED" || status === "PENDING");
  return (
    <Asking context={context} order={order} title={words.title}>
      <p class="font-semibold">
        <Given text={escrow.title} lines={3} />
      </p>
      <Merchant merchant={merchant} locale={context.locale} />
      <ul class="mt-5 space-y-2.5">
        <Effect icon="undo">
          {escrow.funded === ZERO ? words.nothingPaid : words.refund({ amount })}
          {isOpen ? ` ${words.open}` : ""}
        </Effect>
        <Effect icon="lock">{askingWords(context.locale).cannotUndo}</Effect>
      </ul>
      <Form action={`${orderUrl(merchant.sellerCode, escrow.id)}/decline`} context={context}>
        <Buttons context={context} order={order} label={words.button} keep={words.keep} isGrave />
      </Form>
    </Asking>
  );
}
