/** Signing in and out, and the language: forms on any page post here, and come back to the page. */
import type { Asking, SignInOutcome } from "../../../identity/buyers.js";
import type { People } from "../../../identity/people.js";
import { isLocale } from "../../../words/locale.js";
import { safeNext } from "../../kit/next.js";
import { type FormFields, type PageContext, setCookies } from "../../kit/page-context.js";
import type { Handler, Posted } from "../../kit/route.js";
import { SIGN_IN_ANCHOR } from "../../kit/sign-in.js";
import { NOTICE_SECONDS, writeNotice } from "../../kit/sign-in-notice.js";
import { SIGN_IN_PATH } from "../links.js";

const YEAR_SECONDS = 31_536_000;

type SignInServices = { readonly people: People };
type Step = Handler<PageContext, SignInServices, Posted>;
/** What needs nobody to be known before. */
type Simple = Handler<unknown, SignInServices, Posted>;

export const requestCode: Step = async (context, asked, { people }) => {
  const { email = "", ...form } = asked.form;
  const outcome = await people.buyers.requestCode(askingOf(context, asked), email);
  return answer(asked, people, { outcome, form, typed: email, isStep: true });
};

export const requestAgain: Step = async (context, asked, { people }) => {
  const outcome = await people.buyers.requestAgain(askingOf(context, asked));
  return answer(asked, people, { outcome, form: asked.form, isStep: true });
};

export const enterCode: Step = async (context, asked, { people }) => {
  const { code = "", ...form } = asked.form;
  const outcome = await people.buyers.enterCode(askingOf(context, asked), code);
  return answer(asked, people, { outcome, form, isStep: false });
};

/** Another address than the one that a code was sent to. */
export const forgetCode: Simple = async (_reader, { form, request, reply }, { people: { buyers } }) => {
  setCookies(reply, await buyers.forgetCode(request.headers));
  return panelOf(form);
};

export const signOutBuyer: Simple = async (_reader, { form, request, reply }, { people: { buyers } }) => {
  setCookies(reply, await buyers.signOut(request.headers));
  return safeNext(form["next"], SIGN_IN_PATH);
};

export const chooseLanguage: Simple = async (_reader, { form, request, reply }, { people: { buyers, cookies } }) => {
  const { lang, next } = form;
  if (isLocale(lang)) {
    await buyers.speak(request.headers, lang);
    setCookies(reply, [cookies.write("language", lang, YEAR_SECONDS)]);
  }
  return withoutLanguage(safeNext(next, SIGN_IN_PATH));
};

type Came = {
  readonly outcome: SignInOutcome;
  readonly form: FormFields;
  readonly typed?: string;
  /** Whether another step follows on the same panel. */
  readonly isStep: boolean;
};

/** On, or back to the panel while something is left to do there. */
function answer({ reply }: Posted, { cookies }: People, { outcome, form, typed = "", isStep }: Came): string {
  const { problem } = outcome;
  setCookies(reply, outcome.cookies);
  if (problem !== null) setCookies(reply, [cookies.write("notice", writeNotice({ problem, typed }), NOTICE_SECONDS)]);
  return isStep || problem !== null ? panelOf(form) : safeNext(form["next"], SIGN_IN_PATH);
}

/** Where the panel that posted stands; a page that says nothing of it leads back to where it would lead on. */
const panelOf = ({ back, next }: FormFields): string =>
  `${safeNext(back, safeNext(next, SIGN_IN_PATH))}#${SIGN_IN_ANCHOR}`;

const askingOf = ({ locale }: PageContext, { request }: Posted): Asking => ({
  headers: request.headers,
  address: request.ip,
  locale,
});

/** A language in the link would win over the one that was just chosen. */
function withoutLanguage(path: string): string {
  const [before = "", query] = path.split("?", 2);
  if (query === undefined) return path;
  const kept = query.split("&").filter((part) => !/^lang(=|$)/.test(part));
  return kept.length === 0 ? before : `${before}?${kept.join("&")}`;
}
