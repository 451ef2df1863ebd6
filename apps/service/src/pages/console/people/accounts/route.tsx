import { CONSOLE_PATH, DESK_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import type { PeopleServices } from "../outcome.js";
import { loadInvitations } from "./load.js";
import { Chooser } from "./view.js";

/** Which account: the one that there is, or a choice. An operator who has none goes to the desk. */
export const showAccounts: Handler<PersonContext, PeopleServices> = async (person, { query }, services) => {
  const { memberships, isOperator } = person.seller;
  const [first, ...others] = memberships;
  const invitations = await loadInvitations(person, services);
  const isAsked = query["choose"] !== undefined || invitations.length > 0;
  if (first !== undefined && others.length === 0 && !isAsked) return `${CONSOLE_PATH}/${first.sellerCode}`;
  if (first === undefined && isOperator && !isAsked) return DESK_PATH;
  return <Chooser person={person} invitations={invitations} hasLeft={query["said"] === "left"} />;
};
