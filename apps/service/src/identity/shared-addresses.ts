/**
 * Addresses that many people share: carriers and offices put thousands behind one. What one visitor may do is counted for the browser
 * and the mail address; what all behind one address may do together is so many times that, and who refuses them says so.
 */
import { monotonicMs } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";

/** What was refused: codes by mail, passwords, forms of pages, payment links, and requests without a valid key. */
export type AddressLimit = "codes" | "passwords" | "forms" | "payment_links" | "keys";

export type SharedAddresses = {
  /** How many visitors one address is taken for. */
  readonly visitors: number;
  /** Somebody was refused for what all behind their address have done. */
  onRefused(limit: AddressLimit): void;
};

/** Between two lines in the log about one limit. */
const TELL_EVERY_MS = 60_000;

export function openSharedAddresses({
  visitors,
  log,
  metrics,
}: {
  readonly visitors: number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "countAddressRefused">;
}): SharedAddresses {
  const untold = new Map<AddressLimit, { count: number; toldMs: number }>();
  return {
    visitors,
    onRefused(limit) {
      metrics.countAddressRefused(limit);
      const now = monotonicMs();
      const last = untold.get(limit) ?? { count: 0, toldMs: Number.NEGATIVE_INFINITY };
      const count = last.count + 1;
      if (now - last.toldMs < TELL_EVERY_MS) {
        untold.set(limit, { ...last, count });
        return;
      }
      untold.set(limit, { count: 0, toldMs: now });
      log.warn(
        { limit, refused: count },
        "an address was refused for what all behind it have done together: where many people share addresses, raise VISITORS_PER_ADDRESS",
      );
    },
  };
}
