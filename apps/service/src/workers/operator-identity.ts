/** Every process names who runs the deployment, a moment after the desk has changed it. */
import { type GivenIdentity, identityFrom } from "../domain/operator-identity.js";
import type { Queryable } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { identityVersion, readStoredIdentity } from "../store/read/operator-identity.js";
import { useOperatorIdentity } from "../words/operator-names.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

export type IdentityWatch = {
  /** Takes over what is written down by now. @throws DatabaseUnavailable, and then nothing has changed. */
  refresh(): Promise<void>;
};

/** @param given what the environment says, which comes before the desk's. */
export function watchIdentity(db: Queryable, given: GivenIdentity): IdentityWatch {
  let known: number | null = null;
  return {
    refresh: async () => {
      if (known === (await identityVersion(db))) return;
      const stored = await readStoredIdentity(db);
      known = stored.version;
      useOperatorIdentity(identityFrom(stored.given, given));
    },
  };
}

export const startIdentity = (
  watch: IdentityWatch,
  { log, tickMs = TICK_MS }: { readonly log: Log; readonly tickMs?: number | undefined },
): Ticker =>
  startTicker(tickMs, async () => {
    try {
      await watch.refresh();
    } catch (error) {
      log.warn({ err: error }, "who runs the deployment could not be read");
    }
    return false;
  });
