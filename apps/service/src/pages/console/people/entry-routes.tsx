/**
 * Signing in and up, forgotten passwords, signing out: the routes of the console that nobody has to be signed in for. Which step of them
 * a page shows, the browser's step knows; so it works without a script, and a reload shows the same.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { SellerStep } from "../../../identity/seller-codes.js";
import { isDone, type SellerOutcome } from "../../../identity/seller-outcome.js";
import type { SellerAsking } from "../../../identity/seller-parts.js";
import type { OpenInvitation } from "../../../identity/team.js";
import { safeNext } from "../../next.js";
import { type FormFields, readForm, seeOther, setCookies } from "../../page-context.js";
import { CONSOLE_PATH, openVisit, type VisitContext } from "../context.js";
import { type Answer, asked, SIGN_IN_PATH, send } from "../routes.js";
import {
  ForgottenPage,
  NewPasswordPage,
  SecondFactorPage,
  SignInPage,
  SignUpCodePage,
  SignUpPage,
} from "./entry-pages.js";
import { withNext } from "./parts.js";
import { statusOf } from "./problems.js";

const SIGN_UP_PATH = `${CONSOLE_PATH}/sign-up`;
const FORGOTTEN_PATH = `${CONSOLE_PATH}/forgotten`;
const AS_PAGE = { config: { page: true as const } };
const NONE = {};

export const askingOf = (request: FastifyRequest): SellerAsking => ({ headers: request.headers, address: request.ip });

/** As it was asked for, when it is a path of ours. */
const nextIn = (posted: unknown): string | undefined => safeNext(posted, "") || undefined;

type Visiting = { readonly visit: VisitContext; readonly next: string | undefined; readonly step: SellerStep | null };

export function registerEntry(app: FastifyInstance): void {
  registerSignIn(app);
  registerSignUp(app);
  registerForgotten(app);
}

async function visiting(request: FastifyRequest, reply: FastifyReply): Promise<Visiting> {
  const visit = await openVisit(request, reply);
  const step = await request.server.pageParts.people.sellers.codes.step(request.headers);
  return { visit, next: nextIn(asked(request, reply).query["next"]), step };
}

/** On with 303 when it is done, or the same page again. */
function answer(
  reply: FastifyReply,
  outcome: SellerOutcome,
  { on, page }: { on: string; page: () => JSX.Element },
): FastifyReply {
  setCookies(reply, outcome.cookies);
  return send(reply, isDone(outcome) ? on : { status: statusOf(outcome.problems), page: page() });
}

function registerSignIn(app: FastifyInstance): void {
  const { entry, codes } = app.pageParts.people.sellers;

  app.get(SIGN_IN_PATH, AS_PAGE, async (request, reply) => {
    const { visit, next, step } = await visiting(request, reply);
    if (visit.seller !== null) return seeOther(reply, next ?? CONSOLE_PATH);
    const isReset = asked(request, reply).query["said"] === "reset";
    const props = { visit, next, problems: NONE, typed: NONE };
    return send(
      reply,
      step?.kind === "second_factor" ? <SecondFactorPage {...props} /> : <SignInPage {...props} isReset={isReset} />,
    );
  });

  app.post(SIGN_IN_PATH, AS_PAGE, async (request, reply) => {
    const form = readForm(request);
    const { email = "", password = "" } = form;
    const next = nextIn(form["next"]);
    const outcome = await entry.signIn(askingOf(request), { email, password });
    const needsMore = "needsSecondFactor" in outcome && outcome.needsSecondFactor === true;
    const visit = await openVisit(request, reply);
    return answer(reply, outcome, {
      on: needsMore ? withNext(SIGN_IN_PATH, next) : (next ?? CONSOLE_PATH),
      page: () => <SignInPage visit={visit} next={next} problems={outcome.problems} typed={form} isReset={false} />,
    });
  });

  app.post(`${SIGN_IN_PATH}/code`, AS_PAGE, async (request, reply) => {
    const { code = "", ...form } = readForm(request);
    const next = nextIn(form["next"]);
    const outcome = await entry.enterSecondFactor(askingOf(request), code);
    const visit = await openVisit(request, reply);
    const props = { visit, next, problems: outcome.problems, typed: NONE };
    const isOver = outcome.problems.code === "code_expired";
    return answer(reply, outcome, {
      on: next ?? CONSOLE_PATH,
      page: () => (isOver ? <SignInPage {...props} isReset={false} /> : <SecondFactorPage {...props} />),
    });
  });

  app.post(`${SIGN_IN_PATH}/other`, AS_PAGE, async (request, reply) => {
    const { next } = readForm(request);
    setCookies(reply, await codes.forgetStep(request.headers));
    return seeOther(reply, withNext(SIGN_IN_PATH, nextIn(next)));
  });

  app.post(`${CONSOLE_PATH}/sign-out`, AS_PAGE, async (request, reply) => {
    readForm(request);
    setCookies(reply, await entry.signOut(request.headers));
    return seeOther(reply, SIGN_IN_PATH);
  });
}

const INVITATION_PATH = /^\/console\/invitations\/([0-9A-Z]{8})\/([0-9A-Za-z]{32})$/;

function registerSignUp(app: FastifyInstance): void {
  const { codes, team } = app.pageParts.people.sellers;
  /** Who goes on to an invitation joins an account, and opens none. */
  const invitationIn = async (next: string | undefined): Promise<OpenInvitation | null> => {
    const [, sellerCode, id] = INVITATION_PATH.exec(next ?? "") ?? [];
    return sellerCode === undefined || id === undefined ? null : team.opened(sellerCode, id);
  };
  const formPage = async (visit: VisitContext, next: string | undefined, form: FormFields, problems = NONE) => (
    <SignUpPage visit={visit} next={next} problems={problems} typed={form} invitation={await invitationIn(next)} />
  );

  app.get(SIGN_UP_PATH, AS_PAGE, async (request, reply) => {
    const { visit, next, step } = await visiting(request, reply);
    if (visit.seller !== null) return seeOther(reply, next ?? CONSOLE_PATH);
    if (step?.kind !== "sign_up") return send(reply, await formPage(visit, next, NONE));
    return send(reply, <SignUpCodePage visit={visit} next={next} problems={NONE} step={step} />);
  });

  app.post(SIGN_UP_PATH, AS_PAGE, async (request, reply) => {
    const form = readForm(request);
    const { name = "", password = "", trading_name: tradingName = "" } = form;
    const next = nextIn(form["next"]);
    const invitation = await invitationIn(next);
    const email = invitation?.email ?? form["email"] ?? "";
    const outcome = await codes.startSignUp(askingOf(request), {
      name,
      email,
      password,
      tradingName: invitation === null ? tradingName : undefined,
    });
    const page = await formPage(await openVisit(request, reply), next, form, outcome.problems);
    return answer(reply, outcome, { on: withNext(SIGN_UP_PATH, next), page: () => page });
  });

  app.post(`${SIGN_UP_PATH}/code`, AS_PAGE, async (request, reply) => {
    const { code = "", ...form } = readForm(request);
    const next = nextIn(form["next"]);
    const outcome = await codes.completeSignUp(askingOf(request), code);
    const { visit, step } = await visiting(request, reply);
    // It ran out, or was done: the form again.
    const page =
      step?.kind === "sign_up" ? (
        <SignUpCodePage visit={visit} next={next} problems={outcome.problems} step={step} />
      ) : (
        await formPage(visit, next, form, outcome.problems)
      );
    const start = outcome.sellerCode == null ? CONSOLE_PATH : `${CONSOLE_PATH}/${outcome.sellerCode}/start`;
    // Who came by the console's own address has nowhere else to go.
    return answer(reply, outcome, { on: next === undefined || next === CONSOLE_PATH ? start : next, page: () => page });
  });
  registerSteps(app, SIGN_UP_PATH, (visit, next, step, problems) => (
    <SignUpCodePage visit={visit} next={next} problems={problems} step={step} />
  ));
}

function registerForgotten(app: FastifyInstance): void {
  const { codes } = app.pageParts.people.sellers;

  app.get(FORGOTTEN_PATH, AS_PAGE, async (request, reply) => {
    const { visit, step } = await visiting(request, reply);
    return send(
      reply,
      step?.kind === "reset" ? (
        <NewPasswordPage visit={visit} problems={NONE} step={step} />
      ) : (
        <ForgottenPage visit={visit} problems={NONE} typed={NONE} />
      ),
    );
  });

  app.post(FORGOTTEN_PATH, AS_PAGE, async (request, reply) => {
    const form = readForm(request);
    const outcome = await codes.startReset(askingOf(request), form["email"] ?? "");
    const visit = await openVisit(request, reply);
    return answer(reply, outcome, {
      on: FORGOTTEN_PATH,
      page: () => <ForgottenPage visit={visit} problems={outcome.problems} typed={form} />,
    });
  });

  app.post(`${FORGOTTEN_PATH}/code`, AS_PAGE, async (request, reply) => {
    const { code = "", new_password: password = "" } = readForm(request);
    const outcome = await codes.completeReset(askingOf(request), code, password);
    const { visit, step } = await visiting(request, reply);
    return answer(reply, outcome, {
      on: `${SIGN_IN_PATH}?said=reset`,
      page: () =>
        step?.kind === "reset" ? (
          <NewPasswordPage visit={visit} problems={outcome.problems} step={step} />
        ) : (
          <ForgottenPage visit={visit} problems={{ email: outcome.problems.code ?? "code_expired" }} typed={NONE} />
        ),
    });
  });
  registerSteps(app, FORGOTTEN_PATH, (visit, _next, step, problems) => (
    <NewPasswordPage visit={visit} problems={problems} step={step} />
  ));
}

/** Another code for the step, and another address instead. */
function registerSteps(
  app: FastifyInstance,
  path: string,
  page: (
    visit: VisitContext,
    next: string | undefined,
    step: SellerStep,
    problems: SellerOutcome["problems"],
  ) => JSX.Element,
): void {
  const { codes } = app.pageParts.people.sellers;

  app.post(`${path}/again`, AS_PAGE, async (request, reply) => {
    const next = nextIn(readForm(request)["next"]);
    const outcome = await codes.sendAgain(askingOf(request));
    const { visit, step } = await visiting(request, reply);
    const on = withNext(path, next);
    const isGone = step === null || step.kind === "second_factor";
    const back: Answer = isGone
      ? on
      : { status: statusOf(outcome.problems), page: page(visit, next, step, outcome.problems) };
    setCookies(reply, outcome.cookies);
    return send(reply, isDone(outcome) ? on : back);
  });

  app.post(`${path}/other`, AS_PAGE, async (request, reply) => {
    const { next } = readForm(request);
    setCookies(reply, await codes.forgetStep(request.headers));
    return seeOther(reply, withNext(path, nextIn(next)));
  });
}
