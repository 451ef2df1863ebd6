/** Every form takes places in windows, by sender, so that forms can't fill a disk or flood other services. */
import type { FastifyRequest } from "fastify";
import { browserOf } from "../../identity/known-browsers.js";
import { networkOf } from "../../identity/networks.js";
import { type Place, takePlaces } from "../../identity/places.js";
import type { SharedAddresses } from "../../identity/shared-addresses.js";
import type { Queryable } from "../../platform/database.js";
import { buyerServicesOf } from "./page-context.js";
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
export const byVisitor = (_context: unknown, request: FastifyRequest): readonly Place[] => {
  const { network, browser, addresses } = visitorOf(request);
  return [
    { window: "visitors", subject: network, addresses },
    ...(browser === null ? [] : [{ window: "visitor", subject: browser } as const]),
  ];
};

/** What tells visitors apart who are not signed in: where they come from, and, as long as they want to be told, by which browser. */
export function visitorOf(request: FastifyRequest): {
  readonly network: string;
  /** Null where a form needs none of our cookies. */
  readonly browser: string | null;
  readonly addresses: SharedAddresses;
} {
  const { addresses } = request.server.pageParts;
  return {
    network: networkOf(request.ip),
    browser: browserOf(buyerServicesOf(request).cookies, request.headers),
    addresses,
  };
}

export const byPerson = (id: string): Place => ({ window: "person", subject: id });
