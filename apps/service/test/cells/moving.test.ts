/** An account that moves to another cell, and is killed on the way. */
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MoveRefused, moveAccount, STEPS, type Step, stayAccount } from "../../src/cells/move.js";
import type { AccountId } from "../../src/domain/ids.js";
import { asReplica, listTriggers } from "../../src/store/moving/steps.js";
import { MOVED } from "../../src/store/moving/tables.js";
import { wide } from "../bounds.js";
import { newPerson } from "../console/seller.js";
import type { Json, Merchant, World } from "../harness.js";
import { until } from "../process/launch.js";
import { ok } from "../stories.js";
import { type Fixture, homeOf, openMovers, startFixture } from "./fixture.js";

let fixture: Fixture;
let movers: Awaited<ReturnType<typeof openMovers>>;
beforeAll(async () => {
  fixture = await startFixture(["north", "south"]);
  movers = await openMovers(fixture);
});
afterAll(async () => {
  await movers?.close();
  await fixture?.close();
});

const cell = (name: string): World => fixture.cells[name]!;
const owner = (name: string) => movers.ownerOf(name);
const move = (shop: Merchant, way: readonly [string, string], onStep?: (step: Step) => void): Promise<void> =>
  movers.move(shop.account, way, onStep);

const ask = (name: string, shop: Merchant, path = "/account"): Promise<Response> =>
  fetch(`${cell(name).url}${API_PATH}${path}`, { headers: { Authorization: `Bearer ${shop.apiKey}` } });

/** An order that is paid, and one that is only begun. */
async function trade(shop: Merchant): Promise<{ readonly paid: string; readonly open: string }> {
  const order = { title: "Bowl", amount: "20.00", currency: "USD" };
  const paid = (await shop.post("/checkout/sessions", order)).body["id"] as string;
  const confirmed = await shop.post(`/test_helpers/checkout/sessions/${paid}/confirm`, {
    buyer_email: "eve@example.com",
  });
  expect((await shop.post(`/test_helpers/escrows/${confirmed.body["id"]}/payments`, {})).body["status"]).toBe(
    "IN_ESCROW",
  );
  return {
    paid: confirmed.body["id"] as string,
    open: (await shop.post("/checkout/sessions", order)).body["id"] as string,
  };
}

test("an account moves with all it has, goes on there, and is gone where it was", async () => {
  const shop = await cell("north").merchant();
  const neighbour = await cell("north").merchant();
  await newPerson(cell("north"), shop);
  const { paid, open } = await trade(shop);
  const refund = await ok(shop.post(`/escrows/${paid}/refunds`, { amount: "1.00" }), 201);
  await until(async () => (await shop.get(`/refunds/${refund["id"]}`)).body["status"] === "SUCCEEDED", "the refund");
  const before = await (await ask("north", shop, "/events")).text();
  const taken: Step[] = [];
  await move(shop, ["north", "south"], (step) => taken.push(step));
  // A step is taken again where a connection is slow to come.
  expect([...new Set(taken)]).toEqual(STEPS);
  expect(await homeOf(fixture, shop.sellerCode)).toBe("south");
  const elsewhere = await ask("north", shop);
  expect([elsewhere.status, elsewhere.headers.get("holdfast-cell")]).toEqual([421, "south"]);
  const there = cell("south").speakAs(shop.apiKey);
  expect((await there.get(`/escrows/${paid}`)).body["status"]).toBe("IN_ESCROW");
  expect((await there.get(`/checkout/sessions/${open}`)).body["status"]).toBe("OPEN");
  expect((await (await ask("south", shop, "/events")).text()).replaceAll(cell("south").url, "")).toBe(
    before.replaceAll(cell("north").url, ""),
  );
  // It trades on, its numbers go on, and both books balance.
  const [milestone] = (await there.get(`/escrows/${paid}`)).body["milestones"];
  expect(
    (await there.post(`/escrows/${paid}/milestones/${milestone.id}/submit`, { submission_details: "Sent" })).status,
  ).toBe(200);
  expect((await there.post(`/test_helpers/escrows/${paid}/milestones/${milestone.id}/approve`, {})).status).toBe(200);
  expect((await there.get(`/escrows/${paid}`)).body["status"]).toBe("COMPLETED");
  for (const name of ["north", "south"]) await cell(name).checkLedger();
  for (const { name, where, kept } of MOVED.filter((table) => table.kept === undefined)) {
    const left = await owner("north").query({
      name: `test: ${name}`,
      text: `select 1 from ${name} where ${where}`,
      values: [shop.account],
    });
    expect(left, `${name} ${kept ?? ""}`).toEqual([]);
  }
  expect(await triggersOf("north", shop)).toEqual([]);
  expect((await ask("north", neighbour)).status).toBe(200);
  // And back.
  await move(shop, ["south", "north"]);
  expect((await ask("north", shop, `/escrows/${paid}`)).status).toBe(200);
  for (const name of ["north", "south"]) await cell(name).checkLedger();
});

test("an account that comes back finds what statements of that cell had told of, once", async () => {
  const shop = await cell("north").merchant();
  await trade(shop);
  const tell = (line: number | null): Promise<void> =>
    owner("north").transaction(async (tx) => {
      await asReplica(tx);
      const text = "update provider_movements set line = $2 where account_id = $1";
      await tx.query({ name: "test: tell", text, values: [shop.account, line] });
    });
  const movements = (name: string): Promise<readonly Json[]> =>
    owner(name).query<Json>({
      name: "test: movements",
      text: "select id, type, payment_id, line, is_told_elsewhere from provider_movements where abs(account_id) = $1::bigint order by id",
      values: [shop.account],
    });
  await tell(1);
  const before = await movements("north");
  expect(before).toHaveLength(1);
  for (let times = 0; times < 2; times += 1) {
    await move(shop, ["north", "south"]);
    expect(await movements("north")).toEqual(before);
    expect(await movements("south")).toMatchObject([{ line: null, is_told_elsewhere: true }]);
    await move(shop, ["south", "north"]);
    expect(await movements("north")).toEqual(before);
    expect(await movements("south")).toEqual([]);
  }
  await tell(null);
});

const triggersOf = (name: string, shop: Merchant): Promise<readonly unknown[]> =>
  listTriggers(owner(name), shop.account as AccountId);

test("killed at every step in turn, a move goes on when it is run again, and nobody writes in two cells", async () => {
  const shop = await cell("north").merchant();
  const neighbour = await cell("north").merchant();
  await trade(shop);
  const killed: Step[] = [];
  for (const step of STEPS) {
    const stopped = move(shop, ["north", "south"], (one) => {
      if (one === step) throw new Error(`killed before ${step}`);
    });
    await stopped.then(
      () => undefined,
      (error: Error) => {
        expect(error.message).toBe(`killed before ${step}`);
        killed.push(step);
      },
    );
    const answers = await Promise.all(["north", "south"].map(async (name) => (await ask(name, shop)).status));
    expect(answers.filter((status) => status === 200).length, `after ${step}: ${answers}`).toBeLessThanOrEqual(1);
    // Never does a good key look wrong.
    expect(answers).not.toContain(401);
    expect((await ask("north", neighbour)).status).toBe(200);
  }
  expect(killed).toEqual(STEPS);
  await move(shop, ["north", "south"]);
  expect((await ask("south", shop)).status).toBe(200);
  for (const name of ["north", "south"]) await cell(name).checkLedger();
});

test("what is written, changed and swept while most of it is copied arrives as it is in the end", async () => {
  const shop = await cell("north").merchant();
  const { open, paid } = await trade(shop);
  await owner("north").query({
    name: "test: logged",
    text: `
      insert into api_requests (account_id, id, method, path, status, key_lookup, duration_ms, is_replay, address, user_agent, created)
      values ($1, gen_random_uuid(), 'GET', '/account', 200, 'key', 1, false, '127.0.0.1', 'shop', 0)`,
    values: [shop.account],
  });
  let later = "";
  const meanwhile = async (): Promise<void> => {
    ({ paid: later } = await trade(shop));
    expect((await shop.post(`/checkout/sessions/${open}/expire`, {})).status).toBe(200);
    await owner("north").query({
      name: "test: sweep",
      text: "delete from api_requests where account_id = $1",
      values: [shop.account],
    });
  };
  const ways = movers.waysFrom("north", "south");
  const query: typeof ways.source.query = async (statement) => {
    if (statement.name === "hold account") await meanwhile();
    return ways.source.query(statement);
  };
  await moveAccount(
    { account: shop.account as AccountId, from: "north", to: "south" },
    { ...ways, source: { ...ways.source, query } },
  );
  const there = cell("south").speakAs(shop.apiKey);
  for (const escrow of [paid, later]) expect((await there.get(`/escrows/${escrow}`)).body["status"]).toBe("IN_ESCROW");
  expect((await there.get(`/checkout/sessions/${open}`)).body["status"]).toBe("EXPIRED");
  for (const name of ["north", "south"]) await cell(name).checkLedger();
});

test("while an account is closed its rows refuse every write, and those of other accounts take them", async () => {
  const shop = await cell("north").merchant();
  const { paid } = await trade(shop);
  await move(shop, ["north", "south"], (step) => {
    if (step === "copy") throw new Error("killed");
  }).catch(() => undefined);
  const world = cell("north");
  const refused = await ask("north", shop);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  const write = {
    name: "test: write",
    text: "update escrows set metadata = metadata where account_id = $1",
    values: [shop.account],
  };
  await expect(owner("north").query(write)).rejects.toThrow("a row was held");
  const claimed = await owner("north").query({
    name: "test: claim",
    text: "update provider_calls set leased_until = now() where account_id = $1 returning 1",
    values: [shop.account],
  });
  expect(claimed).toEqual([]);
  const neighbour = await world.merchant();
  await trade(neighbour);
  // It may stay after all.
  await stayAccount({ account: shop.account as AccountId, from: "north" }, movers.waysFrom("north", "south"));
  expect((await ask("north", shop, `/escrows/${paid}`)).status).toBe(200);
  expect(await triggersOf("north", shop)).toEqual([]);
  await expect(
    stayAccount({ account: shop.account as AccountId, from: "north" }, movers.waysFrom("north", "south")),
  ).rejects.toThrow(MoveRefused);
});

test("a row that arrives otherwise than it left undoes the arrival", wide(), async () => {
  const shop = await cell("north").merchant();
  await trade(shop);
  await owner("south").query({
    name: "test: spoil",
    text: `create function spoil() returns trigger language plpgsql as $$ begin new.title := 'Vase'; return new; end $$`,
  });
  await owner("south").query({
    name: "test: spoil it",
    text: "create trigger spoil before insert on escrows for each row execute function spoil()",
  });
  await owner("south").query({ name: "test: always", text: "alter table escrows enable always trigger spoil" });
  await expect(move(shop, ["north", "south"])).rejects.toThrow("escrows of");
  const arrived = await owner("south").query({
    name: "test: none",
    text: "select 1 from accounts where id = $1",
    values: [shop.account],
  });
  expect(arrived).toEqual([]);
  await owner("south").query({ name: "test: unspoil", text: "drop trigger spoil on escrows" });
  await move(shop, ["north", "south"]);
  expect((await ask("south", shop)).status).toBe(200);
});
