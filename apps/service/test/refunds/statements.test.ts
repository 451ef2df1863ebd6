/** What a refund asks of the database: as much as an approval that both sides are told of. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveMilestone } from "../../src/commands/approve-milestone.js";
import { openExecutor } from "../../src/commands/execute.js";
import { refundOrder } from "../../src/commands/refund-order.js";
import type { EscrowId, MilestoneId } from "../../src/domain/ids.js";
import type { Cents } from "../../src/domain/money.js";
import type { Database } from "../../src/platform/database.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { funded, submit } from "../stories.js";
import { openPurse } from "../wallet/wallet.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(() => world.close());

/** The names of the statements that a command sends. */
async function statementsOf(command: (executor: ReturnType<typeof openExecutor>) => Promise<{ readonly ok: boolean }>) {
  const names: string[] = [];
  const counted: Database = {
    ...world.db,
    transaction: (work) =>
      world.db.transaction((tx) =>
        work({
          ...tx,
          query: (statement) => {
            names.push(statement.name);
            return tx.query(statement);
          },
        }),
      ),
  };
  expect(await command(openExecutor(counted))).toMatchObject({ ok: true });
  return names;
}

test("a refund costs no more statements than the approval that ends an order, before and after release", async () => {
  const escrow: Json = await funded(shop);
  await submit(shop, escrow);
  const { account } = openPurse(world, shop);
  const of = { account, escrow: escrow["id"] as EscrowId };
  const milestone = escrow["milestones"][0].id as MilestoneId;
  const refund = (key: string) =>
    statementsOf((executor) =>
      refundOrder(
        executor,
        {
          ...{ ...of, milestone, metadata: {}, key, requestHash: key, externalReference: key },
          amount: 100n as Cents,
          reason: "other",
          actor: "merchant",
        },
        { refundsEarnedFees: false, refundDays: () => null },
      ),
    );
  const held = await refund("01");
  const approved = await statementsOf((executor) => approveMilestone(executor, { ...of, milestone, buyer: null }));
  const released = await refund("02");
  expect(held.length, held.join(", ")).toBeLessThanOrEqual(approved.length);
  expect(released.length, released.join(", ")).toBeLessThanOrEqual(approved.length);
});
