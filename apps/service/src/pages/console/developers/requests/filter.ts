/** What the log of requests is filtered by, as its form puts it into the address. */
import { API_PATH } from "@holdfast/contract";
import type { RequestFilter } from "../../../../store/read/console/requests.js";
import type { Asked } from "../../../kit/answer.js";
import type { Query } from "../../../kit/filters.js";
import { daysOf, readTyped } from "../../../kit/list-query.js";
import { keptOf } from "../../../kit/listed.js";
import type { Site } from "../../../kit/site.js";

export const METHODS = ["GET", "POST"] as const;
/** By the first digit of the status. */
export const CLASSES = ["2", "4", "5"] as const;
const PATH_LENGTH = 500;

/** A path may be typed with the API's root or without. */
export function filterIn(
  query: Asked["query"],
  site: Pick<Site, "zone">,
): { readonly filter: RequestFilter; readonly query: Query } {
  const { status = "", method = "", key = "", path = "" } = query;
  const { from, until } = readTyped(query);
  const wanted = path.trim().slice(0, PATH_LENGTH);
  const below = wanted.startsWith(API_PATH) ? wanted.slice(API_PATH.length) : wanted;
  const filter = {
    ...daysOf({ from, until }, site),
    statusClass: CLASSES.some((one) => one === status) ? Number(status) : null,
    method: METHODS.find((one) => one === method) ?? null,
    keyLookup: /^[0-9A-Za-z]{12}$/.test(key) ? key : null,
    path: below === "" ? null : below.startsWith("/") ? below : `/${below}`,
  };
  const { statusClass, keyLookup } = filter;
  const kept = { ...filter, status: statusClass === null ? null : String(statusClass), key: keyLookup, from, until };
  return {
    filter,
    query: keptOf({ path: kept.path, status: kept.status, method: kept.method, key: kept.key, from, until }),
  };
}
