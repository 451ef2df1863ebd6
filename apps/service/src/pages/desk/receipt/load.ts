import { parseUuid } from "../../../domain/ids.js";
import { readClock } from "../../../store/read/clock.js";
import { findReceipts, type ReceiptsOf } from "../../../store/read/desk/rails.js";
import type { Asked } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { DeskReads } from "../load.js";

export type ShownReceipts = ReceiptsOf & {
  /** Unix seconds. */
  readonly now: number;
};

/** The payment that an address names. @throws PageRefusal not_found */
export async function loadShown(params: Asked["params"], { db }: DeskReads): Promise<ShownReceipts> {
  const named = namedIn(params);
  const [found, { now }] = await Promise.all([named === null ? null : findReceipts(db, named), readClock(db)]);
  if (found === null) throw new PageRefusal("not_found");
  return { ...found, now };
}

export function namedIn({ code: sellerCode = "", escrow: of = "", payment: by = "" }: Asked["params"]) {
  const [escrow, payment] = [parseUuid("escrow", of), parseUuid("payment", by)];
  return escrow === null || payment === null ? null : { sellerCode, escrow, payment };
}
