/**
 * What sellers and operators do with webhook endpoints and their deliveries. Each verb is one statement of its own
 * (store/write/endpoints.ts), so none goes through the door; refusals are returned, as one sentence for a person.
 */
import { EVENT_TYPES, LIMITS } from "@holdfast/contract";
import { type AccountId, type EndpointId, type EventId, formatId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { token, uuidv7 } from "../platform/random.js";
import type { Seal } from "../platform/seal.js";
import { readClock } from "../store/read/clock.js";
import { readSecrets } from "../store/read/webhooks/endpoint-health.js";
import {
  type AttemptRow,
  type EndpointRow,
  findEndpoint,
  hasAccount,
  listAttempts,
} from "../store/read/webhooks/endpoints.js";
import {
  disableLane,
  enableLane,
  insertEndpoint,
  recover,
  replaceSecret,
  resend,
  retireEndpoint,
  type Sealed,
  writeEventTypes,
} from "../store/write/endpoints.js";
import { writeDirectedEvents } from "../store/write/events.js";
import { writePing } from "../wire/event.js";

/** What came of a verb, or why it was refused. */
export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/** Null when webhooks may be sent to the URL, otherwise one sentence why not ("Delivery guarantees", 7). */
export type CheckUrl = (url: string) => Promise<string | null>;

const told = <Value>(value: Value): Told<Value> => ({ ok: true, value });
const refused = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason });
const unknown = (id: EndpointId) => refused(`There is no webhook endpoint ${formatId("endpoint", id)}.`);

/** 226 bits that nobody can guess; the whole text, prefix included, is the key of the signatures. */
const newSecret = (): string => `whsec_${token(38)}`;

const sealFor = (seal: Seal, id: EndpointId, secret: string): Sealed => ({
  secret: seal.seal(secret, id),
  fingerprint: seal.fingerprint,
});

const wrongKey = (): Error => new Error("this process seals with another SECRET_KEY than the database's secrets");

/**
 * A new endpoint, with its secret, which is shown this once. It gets every event of its types that is written from now on.
 * @param given.events types of the contract, each counted once; `*` alone, or null, stands for all of them.
 */
export async function registerEndpoint(
  { db, seal, checkUrl }: { readonly db: Queryable; readonly seal: Seal; readonly checkUrl: CheckUrl },
  given: { readonly account: AccountId; readonly url: string; readonly events: readonly string[] | null },
): Promise<Told<{ readonly endpoint: EndpointRow; readonly secret: string }>> {
  const { account, url } = given;
  if (!(await hasAccount(db, account))) return refused(`There is no account ${account}.`);
  const types = typesOf(given.events);
  if (!types.ok) return types;
  const problem = await checkUrl(url);
  if (problem !== null) return refused(problem);
  const id = uuidv7() as EndpointId;
  const secret = newSecret();
  const endpoint = await insertEndpoint(db, {
    account,
    id,
    url,
    types: types.value,
    sealed: sealFor(seal, id, secret),
  });
  if (endpoint === null) throw wrongKey();
  return told({ endpoint, secret });
}

/** Null for all types. */
function typesOf(events: readonly string[] | null): Told<readonly string[] | null> {
  if (events === null || (events.length === 1 && events[0] === "*")) return told(null);
  if (events.length === 0) return refused("Name at least one event type, or * for all of them.");
  const known: readonly string[] = EVENT_TYPES;
  const stranger = events.find((type) => !known.includes(type));
  if (stranger === "*") return refused("* stands for all event types, so it stands alone.");
  if (stranger !== undefined) return refused(`There is no event type ${JSON.stringify(stranger)}.`);
  return told(known.filter((type) => events.includes(type)));
}

/**
 * A new secret, shown this once: it signs from the next attempt on.
 * @param overlapHours for so many hours, a whole number from 1 to 168, the one that it replaces signs too; null for none.
 */
export async function rotateSecret(
  { db, seal }: { readonly db: Queryable; readonly seal: Seal },
  id: EndpointId,
  overlapHours: number | null,
): Promise<Told<{ readonly secret: string }>> {
  const max = LIMITS.webhookOverlapHoursMax;
  if (overlapHours !== null && !(Number.isInteger(overlapHours) && overlapHours >= 1 && overlapHours <= max)) {
    return refused(`An overlap takes a whole number of hours from 1 to ${max}.`);
  }
  const secret = newSecret();
  if (await replaceSecret(db, id, { sealed: sealFor(seal, id, secret), overlapHours })) return told({ secret });
  if ((await findEndpoint(db, id)) === null) return unknown(id);
  throw wrongKey();
}

/**
 * From the next event on the endpoint gets these types and no others; what waits for it already is sent all the same.
 * @param events types of the contract, each counted once; `*` alone, or null, stands for all of them.
 */
export async function changeEventTypes(
  db: Queryable,
  id: EndpointId,
  events: readonly string[] | null,
): Promise<Told<EndpointRow>> {
  const types = typesOf(events);
  return types.ok ? toldOf(await writeEventTypes(db, id, types.value), id) : types;
}

/** An endpoint of the account with the secrets that it signs with, or did before the last rotation. */
export type OpenedSecrets = {
  readonly id: EndpointId;
  readonly url: string;
  readonly secret: string;
  readonly previous: string | null;
};

/** @param id null for all endpoints of the account. @throws when they were sealed with another key. */
export async function openSecrets(
  { db, seal }: { readonly db: Queryable; readonly seal: Seal },
  account: AccountId,
  id: EndpointId | null,
): Promise<readonly OpenedSecrets[]> {
  const rows = await readSecrets(db, account, id);
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    secret: seal.open(row.secret, row.id),
    previous: row.previous_secret === null ? null : seal.open(row.previous_secret, row.id),
  }));
}

/** Nothing is sent any more: retries and new events are held. */
export async function disableEndpoint(db: Queryable, id: EndpointId): Promise<Told<EndpointRow>> {
  return toldOf(await disableLane(db, id), id);
}

/** Sends again what was held, oldest event first, or skips it for good. An enabled endpoint stays as it is. */
export async function enableEndpoint(
  db: Queryable,
  id: EndpointId,
  how: { readonly skipHeld: boolean },
): Promise<Told<EndpointRow>> {
  await enableLane(db, id, how);
  return toldOf(await findEndpoint(db, id), id);
}

/** For good: its secrets are gone, what waits is not sent, and its id means nothing from here on. */
export async function deleteEndpoint(db: Queryable, id: EndpointId): Promise<Told<EndpointRow>> {
  return toldOf(await retireEndpoint(db, id), id);
}

const PING = "A test of this endpoint. Nothing happened.";

/** Writes a test into the feed and sends it to this endpoint alone, whatever types it takes. */
export async function pingEndpoint(db: Queryable, id: EndpointId): Promise<Told<EventId>> {
  const endpoint = await findEndpoint(db, id);
  if (endpoint === null) return unknown(id);
  if (endpoint.status === "DISABLED")
    return refused("The endpoint is disabled: nothing is sent to it until it is enabled.");
  const event = uuidv7() as EventId;
  const { now } = await readClock(db);
  const body = writePing(event, PING, now);
  const account = endpoint.account_id;
  await writeDirectedEvents(db, [{ account, id: event, type: "ping", body, created: now, endpoint: id }]);
  return told(event);
}

/** The last 50 attempts, newest first. */
export async function attemptsOf(db: Queryable, id: EndpointId): Promise<Told<readonly AttemptRow[]>> {
  const endpoint = await findEndpoint(db, id);
  return endpoint === null ? unknown(id) : told(await listAttempts(db, endpoint));
}

/** What was sent again waits while the endpoint is disabled. */
type Held = { readonly isHeld: boolean };

/** Sends an event again, by the number of an earlier delivery, open or closed, as a new delivery. */
export async function resendDelivery(
  db: Queryable,
  delivery: number,
): Promise<Told<{ readonly delivery: number } & Held>> {
  const row = await resend(db, delivery);
  if (row === null) return refused(`There is no delivery ${delivery}, or its endpoint was deleted.`);
  return told({ delivery: Number(row.delivery), isHeld: row.is_held });
}

/**
 * Sends again every event whose delivery failed since then and neither succeeded later nor is under way; how many.
 * @param since Unix seconds of the service's clock; a delivery that failed in that very second counts.
 */
export async function recoverFailed(
  db: Queryable,
  id: EndpointId,
  since: number,
): Promise<Told<{ readonly count: number } & Held>> {
  return toldOf(await recover(db, id, since), id);
}

const toldOf = <Value>(value: Value | null, id: EndpointId): Told<Value> =>
  value === null ? unknown(id) : told(value);
