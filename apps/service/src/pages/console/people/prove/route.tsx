import { CONSOLE_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE, nextIn, type PeopleServices } from "../outcome.js";
import { loadAsk } from "./load.js";
import { ProvePage } from "./view.js";

/** Asks again who is there, and leads back to a page. */
export const showProve: Handler<PersonContext, PeopleServices> = async (person, asked, services) => (
  <ProvePage
    person={person}
    next={nextIn(asked.query["next"]) ?? CONSOLE_PATH}
    ask={await loadAsk(person, asked, services)}
    carried={null}
    problems={NONE}
  />
);
