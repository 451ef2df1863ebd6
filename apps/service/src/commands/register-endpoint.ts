import { LIMITS } from "@holdfast/contract";
import { say } from "../diagnoses/say.js";
import type { AccountId, EndpointId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import { type Actor, COMMAND_LINE_ACTOR } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import type { Seal } from "../platform/seal.js";
import { type EndpointRow, hasAccount } from "../store/read/webhooks/endpoints.js";
import { insertEndpoint } from "../store/write/endpoints.js";
import { newSecret, sealFor, typesOf } from "./endpoint-parts.js";

/** Null when webhooks may be sent to the URL, otherwise one sentence why not ("Delivery guarantees", 7). */
export type CheckUrl = (url: string) => Promise<string | null>;

/**
 * A new endpoint, with its secret, which is shown this once. It gets every event of its types that is written from now on.
 * @param given.actor who registers it: the command line unless it is told.
 * @param given.events types of the contract, each counted once; `*` alone, or null, stands for all of them.
 */
export async function registerEndpoint(
  { db, seal, checkUrl }: { readonly db: Queryable; readonly seal: Seal; readonly checkUrl: CheckUrl },
  given: {
    readonly account: AccountId;
    readonly url: string;
    readonly events: readonly string[] | null;
    readonly actor?: Actor;
  },
): Promise<Result<{ readonly endpoint: EndpointRow; readonly secret: string }, string>> {
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
    actor: given.actor ?? COMMAND_LINE_ACTOR,
  });
  if (endpoint === null) {
    return refused(
      say("An account has at most {most} endpoints. Delete one that is not used any more.", {
        most: LIMITS.webhookEndpoints,
      }),
    );
  }
  return ok({ endpoint, secret });
}
