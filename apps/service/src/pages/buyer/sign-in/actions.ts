/** Signing in and out, and the language: forms on any page post here, and come back to the page. */
import type { Asking, SignInOutcome } from "../../../identity/buyers.js";
import type { People } from "../../../identity/people.js";
import { isConsoleLocale, isLocale } from "../../../words/locale.js";
import { safeNext } from "../../kit/next.js";
import { buyerServicesOf, type FormFields, type PageContext, setCookies } from "../../kit/page-context.js";
import type { Handler, Posted } from "../../kit/route.js";
import { CODE_FIELD, EMAIL_FIELD } from "../../kit/sign-in.js";
import { NOTICE_SECONDS, writeNotice } from "../../kit/sign-in-notice.js";
import { SIGN_IN_PATH } from "../links.js";
import { writeOnward } from "./onward.js";

const YEAR_SECONDS = 31_536_000;

type Step = Handler<PageContext, unknown, Posted>;
/** What needs nobody to be known before. */
type Simple = Handler<unknown, unknown, Posted>;

export const requestCode: Step = async (context, asked) => {
  const { email = "", ...form } = asked.form;
  const outcome = await buyerServicesOf(asked.request).buyers.requestCode(askingOf(context, asked), email);
  const field = outcome.problem === null ? CODE_FIELD : EMAIL_FIELD;
  keepOnward(asked, outcome);
  return answer(asked, { outcome, form, typed: email, field });
};

export const requestAgain: Step = async (context, asked) => {
  const outcome = await buyerServicesOf(asked.request).buyers.requestAgain(askingOf(context, asked));
  keepOnward(asked, outcome);
  return answer(asked, { outcome, form: asked.form, field: fieldAfter(outcome) });
};

/** Behind the link of a mail, in another browser than the one that asked for its code. */
export const requestHere: Step = async (context, asked) => {
  const { ticket = "", ...form } = asked.form;
  const outcome = await buyerServicesOf(asked.request).buyers.requestHere(askingOf(context, asked), ticket);
  return answer(asked, { outcome, form, field: fieldAfter(outcome) });
};

export const enterCode: Step = async (context, asked) => {
  const { code = "", ...form } = asked.form;
  const outcome = await buyerServicesOf(asked.request).buyers.enterCode(askingOf(context, asked), code);
  const field = outcome.problem === null ? null : fieldAfter(outcome);
  if (field === null) setCookies(asked.reply, [buyerServicesOf(asked.request).cookies.clear("onward")]);
  return answer(asked, { outcome, form, field });
};

/** Where the mail's link leads on to is kept in the browser that asked: the mail may reach a stranger, by a mistyped address. */
function keepOnward({ form, request, reply }: Posted, { problem }: SignInOutcome): void {
  if (problem !== null || request.frame !== undefined) return;
  setCookies(reply, [writeOnward(buyerServicesOf(request).cookies, safeNext(form["next"], SIGN_IN_PATH))]);
}

const fieldAfter = ({ problem }: SignInOutcome): string => (problem === "code_expired" ? EMAIL_FIELD : CODE_FIELD);

/** Another address than the one that a code was sent to. */
export const forgetCode: Simple = async (_reader, { form, request, reply }) => {
  setCookies(reply, await buyerServicesOf(request).buyers.forgetCode(request.headers));
  return `${panelOf(form, request)}#${EMAIL_FIELD}`;
};

export const signOutBuyer: Simple = async (_reader, { form, request, reply }) => {
  setCookies(reply, await buyerServicesOf(request).buyers.signOut(request.headers));
  return within(request, form["next"]);
};

export const chooseLanguage: Handler<unknown, { readonly people: People }, Posted> = async (
  _reader,
  { form, request, reply },
  { people: { sellers } },
) => {
  const { lang, next } = form;
  const { buyers, cookies } = buyerServicesOf(request);
  if (isLocale(lang)) {
    await buyers.speak(request.headers, lang);
    if (request.frame === undefined && isConsoleLocale(lang)) await sellers.speak(request.headers, lang);
    setCookies(reply, [cookies.write("language", lang, YEAR_SECONDS)]);
  }
  return withoutLanguage(within(request, next));
};

type Came = {
  readonly outcome: SignInOutcome;
  readonly form: FormFields;
  readonly typed?: string;
  /** What is to be filled in next on the same panel; null when nothing is left to do there. */
  readonly field: string | null;
};

/** On, or back to the panel while something is left to do there. */
function answer({ request, reply }: Posted, { outcome, form, typed = "", field }: Came): string {
  const { problem, waitSeconds } = outcome;
  const { cookies } = buyerServicesOf(request);
  setCookies(reply, outcome.cookies);
  if (problem !== null)
    setCookies(reply, [cookies.write("notice", writeNotice({ problem, typed, waitSeconds }), NOTICE_SECONDS)]);
  return field === null ? within(request, form["next"]) : `${panelOf(form, request)}#${field}`;
}

type Where = Pick<Posted["request"], "frame">;

/** A path of ours to go on to; for a frame one below its root, for it shows no other. */
function within({ frame }: Where, next: unknown, fallback = frame?.root ?? SIGN_IN_PATH): string {
  const path = safeNext(next, fallback);
  return frame === undefined || path.startsWith(`${frame.root}/`) ? path : fallback;
}

/** Where the panel that posted stands; a page that says nothing of it leads back to where it would lead on. */
const panelOf = ({ back, next }: FormFields, where: Where): string => {
  const [path = ""] = within(where, back, within(where, next)).split("#", 1);
  return path;
};

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
