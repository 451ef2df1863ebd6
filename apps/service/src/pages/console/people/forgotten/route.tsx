import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler } from "../../../kit/route.js";
import { NONE, type PeopleServices } from "../outcome.js";
import { loadStep } from "../steps.js";
import { ForgottenPage, NewPasswordPage } from "./view.js";

/** A forgotten password, at the step where this browser is. */
export const showForgotten: Handler<VisitContext, PeopleServices> = async (visit, { request }, services) => {
  const step = await loadStep(request, services);
  if (step?.kind === "reset") return <NewPasswordPage visit={visit} problems={NONE} step={step} />;
  return <ForgottenPage visit={visit} problems={NONE} typed={NONE} />;
};
