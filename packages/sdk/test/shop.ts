/** A merchant of a running service, with the SDK in hand. */
import { API_PATH } from "@holdfast/contract";
import type { Merchant, World } from "../../../apps/service/test/harness.js";
import { type ClientOptions, Holdfast } from "../src/index.js";
import { type Sandbox, sandbox } from "../src/testing.js";

export const ORDER = { title: "Hand-thrown dinner set", amount: "249.90", external_reference: "NW-10482" };
export const DELIVERY = { submission_details: "DHL 4410 8823 7712" };

export type Shop = { readonly merchant: Merchant; readonly holdfast: Holdfast; readonly buyer: Sandbox };

/** @param options also a base URL of something on the way to the service. */
export async function openShop(world: World, options: Partial<ClientOptions> = {}): Promise<Shop> {
  const merchant = await world.merchant();
  const holdfast = new Holdfast({ apiKey: merchant.apiKey, baseUrl: `${world.url}${API_PATH}`, ...options });
  return { merchant, holdfast, buyer: sandbox(holdfast) };
}
