/** Keeps what a provider can do, for the desk and for processes that start while an adapter is away. */
import type { ProviderIcon } from "../domain/provider-looks.js";
import { monotonicMs } from "../platform/clock.js";
import type { Queryable } from "../platform/database.js";
import { findOfferSaid, keepOffer } from "../store/providers/offers.js";
import type { Adapter } from "./port.js";

/** How often what has not changed is said to be so still. */
const SAID_AGAIN_MS = 300_000;

/**
 * `recall`: takes up what an adapter said before, once. `keep`: writes what it says now, where that is new. `icon`: with a hash that a
 * page named, which another process may have been told of a moment ago.
 */
export function openOffer(
  { name, offer, ...adapter }: Pick<Adapter, "name" | "offer"> & { capabilities(): Adapter["capabilities"] },
  db: Queryable,
) {
  let isRecalled = offer === undefined;
  let kept = "";
  let keptAt = Number.NEGATIVE_INFINITY;
  return {
    recall: async (): Promise<void> => {
      if (isRecalled) return;
      const said = await findOfferSaid(db, name);
      isRecalled = true;
      offer?.recall(said);
    },
    icon: async (hash: string): Promise<ProviderIcon | null> => {
      const known = offer?.looks().icon ?? null;
      if (offer === undefined) return null;
      if (known?.hash === hash) return known;
      const told = offer.iconIn(await findOfferSaid(db, name));
      return told?.hash === hash ? told : null;
    },
    keep: async (): Promise<void> => {
      const capabilities = JSON.stringify(adapter.capabilities(), (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
      const said = offer?.said() ?? null;
      const all = `${capabilities} ${said}`;
      const isNew = all !== kept || monotonicMs() - keptAt >= SAID_AGAIN_MS;
      // Who says nothing has nothing to be kept, and what was kept of it stays.
      if (!isNew || (capabilities === "[]" && said === null)) return;
      await keepOffer(db, { provider: name, capabilities, said });
      [kept, keptAt] = [all, monotonicMs()];
    },
  };
}
