/** The sellers' console: everything below /console. */
import type { FastifyInstance } from "fastify";
import { registerPeople } from "./people/plugin.js";
import { consoleRoutes } from "./routes.js";
import type { ConsoleServices, RegisterPart } from "./services.js";

/** One a part, each in a folder of its own. */
const PARTS: readonly RegisterPart[] = [];

export function registerConsole(app: FastifyInstance, services: ConsoleServices): void {
  const routes = consoleRoutes(app);
  registerPeople(app);
  for (const register of PARTS) register(routes, services);
}
