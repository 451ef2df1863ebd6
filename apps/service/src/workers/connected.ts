/**
 * Keeps what is known of sellers' accounts at the provider that holds their money, and sends what is released there: a payout that
 * nobody asked for. What the provider says is asked, never taken from a notice; money goes only where it has just said that it can.
 */

import type { Executor } from "../commands/execute.js";
import { noteBooks, notePayee } from "../commands/note-payee.js";
import { recallPayout } from "../commands/recall-payout.js";
import { requestPayout } from "../commands/request-payout.js";
import type { PayoutId } from "../domain/ids.js";
import { mostNow, PAYOUT_MIN } from "../domain/payouts.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { uuidv7 } from "../platform/random.js";
import type { Providers } from "../providers/port.js";
import type { Held } from "../providers/port-holder.js";
import { claimConnected, type DueConnected, listRecallable } from "../store/queue/connected.js";
import { findSource } from "../store/queue/payout-sources.js";
import { readWallet } from "../store/read/money/wallet.js";
import { inJob } from "./job.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

/** Accounts at a tick, one after another. */
const WIDTH = 16;
/** What the provider said is old enough to be asked again before money is sent. */
const FRESH_SECONDS = 600;

export type ConnectedMeans = {
  readonly db: Database;
  readonly executor: Executor;
  readonly providers: Providers;
  readonly log: Log;
};

export const startConnected = ({
  tickMs = TICK_MS,
  ...means
}: ConnectedMeans & { readonly tickMs?: number | undefined }): Ticker =>
  startTicker(tickMs, async () => {
    try {
      return await watchConnected(means);
    } catch (error) {
      means.log.warn({ err: error }, "connected accounts failed, and will be looked at again");
      return false;
    }
  });

/** True when there may be more to do at once. */
export async function watchConnected(means: ConnectedMeans): Promise<boolean> {
  const held = means.providers.holder;
  if (held === null) return false;
  for (const one of await listRecallable(means.db, held.name)) await recallPayout(means.executor, one);
  const due = await claimConnected(means.db, held.name, { limit: WIDTH, least: PAYOUT_MIN });
  for (const one of due) await inJob("connected account", () => attend(one, held, means));
  return due.length === WIDTH;
}

async function attend(one: DueConnected, { holder }: Held, means: ConnectedMeans): Promise<void> {
  const { db, log } = means;
  const about = { provider: one.provider, account: one.account };
  const isFresh = !one.isAsked && one.toldAt !== null && one.now - one.toldAt < FRESH_SECONDS;
  if (!isFresh) {
    const found = await holder.payee(one.theirId ?? "");
    if (await notePayee(db, one, found)) log.error(about, "the provider stopped an account: its seller can't be paid");
    if (found.kind !== "known") {
      const reason = found.kind === "unknown" ? "the provider keeps no such account" : found.reason;
      log.warn({ ...about, reason }, "connected account not looked up, and will be asked about again");
    }
    if (found.kind === "known") await keepBooksOf(one, holder, means);
    if (found.kind !== "known" || !found.isPayable) return;
  }
  if (one.hasMoney) await send(one, means);
}

async function keepBooksOf(one: DueConnected, holder: Held["holder"], { db, log }: ConnectedMeans): Promise<void> {
  const books = await holder.books(one.theirId ?? "");
  await noteBooks(db, one, books);
  if (books.kind === "unreachable")
    log.warn({ provider: one.provider, account: one.account, reason: books.reason }, "books of an account not read");
}

/** Transfers that are begun for an account at a time; what is more follows. */
const TRANSFERS_MAX = 20;

/** As much as may leave the wallet now: of each payment that the provider still keeps for us, and the rest out of the balance. */
async function send(one: DueConnected, { db, executor, providers, log }: ConnectedMeans): Promise<void> {
  const { account, destination, provider } = one;
  for (let nth = 0; nth < TRANSFERS_MAX; nth += 1) {
    const most = mostNow(await readWallet(db, account));
    if (most < PAYOUT_MIN) return;
    const found = await findSource(db, { account, provider }, { least: PAYOUT_MIN, most });
    const { source, amount } = found ?? { source: null, amount: most };
    const asked = await requestPayout(
      { executor, providers },
      { account, id: uuidv7() as PayoutId, destination, amount, requestedBy: null, source },
    );
    if (!asked.ok) log.info({ provider, account, reason: asked.reason }, "nothing sent to an account");
    if (!asked.ok || source === null) return;
  }
}
