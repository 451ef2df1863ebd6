/** Signing in and out, and the language: forms on any page post here, and come back to the page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Asking, SignInOutcome } from "../../identity/buyers.js";
import { isLocale } from "../../words/locale.js";
import { HTML_TYPE, renderPage } from "../document.js";
import { safeNext } from "../next.js";
import { type FormFields, openPage, type PageContext, readForm, seeOther, setCookies } from "../page-context.js";
import { SIGN_IN_ANCHOR } from "./component.js";
import { NOTICE_SECONDS, writeNotice } from "./notice.js";
import { SignInPage } from "./page.js";

const SIGN_IN_PATH = "/sign-in";
const YEAR_SECONDS = 31_536_000;

const PAGE = { config: { page: true } } as const;

export function registerSignIn(app: FastifyInstance): void {
  const { buyers, cookies } = app.pageParts.people;

  app.get<{ Querystring: { next?: string } }>(SIGN_IN_PATH, PAGE, async (request, reply) => {
    const context = await openPage(request, reply);
    const next = safeNext(request.query.next, SIGN_IN_PATH);
    return reply.type(HTML_TYPE).send(renderPage(<SignInPage context={context} next={next} />));
  });

  app.post(SIGN_IN_PATH, PAGE, async (request, reply) => {
    const { email = "", ...form } = readForm(request);
    const outcome = await buyers.requestCode(await askingOf(request, reply), email);
    return answer(reply, { outcome, form, typed: email, isStep: true });
  });

  app.post(`${SIGN_IN_PATH}/again`, PAGE, async (request, reply) => {
    const form = readForm(request);
    const outcome = await buyers.requestAgain(await askingOf(request, reply));
    return answer(reply, { outcome, form, isStep: true });
  });

  app.post(`${SIGN_IN_PATH}/code`, PAGE, async (request, reply) => {
    const { code = "", ...form } = readForm(request);
    const outcome = await buyers.enterCode(await askingOf(request, reply), code);
    return answer(reply, { outcome, form, isStep: false });
  });

  app.post(`${SIGN_IN_PATH}/other`, PAGE, async (request, reply) => {
    const form = readForm(request);
    setCookies(reply, await buyers.forgetCode(request.headers));
    return seeOther(reply, panelOf(form));
  });

  app.post("/sign-out", PAGE, async (request, reply) => {
    const { next } = readForm(request);
    setCookies(reply, await buyers.signOut(request.headers));
    return seeOther(reply, safeNext(next, SIGN_IN_PATH));
  });

  app.post("/language", PAGE, async (request, reply) => {
    const { lang, next } = readForm(request);
    if (isLocale(lang)) {
      await buyers.speak(request.headers, lang);
      setCookies(reply, [cookies.write("language", lang, YEAR_SECONDS)]);
    }
    return seeOther(reply, withoutLanguage(safeNext(next, SIGN_IN_PATH)));
  });

  type Answer = {
    readonly outcome: SignInOutcome;
    readonly form: FormFields;
    readonly typed?: string;
    /** Whether another step follows on the same panel. */
    readonly isStep: boolean;
  };

  /** On, or back to the panel while something is left to do there. */
  function answer(reply: FastifyReply, { outcome, form, typed = "", isStep }: Answer): FastifyReply {
    const { problem } = outcome;
    setCookies(reply, outcome.cookies);
    if (problem !== null) setCookies(reply, [cookies.write("notice", writeNotice({ problem, typed }), NOTICE_SECONDS)]);
    return seeOther(reply, isStep || problem !== null ? panelOf(form) : safeNext(form["next"], SIGN_IN_PATH));
  }
}

/** Where the panel that posted stands; a page that says nothing of it leads back to where it would lead on. */
const panelOf = ({ back, next }: FormFields): string =>
  `${safeNext(back, safeNext(next, SIGN_IN_PATH))}#${SIGN_IN_ANCHOR}`;

async function askingOf(request: FastifyRequest, reply: FastifyReply): Promise<Asking> {
  const { locale }: PageContext = await openPage(request, reply);
  return { headers: request.headers, address: request.ip, locale };
}

/** A language in the link would win over the one that was just chosen. */
function withoutLanguage(path: string): string {
  const [before = "", query] = path.split("?", 2);
  if (query === undefined) return path;
  const kept = query.split("&").filter((part) => !/^lang(=|$)/.test(part));
  return kept.length === 0 ? before : `${before}?${kept.join("&")}`;
}
