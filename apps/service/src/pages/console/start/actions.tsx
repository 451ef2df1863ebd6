/** What can be done on the page of the first hour. */
import { LIMITS } from "@holdfast/contract";
import { pingEndpoint } from "../../../commands/ping-endpoint.js";
import { registerEndpoint } from "../../../commands/register-endpoint.js";
import { openKey } from "../../../identity/merchants.js";
import { listEndpoints } from "../../../store/read/webhooks/endpoints.js";
import type { Answer } from "../../kit/answer.js";
import { payUrl } from "../../kit/links.js";
import { setCookies } from "../../kit/page-context.js";
import { takeOrRefuse } from "../../kit/places.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { CODE_FIELD } from "../../kit/sign-in.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { ConsoleContext } from "../context.js";
import { diagnosisIn } from "../developers/parts.js";
import { makeSession, type NewSessionServices } from "../orders/new-session/actions.js";
import { emptySession, FORM_NAME_LENGTH, type TypedSession } from "../orders/new-session/form.js";
import { askingOf, type PeopleServices } from "../people/outcome.js";
import { keyWords } from "../words.js";
import { loadStart, type StartServices } from "./load.js";
import { StartPage, type StartProps } from "./view.js";
import { startWords } from "./words.js";

type StartAction = Handler<ConsoleContext, StartServices, Posted>;

/** What each of them is called in its form. */
export const takeStep: StartAction = (context, asked, services) => {
  switch (asked.form["step"]) {
    case "key":
      return createKey(context, asked, services);
    case "endpoint":
      return createEndpoint(context, asked, services);
    case "ping":
      return pingNewest(context, asked, services);
    default:
      throw new PageRefusal("not_found");
  }
};

const createKey: StartAction = async (context, asked, services) => {
  const { account } = context.member;
  const { actor } = context.seller;
  const made = await openKey(services, { account, name: "First key", actor });
  if (made !== null) return again({ context, apiKey: made.apiKey }, asked, services);
  const text = keyWords(context.locale).allInUse({ count: LIMITS.activeApiKeys });
  return again({ context, problem: { step: "key", text } }, asked, services);
};

const createEndpoint: StartAction = async (context, asked, services) => {
  const { db, checkUrl } = services;
  const url = (asked.form["url"] ?? "").trim();
  await takeOrRefuse(db, [{ window: "looking_up", subject: context.member.account }]);
  const made = await registerEndpoint(
    { db, seal: await services.seal(), checkUrl },
    { account: context.member.account, url, events: null, actor: context.seller.actor },
  );
  if (made.ok) return again({ context, secret: made.value.secret }, asked, services);
  return again(
    { context, problem: { step: "endpoint", text: diagnosisIn(context.locale, made.reason).text, url } },
    asked,
    services,
  );
};

/** To the endpoint that was registered last. */
const pingNewest: StartAction = async ({ member, home }, _asked, { db }) => {
  const newest = (await listEndpoints(db, member.account)).at(-1);
  if (newest === undefined) throw new PageRefusal("not_found");
  const sent = await pingEndpoint(db, newest);
  return sent.ok ? `${home}/start?said=pinged` : `${home}/start`;
};

/** What it costs, as it is typed. */
const TEST_ORDER_AMOUNT = "25.00";

/**
 * Makes an order for the seller to pay, and leads to where its buyer pays it. The code that signs a buyer in is on its way to the
 * seller's own address already.
 */
export const openTestOrder: Handler<ConsoleContext, NewSessionServices & PeopleServices, Posted> = async (
  context,
  { form, request, reply },
  services,
) => {
  const { email } = context.seller;
  const typed: TypedSession = {
    ...emptySession((form["form"] ?? "").slice(0, FORM_NAME_LENGTH)),
    title: startWords(context.locale).testOrderTitle,
    amount: TEST_ORDER_AMOUNT,
    email,
  };
  const made = await makeSession(context, typed, services);
  if (typeof made !== "string") throw new Error("a test order that can't be made");
  const page = payUrl(context.member.sellerCode, made);
  const { buyers } = services.people;
  if ((await buyers.current(request.headers)) !== null) return page;
  const { cookies } = await buyers.requestCode({ ...askingOf(request), locale: context.locale }, email);
  setCookies(reply, cookies);
  return `${page}#${CODE_FIELD}`;
};

type Made = Pick<StartProps, "context" | "apiKey" | "secret" | "problem">;

/** The page again, with what was made, or with what is wrong. */
async function again(made: Made, { query }: Posted, services: StartServices): Promise<Answer> {
  const { context, problem } = made;
  const start = await loadStart(context, services);
  const page = <StartPage {...start} {...made} said={query["said"]} />;
  return problem === undefined ? page : { status: UNPROCESSABLE, page };
}
