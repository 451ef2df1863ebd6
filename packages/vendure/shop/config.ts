/** The demo store's Vendure: server and jobs in one process, its data in PostgreSQL. */
import { Holdfast } from "@holdfast/sdk";
import { AdminUiPlugin } from "@vendure/admin-ui-plugin";
import { DefaultJobQueuePlugin, DefaultLogger, LogLevel, type VendureConfig } from "@vendure/core";
import { HoldfastPlugin } from "../src/index.js";
import { storefront } from "./storefront/server.js";

export interface ShopSettings {
  /** Where the store answers, such as `http://localhost:3001`. */
  readonly publicUrl: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly admin: { readonly identifier: string; readonly password: string };
  /** Signs cookies. */
  readonly secret: string;
  readonly holdfast: {
    /** Origin of the service. */
    readonly url: string;
    readonly apiKey: string;
    readonly everyMs: number;
    readonly releases: "order" | "line";
  };
}

export function configOf({ publicUrl, port, databaseUrl, admin, secret, holdfast }: ShopSettings): VendureConfig {
  const handler = storefront({ port, mailboxUrl: `${holdfast.url}/sandbox/mailbox`, admin });
  return {
    logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
    apiOptions: {
      hostname: "127.0.0.1",
      port,
      adminApiPath: "admin-api",
      shopApiPath: "shop-api",
      middleware: [{ route: "/", handler, beforeListen: true }],
    },
    authOptions: {
      tokenMethod: ["bearer", "cookie"],
      superadminCredentials: admin,
      cookieOptions: { secret },
    },
    dbConnectionOptions: { type: "postgres", url: databaseUrl, synchronize: true, logging: false },
    // Who knows an order's code, 16 random characters, may see it: an order that was never paid as well.
    orderOptions: { orderByCodeAccessStrategy: { canAccessOrder: () => true } },
    paymentOptions: { paymentMethodHandlers: [] },
    plugins: [
      // Nothing of the demo outlives it, its jobs included.
      DefaultJobQueuePlugin.init({ pollInterval: 1_000, gracefulShutdownTimeout: 1_000 }),
      AdminUiPlugin.init({
        route: "admin",
        port,
        adminUiConfig: { brand: "Northwind Ceramics", hideVendureBranding: false },
      }),
      HoldfastPlugin.init({
        shop: "northwind",
        holdfast: new Holdfast({ apiKey: holdfast.apiKey, baseUrl: `${holdfast.url}/api/v1` }),
        consoleUrl: `${holdfast.url}/console`,
        orderUrl: (code) => `${publicUrl}/orders/${code}`,
        cancelUrl: () => `${publicUrl}/cart`,
        releases: holdfast.releases,
        everyMs: holdfast.everyMs,
      }),
    ],
  };
}
