/** The sellers' console: everything below /console. */
import type { FastifyInstance } from "fastify";
import type { CheckUrl } from "../../commands/endpoints.js";
import type { Door } from "../../commands/execute.js";
import type { Config } from "../../config.js";
import type { Database } from "../../platform/database.js";
import type { Seal } from "../../platform/seal.js";
import type { Providers } from "../../providers/port.js";
import { type ConsoleRoutes, consoleRoutes } from "./routes.js";

export type ConsoleServices = {
  readonly db: Database;
  readonly door: Door;
  readonly config: Pick<Config, "mode" | "fees" | "fundingDeadlineSeconds">;
  readonly providers: Providers;
  /** The origin that links start with, without a slash at its end; known once the service listens. */
  readonly publicUrl: () => string;
  /** What seals secrets at rest. @throws DatabaseUnavailable while nobody knows whether its key is the right one. */
  readonly seal: () => Promise<Seal>;
  readonly checkUrl: CheckUrl;
};

/** Adds the pages and actions of one part of the console. */
export type RegisterPart = (routes: ConsoleRoutes, services: ConsoleServices) => void;

/** One a part, each in a folder of its own. */
const PARTS: readonly RegisterPart[] = [];

export function registerConsole(app: FastifyInstance, services: ConsoleServices): void {
  const routes = consoleRoutes(app);
  for (const register of PARTS) register(routes, services);
}
