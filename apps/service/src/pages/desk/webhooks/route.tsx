import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { LateDeskReads } from "../load.js";
import { loadWebhooks } from "./load.js";
import { WebhooksPage } from "./view.js";

/** How webhooks fare over all accounts. */
export const showDeskWebhooks: Handler<DeskContext, LateDeskReads> = async (context, _asked, services) => (
  <WebhooksPage context={context} webhooks={await loadWebhooks(services)} />
);
