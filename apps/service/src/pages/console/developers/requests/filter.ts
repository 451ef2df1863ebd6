/** What the log of requests is filtered by, as its form puts it into the address. */
import { API_PATH } from "@holdfast/contract";
import type { RequestFilter } from "../../../../store/read/console/requests.js";
import type { Asked } from "../../../kit/answer.js";

export const METHODS = ["GET", "POST"] as const;
export const CLASSES = { "2": "Answered (2xx)", "4": "Refused (4xx)", "5": "Failed (5xx)" } as const;
const PATH_LENGTH = 500;

/** A path may be typed with the API's root or without. */
export function filterIn({ status = "", method = "", key = "", path = "" }: Asked["query"]): RequestFilter {
  const typed = path.trim().slice(0, PATH_LENGTH);
  const below = typed.startsWith(API_PATH) ? typed.slice(API_PATH.length) : typed;
  return {
    statusClass: Object.hasOwn(CLASSES, status) ? Number(status) : null,
    method: METHODS.find((one) => one === method) ?? null,
    keyLookup: /^[0-9A-Za-z]{12}$/.test(key) ? key : null,
    path: below === "" ? null : below.startsWith("/") ? below : `/${below}`,
  };
}

export const queryOf = ({ statusClass, method, keyLookup, path }: RequestFilter): Readonly<Record<string, string>> => ({
  ...(statusClass === null ? {} : { status: String(statusClass) }),
  ...(method === null ? {} : { method }),
  ...(keyLookup === null ? {} : { key: keyLookup }),
  ...(path === null ? {} : { path }),
});
