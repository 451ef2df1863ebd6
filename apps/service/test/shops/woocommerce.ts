/**
 * The WooCommerce plugin in shops that are stubs: `plugins/woocommerce/test` has as much of WordPress and WooCommerce as the plugin
 * calls. The service, HTTP and PHP are real.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_PATH } from "@holdfast/contract";
import { expect } from "vitest";
import { freePort, type Receiver, serve } from "../console/receiver.js";
import type { Json } from "../harness.js";
import { ROOT } from "../process/launch.js";

const PLUGIN = join(ROOT, "plugins/woocommerce");

/** What came of a request: a value, or that it was killed on its way. */
type Outcome = { readonly value?: any; readonly killed?: true };

export type Shop = {
  readonly name: string;
  readonly address: string;
  /** One request. With `killAt`, the process ends at that step, counted in writes to the database. */
  run(what: string, given?: readonly unknown[], killAt?: number): Promise<Outcome>;
  /** The value of a request that nothing happens to. */
  ask(what: string, ...given: readonly unknown[]): Promise<any>;
  /** The order as the shop has it, and what the plugin keeps with it. */
  order(id: number): Promise<Json & { readonly holdfast: Json }>;
};

export type Host = {
  readonly origin: string;
  openShop(apiKey: string, options?: ShopOptions): Promise<Shop>;
  close(): Promise<void>;
};

export type ShopOptions = {
  readonly baseUrl?: string;
  readonly settings?: Json;
  readonly webhookSecret?: string;
  readonly name?: string;
};

/** Two plates and a bowl, with shipping: 100.00. */
export const PLATES = {
  total: "100.00",
  items: {
    11: { type: "line_item", name: "Plates", quantity: 2, total: "50.00", tax: "10.00" },
    12: { type: "line_item", name: "Bowl", quantity: 1, total: "30.00" },
    13: { type: "shipping", name: "Parcel", quantity: 1, total: "10.00" },
  },
};

/** A PHP server with any number of shops that sell through the service at this address. */
export async function openHost(port: number, serviceUrl: string): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-shops-"));
  const server: Receiver = await serve(
    "env",
    [`SHOPS=${folder}`, `PLUGIN=${PLUGIN}`, "php", "-S", `127.0.0.1:${port}`, join(PLUGIN, "test/shop.php")],
    port,
  );
  const origin = `http://127.0.0.1:${port}`;
  let opened = 0;
  return {
    origin,
    openShop: async (apiKey, { baseUrl = serviceUrl + API_PATH, settings = {}, webhookSecret = "", name } = {}) => {
      opened += 1;
      const shop = speakTo(origin, name ?? `shop${opened}`);
      await shop.ask("open", {
        options: {
          home: shop.address,
          blogname: "Northwind & Daughters",
          woocommerce_holdfast_settings: { enabled: "yes", title: "Holdfast", base_url: baseUrl, ...settings },
          holdfast_secrets: { api_key: apiKey, webhook_secret: webhookSecret },
        },
      });
      return shop;
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const newPort = freePort;

function speakTo(origin: string, name: string): Shop {
  const address = `${origin}/${name}`;
  const run: Shop["run"] = async (what, given = [], killAt = 0) => {
    const body = JSON.stringify({ do: what, with: given, killAt });
    const text = await (await fetch(`${address}/run`, { method: "POST", body })).text();
    const outcome = JSON.parse(text) as Outcome & { thrown?: string };
    expect(outcome.thrown, `${what} in ${name}`).toBeUndefined();
    return outcome;
  };
  const ask: Shop["ask"] = async (what, ...given) => {
    const { value, killed } = await run(what, given);
    expect(killed).toBeUndefined();
    return value;
  };
  return {
    name,
    address,
    run,
    ask,
    order: async (id) => {
      const row = await ask("row", id);
      const ours = Object.entries(row.meta as Json).map(([key, value]) => [key.replace("_holdfast_", ""), value]);
      return { ...row, holdfast: Object.fromEntries(ours) };
    },
  };
}
