import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE, type PeopleServices } from "../outcome.js";
import { loadFactors } from "./load.js";
import { SecondFactorSettings } from "./view.js";

/** One's second factors, and what to do about them. */
export const showSecondFactor: Handler<PersonContext, PeopleServices> = async (person, asked, services) => (
  <SecondFactorSettings
    person={person}
    factors={await loadFactors(person, asked, services)}
    said={asked.query["said"]}
    about={null}
    problems={NONE}
  />
);
