/** The three things that can be done on the page of the first hour. */
import { LIMITS } from "@holdfast/contract";
import { pingEndpoint } from "../../../commands/ping-endpoint.js";
import { registerEndpoint } from "../../../commands/register-endpoint.js";
import { openKey } from "../../../identity/merchants.js";
import { listEndpoints } from "../../../store/read/webhooks/endpoints.js";
import type { Answer } from "../../kit/answer.js";
import { takeOrRefuse } from "../../kit/places.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { ConsoleContext } from "../context.js";
import { keyWords } from "../words.js";
import { loadStart, type StartServices } from "./load.js";
import { StartPage, type StartProps } from "./view.js";

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
  const made = await openKey(services.db, { account, name: "First key", actor });
  if (made !== null) return again({ context, apiKey: made.apiKey }, asked, services);
  const text = keyWords(context.locale).allInUse(LIMITS.activeApiKeys);
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
  return again({ context, problem: { step: "endpoint", text: made.reason, url } }, asked, services);
};

/** To the endpoint that was registered last. */
const pingNewest: StartAction = async ({ member, home }, _asked, { db }) => {
  const newest = (await listEndpoints(db, member.account)).at(-1);
  if (newest === undefined) throw new PageRefusal("not_found");
  const sent = await pingEndpoint(db, newest);
  return sent.ok ? `${home}/start?said=pinged` : `${home}/start`;
};

type Made = Pick<StartProps, "context" | "apiKey" | "secret" | "problem">;

/** The page again, with what was made, or with what is wrong. */
async function again(made: Made, { query }: Posted, services: StartServices): Promise<Answer> {
  const { context, problem } = made;
  const start = await loadStart(context, services);
  const page = <StartPage {...start} {...made} said={query["said"]} />;
  return problem === undefined ? page : { status: UNPROCESSABLE, page };
}
