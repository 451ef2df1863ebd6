import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE } from "../outcome.js";
import { NewAccountPage } from "./view.js";

export const showNewAccount: Handler<PersonContext, unknown> = (person) => (
  <NewAccountPage person={person} problems={NONE} typed={NONE} />
);
