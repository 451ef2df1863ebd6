import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import type { Providers } from "../providers/port.js";
import { lookSoon } from "../store/write/connected.js";

/** Has the provider that holds sellers' money asked how a seller stands; nothing where none does. */
export async function lookAtConnected(
  { db, providers }: { readonly db: Queryable; readonly providers: Pick<Providers, "holder"> },
  account: AccountId,
): Promise<void> {
  const provider = providers.holder?.name;
  if (provider !== undefined) await lookSoon(db, provider, { account });
}
