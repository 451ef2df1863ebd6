import type { SellerSession } from "../../../../identity/seller-self.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { PeopleServices } from "../outcome.js";

/** Where one is signed in. */
export const loadSessions = (
  { seller }: PersonContext,
  { people }: PeopleServices,
): Promise<readonly SellerSession[]> => people.sellers.self.sessions(seller);
