import { CONSOLE_SIGN_IN_PATH } from "../../../kit/links.js";
import type { VisitContext } from "../../../kit/person-context.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { FORGOTTEN_PATH } from "../../links.js";
import { after, askingOf, NONE, type PeopleServices } from "../outcome.js";
import { beginAnew, loadStep, sendAgain } from "../steps.js";
import { ForgottenPage, NewPasswordPage } from "./view.js";

type ForgottenAction = Handler<VisitContext, PeopleServices, Posted>;

export const startReset: ForgottenAction = async (visit, { form, request, reply }, { people }) => {
  const outcome = await people.sellers.codes.startReset(askingOf(request, visit.locale), form["email"] ?? "");
  return after(reply, outcome, {
    on: FORGOTTEN_PATH,
    page: () => <ForgottenPage visit={visit} problems={outcome.problems} typed={form} />,
  });
};

export const completeReset: ForgottenAction = async (visit, { form, request, reply }, services) => {
  const { code = "", new_password: password = "" } = form;
  const outcome = await services.people.sellers.codes.completeReset(askingOf(request), code, password);
  const { problems } = outcome;
  const step = await loadStep(request, services);
  return after(reply, outcome, {
    on: `${CONSOLE_SIGN_IN_PATH}?said=reset`,
    page: () =>
      step?.kind === "reset" ? (
        <NewPasswordPage visit={visit} problems={problems} step={step} />
      ) : (
        <ForgottenPage visit={visit} problems={{ email: problems.code ?? "code_expired" }} typed={NONE} />
      ),
  });
};

export const sendResetAgain = sendAgain(FORGOTTEN_PATH, NewPasswordPage);
export const resetAnother = beginAnew(FORGOTTEN_PATH);
