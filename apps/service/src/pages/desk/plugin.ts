/** The operators' desk: everything below /desk. */
import type { FastifyInstance } from "fastify";
import type { ConsoleServices } from "../console/plugin.js";
import { type DeskRoutes, deskRoutes } from "./routes.js";

/** Adds the pages and actions of one part of the desk. */
export type RegisterDeskPart = (routes: DeskRoutes, services: ConsoleServices) => void;

/** One a part. */
const PARTS: readonly RegisterDeskPart[] = [];

export function registerDesk(app: FastifyInstance, services: ConsoleServices): void {
  const routes = deskRoutes(app);
  for (const register of PARTS) register(routes, services);
}
