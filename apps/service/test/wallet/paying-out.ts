/** A shop with a purse of its own, for a file of stories. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { PayoutId } from "../../src/domain/ids.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectStatementAddsUp, openPurse, type Purse } from "./wallet.js";

export let world: World;
export let shop: Merchant;
export let purse: Purse;

export const money = async () => {
  const { available, held, pending } = await purse.view();
  return { available, held, pending };
};
export const statusOf = async (id: PayoutId): Promise<string> => (await purse.payout(id))["status"];

export function inAPurse(): void {
  beforeAll(async () => {
    // No worker but the one of the story: what is seen is what it did.
    world = await startWorld({ role: "web" });
  });
  beforeEach(async () => {
    shop = await world.merchant();
    purse = openPurse(world, shop);
  });
  afterEach(async () => {
    await expectStatementAddsUp(purse);
    for (const provider of ["sandbox-mobile-money", "sandbox-bank"]) await purse.mood(provider, {});
  });
  afterAll(async () => {
    await world.checkLedger();
    await world.close();
  });
}
