/** A buyer is erased from everything that need not be kept; the books, the feed and everybody else stay whole. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseBuyer } from "../../src/admin/buyers.js";
import { uuidv7 } from "../../src/platform/random.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, asBuyer, ORDER, openSession, pay, submit } from "../stories.js";
import { newVisitor } from "../visitor.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
});
afterAll(() => world?.close());

const sql = async <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  (await world.db.pool.query({ text, values: [...values] })).rows as Row[];

async function ordered(email: string): Promise<Json> {
  const session = await openSession(shop, ORDER);
  const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
  return submit(shop, await pay(shop, (await shop.post(confirm, { buyer_email: email })).body));
}

/** In how many rows of which tables an address still stands. */
async function tracesOf(email: string): Promise<Readonly<Record<string, number>>> {
  const tables = await sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql<{ count: number }>(
        `select count(*)::int as count from ${name} t where strpos(lower(t::text), $1) > 0 or strpos(lower(t::text), $2) > 0`,
        [email, encodeURIComponent(email)],
      );
      return [name, row!.count] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

test("an address is erased once its orders have ended, from all but orders and events", async () => {
  const [ada, eve] = [`ada.${uuidv7()}@example.com`, `eve.${uuidv7()}@example.com`];
  for (const email of [ada, eve]) {
    const visitor = newVisitor(world);
    await visitor.signIn(email);
    await newVisitor(world).post("/sign-in", { email });
    await sql(
      `insert into api_requests (account_id, id, method, path, status, key_lookup, duration_ms, is_replay, address, user_agent, body, answer, created)
       values ($1, gen_random_uuid(), 'GET', $2, 200, '', 1, false, '', '', null, null, 0),
         ($1, gen_random_uuid(), 'POST', '/checkout/sessions', 400, '', 1, false, '', '', $3, '{}', 0)`,
      [
        shop.account,
        `/test_helpers/mailbox?to=${encodeURIComponent(email)}`,
        `{"customer_email":"${email.toUpperCase()}"}`,
      ],
    );
  }
  const [hers] = [await ordered(ada), await ordered(eve)];
  await expect(eraseBuyer(world.db, ada, world.config)).rejects.toThrow(/1 open orders/);
  await asBuyer(shop, hers, "approve");
  const before = {
    events: await allEvents(shop),
    eve: await tracesOf(eve),
    escrow: (await shop.get(`/escrows/${hers["id"]}`)).text,
  };

  expect(await eraseBuyer(world.db, ` ${ada.toUpperCase()} `, world.config)).toMatchObject({
    email: ada,
    sessions: 1,
    codes: 1,
    requests: 2,
  });
  const left = await tracesOf(ada);
  for (const table of Object.keys(left)) expect(["escrows", "events"]).toContain(table);
  expect(await tracesOf(eve)).toEqual(before.eve);
  expect(await allEvents(shop)).toEqual(before.events);
  expect((await shop.get(`/escrows/${hers["id"]}`)).text).toBe(before.escrow);
  await world.checkLedger();
  // Someone who still reads mail at the address finds the orders again.
  const again = newVisitor(world);
  await again.signIn(ada);
  expect((await again.get("/orders")).html).toContain(ORDER.title);
  await expect(eraseBuyer(world.db, "nobody")).rejects.toThrow(/not an email address/);
});
