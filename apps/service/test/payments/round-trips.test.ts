/** What starting a payment costs: round trips to the database, from the click to what the payer has to do. */
import { expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { startPayment } from "../../src/commands/start-payment.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import type { Statement } from "../../src/platform/database.js";
import { openLog } from "../../src/platform/log.js";
import { gathered } from "../../src/providers/open.js";
import type { Adapter, TakesPayments } from "../../src/providers/port.js";
import { helperProvider } from "../../src/providers/sandbox/helper.js";
import { listPayments } from "../../src/store/read/money/payments.js";
import { startProviderCalls } from "../../src/workers/provider-calls.js";
import { startWorld } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { confirmed } from "../stories.js";
import { cents, until } from "./desk.js";

const TAKES: TakesPayments = {
  direction: "in",
  method: "card",
  currency: "USD",
  countries: null,
  least: cents("0.50"),
  most: cents("1000.00"),
  decimals: 2,
  pendingDays: 14,
  returnDays: 0,
  refundDays: null,
  holdDays: null,
  isPartial: true,
  refundsInTurn: false,
  isCancellable: true,
  lateDays: 0,
};

test("behind the commit there are three: the claim, what is kept of the answer, and what the buyer reads", async () => {
  const world = await startWorld({ role: "web" });
  const shop = await world.merchant();
  const escrow = await confirmed(shop);
  const about = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  const statements: string[] = [];
  let transactions = 0;
  const counting: typeof world.db = {
    ...world.db,
    query: <Row>(statement: Statement) => {
      statements.push(statement.name);
      return world.db.query<Row>(statement);
    },
    transaction: (work) => {
      transactions += 1;
      return world.db.transaction(work);
    },
  };
  const asked: string[] = [];
  const taking: Adapter = {
    ...helperProvider,
    name: "test-card",
    capabilities: [TAKES],
    createPayment: async ({ reference }) => {
      asked.push(reference);
      return { kind: "created", instructions: { kind: "redirect", url: "https://pay.example/1" } };
    },
  };
  const providers = gathered([taking], { db: counting });
  const executor = openExecutor(counting);
  expect(await startPayment({ executor, providers }, { ...about, method: "card" })).toMatchObject({ ok: true });
  expect({ transactions, statements }).toEqual({ transactions: 1, statements: [] });
  const publicUrl = (): string => "https://pay.example";
  const calls = startProviderCalls({
    db: counting,
    executor,
    providers,
    publicUrl,
    rates: NO_RATES,
    log: openLog("silent"),
  });
  await until(async () => (await listPayments(world.db, about.account, about.escrow))[0]?.instructions);
  await calls.stop();
  expect(asked).toHaveLength(1);
  expect(transactions).toBe(1);
  expect(statements.slice(0, 3)).toEqual(["claim provider calls", "keep provider object", "settle created payment"]);
  expect(statements.slice(3).filter((name) => name !== "claim provider calls")).toEqual([]);
  await world.close();
});
