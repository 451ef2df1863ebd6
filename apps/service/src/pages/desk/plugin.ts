/** The operators' desk: everything below /desk. */
import type { FastifyInstance } from "fastify";
import { registerAccount } from "./account.js";
import { registerAccounts } from "./accounts.js";
import { registerAudit } from "./audit.js";
import { registerDisputes } from "./disputes.js";
import { registerHome } from "./home.js";
import { registerLedger } from "./ledger.js";
import { deskRoutes, type RegisterDeskPart } from "./routes.js";
import type { DeskServices } from "./services.js";
import { registerStuck } from "./stuck.js";
import { registerVerifications } from "./verifications.js";
import { registerWebhooks } from "./webhooks.js";

/** One a part. */
const PARTS: readonly RegisterDeskPart[] = [
  registerHome,
  registerVerifications,
  registerDisputes,
  registerAccounts,
  registerAccount,
  registerStuck,
  registerLedger,
  registerWebhooks,
  registerAudit,
];

export function registerDesk(app: FastifyInstance, services: DeskServices): void {
  const routes = deskRoutes(app);
  for (const register of PARTS) register(routes, services);
}
