import { within } from "../dialling/addresses.js";
import type { Policy } from "../dialling/guard.js";

/** What a deployment lets webhooks go to. */
export const policyOf = (config: {
  readonly webhookAllowedOrigins: readonly string[];
  readonly webhookDeniedNetworks: readonly string[];
}): Policy => ({ allowedOrigins: config.webhookAllowedOrigins, isDenied: within(config.webhookDeniedNetworks) });
