/** The database is gone between any two writes of a refund: nothing of it stands, and the same form makes it once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { some } from "../bounds.js";
import type { Person } from "../console/seller.js";
import { linesOf, newOperator, sqlOf } from "../desk/operator.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, funded, submit, TWO_PARTS } from "../stories.js";
import { fieldsOf } from "./form.js";

let world: World;
let shop: Merchant;
let grace: Person;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  grace = await newOperator(world);
  await sqlOf(world)(
    `create function cut_here() returns trigger language plpgsql as $$
     begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  );
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

/** Each write of a refund of what is held and of what was released, and their end together. */
const STEPS = [
  ["as its line is written", "before insert on operator_actions for each row"],
  ["as its shares are written", "before insert on refund_shares for each row"],
  ["as it is committed", "after insert on refunds deferrable initially deferred for each row"],
  ["as it is written", "before insert on refunds for each row"],
  ["as its parts are written", "before insert on refund_parts for each row"],
  ["as the provider's call is written", "before insert on provider_calls for each row"],
  ["as the order is written", "before update on escrows for each row"],
  ["as its milestones are written", "before update on milestones for each row"],
  ["as money moves", "before insert on ledger_transfers for each row"],
  ["as it is told", "before insert on events for each row"],
  ["as the mail is written", "before insert on mails for each row"],
] as const;

for (const [name, when] of some(STEPS, 3)) {
  test(`cut ${name}`, async () => {
    const escrow = await funded(shop, TWO_PARTS);
    await submit(shop, escrow, 1);
    await asBuyer(shop, escrow, "approve", 1);
    const path = `/desk/orders/${shop.sellerCode}/${escrow["id"]}`;
    const asked = await grace.get(`${path}/refund?review=1&reason=damaged`);
    const { csrf: _own, ...fields } = fieldsOf(asked.html);
    const form = { ...fields, note: "Broken on the way." };
    const made = async () => (await shop.get(`/escrows/${escrow["id"]}/refunds`)).body["data"].length;
    const lines = async () =>
      (await linesOf(world, shop)).filter(
        (line) => line.subject === escrow["reference_code"] && line.action === "refund_order",
      );

    const sql = sqlOf(world);
    const kind = when.includes("deferrable") ? "create constraint trigger" : "create trigger";
    const table = / on (\w+)/.exec(when)?.[1] ?? "";
    await sql(`${kind} cut ${when} execute function cut_here()`);
    const lost = await grace.post(`${path}/refund`, form);
    await sql(`drop trigger cut on ${table}`);
    expect(lost.status).toBe(503);
    expect([await made(), await lines()]).toEqual([0, []]);

    const again = await grace.post(`${path}/refund`, form);
    const twice = await grace.post(`${path}/refund`, form);
    for (const one of [again, twice]) expect(one.headers.get("location")).toContain("said=refunded");
    expect([await made(), (await lines()).length]).toEqual([1, 1]);
    await world.checkLedger();
  });
}
