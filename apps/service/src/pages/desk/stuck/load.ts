import { readClock } from "../../../store/read/clock.js";
import {
  type FailedRefundView,
  listFailedRefunds,
  listParkedCalls,
  listParkedPayouts,
  type ParkedCallView,
  type ParkedPayoutView,
} from "../../../store/read/desk/stuck.js";
import type { DeskReads } from "../load.js";

export type StuckMoney = {
  readonly refunds: readonly FailedRefundView[];
  readonly payouts: readonly ParkedPayoutView[];
  readonly calls: readonly ParkedCallView[];
  /** Unix seconds. */
  readonly now: number;
};

export async function loadStuck({ db }: DeskReads): Promise<StuckMoney> {
  const [refunds, payouts, calls, { now }] = await Promise.all([
    listFailedRefunds(db),
    listParkedPayouts(db),
    listParkedCalls(db),
    readClock(db),
  ]);
  return { refunds, payouts, calls, now };
}
