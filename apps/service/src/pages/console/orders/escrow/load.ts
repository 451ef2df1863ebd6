import { applyTime } from "../../../../commands/apply-time.js";
import type { Chargeback } from "../../../../domain/chargebacks.js";
import { parseUuid } from "../../../../domain/ids.js";
import { listNotes, type OrderNote } from "../../../../store/read/console/customers.js";
import { type EscrowEvent, listEscrowEvents } from "../../../../store/read/console/orders.js";
import { listChargebacksOf } from "../../../../store/read/money/chargebacks.js";
import { listPayments, listRefunds, type PaymentView, type RefundView } from "../../../../store/read/money/payments.js";
import { findOrderOfAccount, type Order } from "../../../../store/read/orders/orders.js";
import { findSession } from "../../../../store/read/orders/sessions.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type EscrowServices = Pick<ConsoleServices, "db" | "door">;

/** An escrow and all that has happened to it, from its session to its deliveries. */
export type EscrowStory = Order & {
  readonly sessionCreated: number;
  readonly payments: readonly PaymentView[];
  readonly refunds: readonly RefundView[];
  readonly chargebacks: readonly Chargeback[];
  /** Newest first. */
  readonly notes: readonly OrderNote[];
  /** Oldest first. */
  readonly events: readonly EscrowEvent[];
};

/** What the page of an escrow, and each of its parts, is made of. */
export type EscrowProps = { readonly context: ConsoleContext; readonly story: EscrowStory };

/**
 * Where time has changed it and nobody has written that down yet, the door does so first.
 * @throws PageRefusal not_found, for another account's escrow as for one that does not exist.
 */
export async function loadEscrowStory(
  { member: { account } }: ConsoleContext,
  { params }: Pick<Asked, "params">,
  { db, door }: EscrowServices,
): Promise<EscrowStory> {
  const id = parseUuid("escrow", params["escrow"] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  const found = await findOrderOfAccount(db, { account, escrow: id });
  const isDue = found !== null && found.dueAt !== null && found.dueAt <= found.now;
  if (isDue) await applyTime(door, account, { kind: "escrow", id });
  const order = isDue ? await findOrderOfAccount(db, { account, escrow: id }) : found;
  if (order === null) throw new PageRefusal("not_found");
  const [session, payments, refunds, chargebacks, notes, events] = await Promise.all([
    findSession(db, account, order.escrow.session),
    listPayments(db, account, id),
    listRefunds(db, account, id),
    listChargebacksOf(db, account, id),
    listNotes(db, account, id),
    listEscrowEvents(db, account, id),
  ]);
  return {
    ...order,
    sessionCreated: session?.created ?? order.escrow.created,
    payments,
    refunds,
    chargebacks,
    notes,
    events,
  };
}
