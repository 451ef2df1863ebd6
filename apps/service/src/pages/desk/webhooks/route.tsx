import type { PersonContext } from "../../kit/person-context.js";
import type { Handler } from "../../kit/route.js";
import type { DeskReads } from "../load.js";
import { loadWebhooks } from "./load.js";
import { WebhooksPage } from "./view.js";

/** How webhooks fare over all accounts. */
export const showDeskWebhooks: Handler<PersonContext, DeskReads> = async (context, _asked, services) => (
  <WebhooksPage context={context} webhooks={await loadWebhooks(services)} />
);
