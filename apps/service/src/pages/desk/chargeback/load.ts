import { filesTaken } from "../../../commands/send-evidence.js";
import { parseUuid } from "../../../domain/ids.js";
import {
  type ChargebackLine,
  type DeskChargeback,
  findChargeback,
  listBuyerSignIns,
} from "../../../store/read/desk/chargebacks.js";
import { listPayments } from "../../../store/read/money/payments.js";
import { findOrderOfAccount, type Order, type OrderEvidence } from "../../../store/read/orders/orders.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { DeskServices } from "../load.js";
import { storyOf } from "./story.js";

export type ShownChargeback = {
  readonly chargeback: DeskChargeback;
  readonly lines: readonly ChargebackLine[];
  readonly order: Order;
  /** What would be sent. */
  readonly story: string;
  /** Files of the order that the provider takes. */
  readonly files: readonly OrderEvidence[];
  /** How many of them at most; null where it takes no evidence at all. */
  readonly filesMost: number | null;
};

/** @throws PageRefusal not_found */
export async function loadChargeback(
  params: Asked["params"],
  { db, peopleDb, providers }: Pick<DeskServices, "db" | "peopleDb" | "providers">,
): Promise<ShownChargeback> {
  const id = parseUuid("chargeback", params["chargeback"] ?? "");
  const found = id === null ? null : await findChargeback(db, id);
  if (found === null) throw new PageRefusal("not_found");
  const { account, escrow, payment, provider } = found.chargeback;
  const order = await findOrderOfAccount(db, { account, escrow }, "operator");
  if (order === null) throw new PageRefusal("not_found");
  const [payments, signIns] = await Promise.all([
    listPayments(db, account, escrow),
    listBuyerSignIns(peopleDb, order.escrow.buyerEmail),
  ]);
  const taken = filesTaken({ providers }, provider);
  return {
    ...found,
    order,
    story: storyOf(order, { payment: payments.find((one) => one.id === payment) ?? null, signIns }),
    files: order.evidence.filter(({ type }) => taken?.types.includes(type)),
    filesMost: taken?.most ?? null,
  };
}
