import type { OpenInvitation } from "../../../../identity/team.js";
import type { PeopleServices } from "../outcome.js";

const INVITATION_PATH = /^\/console\/invitations\/([0-9A-Z]{8})\/([0-9A-Za-z]{32})$/;

/** The invitation that signing up leads on to: the person joins that account and opens none. Null when it leads elsewhere. */
export async function loadInvitation(
  next: string | undefined,
  { people }: PeopleServices,
): Promise<OpenInvitation | null> {
  const [, sellerCode, id] = INVITATION_PATH.exec(next ?? "") ?? [];
  return sellerCode === undefined || id === undefined ? null : people.sellers.team.opened(sellerCode, id);
}
