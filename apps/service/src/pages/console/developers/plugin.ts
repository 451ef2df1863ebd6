/** What developers look after: keys, webhooks, events, the log of requests, and the signature check. */
import type { RegisterPart } from "../services.js";
import { registerEndpointPages } from "./endpoint-routes.js";
import { registerEvents } from "./events.js";
import { registerKeys } from "./keys.js";
import { registerRequests } from "./requests.js";
import { registerSignature } from "./signature.js";

export const registerDevelopers: RegisterPart = (routes, services) => {
  registerKeys(routes, services);
  registerEndpointPages(routes, services);
  registerEvents(routes, services);
  registerRequests(routes, services);
  registerSignature(routes, services);
};
