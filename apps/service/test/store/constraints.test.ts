/** The database keeps the rules by itself: what the program would never do, it refuses. */
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  CHARGEBACK_MOVES,
  ESCROW_MOVES,
  MILESTONE_MOVES,
  PART_MOVES,
  PAYMENT_MOVES,
  PAYOUT_MOVES,
  REFUND_MOVES,
  SESSION_MOVES,
} from "../../src/domain/states.js";
import { newClient } from "../client.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, funded, openSession, pay, submit, TWO_PARTS } from "../stories.js";

let world: World;
let shop: Merchant;
let escrow: Json;
let client: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  escrow = await funded(shop, TWO_PARTS);
  await submit(shop, escrow, 0);
  await asBuyer(shop, escrow, "approve", 0);
  await openSession(shop);
  await pay(shop, escrow);
  client = newClient(world.databaseUrl);
  await client.connect();
});
// Each attempt is undone, whether it was refused or not.
beforeEach(async () => {
  await client.query("begin");
});
afterEach(async () => {
  await client.query("rollback");
});
afterAll(async () => {
  await client.end();
  await world.checkLedger();
  await world.close();
});

const DEADLOCK = "40P01";

/** Where a worker of the service held what the statement wants, and waits for what it has, the statement comes again. */
async function attempt(sql: string): Promise<void> {
  try {
    await client.query(sql);
    await client.query("set constraints all immediate");
  } catch (error) {
    if ((error as pg.DatabaseError).code !== DEADLOCK) throw error;
    await client.query("rollback; begin");
    await attempt(sql);
  }
}

describe("history is written once, for the role that the service uses", () => {
  test("the service is no superuser", async () => {
    const { rows } = await client.query(
      "select rolsuper, rolbypassrls, rolreplication from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolreplication: false }]);
  });

  test.each(
    ["events", "ledger_transfers", "milestone_entries"].flatMap((table) => [
      `update ${table} set created = created + 1`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]),
  )("%s", async (sql) => {
    await expect(attempt(sql)).rejects.toThrow(/is refused: its rows are written once/);
  });

  test.each(["checkout_sessions", "escrows", "milestones", "payments", "refunds"])(
    "no row of %s is deleted",
    async (table) => {
      const { rows } = await client.query(`select count(*)::int as count from ${table}`);
      expect(rows[0].count).toBeGreaterThan(0);
      await expect(attempt(`delete from ${table}`)).rejects.toThrow(/is refused|is kept while/);
    },
  );
});

describe("money", () => {
  test.each([
    ["a balance moves only by a transfer", "update ledger_accounts set credits = credits + 1"],
    [
      "a balance is not invented",
      `insert into ledger_accounts values (1000000000000000001, 'external', '00000000-0000-0000-0000-000000000000', 5, 0)`,
    ],
    ["what was received does not change", "update payments set received = received + 1"],
    ["a refund does not change", "update refunds set amount = amount + 1"],
    ["an escrow holds no less than nothing", "update escrows set released = released + 1000000"],
    ["a sum never falls", "update escrows set funded = funded - 1"],
    ["an agreed amount does not change", "update escrows set amount = amount + 1"],
    ["an ended escrow holds nothing", "update escrows set status = 'CANCELLED'"],
    ["COMPLETED means all was released", "update escrows set status = 'COMPLETED'"],
  ])("%s", async (_name, sql) => {
    await expect(attempt(sql)).rejects.toThrow(/refused|violates check constraint|never fall|does not change/);
  });

  const openEscrow = (status: string): string => `
    insert into escrows (account_id, id, session_id, reference_code, status, title, description, external_reference, metadata,
      buyer_email, amount, fees, funded, released, fees_earned, refunded, created, funding_deadline)
    select account_id, gen_random_uuid(), id, 'TR-1', '${status}', '', '', '', '{}', '', amount, fees, 0, 0, 0, 0, created, created
    from checkout_sessions where status = 'OPEN'`;

  test("an escrow in work is paid in full", async () => {
    await expect(attempt(openEscrow("IN_ESCROW"))).rejects.toThrow(/violates check constraint/);
  });

  test("milestones must add up to their escrow", async () => {
    await expect(attempt(openEscrow("PENDING_FUNDING"))).rejects.toThrow(/add up to/);
  });

  const copy = (kind: string, changes: Record<string, string>): string => {
    const columns = [
      "account_id",
      "id",
      "kind",
      "debit_kind",
      "credit_kind",
      "escrow_id",
      "amount",
      "payment_id",
      "milestone_id",
      "refund_id",
      "event_id",
      "created",
    ];
    const values = columns.map((column) => changes[column] ?? (column === "id" ? "gen_random_uuid()" : column));
    return `insert into ledger_transfers (${columns.join(", ")}) select ${values.join(", ")} from ledger_transfers where kind = '${kind}'`;
  };

  test.each([
    ["a payment is credited once", copy("payment", {})],
    ["a milestone is released once", copy("release", {})],
    ["a transfer of nothing", copy("fee", { amount: "0" })],
    ["a transfer between accounts that its kind does not name", copy("fee", { credit_kind: "'merchant_wallet'" })],
    ["more than is held can't leave", copy("fee", { amount: "100000000" })],
  ])("%s", async (_name, sql) => {
    await expect(attempt(sql)).rejects.toThrow(/duplicate key|violates check constraint/);
  });

  test("a transfer moves both balances, or does not exist", async () => {
    const balance = async (): Promise<unknown> =>
      (
        await client.query(
          "select kind, debits, credits from ledger_accounts where kind in ('escrow_held', 'fees_earned') order by kind",
        )
      ).rows;
    const before = (await balance()) as { debits: string; credits: string }[];
    await client.query(copy("fee", { amount: "7", milestone_id: "null" }));
    const after = (await balance()) as { debits: string; credits: string }[];
    expect(Number(after[0]?.debits) - Number(before[0]?.debits)).toBe(7);
    expect(Number(after[1]?.credits) - Number(before[1]?.credits)).toBe(7);
  });
});

describe("sessions and keys", () => {
  test.each([
    ["COMPLETED without an escrow", "update checkout_sessions set status = 'COMPLETED' where status = 'OPEN'"],
    [
      "back to OPEN",
      "update checkout_sessions set status = 'OPEN', escrow_id = null, completed_at = null where status = 'COMPLETED'",
    ],
    ["another price than the offered one", "update checkout_sessions set amount = 1, fees = 1"],
    ["an eleventh slot", "update api_keys set slot = 11"],
  ])("%s is refused", async (_name, sql) => {
    await expect(attempt(sql)).rejects.toThrow(/violates check constraint|may not go from|does not change/);
  });
});

describe("the moves of the database are those of the domain", () => {
  type Moves = Readonly<Record<string, { readonly from: readonly string[]; readonly to: readonly string[] }>>;
  const pairs = (moves: Moves): string[] =>
    [
      ...new Set(
        Object.values(moves).flatMap(({ from, to }) =>
          from.flatMap((a) => to.filter((b) => a !== b).map((b) => `${a}>${b}`)),
        ),
      ),
    ].sort();

  test.each([
    ["checkout_sessions_move", SESSION_MOVES],
    ["escrows_move", ESCROW_MOVES],
    ["milestones_move", MILESTONE_MOVES],
    ["payments_move", PAYMENT_MOVES],
    ["refunds_move", REFUND_MOVES],
    ["refund_parts_move", PART_MOVES],
    ["chargebacks_move", CHARGEBACK_MOVES],
    ["payouts_move", PAYOUT_MOVES],
  ] as [string, Moves][])("%s", async (trigger, moves) => {
    const { rows } = await client.query("select encode(tgargs, 'escape') as args from pg_trigger where tgname = $1", [
      trigger,
    ]);
    expect(
      (rows[0].args as string)
        .split("\\000")
        .filter((pair) => pair !== "")
        .sort(),
    ).toEqual(pairs(moves));
  });
});
