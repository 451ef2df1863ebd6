/** Which providers a deployment has. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Queryable } from "../platform/database.js";
import { deriveKey } from "../platform/keys.js";
import { bounded } from "./bounded.js";
import type { Provider, Providers } from "./port.js";
import { helperProvider } from "./sandbox/helper.js";
import { SANDBOX, type SandboxName } from "./sandbox/names.js";
import { openSimulator } from "./sandbox/simulator.js";

/** What a buyer may choose. None in live mode: there is no provider of real money yet, and play money is not taken for it. */
export const methods = ({ mode }: { readonly mode: "sandbox" | "live" }): readonly PaymentMethod[] =>
  mode === "live" ? [] : NAMES.map((name) => SANDBOX[name].method);

const NAMES = Object.keys(SANDBOX) as readonly SandboxName[];

/** What a simulated provider signs with: as if it had been agreed on when the account there was opened. */
export const noticeKey = (secret: Buffer, name: SandboxName): Buffer => deriveKey(secret, `notices of ${name}`);

/**
 * @param means.secret the deployment's SECRET_KEY.
 * @param means.origin where the pages of simulated providers are: PUBLIC_URL.
 */
export function openProviders(
  config: { readonly mode: "sandbox" | "live" },
  { db, secret, origin }: { readonly db: Queryable; readonly secret: Buffer; readonly origin: () => string },
): Providers {
  const all: readonly Provider[] =
    config.mode === "live"
      ? []
      : [
          ...NAMES.map((name) => bounded(openSimulator(name, { db, key: noticeKey(secret, name), origin }))),
          helperProvider,
        ];
  const offered = methods(config);
  return {
    methods: offered,
    forMethod: (method) =>
      offered.includes(method)
        ? (all.find((one) => one.method === method && one.name !== helperProvider.name) ?? null)
        : null,
    byName: (name) => all.find((one) => one.name === name) ?? null,
    all,
  };
}
