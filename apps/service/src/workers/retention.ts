/**
 * Forgets what has done its service: one worker, in small steps, so that nobody who works waits for it. What is kept how long is
 * the table of the runbook ("What is kept how long"). Any number of processes may run it.
 */
import { forgetOldSessions, SESSION_DAYS } from "../commands/forget-sessions.js";
import { sweepRequestLog } from "../commands/request-log.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { sweepSignIns } from "../store/identity/buyers.js";
import { sweepWindows } from "../store/identity/rate-windows.js";
import { sweepSellers } from "../store/identity/seller-challenges.js";
import { forgetNotices } from "../store/providers/notices.js";
import {
  type AttemptPosition,
  forgetAccountEmails,
  forgetAttempts,
  forgetMails,
  forgetRates,
} from "../store/queue/retention.js";
import { inJob } from "./job.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

/** Days of the service's clock: mails since they were sent or given up, attempts since they began, sessions since they expired, notices of providers and rates of currencies since they came. */
export const KEPT_DAYS = { mails: 90, attempts: 90, sessions: SESSION_DAYS, notices: 90, rates: 400 } as const;

/** Rows that one statement looks at. */
const STEP = 1_000;
const EVERY_TICKS = 60;

type Means = { readonly db: Database; readonly log: Log; readonly tickMs?: number | undefined };

export function startRetention({ db, log, tickMs = TICK_MS }: Means): Ticker {
  let attempts: AttemptPosition | null = null;
  /** One step of everything; true when there is more. */
  const step = async (): Promise<boolean> => {
    await Promise.all([
      sweepWindows(db),
      sweepSignIns(db),
      sweepSellers(db),
      sweepRequestLog(db),
      forgetAccountEmails(db),
    ]);
    const mails = await forgetMails(db, { days: KEPT_DAYS.mails, limit: STEP });
    const sessions = await forgetOldSessions(db, STEP);
    const logged = await forgetAttempts(db, { days: KEPT_DAYS.attempts, limit: STEP, after: attempts });
    attempts = logged.position;
    const notices = await forgetNotices(db, { days: KEPT_DAYS.notices, limit: STEP });
    const rates = await forgetRates(db, { days: KEPT_DAYS.rates, limit: STEP });
    const forgotten = { mails, sessions, attempts: logged.forgotten, notices, rates };
    if (mails + sessions + logged.forgotten + notices + rates > 0) log.info(forgotten, "forgotten");
    return [mails, sessions, notices, rates].includes(STEP) || logged.position !== null;
  };
  return startTicker(tickMs * EVERY_TICKS, async () => {
    try {
      return await inJob("retention", step);
    } catch (error) {
      log.warn({ err: error }, "what is old could not be forgotten, and will be");
      return false;
    }
  });
}
