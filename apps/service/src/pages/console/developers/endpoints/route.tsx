import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EndpointsServices, loadEndpoints } from "./load.js";
import { EndpointsPage } from "./view.js";

/** The webhook endpoints of an account. */
export const showEndpoints: Handler<ConsoleContext, EndpointsServices> = async (context, { query }, services) => (
  <EndpointsPage context={context} endpoints={await loadEndpoints(context, services)} said={query["said"]} />
);
