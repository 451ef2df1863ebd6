import { within } from "../outbound/addresses.js";
import type { Policy } from "../outbound/guard.js";

/** What a deployment lets webhooks go to. */
export const policyOf = (config: {
  readonly webhookAllowedOrigins: readonly string[];
  readonly webhookDeniedNetworks: readonly string[];
}): Policy => ({ allowedOrigins: config.webhookAllowedOrigins, isDenied: within(config.webhookDeniedNetworks) });
