/** The first hour of an account: its page, what the page looks for, and the three things that can be done on it. */
import { API_PATH, LIMITS } from "@holdfast/contract";
import { pingEndpoint, registerEndpoint } from "../../../commands/endpoints.js";
import { openKey } from "../../../identity/merchants.js";
import { type Begun, readBegun } from "../../../store/read/console/start.js";
import { type EndpointRow, listEndpoints } from "../../../store/read/webhooks/endpoints.js";
import type { FormFields } from "../../page-context.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import type { Answer, Asked } from "../routes.js";
import type { ConsoleServices, RegisterPart } from "../services.js";
import { StartPage, type StartProblem } from "./page.js";

const PATH = "/start";

export const registerStart: RegisterPart = (routes, services) => {
  routes.page(PATH, "read", (context, asked) => show(services, context, asked));
  routes.page(`${PATH}/status`, "read", async ({ member }, { reply }) => {
    const version = versionOf(...(await look(services, member.account)));
    return reply.type("application/json; charset=utf-8").send(JSON.stringify({ version }));
  });
  routes.action(PATH, "develop", (context, form, asked) => {
    switch (form["step"]) {
      case "key":
        return createKey(services, context, asked);
      case "endpoint":
        return createEndpoint(services, context, { form, asked });
      case "ping":
        return ping(services, context);
      default:
        throw new PageRefusal("not_found");
    }
  });
};

type Account = ConsoleContext["member"]["account"];

const look = ({ db }: ConsoleServices, account: Account): Promise<[Begun, readonly EndpointRow[]]> =>
  Promise.all([readBegun(db, account), listEndpoints(db, account)]);

/** Changes with all that the page shows. */
const versionOf = (begun: Begun, endpoints: readonly EndpointRow[]): string =>
  [
    ...Object.values(begun).map(Number),
    ...endpoints.map(({ status, consecutive_failures }) => `${status}${consecutive_failures}`),
  ].join("-");

type Made = { readonly apiKey?: string; readonly secret?: string; readonly problem?: StartProblem };

async function show(services: ConsoleServices, context: ConsoleContext, asked: Asked, made: Made = {}) {
  const [begun, endpoints] = await look(services, context.member.account);
  asked.reply.headers(context.site.waitingHeaders);
  return (
    <StartPage
      context={context}
      begun={begun}
      endpoints={endpoints}
      base={services.publicUrl() + API_PATH}
      version={versionOf(begun, endpoints)}
      said={asked.query["said"]}
      {...made}
    />
  );
}

const refused = async (services: ConsoleServices, context: ConsoleContext, asked: Asked, problem: StartProblem) => ({
  status: 422,
  page: await show(services, context, asked, { problem }),
});

async function createKey(services: ConsoleServices, context: ConsoleContext, asked: Asked): Promise<Answer> {
  const { account } = context.member;
  const made = await openKey(services.db, { account, readOnly: false, name: "First key" });
  if (made !== null) return show(services, context, asked, { apiKey: made.apiKey });
  const text = `All ${LIMITS.activeApiKeys} keys are in use. Revoke one that is no longer needed, then create another.`;
  return refused(services, context, asked, { step: "key", text });
}

async function createEndpoint(
  services: ConsoleServices,
  context: ConsoleContext,
  { form, asked }: { form: FormFields; asked: Asked },
): Promise<Answer> {
  const { db, checkUrl } = services;
  const url = (form["url"] ?? "").trim();
  const made = await registerEndpoint(
    { db, seal: await services.seal(), checkUrl },
    { account: context.member.account, url, events: null },
  );
  if (made.ok) return show(services, context, asked, { secret: made.value.secret });
  return refused(services, context, asked, { step: "endpoint", text: made.reason, url });
}

/** To the endpoint that was registered last. */
async function ping({ db }: ConsoleServices, { member, home }: ConsoleContext): Promise<Answer> {
  const newest = (await listEndpoints(db, member.account)).at(-1);
  if (newest === undefined) throw new PageRefusal("not_found");
  const sent = await pingEndpoint(db, newest.id);
  return sent.ok ? `${home}${PATH}?said=pinged` : `${home}${PATH}`;
}
