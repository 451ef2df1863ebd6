/** A shop of its own for a file of stories, and the mails that its buyers were sent. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ORDER, TWO_PARTS } from "../stories.js";

export const BUYER = "ada@example.com";

export let world: World;
export let shop: Merchant;

export type Row = { readonly recipient: string; readonly template: string; readonly params: Json };

/** What was written to buyers about the orders of these shops since the last look, oldest first. */
export async function sentMails(shops: readonly Merchant[] = [shop]): Promise<readonly Row[]> {
  return world.db.query<Row>({
    name: "told",
    text: `with taken as (
             delete from mails where params->>'seller_code' = any($1::text[]) and template not like 'seller_%'
             returning id, recipient, template, params)
           select recipient, template, params from taken order by id`,
    values: [shops.map(({ sellerCode }) => sellerCode)],
  });
}
export const sentTemplates = async (): Promise<readonly string[]> =>
  (await sentMails()).map(({ template }) => template);

/** Switches on the timers of the account for sessions that are created from now on. */
export const setTimers = (reviewSeconds: number | null, deliverySeconds: number | null): Promise<unknown> =>
  world.db.query({
    name: "set timers",
    text: "update accounts set review_window_seconds = $2, delivery_deadline_seconds = $3 where id = $1",
    values: [shop.account, reviewSeconds, deliverySeconds],
  });

export const order = { ...ORDER, customer_email: BUYER };
export const twoParts = { ...TWO_PARTS, customer_email: BUYER };

export function inAShop(): void {
  beforeAll(async () => {
    // No worker: nothing happens between one look and the next but what the test does.
    world = await startWorld({ role: "web" });
  });
  beforeEach(async () => {
    await world.db.query({ name: "empty outbox", text: "delete from mails" });
    shop = await world.merchant();
  });
  afterAll(async () => {
    await world.checkLedger();
    await world.close();
  });
}
