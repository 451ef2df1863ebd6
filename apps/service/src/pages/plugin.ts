/** Pages for people: server-rendered, readable without scripts, under a policy that lets nothing foreign in. */
import type { FastifyInstance } from "fastify";

export function registerPages(app: FastifyInstance, services: unknown): void {
  void services;
  void app;
}
