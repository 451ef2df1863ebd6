import { readClock } from "../../../store/read/clock.js";
import {
  type FailingProvider,
  listFailingProviders,
  listWaitingNotices,
  type WaitingNotice,
} from "../../../store/read/desk/providers.js";
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
  readonly notices: readonly WaitingNotice[];
  readonly failing: readonly FailingProvider[];
  /** Unix seconds. */
  readonly now: number;
};

export async function loadStuck({ db }: DeskReads): Promise<StuckMoney> {
  const [refunds, payouts, calls, notices, failing, { now }] = await Promise.all([
    listFailedRefunds(db),
    listParkedPayouts(db),
    listParkedCalls(db),
    listWaitingNotices(db),
    listFailingProviders(db),
    readClock(db),
  ]);
  return { refunds, payouts, calls, notices, failing, now };
}
