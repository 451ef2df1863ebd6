import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE } from "../outcome.js";
import { PasswordPage } from "./view.js";

export const showPassword: Handler<PersonContext, unknown> = (person) => (
  <PasswordPage person={person} problems={NONE} />
);
