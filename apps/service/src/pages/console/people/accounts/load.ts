import type { OpenInvitation } from "../../../../identity/team.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { PeopleServices } from "../outcome.js";

/** The invitations that wait for the person who is signed in. */
export const loadInvitations = (
  { seller }: PersonContext,
  { people }: PeopleServices,
): Promise<readonly OpenInvitation[]> => people.sellers.team.waitingFor(seller.email);
