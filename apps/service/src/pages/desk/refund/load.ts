import { refusalOfOrder } from "../../../domain/operators.js";
import { readMovedAlone } from "../../../store/read/desk/moved-alone.js";
import type { Order } from "../../../store/read/orders/orders.js";
import { askOf, previewRefund, type RefundPreview, type TypedRefund } from "../../refunds/preview.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { operatorOf } from "../parts.js";
import { secondSentence } from "../second.js";

/** What the refund would do, and whether a second operator has to confirm it. */
export type DeskPreview = {
  /** Null where no amount was typed that is one. */
  readonly preview: RefundPreview | null;
  /** Why another operator has to confirm it; null when nobody has to. */
  readonly second: string | null;
  /** Why the operator may not do it at all. */
  readonly own: "own_account" | "own_order" | null;
};

export async function previewAtDesk(
  context: DeskContext,
  { order, typed }: { readonly order: Order; readonly typed: TypedRefund },
  { db, refundTerms, config }: Pick<DeskServices, "db" | "refundTerms" | "config">,
): Promise<DeskPreview> {
  const { escrow } = order;
  const operator = operatorOf(context);
  const ask = askOf(typed, { actor: "operator", once: null });
  const preview = ask === null ? null : await previewRefund(order, { ask, member: null }, { db, refundTerms });
  const [alone] = await readMovedAlone(db, context.seller.id, [{ account: escrow.account, escrow: escrow.id }]);
  const second =
    preview?.ok === true && alone !== undefined
      ? secondSentence(operator, { amount: preview.gets, alone, from: config.secondOperatorFrom })
      : null;
  return { preview, second, own: refusalOfOrder(operator, escrow) };
}
