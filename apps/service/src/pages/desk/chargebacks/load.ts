import { readClock } from "../../../store/read/clock.js";
import {
  type DeskChargeback,
  type DisputedShare,
  listOpenChargebacks,
  readDisputedShares,
} from "../../../store/read/desk/chargebacks.js";
import type { DeskReads } from "../load.js";

export type OpenChargebacks = {
  readonly rows: readonly DeskChargeback[];
  /** Of this month and the three before it. */
  readonly shares: readonly DisputedShare[];
  /** Unix seconds. */
  readonly now: number;
};

export async function loadOpenChargebacks({ db }: DeskReads): Promise<OpenChargebacks> {
  const [rows, shares, { now }] = await Promise.all([listOpenChargebacks(db), readDisputedShares(db), readClock(db)]);
  return { rows, shares, now };
}
