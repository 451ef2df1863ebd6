/**
 * Books what providers have told us. A notice is written down before (callbacks), so one whose booking fails is booked
 * later. What names nothing that is known here is looked at again for a day, for it may have come before we knew of it, and
 * then stays for a person.
 */
import { type Booking, bookReport } from "../commands/book-report.js";
import { parseCents } from "../domain/money.js";
import type { Log } from "../platform/log.js";
import type { Report } from "../providers/port.js";
import {
  type ClaimedNotice,
  claimProviderNotices,
  type NoticeSettled,
  settleProviderNotice,
} from "../store/providers/notices.js";
import { TICK_MS, type Ticker } from "./ticker.js";
import { startWindow, type Windowed } from "./window.js";

/** Notices that are booked at a time. */
const WIDTH = 16;

/** Wait after try n, which counts from 1, at what names nobody or could not be booked, in seconds of the service's clock. */
const UNNAMED_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400] as const;
const DAY_SECONDS = 86_400;
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
      log.warn({ ...about, err: error }, "notice not booked, and will be tried again");
      return { status: "NEW", error: "it could not be booked yet", afterSeconds: afterTry(notice) ?? DAY_SECONDS };
    });
    await settleProviderNotice(means.db, notice, settled);
    if (settled.error === null) log.info(about, "notice booked");
    else log.warn({ ...about, error: settled.error, status: settled.status }, "notice waits");
  } catch (error) {
    log.warn({ ...about, err: error }, "notice not settled, and will be booked again");
  }
}

/** All that a notice says; the worst of what came of it is what is kept. */
async function bookAll(notice: ClaimedNotice, means: Booking): Promise<NoticeSettled> {
  let settled: NoticeSettled = { status: "BOOKED", error: null, afterSeconds: null };
  for (const report of reportsIn(notice.reports)) {
    const booked = await bookReport(means, notice.provider, report);
    if (booked.kind === "parked") settled = { status: "PARKED", error: booked.reason, afterSeconds: null };
    if (booked.kind === "unnamed" && settled.status !== "PARKED") {
      settled = { status: "UNNAMED", error: "nothing here is called so", afterSeconds: afterTry(notice) };
    }
  }
  return settled;
}

/** As the callback wrote them: amounts are text. */
const reportsIn = (kept: unknown): readonly Report[] =>
  (kept as readonly Record<string, unknown>[]).map((report) => {
    const amounts = ["amount", "fee"].flatMap((name) => {
      const text = report[name];
      return typeof text === "string" ? [[name, parseCents(text)]] : [];
    });
    return { ...report, ...Object.fromEntries(amounts) } as unknown as Report;
  });
