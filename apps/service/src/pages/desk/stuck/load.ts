import { NOTHING_ALONE } from "../../../domain/operators.js";
import { NEAR_DAYS } from "../../../domain/staying.js";
import { question } from "../../../platform/other-cells.js";
import { readClock } from "../../../store/read/clock.js";
import { listStuckAtHolder, type StuckAtHolder } from "../../../store/read/desk/holder.js";
import { readMovedAlone } from "../../../store/read/desk/moved-alone.js";
import {
  type FailingProvider,
  listFailingProviders,
  listPendingNotices,
  type PendingNotice,
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
import type { DeskContext } from "../access.js";
import { askOthers, type InCell, merged, oldest } from "../cells.js";
import type { DeskServices } from "../load.js";
import { operatorOf } from "../parts.js";
import { secondSentence } from "../second.js";

/** The same of another cell. */
export const STUCK = question<null, StuckMoney>("desk-stuck");

export type StuckMoney = {
  readonly refunds: readonly FailedRefundView[];
  readonly payouts: readonly ParkedPayoutView[];
  readonly calls: readonly ParkedCallView[];
  readonly notices: readonly PendingNotice[];
  readonly failing: readonly FailingProvider[];
  readonly staying: readonly StayingMoney[];
  readonly holder: readonly StuckAtHolder[];
  /** Unix seconds. */
  readonly now: number;
};

/** The same of all cells. */
export type AllStuck = {
  readonly [List in Exclude<keyof StuckMoney, "now">]: readonly InCell<StuckMoney[List][number]>[];
} & Pick<StuckMoney, "now">;

/** What the page is built on. */
export type StuckServices = Pick<DeskServices, "db" | "providers" | "otherCells" | "config">;

/** Why another operator has to confirm the retry of a refund or a payout, by its id; nothing for what one alone may do. */
export async function loadSeconds(
  context: DeskContext,
  { refunds, payouts }: Pick<AllStuck, "refunds" | "payouts">,
  { db, config }: Pick<StuckServices, "db" | "config">,
): Promise<ReadonlyMap<string, string>> {
  const rows = [
    ...refunds.map(({ refund: id, account, escrow, amount, cell }) => ({ id, account, escrow, amount, cell })),
    ...payouts.map(({ payout: id, account, amount, cell }) => ({ id, account, escrow: null, amount, cell })),
  ].filter(({ cell }) => cell === undefined);
  const moved = await readMovedAlone(db, context.seller.id, rows);
  return new Map(
    rows.flatMap(({ id, amount }, index) => {
      const alone = moved[index] ?? NOTHING_ALONE;
      const sentence = secondSentence(operatorOf(context), { amount, alone, from: config.secondOperatorFrom });
      return sentence === null ? [] : [[id, sentence]];
    }),
  );
}

/** What stands still in all cells, and in a context that names those that are away. */
export async function loadAllStuck(
  context: DeskContext,
  services: StuckServices,
): Promise<{ readonly context: DeskContext; readonly stuck: AllStuck }> {
  const [own, all] = await Promise.all([
    loadStuck(services),
    askOthers(context, services.otherCells, { question: STUCK, asked: null }),
  ]);
  const of = <List extends Exclude<keyof StuckMoney, "now">>(list: List) =>
    all.found.map(({ cell, answer }) => ({ cell, rows: answer[list] as readonly StuckMoney[List][number][] }));
  const created = oldest((row: { readonly created: number }) => row.created);
  const stuck = {
    refunds: merged(own.refunds, of("refunds"), created),
    payouts: merged(own.payouts, of("payouts"), created),
    calls: merged(own.calls, of("calls"), created),
    notices: merged(
      own.notices,
      of("notices"),
      oldest(({ received }) => received),
    ),
    failing: merged(
      own.failing,
      of("failing"),
      oldest(({ since }) => since),
    ),
    staying: merged(own.staying, of("staying"), oldest(endOf)),
    holder: merged(own.holder, of("holder"), created),
    now: own.now,
  };
  return { context: all.context, stuck };
}

/** What has to leave first. */
const endOf = ({ refundUntil, holdUntil }: StayingMoney): number =>
  Math.min(refundUntil ?? Number.POSITIVE_INFINITY, holdUntil ?? Number.POSITIVE_INFINITY);

export async function loadStuck({ db, providers }: Pick<StuckServices, "db" | "providers">): Promise<StuckMoney> {
  const [refunds, payouts, calls, notices, failing, staying, holder, { now }] = await Promise.all([
    listFailedRefunds(db),
    listParkedPayouts(db),
    listParkedCalls(db),
    listPendingNotices(db),
    listFailingProviders(db),
    listStaying(db, providers.stays(), NEAR_DAYS),
    listStuckAtHolder(db),
    readClock(db),
  ]);
  return { refunds, payouts, calls, notices, failing, staying, holder, now };
}
