/** Verbs that lead back to the page of the endpoint. */
import { deleteEndpoint } from "../../../../commands/delete-endpoint.js";
import { disableEndpoint } from "../../../../commands/disable-endpoint.js";
import { enableEndpoint } from "../../../../commands/enable-endpoint.js";
import { pingEndpoint } from "../../../../commands/ping-endpoint.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { endpointUrl, webhooksUrl } from "../../links.js";
import { loadOwnEndpoint } from "../load.js";
import type { EndpointServices } from "./load.js";

type EndpointAction = Handler<ConsoleContext, EndpointServices, Posted>;

/** Of an endpoint that was disabled meanwhile the page says so, and sends nothing. */
export const sendTestEvent: EndpointAction = async (context, asked, services) => {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  const told = await pingEndpoint(services.db, endpoint);
  return `${endpointUrl(context, endpoint.id)}${told.ok ? "?said=ping" : ""}`;
};

export const switchEndpointOff: EndpointAction = async (context, asked, services) => {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  const told = await disableEndpoint(services.db, endpoint);
  return `${endpointUrl(context, endpoint.id)}${told.ok ? "?said=disabled" : ""}`;
};

export const switchEndpointOn: EndpointAction = async (context, asked, services) => {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  const skipHeld = asked.form["held"] === "skip";
  await enableEndpoint(services.db, endpoint, { skipHeld });
  return `${endpointUrl(context, endpoint.id)}?said=${skipHeld ? "skipped" : "enabled"}`;
};

export const dropEndpoint: EndpointAction = async (context, asked, services) => {
  const endpoint = await loadOwnEndpoint(context, asked, services);
  await deleteEndpoint(services.db, endpoint);
  return `${webhooksUrl(context)}?said=deleted`;
};
