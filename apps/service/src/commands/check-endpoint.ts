import type { Queryable } from "../platform/database.js";
import type { EndpointKey } from "../store/read/webhooks/endpoints.js";
import { askForCheck } from "../store/write/endpoint-checks.js";

/** Has the doctor look at an endpoint: a worker does, within a second or so. False while a check of it waits or runs. */
export const checkEndpoint = (db: Queryable, endpoint: EndpointKey): Promise<boolean> => askForCheck(db, endpoint);
