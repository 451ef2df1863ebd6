import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE, type PeopleServices } from "../outcome.js";
import { loadSessions } from "./load.js";
import { SelfPage } from "./view.js";

/** One's own sign-in. */
export const showSelf: Handler<PersonContext, PeopleServices> = async (person, { query }, services) => {
  const sessions = await loadSessions(person, services);
  return <SelfPage person={person} sessions={sessions} said={query["said"]} problems={NONE} typed={NONE} />;
};
