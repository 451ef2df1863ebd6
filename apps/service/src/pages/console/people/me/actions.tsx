import { isDone } from "../../../../identity/seller-outcome.js";
import { CONSOLE_SIGN_IN_PATH, ME_PATH } from "../../../kit/links.js";
import { setCookies } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { askingOf, type PeopleServices } from "../outcome.js";
import { statusOf } from "../words.js";
import { loadSessions } from "./load.js";
import { SelfPage } from "./view.js";

type SelfAction = Handler<PersonContext, PeopleServices, Posted>;

export const renameSelf: SelfAction = async (person, { form }, services) => {
  const { problems } = await services.people.sellers.self.rename(person.seller, form["name"] ?? "");
  if (isDone({ problems })) return `${ME_PATH}?said=renamed`;
  const sessions = await loadSessions(person, services);
  const page = <SelfPage person={person} sessions={sessions} said={undefined} problems={problems} typed={form} />;
  return { status: statusOf(problems), page };
};

export const endSession: SelfAction = async ({ seller }, { params }, { people }) => {
  if (!(await people.sellers.self.endSession(seller, params["session"] ?? ""))) throw new PageRefusal("not_found");
  return `${ME_PATH}?said=ended`;
};

export const signOutEverywhere: SelfAction = async ({ seller }, { request, reply }, { people }) => {
  setCookies(reply, await people.sellers.self.signOutEverywhere(askingOf(request), seller));
  return CONSOLE_SIGN_IN_PATH;
};
