import { isDone } from "../../../../identity/seller-outcome.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { PeopleServices } from "../outcome.js";
import { statusOf } from "../words.js";
import { NewAccountPage } from "./view.js";

export const openAccount: Handler<PersonContext, PeopleServices, Posted> = async (person, { form }, { people }) => {
  const { team } = people.sellers;
  const { problems, sellerCode } = await team.openAccount(person.seller.id, form["trading_name"] ?? "");
  if (isDone({ problems })) return `${CONSOLE_PATH}/${sellerCode}`;
  return { status: statusOf(problems), page: <NewAccountPage person={person} problems={problems} typed={form} /> };
};
