import { type EndpointHealth, listEndpointHealth } from "../../../../store/read/webhooks/endpoint-health.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type EndpointsServices = Pick<ConsoleServices, "db">;

export const loadEndpoints = (
  { member }: ConsoleContext,
  { db }: EndpointsServices,
): Promise<readonly EndpointHealth[]> => listEndpointHealth(db, member.account);
