/** People: signing in and up, which account, one's own sign-in. */
import type { FastifyInstance } from "fastify";
import { registerAccounts } from "./accounts.js";
import { registerEntry } from "./entry-routes.js";
import { registerInvitations } from "./invitation.js";
import { registerSelf } from "./self-routes.js";

export function registerPeople(app: FastifyInstance): void {
  registerEntry(app);
  registerAccounts(app);
  registerInvitations(app);
  registerSelf(app);
}
