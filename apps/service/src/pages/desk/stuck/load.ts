import { readClock } from "../../../store/read/clock.js";
import {
  type FailingProvider,
  listFailingProviders,
  listWaitingNotices,
  type WaitingNotice,
} from "../../../store/read/desk/providers.js";
import { listStaying, type StayingMoney } from "../../../store/read/desk/staying.js";
import {
  type FailedRefundView,
  listFailedRefunds,
  listParkedCalls,
  listParkedPayouts,
  type ParkedCallView,
  type ParkedPayoutView,
} from "../../../store/read/desk/stuck.js";
import type { DeskServices } from "../load.js";
import { NEAR_DAYS } from "./staying.js";

export type StuckMoney = {
  readonly refunds: readonly FailedRefundView[];
  readonly payouts: readonly ParkedPayoutView[];
  readonly calls: readonly ParkedCallView[];
  readonly notices: readonly WaitingNotice[];
  readonly failing: readonly FailingProvider[];
  readonly staying: readonly StayingMoney[];
  /** Unix seconds. */
  readonly now: number;
};

/** What the page is built on. */
export type StuckServices = Pick<DeskServices, "db" | "providers">;

export async function loadStuck({ db, providers }: StuckServices): Promise<StuckMoney> {
  const [refunds, payouts, calls, notices, failing, staying, { now }] = await Promise.all([
    listFailedRefunds(db),
    listParkedPayouts(db),
    listParkedCalls(db),
    listWaitingNotices(db),
    listFailingProviders(db),
    listStaying(db, providers.stays(), NEAR_DAYS),
    readClock(db),
  ]);
  return { refunds, payouts, calls, notices, failing, staying, now };
}
