import { CONSOLE_PATH, DESK_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { type ChooserServices, loadAllPlaces } from "./load.js";
import { Chooser } from "./view.js";

/** Which account: the one that there is, or a choice. An operator who has none goes to the desk. */
export const showAccounts: Handler<PersonContext, ChooserServices> = async (person, { query }, services) => {
  const places = await loadAllPlaces(person, services);
  const [first, ...others] = places.memberships;
  const isAsked = query["choose"] !== undefined || places.invitations.length > 0 || places.isPartial;
  if (first !== undefined && others.length === 0 && !isAsked) return `${CONSOLE_PATH}/${first.sellerCode}`;
  if (first === undefined && person.seller.isOperator && !isAsked) return DESK_PATH;
  return <Chooser person={person} places={places} hasLeft={query["said"] === "left"} />;
};
