import type { OpenInvitation } from "../../../../identity/team.js";
import type { PeopleServices } from "../outcome.js";

const INVITATION_PATH = /^\/console\/invitations\/([0-9A-Z]{8})\/([0-9A-Za-z]{32})$/;

/** Who goes on to an invitation joins an account, and opens none. Null for who goes anywhere else. */
export async function loadInvitation(
  next: string | undefined,
  { people }: PeopleServices,
): Promise<OpenInvitation | null> {
  const [, sellerCode, id] = INVITATION_PATH.exec(next ?? "") ?? [];
  return sellerCode === undefined || id === undefined ? null : people.sellers.team.opened(sellerCode, id);
}
