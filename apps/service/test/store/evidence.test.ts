/** Files of a dispute as rows: written with it or not at all, kept as they are, and shown to the two parties. */
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disputeMilestone } from "../../src/commands/dispute-milestone.js";
import { openExecutor } from "../../src/commands/execute.js";
import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX, type NewEvidence } from "../../src/domain/evidence.js";
import type { AccountId, EscrowId, EvidenceId, MilestoneId } from "../../src/domain/ids.js";
import { uuidv7 } from "../../src/platform/random.js";
import { type EvidenceParty, findEvidence } from "../../src/store/read/orders/orders.js";
import { newClient } from "../client.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ADA, escrowNow, fundedBy, PNG } from "../pages/orders-area.js";
import { asBuyer, eventTypes, ORDER, resolve } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const file = (content: Uint8Array = PNG, name = "photo.png"): NewEvidence => ({
  id: uuidv7() as EvidenceId,
  name,
  type: "image/png",
  content,
});

const dispute = (escrow: Json, evidence: readonly NewEvidence[]) =>
  disputeMilestone(openExecutor(world.db), {
    account: shop.account as AccountId,
    escrow: escrow["id"] as EscrowId,
    buyer: ADA,
    milestone: escrow["milestones"][0].id as MilestoneId,
    reason: "Cracked.",
    evidence,
  });

const filesOf = async (escrow: Json) =>
  world.db.query<{ name: string; entry_number: number; position: number }>({
    name: "test: files",
    text: "select name, entry_number, position from evidence where escrow_id = $1 order by entry_number, position",
    values: [escrow["id"]],
  });

describe("a dispute and its files", () => {
  test("are written together, in the order in which they were handed in", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    expect(await dispute(escrow, [file(PNG, "b.png"), file(PNG, "a.png")])).toMatchObject({ ok: true });
    expect(await filesOf(escrow)).toEqual([
      { name: "b.png", entry_number: 1, position: 1 },
      { name: "a.png", entry_number: 1, position: 2 },
    ]);
    expect((await escrowNow(shop, escrow))["status"]).toBe("DISPUTED");
  });

  test("a second dispute has files of its own", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    await dispute(escrow, [file(PNG, "first.png")]);
    await resolve(shop, escrow, { outcome: "resume" });
    await dispute(escrow, [file(PNG, "second.png")]);
    expect(await filesOf(escrow)).toEqual([
      { name: "first.png", entry_number: 1, position: 1 },
      { name: "second.png", entry_number: 3, position: 1 },
    ]);
  });

  test("a refused dispute leaves no file", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    await asBuyer(shop, escrow, "dispute", 0, { reason: "First." });
    expect(await dispute(escrow, [file()])).toMatchObject({ ok: false, reason: { code: "invalid_state" } });
    expect(await filesOf(escrow)).toEqual([]);
  });

  test.each([
    ["one file too many", () => Array.from({ length: EVIDENCE_FILES_MAX + 1 }, () => file())],
    ["a byte too many", () => [file(), file(Buffer.alloc(EVIDENCE_BYTES_MAX + 1, 1))]],
    ["an empty file", () => [file(), file(Buffer.alloc(0))]],
  ])("%s leaves no dispute either, even if a check let it pass", async (_what, files) => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const before = await eventTypes(shop);
    await expect(dispute(escrow, files())).rejects.toThrow(/violates check constraint/);
    expect((await escrowNow(shop, escrow))["status"]).toBe("IN_ESCROW");
    expect(await filesOf(escrow)).toEqual([]);
    expect(await eventTypes(shop)).toEqual(before);
  });

  test("as many as may be, and as large, are kept to the byte", async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    const files = Array.from({ length: EVIDENCE_FILES_MAX }, (_, at) => file(Buffer.alloc(EVIDENCE_BYTES_MAX, at + 1)));
    expect(await dispute(escrow, files)).toMatchObject({ ok: true });
    const address = { sellerCode: shop.sellerCode, escrow: escrow["id"] as EscrowId };
    for (const { id, content } of files) {
      const found = await findEvidence(world.db, { ...address, id }, { buyer: ADA });
      expect(found?.content.equals(content)).toBe(true);
    }
  });
});

test("only the two parties find a file, each at its own address", async () => {
  const escrow = await fundedBy(shop, "Ada@Example.com", ORDER);
  const other = await world.merchant("Another");
  const { id } = file();
  await dispute(escrow, [{ ...file(), id }]);
  const find = (party: EvidenceParty, sellerCode = shop.sellerCode) =>
    findEvidence(world.db, { sellerCode, escrow: escrow["id"] as EscrowId, id }, party);
  expect(await find({ buyer: ADA })).toMatchObject({ name: "photo.png", type: "image/png" });
  expect(await find({ merchant: shop.account as AccountId })).toMatchObject({ name: "photo.png" });
  expect(await find({ buyer: "eve@example.com" })).toBeNull();
  expect(await find({ merchant: other.account as AccountId })).toBeNull();
  expect(await find({ buyer: ADA }, other.sellerCode)).toBeNull();
  expect(await find({ merchant: other.account as AccountId }, other.sellerCode)).toBeNull();
});

describe("the database by itself", () => {
  let client: pg.Client;
  beforeAll(async () => {
    const escrow = await fundedBy(shop, ADA, ORDER);
    await dispute(escrow, [file()]);
    const ended = await fundedBy(shop, ADA, ORDER);
    expect((await shop.post(`/test_helpers/escrows/${ended["id"]}/cancel`, {})).status).toBe(200);
    client = newClient(world.databaseUrl);
    await client.connect();
  });
  beforeEach(() => client.query("begin"));
  afterEach(() => client.query("rollback"));
  afterAll(() => client?.end());

  test.each([
    ["a file is not changed", "update evidence set name = 'other.png'", /written once/],
    ["a file is not deleted", "delete from evidence", /written once/],
    ["nor are all of them", "truncate evidence", /written once/],
    [
      "a file belongs to a dispute",
      `insert into evidence (account_id, escrow_id, id, entry_number, position, name, type, content, created)
       select account_id, escrow_id, gen_random_uuid(), number, 1, 'x.png', 'image/png', 'x', created
       from milestone_entries where verb = 'resume' limit 1`,
      /handed in with a dispute/,
    ],
    [
      "a dispute that is over takes none",
      `insert into evidence (account_id, escrow_id, id, entry_number, position, name, type, content, created)
       select account_id, escrow_id, gen_random_uuid(), entry_number, 4, 'x.png', 'image/png', 'x', created + 1
       from evidence limit 1`,
      /handed in with a dispute/,
    ],
    [
      "of no other type",
      `insert into evidence (account_id, escrow_id, id, entry_number, position, name, type, content, created)
       select account_id, escrow_id, gen_random_uuid(), entry_number, 4, 'x.html', 'text/html', 'x', created
       from evidence limit 1`,
      /evidence_type_check/,
    ],
    [
      "what has ended has ended at some moment",
      "update escrows set ended_at = null where status = 'CANCELLED'",
      /escrows_ended/,
    ],
    ["what goes on has not ended", "update escrows set ended_at = 1 where status = 'DISPUTED'", /escrows_ended/],
  ])("%s", async (_what, sql, refusal) => {
    await expect(client.query(sql)).rejects.toThrow(refusal);
  });
});
