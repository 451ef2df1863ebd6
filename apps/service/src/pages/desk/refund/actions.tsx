import { askSecond } from "../../../commands/ask-second.js";
import { actedOf, isSecondNeeded } from "../../../commands/on-account.js";
import { refundForSeller } from "../../../commands/refund-for-seller.js";
import type { AskedAtDesk } from "../../../domain/approvals.js";
import type { Money } from "../../../domain/currencies.js";
import { parseUuid } from "../../../domain/ids.js";
import { type Cents, formatMoney, parseCents } from "../../../domain/money.js";
import type { Noted } from "../../../domain/operators.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { moneys } from "../../../words/presented.js";
import type { Handler, Posted } from "../../kit/route.js";
import { CONFLICT, UNPROCESSABLE } from "../../kit/status.js";
import { statusWords } from "../../kit/words.js";
import { askOf, readTyped } from "../../refunds/preview.js";
import type { DeskContext } from "../access.js";
import { orderPath } from "../links.js";
import type { DeskServices } from "../load.js";
import { findOrder } from "../order/load.js";
import { operatorOf, readReason } from "../parts.js";
import { type SaidCode, saidOf } from "../words.js";
import { previewAtDesk } from "./load.js";
import { DeskRefundPage } from "./view.js";

/** Gives back what was agreed to, once however often the form is sent; asks a second operator where one has to confirm it. */
export const refundForBuyer: Handler<DeskContext, DeskServices, Posted> = async (
  context,
  { params, form },
  services,
) => {
  const order = await findOrder(context, params, services);
  const typed = readTyped(form);
  const note = readReason(form["note"]);
  const once = parseUuid("refund", form["once"] ?? "");
  const agreed = parseCents(form["gets"] ?? "");
  const ask = askOf(typed, { actor: "operator", once });
  const again = { context, typed, note, isAsked: true } as const;
  if (ask === null || once === null || agreed === null || note.problem !== null) {
    const page = { ...again, order, ...(once === null ? {} : { once }) };
    const preview = await previewAtDesk(context, { order, typed }, services);
    return { status: UNPROCESSABLE, page: <DeskRefundPage {...page} {...preview} /> };
  }
  const { account, id: escrow, referenceCode } = order.escrow;
  const by = { operator: operatorOf(context), account, reason: note.reason };
  const secondFrom = services.config.secondOperatorFrom;
  const { refundTerms: terms, executor, db } = services;
  const acted = actedOf(await refundForSeller(executor, by, { escrow, ask, agreed, terms, secondFrom }));
  if (isSecondNeeded(acted)) {
    const request = { action: "refund_order", escrow, ask: keptOf(ask), agreed } as const;
    const { preview } = await previewAtDesk(context, { order, typed }, services);
    const back = preview?.ok === true && preview.gets === agreed ? preview.back : null;
    const asked = await askSecond(db, by, {
      request,
      subject: referenceCode,
      shown: shownOf(order, ask, { agreed, back }),
    });
    return told(order, saidOf(asked, "second"));
  }
  if (acted.ok || acted.reason === "own_account" || acted.reason === "own_order") {
    return told(order, saidOf(acted, "refunded"));
  }
  const now = await findOrder(context, params, services);
  const preview = await previewAtDesk(context, { order: now, typed }, services);
  return {
    status: CONFLICT,
    page: <DeskRefundPage {...again} {...preview} order={now} hasChanged={preview.preview?.ok === true} />,
  };
};

const told = ({ merchant, escrow }: Order, said: SaidCode): string =>
  `${orderPath(merchant.sellerCode, escrow.id)}?said=${said}`;

const keptOf = ({ amount, milestone, reason, key, requestHash }: AskedAtDesk): AskedAtDesk => ({
  ...{ amount, milestone, reason, key, requestHash },
});

/** What the second operator reads. */
function shownOf(
  { escrow }: Order,
  { milestone, reason }: AskedAtDesk,
  { agreed, back }: { readonly agreed: Cents; readonly back: readonly Money[] | null },
): Noted {
  const part = escrow.milestones.find(({ id }) => id === milestone);
  return {
    "to the buyer": formatMoney(agreed),
    ...(back === null ? {} : { "in the buyer's money": moneys(back, "en") }),
    ...(part === undefined ? {} : { milestone: part.title }),
    because: statusWords("en")[`reason_${reason}`],
  };
}
