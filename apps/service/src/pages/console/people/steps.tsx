/** What one can do about a code that was sent: have another, or begin anew with another address. */
import type { FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { isDone } from "../../../identity/seller-outcome.js";
import { findCodeTo } from "../../../store/read/mails.js";
import { setCookies } from "../../kit/page-context.js";
import type { VisitContext } from "../../kit/person-context.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { Site } from "../../kit/site.js";
import type { ShownStep, StepProps } from "./code-page.js";
import { askingOf, nextIn, type PeopleServices } from "./outcome.js";
import { withNext } from "./parts.js";
import { statusOf } from "./words.js";

/** The step that a browser is at, which it knows itself: a page works without a script, and a reload shows the same. */
export async function loadStep(request: FastifyRequest, { people }: PeopleServices): Promise<ShownStep | null> {
  const { pageParts, signInReads } = request.server;
  const step = await people.sellers.codes.step(request.headers);
  if (step === null) return null;
  const isShown = pageParts.site.isSandbox && step.kind !== "second_factor";
  return { ...step, sandboxCode: isShown ? await findCodeTo(signInReads, step.email, "seller_code") : null };
}

/** Another code for the step. */
export const sendAgain =
  (path: string, Page: (props: StepProps) => JSX.Element): Handler<VisitContext, PeopleServices, Posted> =>
  async (visit, { form, request, reply }, services) => {
    const next = nextIn(form["next"]);
    const outcome = await services.people.sellers.codes.sendAgain(askingOf(request, visit.locale));
    const step = await loadStep(request, services);
    setCookies(reply, outcome.cookies);
    if (isDone(outcome) || step === null || step.kind === "second_factor") return withNext(path, next);
    const { problems } = outcome;
    return { status: statusOf(problems), page: <Page visit={visit} next={next} problems={problems} step={step} /> };
  };

/** Another address instead, or somebody else. */
export const beginAnew =
  (path: string): Handler<{ readonly site: Site }, PeopleServices, Posted> =>
  async (_visitor, { form, request, reply }, { people }) => {
    setCookies(reply, await people.sellers.codes.forgetStep(request.headers));
    return withNext(path, nextIn(form["next"]));
  };
