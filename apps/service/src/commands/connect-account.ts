import type { AccountId, DestinationId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import type { Providers } from "../providers/port.js";
import { beginConnected, keepOpened } from "../store/write/connected.js";

/** `not_offered`: nobody keeps accounts for sellers here. `unreachable`: for the moment. */
export type ConnectProblem =
  | { readonly kind: "not_offered" | "unreachable" }
  /** In the provider's words. */
  | { readonly kind: "refused"; readonly reason: string };

/** Who keeps accounts for sellers, where anybody does. */
export type Holding = { readonly providers: Pick<Providers, "holder"> };

/**
 * Opens a seller's account at the provider that holds their money, once, and says where the seller goes on: a page of the provider
 * that asks for what it wants to know. Safe to call again; each call is another link to the same account.
 *
 * @param given.urls where the provider's page leads when it is done, and when the link does not lead there any more.
 */
export async function connectAccount(
  { db, providers }: Holding & { readonly db: Queryable },
  {
    account,
    seller,
    urls,
  }: {
    readonly account: AccountId;
    /** Who connects it; null for a program with a key, which is the account itself. */
    readonly seller: string | null;
    readonly urls: { readonly back: string; readonly again: string };
  },
): Promise<Result<string, ConnectProblem>> {
  const held = providers.holder;
  if (held === null) return refused({ kind: "not_offered" });
  const { name: provider, holder } = held;
  const fresh = { reference: uuidv7(), destination: uuidv7() as DestinationId, openedBy: seller };
  const begun = await beginConnected(db, { account, provider, ...fresh });
  let { theirId } = begun;
  if (theirId === null) {
    const opened = await holder.open({ reference: begun.reference, email: begun.email, name: begun.name });
    if (opened.kind !== "opened") return refused(problemOf(opened));
    ({ theirId } = opened);
    await keepOpened(db, begun, theirId);
  }
  const link = await holder.onboard(theirId, urls);
  return link.kind === "link" ? ok(link.url) : refused(problemOf(link));
}

const problemOf = (
  answer: { readonly kind: "refused"; readonly reason: string } | { readonly kind: "unreachable" },
): ConnectProblem => (answer.kind === "refused" ? answer : { kind: "unreachable" });
