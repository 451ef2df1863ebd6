/** What the command line does with webhook endpoints and their deliveries. */

import { changeEventTypes } from "../commands/change-event-types.js";
import { deleteEndpoint } from "../commands/delete-endpoint.js";
import { disableEndpoint } from "../commands/disable-endpoint.js";
import { enableEndpoint } from "../commands/enable-endpoint.js";
import { isOlderSecret } from "../commands/endpoint-parts.js";
import { attemptsOf } from "../commands/list-attempts.js";
import { pingEndpoint } from "../commands/ping-endpoint.js";
import { recoverDeliveries } from "../commands/recover-deliveries.js";
import { registerEndpoint } from "../commands/register-endpoint.js";
import { resendDelivery } from "../commands/resend-delivery.js";
import { rotateSecret } from "../commands/rotate-secret.js";
import type { Config } from "../config/index.js";
import { formatId, parseId } from "../domain/ids.js";
import type { Result } from "../domain/result.js";
import { isLocal, readTarget } from "../outbound/guard.js";
import type { Queryable } from "../platform/database.js";
import { openConfiguredSeal } from "../setup.js";
import {
  type AttemptRow,
  type EndpointKey,
  type EndpointRow,
  listEndpoints,
  ownerOfDelivery,
  ownerOfEndpoint,
} from "../store/read/webhooks/endpoints.js";
import { checkBy } from "../webhooks/check.js";
import { policyOf } from "../webhooks/policy.js";
import { accountIn, CommandRefused, existingAccount } from "./arguments.js";

/** The database, and the configuration that secrets are sealed and addresses checked by. */
type Deployment = { readonly db: Queryable; readonly config: Config };

/** @param given.events as written on the command line: types, separated by commas; null for all. */
export async function createWebhook(
  { db, config }: Deployment,
  given: { readonly account: string; readonly url: string; readonly events: string | null },
): Promise<{ readonly id: string; readonly url: string; readonly secret: string }> {
  const account = accountIn(given.account);
  const seal = await openConfiguredSeal(config, db);
  const events = given.events === null ? null : wordsIn(given.events);
  const { endpoint, secret } = orRefuse(
    await registerEndpoint({ db, seal, checkUrl: checkFor(config) }, { account, url: given.url, events }),
  );
  return { id: formatId("endpoint", endpoint.id), url: endpoint.url, secret };
}

/** What the guard says of a URL, and the ways out that a developer has. */
const checkFor =
  (config: Config) =>
  async (url: string): Promise<string | null> => {
    const problem = await checkBy(policyOf(config))(url);
    const origin = URL.parse(url)?.origin ?? "";
    const isWayOut = config.mode === "sandbox" && isLocal(url) && readTarget(url, { allowedOrigins: [origin] }).ok;
    if (problem === null || !isWayOut) return problem;
    return `${problem} For development, set WEBHOOK_ALLOWED_ORIGINS=${origin} for the service and for this command, or forward events there with \`listen\`.`;
  };

const wordsIn = (list: string): readonly string[] =>
  list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

export type EndpointObject = ReturnType<typeof endpointObject>;

const endpointObject = (row: EndpointRow) => ({
  id: formatId("endpoint", row.id),
  url: row.url,
  events: row.event_types ?? ["*"],
  status: row.status,
  consecutive_failures: row.consecutive_failures,
  /** Whether its deliveries bear the headers of Standard Webhooks: not while an older secret signs. */
  standard_webhooks: row.status !== "DELETED" && !isOlderSecret(row.secret),
  created: Number(row.created),
});

/** Oldest first. */
export async function webhooks(db: Queryable, account: string): Promise<readonly EndpointObject[]> {
  return (await listEndpoints(db, await existingAccount(db, account))).map(endpointObject);
}

/** @param overlapHours as written; null for no overlap. */
export async function rotateWebhook(
  { db, config }: Deployment,
  endpoint: string,
  overlapHours: string | null,
): Promise<{ readonly id: string; readonly secret: string }> {
  const hours = overlapHours === null ? null : numberIn("--overlap-hours", overlapHours);
  const key = await endpointIn(db, endpoint);
  const seal = await openConfiguredSeal(config, db);
  const { secret } = orRefuse(await rotateSecret({ db, seal }, key, hours));
  return { id: endpoint, secret };
}

/** @param events as written on the command line: types, separated by commas; null for all. */
export const changeWebhookEvents = async (
  db: Queryable,
  endpoint: string,
  events: string | null,
): Promise<EndpointObject> =>
  endpointObject(
    orRefuse(await changeEventTypes(db, await endpointIn(db, endpoint), events === null ? null : wordsIn(events))),
  );

export const disableWebhook = async (db: Queryable, endpoint: string): Promise<EndpointObject> =>
  endpointObject(orRefuse(await disableEndpoint(db, await endpointIn(db, endpoint))));

export const enableWebhook = async (db: Queryable, endpoint: string, skipHeld: boolean): Promise<EndpointObject> =>
  endpointObject(orRefuse(await enableEndpoint(db, await endpointIn(db, endpoint), { skipHeld })));

export const deleteWebhook = async (db: Queryable, endpoint: string): Promise<EndpointObject> =>
  endpointObject(orRefuse(await deleteEndpoint(db, await endpointIn(db, endpoint))));

export const pingWebhook = async (db: Queryable, endpoint: string): Promise<{ readonly event: string }> => ({
  event: formatId("event", orRefuse(await pingEndpoint(db, await endpointIn(db, endpoint)))),
});

export type AttemptObject = ReturnType<typeof attemptObject>;

const attemptObject = (row: AttemptRow) => ({
  delivery: Number(row.delivery),
  event: formatId("event", row.event),
  type: row.type,
  attempt: row.attempt,
  state: row.state,
  status_code: row.status_code,
  error: row.error,
  duration_ms: row.duration_ms,
  created: Number(row.created),
});

/** The last 50 attempts, newest first. */
export const webhookDeliveries = async (db: Queryable, endpoint: string): Promise<readonly AttemptObject[]> =>
  orRefuse(await attemptsOf(db, await endpointIn(db, endpoint))).map(attemptObject);

/** `isHeld`: the endpoint is disabled, so nothing is sent before it is enabled. */
export const resendWebhook = async (
  db: Queryable,
  delivery: string,
): Promise<{ readonly delivery: number; readonly isHeld: boolean }> => {
  const number = numberIn("DELIVERY", delivery);
  const account = await ownerOfDelivery(db, number);
  if (account === null) throw new CommandRefused(`there is no delivery ${delivery}, or its endpoint was deleted.`);
  return orRefuse(await resendDelivery(db, account, number));
};

/** @param since as written: Unix seconds. */
export const recoverWebhook = async (
  db: Queryable,
  endpoint: string,
  since: string,
): Promise<{ readonly count: number; readonly isHeld: boolean }> => {
  const seconds = numberIn("--since", since);
  return orRefuse(await recoverDeliveries(db, await endpointIn(db, endpoint), seconds));
};

async function endpointIn(db: Queryable, text: string): Promise<EndpointKey> {
  const id = parseId("endpoint", text);
  if (id === null) throw new CommandRefused(`there is no webhook endpoint ${text}; \`webhook list\` shows the ids.`);
  const account = await ownerOfEndpoint(db, id);
  if (account === null) throw new CommandRefused(`there is no webhook endpoint ${text}.`);
  return { account_id: account, id };
}

function numberIn(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandRefused(`${name} takes a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

/** On the command line a sentence stands behind the program's name, so it does not begin with a capital. */
function orRefuse<Value>(told: Result<Value, string>): Value {
  if (told.ok) return told.value;
  throw new CommandRefused(told.reason.charAt(0).toLowerCase() + told.reason.slice(1));
}
