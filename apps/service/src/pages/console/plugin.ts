/** The sellers' console: everything below /console. */
import type { FastifyInstance } from "fastify";
import { registerDevelopers } from "./developers/plugin.js";
import { registerDisputes } from "./disputes/plugin.js";
import { registerOrders } from "./orders/plugin.js";
import { registerPeople } from "./people/plugin.js";
import { consoleRoutes } from "./routes.js";
import type { ConsoleServices, RegisterPart } from "./services.js";
import { registerSettings } from "./settings/routes.js";
import { registerWallet } from "./wallet/plugin.js";

/** One a part, each in a folder of its own. */
const PARTS: readonly RegisterPart[] = [
  registerDisputes,
  registerOrders,
  registerDevelopers,
  registerSettings,
  registerWallet,
];

export function registerConsole(app: FastifyInstance, services: ConsoleServices): void {
  const routes = consoleRoutes(app);
  registerPeople(app);
  for (const register of PARTS) register(routes, services);
}
