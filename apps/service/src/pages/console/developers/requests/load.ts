import { keysOf, type ShownKey } from "../../../../identity/keys.js";
import { listRequests, type RequestRow } from "../../../../store/read/console/requests.js";
import type { Asked } from "../../../kit/answer.js";
import { type Listed, listed, type Opened } from "../../../kit/listed.js";
import { pageIn } from "../../../kit/paging.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices, ListedFrom } from "../../services.js";
import { filterIn } from "./filter.js";

export type RequestsServices = Pick<ConsoleServices, "db">;

export function openRequests(
  { member: { account }, site }: ConsoleContext,
  asked: Asked["query"],
  { db, lists = db }: RequestsServices & ListedFrom,
): Opened<RequestRow> {
  const { filter, query } = filterIn(asked, site);
  return { query, list: listRequests(lists, account, filter) };
}

export type LoggedRequests = { readonly listed: Listed<RequestRow>; readonly keys: readonly ShownKey[] };

export async function loadRequests(
  context: ConsoleContext,
  asked: Asked["query"],
  services: RequestsServices,
): Promise<LoggedRequests> {
  const [found, keys] = await Promise.all([
    listed(openRequests(context, asked, services), pageIn(asked, "uuid"), context.seller),
    keysOf(services.db, context.member.account),
  ]);
  return { listed: found, keys };
}
