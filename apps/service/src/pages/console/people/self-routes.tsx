/** What people do with their own sign-in. Secrets are shown in the answer to the form itself, and nowhere else. */
import type { FastifyInstance } from "fastify";
import { isDone, type Problems, type SellerOutcome } from "../../../identity/seller-outcome.js";
import type { Self } from "../../../identity/seller-self.js";
import { type FormFields, setCookies } from "../../page-context.js";
import { PageRefusal } from "../../refusal.js";
import type { PersonContext } from "../context.js";
import { type Answer, type Asked, SIGN_IN_PATH } from "../routes.js";
import { askingOf } from "./entry-routes.js";
import { type PersonRoutes, personRoutes } from "./person-routes.js";
import { statusOf } from "./problems.js";
import { RecoveryCodesPage, SecondFactorSettings, SetUpPage } from "./second-factor-pages.js";
import { ME_PATH, PasswordPage, SECOND_FACTOR_PATH, SelfPage } from "./self-pages.js";

const selfOf = ({ seller }: PersonContext): Self => seller;
const NONE = {};

export function registerSelf(app: FastifyInstance): void {
  const routes = personRoutes(app);
  registerOwnPage(app, routes);
  registerPassword(app, routes);
  registerSecondFactor(app, routes);
}

function registerOwnPage(app: FastifyInstance, routes: PersonRoutes): void {
  const { self } = app.pageParts.people.sellers;
  const page = async (
    person: PersonContext,
    { said, problems = NONE, typed = NONE }: { said?: string | undefined; problems?: Problems; typed?: FormFields },
  ) => (
    <SelfPage
      person={person}
      sessions={await self.sessions(selfOf(person))}
      said={said}
      problems={problems}
      typed={typed}
    />
  );

  routes.page("/me", (person, { query }) => page(person, { said: query["said"] }));

  routes.action("/me/name", async (person, form) => {
    const { problems } = await self.rename(selfOf(person), form["name"] ?? "");
    if (isDone({ problems })) return `${ME_PATH}?said=renamed`;
    return { status: statusOf(problems), page: await page(person, { problems, typed: form }) };
  });

  routes.action("/me/sessions/:session/end", async (person, _form, { params }) => {
    if (!(await self.endSession(selfOf(person), params["session"] ?? ""))) throw new PageRefusal("not_found");
    return `${ME_PATH}?said=ended`;
  });

  routes.action("/me/sessions/end-all", async (person, _form, { reply }) => {
    setCookies(reply, await self.signOutEverywhere(selfOf(person)));
    return SIGN_IN_PATH;
  });
}

function registerPassword(app: FastifyInstance, routes: PersonRoutes): void {
  const { self } = app.pageParts.people.sellers;

  routes.page("/me/password", async (person) => <PasswordPage person={person} problems={NONE} />);

  routes.action("/me/password", async (person, form, { request, reply }) => {
    const { password: old = "", new_password: fresh = "" } = form;
    const outcome = await self.changePassword(askingOf(request), selfOf(person), { old, fresh });
    setCookies(reply, outcome.cookies);
    if (isDone(outcome)) return `${ME_PATH}?said=password`;
    return { status: statusOf(outcome.problems), page: <PasswordPage person={person} problems={outcome.problems} /> };
  });
}

function registerSecondFactor(app: FastifyInstance, routes: PersonRoutes): void {
  const { self } = app.pageParts.people.sellers;
  const settings = async (person: PersonContext, problems: Problems) => (
    <SecondFactorSettings
      person={person}
      problems={problems}
      codesLeft={person.seller.hasSecondFactor ? await self.recoveryCodesLeft(selfOf(person)) : null}
    />
  );
  const refused = async (person: PersonContext, { problems }: SellerOutcome): Promise<Answer> => ({
    status: statusOf(problems),
    page: await settings(person, problems),
  });
  const step = (path: string, act: (person: PersonContext, form: FormFields, asked: Asked) => Promise<Answer>): void =>
    routes.action(`/me/second-factor/${path}`, act);

  routes.page("/me/second-factor", (person) => settings(person, NONE));

  step("start", async (person, { password = "" }, { request }) => {
    const outcome = await self.startSecondFactor(askingOf(request), selfOf(person), password);
    if (!("setUp" in outcome) || outcome.setUp === undefined) return refused(person, outcome);
    return <SetUpPage person={person} problems={NONE} setUp={outcome.setUp} />;
  });

  step("confirm", async (person, { code = "" }, { request, reply }) => {
    const outcome = await self.confirmSecondFactor(askingOf(request), selfOf(person), code);
    setCookies(reply, outcome.cookies);
    if (outcome.recoveryCodes !== undefined) return <RecoveryCodesPage person={person} codes={outcome.recoveryCodes} />;
    const setUp = await self.pendingSecondFactor(selfOf(person));
    if (setUp === null) return SECOND_FACTOR_PATH;
    const { problems } = outcome;
    return { status: statusOf(problems), page: <SetUpPage person={person} problems={problems} setUp={setUp} /> };
  });

  step("codes", async (person, { password = "" }, { request }) => {
    const outcome = await self.renewRecoveryCodes(askingOf(request), selfOf(person), password);
    if (!("recoveryCodes" in outcome) || outcome.recoveryCodes === undefined) return refused(person, outcome);
    return <RecoveryCodesPage person={person} codes={outcome.recoveryCodes} />;
  });

  step("off", async (person, { password = "", code = "" }, { request }) => {
    const outcome = await self.switchSecondFactorOff(askingOf(request), selfOf(person), { password, code });
    return isDone(outcome) ? `${ME_PATH}?said=second-factor-off` : refused(person, outcome);
  });
}
