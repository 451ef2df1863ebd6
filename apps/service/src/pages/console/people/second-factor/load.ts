import type { PersonContext } from "../../../kit/person-context.js";
import type { PeopleServices } from "../outcome.js";

/** How many recovery codes are left; null while the second factor is off. */
export const loadCodesLeft = async ({ seller }: PersonContext, { people }: PeopleServices): Promise<number | null> =>
  seller.hasSecondFactor ? people.sellers.self.recoveryCodesLeft(seller) : null;
