/** People: signing in and up, which account, one's own sign-in; and the team of an account. */
import type { FastifyInstance } from "fastify";
import type { ConsoleRoutes } from "../routes.js";
import { registerTeam } from "../team/routes.js";
import { registerAccounts } from "./accounts.js";
import { registerEntry } from "./entry-routes.js";
import { registerInvitations } from "./invitation.js";
import { registerSelf } from "./self-routes.js";

export function registerPeople(app: FastifyInstance, routes: ConsoleRoutes): void {
  registerEntry(app);
  registerAccounts(app);
  registerInvitations(app);
  registerSelf(app);
  registerTeam(routes, app.pageParts.people.sellers.team);
}
