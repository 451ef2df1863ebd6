import { checkEndpoint } from "../../../../commands/check-endpoint.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { endpointCheckUrl } from "../../links.js";
import { loadOwnEndpoint } from "../load.js";
import type { CheckServices } from "./load.js";

/** Asks for a check; one that is under way is the answer to that as well. */
export const startEndpointCheck: Handler<ConsoleContext, CheckServices, Posted> = async (context, asked, services) => {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  await checkEndpoint(services.db, endpoint);
  return endpointCheckUrl(context, endpoint.id);
};
