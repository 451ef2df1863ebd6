import { parseUuid } from "../../../domain/ids.js";
import { loadDispute } from "../../../store/read/orders/disputes.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import { type DeskReads, loadAccount } from "../load.js";
import { type OrderWithMoney, withMoney } from "../order/load.js";

/** @throws PageRefusal not_found */
export async function findDispute(params: Asked["params"], { db }: DeskReads): Promise<OrderWithMoney> {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const { id: account } = await loadAccount(params, { db });
  const dispute = escrow === null ? null : await loadDispute(db, { account, escrow }, "operator");
  if (dispute === null) throw new PageRefusal("not_found");
  return withMoney(dispute, { db });
}
