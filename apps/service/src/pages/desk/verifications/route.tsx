import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { loadQueue } from "./load.js";
import { VerificationsPage } from "./view.js";

/** The sellers who wait to be verified. */
export const showDeskVerifications: Handler<DeskContext, DeskReads> = async (context, { query }, services) => (
  <VerificationsPage context={context} queue={await loadQueue(pageIn(query, "uuid"), services)} />
);
