import { CONSOLE_PATH } from "../../../kit/links.js";
import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE, nextIn, type PeopleServices } from "../outcome.js";
import { loadStep } from "../steps.js";
import { SecondFactorPage, SignInPage } from "./view.js";

/** Signing in, at the step where this browser is. */
export const showSignIn: Handler<VisitContext, PeopleServices> = async (visit, { query, request }, services) => {
  const next = nextIn(query["next"]);
  if (visit.seller !== null) return next ?? CONSOLE_PATH;
  const step = await loadStep(request, services);
  const props = { visit, next, problems: NONE, typed: NONE };
  if (step?.kind === "second_factor") {
    const ask = await services.people.sellers.entry.askForPasskey(request.headers);
    return <SecondFactorPage {...props} ask={ask} />;
  }
  return <SignInPage {...props} isReset={query["said"] === "reset"} />;
};
