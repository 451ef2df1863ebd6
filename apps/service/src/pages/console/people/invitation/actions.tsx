import { CONSOLE_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { NOT_FOUND } from "../../../kit/status.js";
import type { PeopleServices } from "../outcome.js";
import { OverPage } from "./view.js";

export const joinAccount: Handler<PersonContext, PeopleServices, Posted> = async (person, { params }, { people }) => {
  const { seller_code: sellerCode = "", invitation: id = "" } = params;
  const hasJoined = await people.sellers.team.accept(sellerCode, id, person.seller.actor);
  return hasJoined ? `${CONSOLE_PATH}/${sellerCode}` : { status: NOT_FOUND, page: <OverPage visit={person} /> };
};
