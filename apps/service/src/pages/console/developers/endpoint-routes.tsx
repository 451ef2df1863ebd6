/**
 * Webhook endpoints of an account: every page looks the endpoint up with the account first, and only then does a verb, which
 * takes an endpoint of whichever account (commands/endpoints.ts).
 */
import { LIMITS } from "@holdfast/contract";
import {
  changeEventTypes,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  openSecrets,
  pingEndpoint,
  recoverFailed,
  registerEndpoint,
  resendDelivery,
  rotateSecret,
} from "../../../commands/endpoints.js";
import { setChaos } from "../../../commands/set-chaos.js";
import { type EndpointId, formatId } from "../../../domain/ids.js";
import {
  findDelivery,
  listAttemptLog,
  listAttemptsOf,
  type WholeDelivery,
} from "../../../store/read/webhooks/deliveries.js";
import {
  findOwnEndpoint,
  listEndpointHealth,
  type OwnEndpoint,
  readEndpointFigures,
} from "../../../store/read/webhooks/endpoint-health.js";
import type { FormFields } from "../../page-context.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import type { Answer, Asked, ConsoleRoutes } from "../routes.js";
import type { ConsoleServices, RegisterPart } from "../services.js";
import { DeliveryPage } from "./delivery.js";
import { EndpointPage, type EndpointView, isMoving, LOG_FILTERS, type LogFilter, versionOf } from "./endpoint.js";
import { AddedPage, EndpointsPage, NewEndpointPage } from "./endpoint-list.js";
import { SettingsPage, type SettingsState } from "./endpoint-settings.js";
import { NONE_CHOSEN, readChosen } from "./event-types.js";
import { endpointIn, withScript } from "./parts.js";

const UNPROCESSABLE = 422;
const URL_LENGTH = 2_048;
const ENDPOINT = "/webhooks/:endpoint";
const DELIVERY = `${ENDPOINT}/deliveries/:delivery`;

export const registerEndpointPages: RegisterPart = (routes, services) => {
  registerList(routes, services);
  registerEndpointPage(routes, services);
  registerStates(routes, services);
  registerSettings(routes, services);
  registerSecrets(routes, services);
  registerDeliveries(routes, services);
};

/** @throws PageRefusal not_found, for another account's endpoint as for one that does not exist. */
async function ownEndpoint(
  { db }: Pick<ConsoleServices, "db">,
  { member }: ConsoleContext,
  id: EndpointId,
): Promise<OwnEndpoint> {
  const endpoint = await findOwnEndpoint(db, member.account, id);
  if (endpoint === null) throw new PageRefusal("not_found");
  return endpoint;
}

const pathOf = ({ home }: ConsoleContext, id: EndpointId): string => `${home}/webhooks/${formatId("endpoint", id)}`;

function registerList(routes: ConsoleRoutes, services: ConsoleServices): void {
  const { db, seal, checkUrl } = services;
  routes.page("/webhooks", "read", async (context, { query }) => {
    const endpoints = await listEndpointHealth(db, context.member.account);
    return <EndpointsPage context={context} endpoints={endpoints} said={query["said"]} />;
  });
  routes.page("/webhooks/new", "develop", async (context) => <NewEndpointPage context={context} />);
  routes.action("/webhooks/new", "develop", async (context, form, asked) => {
    const typed = { url: (form["url"] ?? "").trim().slice(0, URL_LENGTH), chosen: readChosen(form) };
    const again = (problems: { url?: string; types?: string }): Answer => ({
      status: UNPROCESSABLE,
      page: <NewEndpointPage context={context} typed={typed} problems={problems} />,
    });
    if (typed.chosen?.length === 0) return again({ types: NONE_CHOSEN });
    const told = await registerEndpoint(
      { db, seal: await seal(), checkUrl },
      { account: context.member.account, url: typed.url, events: typed.chosen },
    );
    if (!told.ok) return again({ url: told.reason });
    const { endpoint, secret } = told.value;
    withScript(asked, context);
    const added = { name: formatId("endpoint", endpoint.id), url: endpoint.url };
    return <AddedPage context={context} endpoint={added} secret={secret} />;
  });
}

async function viewOf(services: ConsoleServices, context: ConsoleContext, asked: Asked): Promise<EndpointView> {
  const endpoint = await ownEndpoint(services, context, endpointIn(asked));
  return { context, endpoint, figures: await readEndpointFigures(services.db, endpoint) };
}

function registerEndpointPage(routes: ConsoleRoutes, services: ConsoleServices): void {
  routes.page(ENDPOINT, "read", async (context, asked) => {
    const { state = "", said } = asked.query;
    const filter = Object.hasOwn(LOG_FILTERS, state) ? (state as LogFilter) : null;
    const view = await viewOf(services, context, asked);
    const attempts = await listAttemptLog(services.db, view.endpoint, filter === null ? null : LOG_FILTERS[filter]);
    if (isMoving(view)) withScript(asked, context);
    return <EndpointPage {...view} attempts={attempts} filter={filter} said={said} />;
  });
  routes.page(`${ENDPOINT}/status`, "read", async (context, asked) =>
    asked.reply.send({ version: versionOf(await viewOf(services, context, asked)) }),
  );
}

/** Verbs that lead back to the page of the endpoint. */
function registerStates(routes: ConsoleRoutes, services: ConsoleServices): void {
  const { db } = services;
  const verb = (name: string, act: (id: EndpointId, form: FormFields) => Promise<string>): void =>
    routes.action(`${ENDPOINT}/${name}`, "develop", async (context, form, asked) => {
      const { id } = await ownEndpoint(services, context, endpointIn(asked));
      return `${pathOf(context, id)}${await act(id, form)}`;
    });
  // Disabled meanwhile: the page says so, and sends nothing.
  verb("ping", async (id) => ((await pingEndpoint(db, id)).ok ? "?said=ping" : ""));
  verb("disable", async (id) => ((await disableEndpoint(db, id)).ok ? "?said=disabled" : ""));
  verb("enable", async (id, form) => {
    const skipHeld = form["held"] === "skip";
    await enableEndpoint(db, id, { skipHeld });
    return `?said=${skipHeld ? "skipped" : "enabled"}`;
  });
  routes.action(`${ENDPOINT}/delete`, "develop", async (context, _form, asked) => {
    const { id } = await ownEndpoint(services, context, endpointIn(asked));
    await deleteEndpoint(db, id);
    return `${context.home}/webhooks?said=deleted`;
  });
}

function registerSettings(routes: ConsoleRoutes, services: ConsoleServices): void {
  const { db, config } = services;
  routes.page(`${ENDPOINT}/settings`, "develop", async (context, asked) => {
    const endpoint = await ownEndpoint(services, context, endpointIn(asked));
    return <SettingsPage context={context} endpoint={endpoint} state={{ said: asked.query["said"] }} />;
  });
  setting(routes, services, "events", async ({ id }, form) => {
    const chosen = readChosen(form);
    if (chosen?.length === 0) return { chosen, problems: { types: NONE_CHOSEN } };
    await changeEventTypes(db, id, chosen);
    return "events";
  });
  setting(routes, services, "recover", async ({ id }, form) => {
    const since = readMoment(form["since"] ?? "");
    if (since === null) return { typed: form, problems: { since: "Takes a day and a time." } };
    const told = await recoverFailed(db, id, since);
    return told.ok ? { typed: form, recovered: told.value } : {};
  });
  if (config.mode !== "sandbox") return;
  setting(routes, services, "chaos", async ({ id, account_id: account }, form) => {
    const [delay, drop] = [
      wholeIn(form["delay"], LIMITS.chaosDelaySecondsMax),
      wholeIn(form["drop"], LIMITS.chaosDropFirstMax),
    ];
    if (delay === null || drop === null) {
      const problem = `Takes 0 to ${LIMITS.chaosDelaySecondsMax} seconds, and 0 to ${LIMITS.chaosDropFirstMax} attempts.`;
      return { typed: form, problems: { chaos: problem } };
    }
    const { duplicate, shuffle } = form;
    const chaos = {
      duplicate: duplicate !== undefined,
      shuffle: shuffle !== undefined,
      delaySeconds: delay,
      dropFirst: drop,
    };
    await setChaos(db, { account, endpoint: id, chaos });
    return "chaos";
  });
}

/** A form of the page of settings: it leads back with a code of what was done, or shows the page with what came of it. */
function setting(
  routes: ConsoleRoutes,
  services: ConsoleServices,
  name: string,
  act: (endpoint: OwnEndpoint, form: FormFields) => Promise<string | SettingsState>,
): void {
  routes.action(`${ENDPOINT}/${name}`, "develop", async (context, form, asked) => {
    const id = endpointIn(asked);
    const did = await act(await ownEndpoint(services, context, id), form);
    if (typeof did === "string") return `${pathOf(context, id)}/settings?said=${did}`;
    // Read again: a secret that was rotated shows until when the one before signs.
    const endpoint = await ownEndpoint(services, context, id);
    if (did.shown !== undefined || did.rotated !== undefined) withScript(asked, context);
    const page = <SettingsPage context={context} endpoint={endpoint} state={did} />;
    return did.problems === undefined ? page : { status: UNPROCESSABLE, page };
  });
  // Where the page was shown by a form, and is loaded anew.
  routes.page(`${ENDPOINT}/${name}`, "develop", async (context, asked) => {
    const { id } = await ownEndpoint(services, context, endpointIn(asked));
    return `${pathOf(context, id)}/settings`;
  });
}

/** What shows a secret does so in the answer to the form itself. */
function registerSecrets(routes: ConsoleRoutes, services: ConsoleServices): void {
  const { db, seal } = services;
  setting(routes, services, "secret", async ({ id, account_id: account }) => {
    const [opened] = await openSecrets({ db, seal: await seal() }, account, id);
    return opened === undefined ? {} : { shown: opened.secret };
  });
  setting(routes, services, "rotate", async ({ id }, form) => {
    const hours = form["overlap"] === "hours" ? wholeIn(form["hours"], Number.MAX_SAFE_INTEGER) : null;
    const isUnread = form["overlap"] === "hours" && hours === null;
    const told = await rotateSecret({ db, seal: await seal() }, id, isUnread ? 0 : hours);
    return told.ok ? { rotated: told.value.secret } : { typed: form, problems: { hours: told.reason } };
  });
}

function registerDeliveries(routes: ConsoleRoutes, services: ConsoleServices): void {
  const { db } = services;
  routes.page(DELIVERY, "read", async (context, asked) => {
    const delivery = await ownDelivery(services, context, asked);
    const at = { endpoint: delivery.endpoint_id, delivery: delivery.delivery };
    const attempts = await listAttemptsOf(db, context.member.account, at);
    withScript(asked, context);
    return <DeliveryPage context={context} delivery={delivery} attempts={attempts} />;
  });
  routes.action(`${DELIVERY}/resend`, "develop", async (context, _form, asked) => {
    const { endpoint_id: id, delivery } = await ownDelivery(services, context, asked);
    const told = await resendDelivery(db, Number(delivery));
    if (!told.ok) throw new PageRefusal("not_found");
    return `${pathOf(context, id)}?said=${told.value.isHeld ? "held" : "resent"}`;
  });
}

/** @throws PageRefusal not_found, for another account's delivery as for one that does not exist. */
async function ownDelivery({ db }: ConsoleServices, { member }: ConsoleContext, asked: Asked): Promise<WholeDelivery> {
  const { delivery: number = "" } = asked.params;
  const found = /^\d{1,15}$/.test(number) ? await findDelivery(db, member.account, number) : null;
  if (found === null || found.endpoint_id !== endpointIn(asked)) throw new PageRefusal("not_found");
  return found;
}

const wholeIn = (text: string | undefined, max: number): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text.trim()) && Number(text) <= max ? Number(text) : null;

/** Unix seconds of what a field `datetime-local` sends, taken as UTC. */
function readMoment(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return null;
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000);
}
