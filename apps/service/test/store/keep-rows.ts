/**
 * Rows in every table of the last release, written by its own code: tools/release/rows.mjs runs this file in the release's tree, and keeps
 * what it writes below test/fixtures. A table that no story fills gets a row in `insertRest`.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { forgetOldSessions } from "../../src/commands/forget-sessions.js";
import type { AccountId } from "../../src/domain/ids.js";
import { closeDays } from "../../src/store/write/days.js";
import { indexOnce } from "../../src/workers/search.js";
import { newClient } from "../client.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openFixture } from "../looks/fixture.js";
import { asBuyer, funded, openSession, submit, TWO_PARTS } from "../stories.js";
import { rowsAsSql, tablesOf, tablesWithoutRows } from "./kept-rows.js";

const DAY = 86_400;

test("every table of this release has rows, and they are kept", { timeout: 300_000 }, async () => {
  const busy = await openFixture();
  const { databaseUrl } = busy.world;
  await busy.close();
  // Without workers: what is due stays so.
  const world = await startWorld({ databaseUrl, role: "web" });
  await insertRest(world, busy.shop);
  while (await indexOnce(world.db, busy.shop.account as AccountId, 0));
  await forget(world);
  await halfWay(world);
  await world.checkLedger();
  await world.close();
  // Nobody writes any more.
  const client = newClient(databaseUrl);
  await client.connect();
  expect(await tablesWithoutRows(client, await tablesOf(client))).toEqual([]);
  writeFileSync(process.env["ROWS_TO"] ?? "", gzipSync(await rowsAsSql(client), { level: 9 }));
  await client.end();
});

/** An order that goes on after the upgrade: paid, and one of its two parts approved. */
async function halfWay(world: World): Promise<void> {
  const shop = await world.merchant("Half-way Wares");
  const order = await funded(shop, TWO_PARTS);
  await submit(shop, order);
  await asBuyer(shop, order, "approve");
}

/** A session that expired so long ago that only its key and its day's figures are left. */
async function forget(world: World): Promise<void> {
  const shop = await world.merchant("Old Wares");
  const headers = { "Idempotency-Key": "order-1" };
  const made = await shop.post("/checkout/sessions", { title: "A cup", amount: "12.00", expires_in: 900 }, { headers });
  expect(made.status).toBe(201);
  await openSession(shop);
  await world.advance(901);
  await shop.get("/checkout/sessions");
  await closeDays(world.db, { account: shop.account as AccountId, from: 0 });
  await world.advance(90 * DAY);
  // Nothing is forgotten in the hour after the clock was moved.
  await world.db.pool.query("update test_clock set moved_at = clock_timestamp() - interval '2 h'");
  expect(await forgetOldSessions(world.db, 1)).toBe(1);
}

/** What people and workers leave for minutes only, and what the sandbox's bank does on demand. */
async function insertRest(world: World, shop: Merchant): Promise<void> {
  const held = await world.merchant("Moving Wares");
  const insert = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
    world.db.pool.query(`insert into ${text}`, [...values]);
  const member = "select account_id, seller_id from team_members where account_id = $1 limit 1";
  const soon = "clock_timestamp() + interval '10 min'";
  await insert("held_accounts (account_id) values ($1)", [held.account]);
  await insert(
    `notification_reads (account_id, seller_id, read_through, read_numbers) select *, 3, '{5}' from (${member})`,
    [shop.account],
  );
  await insert(
    `notification_settings (account_id, seller_id, kind, enabled) select *, 'message', false from (${member})`,
    [shop.account],
  );
  await insert(
    `payment_link_places (account_id, link_id, session_id, request_hash, held_until)
     select account_id, l.id, s.id, sha256('a visitor'), service_now() + 900
     from payment_links l join checkout_sessions s using (account_id) where account_id = $1 and s.status = 'OPEN' limit 1`,
    [shop.account],
  );
  await insert(
    `refund_turns (provider, reference, holder, held_until)
     select provider, reference, gen_random_uuid(), ${soon} from payments where reference is not null limit 1`,
  );
  await insert(
    `seller_challenges (browser_hash, kind, email, code_hash, expires_at, mail_id)
     select sha256('a browser'), 'reset', email, sha256('a code'), ${soon}, (select max(id) from mails) from sellers limit 1`,
  );
  await insert(
    `sign_in_challenges (browser_hash, email, code_hash, expires_at, mail_id)
     select sha256('a browser'), email, sha256('a code'), ${soon}, (select max(id) from mails) from buyers limit 1`,
  );
  await insert("sign_in_refusals (email, since, until) select email, 1, 3 from buyers limit 1");
  await insert(`webhook_workers (id, alive_until) values (gen_random_uuid(), ${soon})`);
  await insert(`spent_challenges (hash, expires_at) values (sha256('a challenge'), ${soon})`);
  await insert(
    `sandbox_bank.disputes (provider, reference, stage, reason, amount, currency, answer_by, taken_at, created)
     select provider, reference, 'opened', 'fraudulent', amount, currency, service_now() + 86400, service_now(), service_now()
     from sandbox_bank.receipts limit 1`,
  );
  await insert(
    "sandbox_bank.repeats (provider, kind, reference, created) select provider, 'payment', reference, created from sandbox_bank.payments limit 1",
  );
  await insert(
    "sandbox_bank.statement_faults (provider, line_id, fault) select provider, line_id, 'twice' from provider_lines limit 1",
  );
}
