/** Keeps the sandbox's providers going: in the sandbox this process is those companies too. */
import type { Log } from "../platform/log.js";
import { type NoticeMeans, sendNotices } from "../providers/sandbox/notices.js";
import { startTicker } from "./ticker.js";

const TICK_MS = 500;

export type SandboxProviders = { stop(): Promise<void> };

export function startSandboxProviders({ log, ...means }: NoticeMeans & { readonly log: Log }): SandboxProviders {
  const halt = new AbortController();
  const ticker = startTicker(TICK_MS, async () => {
    try {
      return await sendNotices(means, halt.signal);
    } catch (error) {
      log.warn({ err: error }, "the sandbox's providers failed, and will try again");
      return false;
    }
  });
  return {
    stop: () => {
      halt.abort();
      return ticker.stop();
    },
  };
}
