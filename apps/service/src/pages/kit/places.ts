/** Every form takes places in windows, by sender, so that forms can't fill a disk or flood other services. */
import type { FastifyRequest } from "fastify";
import { networkOf } from "../../identity/authenticate.js";
import { type Place, takePlaces } from "../../identity/places.js";
import type { Queryable } from "../../platform/database.js";
import { PageRefusal } from "./refusal.js";

/** @throws PageRefusal rate_limited, with the time to wait. */
export async function takeOrRefuse(db: Queryable, places: readonly Place[]): Promise<void> {
  refuseFor(await takePlaces(db, places));
}

/** @param seconds to wait; null for none. @throws PageRefusal rate_limited */
export function refuseFor(seconds: number | null): void {
  if (seconds !== null) throw new PageRefusal("rate_limited", { "Retry-After": String(seconds) });
}

/** Of somebody who need not be signed in. */
export const byNetwork = (_context: unknown, { ip }: FastifyRequest): readonly Place[] => [
  { window: "visitor", subject: networkOf(ip) },
];

export const byPerson = (id: string): Place => ({ window: "person", subject: id });
