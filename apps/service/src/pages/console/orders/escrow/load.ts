import { applyTime } from "../../../../commands/apply-time.js";
import { type AccountId, type EscrowId, parseUuid } from "../../../../domain/ids.js";
import type { Queryable } from "../../../../platform/database.js";
import { listNotes, type OrderNote } from "../../../../store/read/console/customers.js";
import { type EscrowEvent, listEscrowEvents } from "../../../../store/read/console/orders.js";
import { type ListedChargeback, listChargebacksOf } from "../../../../store/read/money/chargebacks.js";
import { listPayments, listRefunds, type PaymentView, type RefundView } from "../../../../store/read/money/payments.js";
import { findOrderOfAccount, type Order } from "../../../../store/read/orders/orders.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type EscrowServices = Pick<ConsoleServices, "db" | "executor">;

/** An escrow and all that has happened to it, from its session to its deliveries. */
export type EscrowStory = Order & {
  readonly payments: readonly PaymentView[];
  readonly refunds: readonly RefundView[];
  readonly chargebacks: readonly ListedChargeback[];
  /** Newest first. */
  readonly notes: readonly OrderNote[];
  /** Oldest first. */
  readonly events: readonly EscrowEvent[];
};

/** What the page of an escrow, and each of its parts, is made of. */
export type EscrowProps = { readonly context: ConsoleContext; readonly story: EscrowStory };

/**
 * Where time has changed it and nobody has written that down yet, the executor does so first.
 * @throws PageRefusal not_found, for another account's escrow as for one that does not exist.
 */
export async function loadEscrowStory(
  { member: { account } }: ConsoleContext,
  { params }: Pick<Asked, "params">,
  { db, executor }: EscrowServices,
): Promise<EscrowStory> {
  const id = parseUuid("escrow", params["escrow"] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  const found = await readStory({ query: db.read }, account, id);
  const isDue = found !== null && found.dueAt !== null && found.dueAt <= found.now;
  if (isDue) await applyTime(executor, account, { kind: "escrow", id });
  const story = isDue ? await readStory({ query: db.read }, account, id) : found;
  if (story === null) throw new PageRefusal("not_found");
  return story;
}

/** All of it at once. Null unless the account has such an escrow. */
async function readStory(db: Queryable, account: AccountId, escrow: EscrowId): Promise<EscrowStory | null> {
  const [order, payments, refunds, chargebacks, notes, events] = await Promise.all([
    findOrderOfAccount(db, { account, escrow }, "merchant"),
    listPayments(db, account, escrow),
    listRefunds(db, account, escrow),
    listChargebacksOf(db, account, escrow),
    listNotes(db, account, escrow),
    listEscrowEvents(db, account, escrow),
  ]);
  return order === null ? null : { ...order, payments, refunds, chargebacks, notes, events };
}
