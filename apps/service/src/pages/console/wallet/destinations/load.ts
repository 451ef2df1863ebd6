import type { Destination } from "../../../../domain/payouts.js";
import { listDestinations } from "../../../../store/read/money/wallet.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type DestinationsServices = Pick<ConsoleServices, "db">;

export const loadDestinations = (
  { member }: ConsoleContext,
  { db }: DestinationsServices,
): Promise<readonly Destination[]> => listDestinations(db, member.account);
