/**
 * What verbs about webhook endpoints have in common. Each is one statement of its own (store/write/endpoints.ts), so none goes
 * through the executor; a refusal is one sentence for a person.
 */
import { EVENT_TYPES } from "@holdfast/contract";
import { type EndpointId, formatId } from "../domain/ids.js";
import { ok, type Refused, type Result, refused } from "../domain/result.js";
import { token } from "../platform/random.js";
import { type Seal, sealedLength } from "../platform/seal.js";
import type { Sealed } from "../store/write/endpoints.js";

export const unknownEndpoint = (id: EndpointId): Refused<string> =>
  refused(`There is no webhook endpoint ${formatId("endpoint", id)}.`);

export const orUnknownEndpoint = <Value>(value: Value | null, id: EndpointId): Result<Value, string> =>
  value === null ? unknownEndpoint(id) : ok(value);

const PREFIX = "whsec_";
/** Base62 of this length is base64 of 30 bytes, which libraries of Standard Webhooks take for a key. */
const SECRET_LENGTH = 40;

/** 238 bits that nobody can guess; the whole text, prefix included, is the key of the contract's signature. */
export const newSecret = (): string => `${PREFIX}${token(SECRET_LENGTH)}`;

/**
 * Whether a secret is shorter than those that are made now: earlier ones are no base64, so deliveries that they sign bear no
 * `webhook-*` headers. Told without a key.
 * @param sealed empty when the endpoint was deleted.
 */
export const isOlderSecret = (sealed: Buffer): boolean =>
  sealed.length > 0 && sealedLength(sealed) < PREFIX.length + SECRET_LENGTH;

export const sealFor = (seal: Seal, id: EndpointId, secret: string): Sealed => ({
  secret: seal.seal(secret, id),
  fingerprint: seal.fingerprint,
});

/** The types that an endpoint takes, each once, in the order of the contract; null for all of them. */
export function typesOf(events: readonly string[] | null): Result<readonly string[] | null, string> {
  if (events === null || (events.length === 1 && events[0] === "*")) return ok(null);
  if (events.length === 0) return refused("Name at least one event type, or * for all of them.");
  const known: readonly string[] = EVENT_TYPES;
  const stranger = events.find((type) => !known.includes(type));
  if (stranger === "*") return refused("* stands for all event types, so it stands alone.");
  if (stranger !== undefined) return refused(`There is no event type ${JSON.stringify(stranger)}.`);
  return ok(known.filter((type) => events.includes(type)));
}

/** What was sent again waits while the endpoint is disabled. */
export type Held = { readonly isHeld: boolean };
