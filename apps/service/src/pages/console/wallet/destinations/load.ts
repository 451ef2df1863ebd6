import type { Destination } from "../../../../domain/payouts.js";
import type { Shown } from "../../../../domain/provider-looks.js";
import { listDestinations } from "../../../../store/read/money/wallet.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { isReached, shownOut } from "../reached.js";

export type DestinationsServices = Pick<ConsoleServices, "db" | "providers" | "rates">;

/** Each with whether anybody pays out to it now, and as what. */
export type Listed = Destination & { readonly isReached: boolean; readonly shown: Shown | null };

export const loadDestinations = async (
  { member, seller: { now } }: ConsoleContext,
  { db, ...means }: DestinationsServices,
): Promise<readonly Listed[]> =>
  (await listDestinations(db, member.account)).map((to) => ({
    ...to,
    isReached: isReached(means, to, now),
    shown: shownOut(means, to, now),
  }));
