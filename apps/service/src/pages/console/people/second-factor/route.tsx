import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE, type PeopleServices } from "../outcome.js";
import { loadCodesLeft } from "./load.js";
import { SecondFactorSettings } from "./view.js";

/** Whether one's second factor is on, and what to do about it. */
export const showSecondFactor: Handler<PersonContext, PeopleServices> = async (person, _asked, services) => (
  <SecondFactorSettings person={person} problems={NONE} codesLeft={await loadCodesLeft(person, services)} />
);
