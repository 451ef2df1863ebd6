import { CONSOLE_PATH } from "../../../kit/links.js";
import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { SIGN_UP_PATH } from "../../links.js";
import { after, askingOf, nextIn, type PeopleServices } from "../outcome.js";
import { withNext } from "../parts.js";
import { beginAnew, loadStep, sendAgain } from "../steps.js";
import { loadInvitation } from "./load.js";
import { SignUpCodePage, SignUpPage } from "./view.js";

type SignUpAction = Handler<VisitContext, PeopleServices, Posted>;

export const startSignUp: SignUpAction = async (visit, { form, request, reply }, services) => {
  const { name = "", password = "", trading_name: tradingName = "" } = form;
  const next = nextIn(form["next"]);
  const invitation = await loadInvitation(next, services);
  const outcome = await services.people.sellers.codes.startSignUp(askingOf(request, visit.locale), {
    name,
    email: invitation?.email ?? form["email"] ?? "",
    password,
    tradingName: invitation === null ? tradingName : undefined,
  });
  const props = { visit, next, problems: outcome.problems, typed: form, invitation };
  return after(reply, outcome, { on: withNext(SIGN_UP_PATH, next), page: () => <SignUpPage {...props} /> });
};

export const completeSignUp: SignUpAction = async (visit, asked, services) => {
  const { request, reply } = asked;
  const { code = "", ...typed } = asked.form;
  const next = nextIn(typed["next"]);
  const outcome = await services.people.sellers.codes.completeSignUp(askingOf(request, visit.locale), code);
  const step = await loadStep(request, services);
  const invitation = await loadInvitation(next, services);
  const props = { visit, next, problems: outcome.problems };
  const home = outcome.sellerCode == null ? CONSOLE_PATH : `${CONSOLE_PATH}/${outcome.sellerCode}`;
  return after(reply, outcome, {
    // Who came by the console's own address has nowhere else to go.
    on: next === undefined || next === CONSOLE_PATH ? home : next,
    // It ran out, or was done: the form again.
    page: () =>
      step?.kind === "sign_up" ? (
        <SignUpCodePage {...props} step={step} />
      ) : (
        <SignUpPage {...props} typed={typed} invitation={invitation} />
      ),
  });
};

export const sendSignUpAgain = sendAgain(SIGN_UP_PATH, SignUpCodePage);
export const signUpAsOther = beginAnew(SIGN_UP_PATH);
