/** Makes a delivery into the request of one attempt: frozen bytes, signed now, with the secrets that the endpoint has now. */
import { webhookHeaders } from "@holdfast/contract";
import { type EndpointId, formatId } from "../domain/ids.js";
import type { SendRequest } from "../outbound/send.js";
import { unixSeconds } from "../platform/clock.js";
import type { Seal } from "../platform/seal.js";
import type { Due, LaneRow } from "../store/queue/lanes.js";
import { type Signer, signerOf } from "./signature.js";

/** What is known of an endpoint, as it was when it was last read. */
export type Endpoint = {
  readonly url: string;
  /** With the current secret, and with the one that a rotation left valid for a while. */
  readonly sign: Signer;
  /** These secrets as they are stored. */
  readonly sealed: readonly Buffer[];
  readonly duplicates: boolean;
  /** One attempt at a time, so that deliveries arrive in the order in which they are due. */
  readonly isSerial: boolean;
  readonly dropFirst: number;
};

/**
 * @param before what was known of it, whose keys are kept while its secrets are the same.
 * @throws when the secret was sealed with another key.
 */
export function readEndpoint(row: LaneRow, seal: Seal, before: Endpoint | null): Endpoint {
  const sealed = [row.secret, ...(row.previous_secret === null ? [] : [row.previous_secret])];
  const isSame = before?.sealed.length === sealed.length && sealed.every((one, at) => before.sealed[at]?.equals(one));
  return {
    url: row.url,
    sign: isSame
      ? before.sign
      : signerOf(sealed.map((secret) => seal.open(secret, row.endpoint_id satisfies EndpointId))),
    sealed,
    duplicates: row.chaos_duplicate,
    isSerial: row.chaos_shuffle,
    dropFirst: row.chaos_drop_first,
  };
}

export function prepare(endpoint: Endpoint, due: Due): SendRequest {
  const { type, delivery, body } = due;
  const event = formatId("event", due.event);
  const signatures = endpoint.sign({ event, seconds: unixSeconds(), body });
  return { url: endpoint.url, headers: webhookHeaders({ type, event, delivery, ...signatures }), body };
}
