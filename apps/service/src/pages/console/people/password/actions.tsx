import { ME_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { after, askingOf, type PeopleServices } from "../outcome.js";
import { PasswordPage } from "./view.js";

export const changePassword: Handler<PersonContext, PeopleServices, Posted> = async (person, asked, { people }) => {
  const { form, request, reply } = asked;
  const { password: old = "", new_password: fresh = "" } = form;
  const outcome = await people.sellers.self.changePassword(askingOf(request), person.seller, { old, fresh });
  return after(reply, outcome, {
    on: `${ME_PATH}?said=password`,
    page: () => <PasswordPage person={person} problems={outcome.problems} />,
  });
};
