import { question } from "../../../platform/other-cells.js";
import { readClock } from "../../../store/read/clock.js";
import {
  type DeskChargeback,
  type DisputedShare,
  listDecidedChargebacks,
  listOpenChargebacks,
  readDisputedShares,
} from "../../../store/read/desk/chargebacks.js";
import type { PageRequest } from "../../../store/read/page.js";
import { type LatePage, latePage } from "../cells.js";
import type { DeskReads, LateDeskReads } from "../load.js";

export type OpenChargebacks = {
  readonly rows: readonly DeskChargeback[];
  /** Of this month and the three before it. */
  readonly shares: readonly DisputedShare[];
  /** Unix seconds. */
  readonly now: number;
};

type Decided = DeskChargeback & { readonly position: string };

/** Those of another cell. */
export const OPEN_CHARGEBACKS = question<null, OpenChargebacks>("desk-open-chargebacks");
export const DECIDED_CHARGEBACKS = question<null, LatePage<Decided>>("desk-decided-chargebacks");

export const loadDecidedChargebacks = (
  page: PageRequest,
  { late }: Pick<LateDeskReads, "late">,
): Promise<LatePage<Decided>> => latePage(late, (lists) => listDecidedChargebacks(lists).page(page));

export async function loadOpenChargebacks({ db }: DeskReads): Promise<OpenChargebacks> {
  const [rows, shares, { now }] = await Promise.all([listOpenChargebacks(db), readDisputedShares(db), readClock(db)]);
  return { rows, shares, now };
}
