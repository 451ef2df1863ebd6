/** Makes a delivery into the request of one attempt: frozen bytes, signed now, with the secrets that the endpoint has now. */
import { webhookHeaders } from "@holdfast/contract";
import type { SendRequest } from "../dialling/send.js";
import { type EndpointId, formatId } from "../domain/ids.js";
import { unixSeconds } from "../platform/clock.js";
import type { Seal } from "../platform/seal.js";
import type { DueRow, LaneRow } from "../store/queue/lanes.js";
import { signaturesOf } from "./signature.js";

/** What is known of an endpoint, as it was when it was last read. */
export type Endpoint = {
  readonly url: string;
  /** The current one first, then the one that a rotation left valid for a while. */
  readonly secrets: readonly string[];
  readonly duplicates: boolean;
  /** One attempt at a time, so that deliveries arrive in the order in which they are due. */
  readonly isSerial: boolean;
  readonly dropFirst: number;
};

/** @throws when the secret was sealed with another key. */
export function readEndpoint(row: LaneRow, seal: Seal): Endpoint {
  const sealed = [row.secret, ...(row.previous_secret === null ? [] : [row.previous_secret])];
  return {
    url: row.url,
    secrets: sealed.map((secret) => seal.open(secret, row.endpoint_id satisfies EndpointId)),
    duplicates: row.chaos_duplicate,
    isSerial: row.chaos_shuffle,
    dropFirst: row.chaos_drop_first,
  };
}

export function prepare(endpoint: Endpoint, due: DueRow): SendRequest {
  const { type, delivery, body } = due;
  const event = formatId("event", due.event_id);
  const signatures = signaturesOf(endpoint.secrets, { event, seconds: unixSeconds(), body });
  return { url: endpoint.url, headers: webhookHeaders({ type, event, delivery, ...signatures }), body };
}
