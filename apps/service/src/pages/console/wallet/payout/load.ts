import { parseUuid } from "../../../../domain/ids.js";
import type { PayoutStatus } from "../../../../domain/states.js";
import { findPayout, type PayoutView } from "../../../../store/read/money/wallet.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

/** @throws PageRefusal not_found for what is not the account's. */
export async function loadPayout(
  { member }: ConsoleContext,
  { params }: Asked,
  { db }: Pick<ConsoleServices, "db">,
): Promise<PayoutView> {
  const id = parseUuid("payout", params["payout"] ?? "");
  const payout = id === null ? null : await findPayout(db, member.account, id);
  if (payout === null) throw new PageRefusal("not_found");
  return payout;
}

const MOVING: readonly PayoutStatus[] = ["REQUESTED", "SENT", "PARKED"];

export const isMoving = ({ status }: PayoutView): boolean => MOVING.includes(status);

/** Changes whenever the page would say something else. */
export const versionOf = ({ status, tries }: PayoutView): string => `${status}.${tries}`;
