/** Keeps the sandbox's providers going: in the sandbox this process is those companies too. */
import type { Log } from "../platform/log.js";
import { type NoticeMeans, sendNotices } from "../providers/sandbox/notices.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

export function startSandboxProviders({
  log,
  tickMs = TICK_MS,
  ...means
}: NoticeMeans & { readonly log: Log; readonly tickMs?: number | undefined }): Ticker {
  const halt = new AbortController();
  const ticker = startTicker(tickMs, async () => {
    try {
      return await sendNotices(means, halt.signal);
    } catch (error) {
      log.warn({ err: error }, "the sandbox's providers failed, and will try again");
      return false;
    }
  });
  return {
    poke: ticker.poke,
    stop: () => {
      halt.abort();
      return ticker.stop();
    },
  };
}
