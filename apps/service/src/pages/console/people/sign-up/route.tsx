import { CONSOLE_PATH } from "../../../kit/links.js";
import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE, nextIn, type PeopleServices } from "../outcome.js";
import { loadStep } from "../steps.js";
import { loadInvitation } from "./load.js";
import { SignUpCodePage, SignUpPage } from "./view.js";

/** Signing up, at the step where this browser is. */
export const showSignUp: Handler<VisitContext, PeopleServices> = async (visit, { query, request }, services) => {
  const next = nextIn(query["next"]);
  if (visit.seller !== null) return next ?? CONSOLE_PATH;
  const step = await loadStep(request, services);
  if (step?.kind === "sign_up") return <SignUpCodePage visit={visit} next={next} problems={NONE} step={step} />;
  const invitation = await loadInvitation(next, services);
  return <SignUpPage visit={visit} next={next} problems={NONE} typed={NONE} invitation={invitation} />;
};
