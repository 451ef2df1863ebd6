import type { OpenInvitation } from "../../../../identity/team.js";
import type { Asked } from "../../../kit/answer.js";
import type { PeopleServices } from "../outcome.js";

/** Null for one that was used, withdrawn, ran out, or never was. */
export const loadInvitation = (
  { params: { seller_code: sellerCode = "", invitation: id = "" } }: Asked,
  { people }: PeopleServices,
): Promise<OpenInvitation | null> => people.sellers.team.opened(sellerCode, id);
