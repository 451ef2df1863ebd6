import { factorIn } from "../../../../identity/second-factor.js";
import { isDone } from "../../../../identity/seller-outcome.js";
import { CONSOLE_PATH, CONSOLE_SIGN_IN_PATH } from "../../../kit/links.js";
import { setCookies } from "../../../kit/page-context.js";
import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { Site } from "../../../kit/site.js";
import { after, askingOf, NONE, nextIn, type PeopleServices } from "../outcome.js";
import { withNext } from "../parts.js";
import { beginAnew } from "../steps.js";
import { SecondFactorPage, SignInPage } from "./view.js";

type SignInAction = Handler<VisitContext, PeopleServices, Posted>;

export const signIn: SignInAction = async (visit, { form, request, reply }, { people }) => {
  const { email = "", password = "" } = form;
  const next = nextIn(form["next"]);
  const outcome = await people.sellers.entry.signIn(askingOf(request), { email, password });
  const needsMore = "needsSecondFactor" in outcome && outcome.needsSecondFactor === true;
  return after(reply, outcome, {
    on: needsMore ? withNext(CONSOLE_SIGN_IN_PATH, next) : (next ?? CONSOLE_PATH),
    page: () => <SignInPage visit={visit} next={next} problems={outcome.problems} typed={form} isReset={false} />,
  });
};

export const enterSecondFactor: SignInAction = async (visit, { form, request, reply }, { people }) => {
  const next = nextIn(form["next"]);
  const outcome = await people.sellers.entry.enterSecondFactor(askingOf(request), factorIn(form));
  const props = { visit, next, problems: outcome.problems, typed: NONE };
  const isOver = outcome.problems.code === "code_expired";
  const ask = isDone(outcome) || isOver ? null : await people.sellers.entry.askForPasskey(request.headers);
  return after(reply, outcome, {
    on: next ?? CONSOLE_PATH,
    page: () => (isOver ? <SignInPage {...props} isReset={false} /> : <SecondFactorPage {...props} ask={ask} />),
  });
};

export const signInAsOther = beginAnew(CONSOLE_SIGN_IN_PATH);

export const signOut: Handler<{ readonly site: Site }, PeopleServices, Posted> = async (
  _visitor,
  { request, reply },
  { people },
) => {
  setCookies(reply, await people.sellers.entry.signOut(request.headers));
  return CONSOLE_SIGN_IN_PATH;
};
