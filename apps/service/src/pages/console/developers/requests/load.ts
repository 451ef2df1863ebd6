import { keysOf, type ShownKey } from "../../../../identity/keys.js";
import { listRequests, type RequestFilter, type RequestRow } from "../../../../store/read/console/requests.js";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type RequestsServices = Pick<ConsoleServices, "db">;

type LoggedRequests = { readonly page: Page<RequestRow>; readonly keys: readonly ShownKey[] };

export async function loadRequests(
  { member: { account } }: ConsoleContext,
  asked: { readonly filter: RequestFilter; readonly page: PageRequest },
  { db }: RequestsServices,
): Promise<LoggedRequests> {
  const [page, keys] = await Promise.all([listRequests(db, account, asked), keysOf(db, account)]);
  return { page, keys };
}
