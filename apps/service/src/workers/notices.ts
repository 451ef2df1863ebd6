/**
 * Books what providers have told us. A notice is written down before (callbacks), so one whose booking fails is booked
 * later. What names nothing that is known here is looked at again for a day, for it may have come before we knew of it, and
 * then stays for a person. So does at once what can't be read, or be true, and after a few tries what the books refuse: none of it
 * is money that somebody may forget.
 */
import { type Booking, bookReport } from "../commands/book-report.js";
import { isRefusedForGood } from "../platform/database-errors.js";
import type { Log } from "../platform/log.js";
import { reportsFrom } from "../providers/reports.js";
import { Unreadable } from "../providers/unreadable.js";
import {
  bringForward,
  type ClaimedNotice,
  claimProviderNotices,
  type NoticeSettled,
  settleProviderNotice,
} from "../store/providers/notices.js";
import { bookingRefused, REFUSED_TRIES } from "./schedules.js";
import { TICK_MS, type Ticker } from "./ticker.js";
import { startWindow, type Windowed } from "./window.js";

/** Notices that are booked at a time. */
const WIDTH = 16;

/** Wait after try n, which counts from 1, at what names nobody or could not be booked, in seconds of the service's clock. */
const UNNAMED_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400] as const;
const afterTry = ({ tries }: ClaimedNotice): number | null => UNNAMED_SECONDS[tries - 1] ?? null;

type Means = Booking & {
  readonly log: Log;
  readonly tickMs?: number | undefined;
};

export function startNotices({ tickMs = TICK_MS, ...means }: Means): Ticker {
  return startWindow(tickMs, noticesBy(means));
}

/**
 * Of those that are claimed together, those about one thing are booked one after the other, in the order in which they came. A later
 * one that is claimed by itself may be booked first: what it says holds, and the earlier one then changes nothing.
 */
const noticesBy = (means: Means): Windowed<readonly ClaimedNotice[]> => ({
  job: "notice",
  width: WIDTH,
  claim: async (limit) => {
    const claimed = [...(await claimProviderNotices(means.db, limit))].sort((a, b) => Number(a.id) - Number(b.id));
    return [...Map.groupBy(claimed, subjectOf).values()];
  },
  work: async (notices) => {
    for (const notice of notices) await make(notice, means);
  },
  failed: (error) => means.log.warn({ err: error }, "notices failed, and will be booked later"),
});

function subjectOf({ id, reports }: ClaimedNotice): string {
  const [first] = reports as readonly Readonly<Record<string, unknown>>[];
  return String(first?.["reference"] ?? id);
}

/** Never rejects: a notice that can't be settled comes due again when its lease ends. */
async function make(notice: ClaimedNotice, { log, ...means }: Means): Promise<void> {
  const about = { provider: notice.provider, notice: notice.id, try: notice.tries };
  try {
    const settled = await bookAll(notice, means).catch((error: unknown): NoticeSettled => {
      log.warn({ ...about, err: error }, "notice not booked");
      return notBooked(notice, error);
    });
    await settleProviderNotice(means.db, notice, settled);
    if (settled.error === null) log.info(about, "notice booked");
    else if (settled.status === "PARKED") log.error({ ...about, error: settled.error }, "a notice waits for a person");
    else log.warn({ ...about, error: settled.error, status: settled.status }, "notice waits");
  } catch (error) {
    log.warn({ ...about, err: error }, "notice not settled, and will be booked again");
  }
}

function notBooked(notice: ClaimedNotice, error: unknown): NoticeSettled {
  if (error instanceof Unreadable) return parked(`It can't be read: ${error.message}.`);
  const afterSeconds = afterTry(notice);
  if (isRefusedForGood(error) && notice.tries >= REFUSED_TRIES) return parked(`Not booked: ${bookingRefused(error)}.`);
  if (afterSeconds === null) return parked("It could not be booked, however often it was tried: the log says why.");
  return { status: "NEW", error: "it could not be booked yet", afterSeconds };
}

const parked = (error: string): NoticeSettled => ({ status: "PARKED", error, afterSeconds: null });

/** All that a notice says; the worst of what came of it is what is kept. */
async function bookAll(notice: ClaimedNotice, means: Booking): Promise<NoticeSettled> {
  let settled: NoticeSettled = { status: "BOOKED", error: null, afterSeconds: null };
  for (const report of reportsFrom(notice.reports)) {
    const booked = await bookReport(means, notice.provider, report);
    if (booked.kind === "parked") settled = parked(booked.reason);
    if (settled.status === "PARKED") continue;
    if (booked.kind === "early") settled = await early(notice, booked.payment, means);
    if (booked.kind === "unnamed") {
      settled = { status: "UNNAMED", error: "nothing here is called so", afterSeconds: afterTry(notice) };
    }
  }
  return settled;
}

/**
 * Its payment was ordered, and what the provider made of the order is not known yet: the answer is on its way, or was lost. It is
 * looked up, and the notice is read again, for as long as that may take.
 */
async function early(notice: ClaimedNotice, reference: string, { db }: Booking): Promise<NoticeSettled> {
  const afterSeconds = afterTry(notice);
  if (afterSeconds === null) return parked("What the provider made of the order never came to be known here.");
  await bringForward(db, { provider: notice.provider, about: "payment", reference });
  return { status: "NEW", error: "what was ordered has no id here yet", afterSeconds };
}
