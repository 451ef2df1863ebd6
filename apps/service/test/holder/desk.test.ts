/** What operators see of sellers' accounts at the holder: what lies where, what is stuck and what to do; and what the audit says. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openLog } from "../../src/platform/log.js";
import type { Provider } from "../../src/providers/port.js";
import { claimStatement, watchStatement } from "../../src/store/providers/statements.js";
import { countStuckAtHolder } from "../../src/store/read/desk/holder.js";
import { auditLedger } from "../../src/store/read/money/audit.js";
import { reconcile } from "../../src/workers/statements.js";
import type { Person } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import type { World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { openSeller, type Seller, startHolderWorld } from "./stage.js";

const HOUR = 3_600;

let world: World;
let grace: Person;
let seller: Seller;
beforeAll(async () => {
  world = await startHolderWorld();
  grace = await newOperator(world, "Grace");
});
beforeEach(async () => {
  seller = await openSeller(world);
  await seller.ready();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

/** A page of the desk as text, in one line: of one part of it, up to the next heading. */
async function shown(path: string, title: string): Promise<string> {
  const { html } = await grace.get(path);
  const text = html
    .replaceAll(/<h2/g, "\u0000<h2")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/[ \n]+/g, " ");
  return text.split("\u0000").find((part) => part.trimStart().startsWith(title)) ?? "";
}
const readStatement = async (): Promise<void> => {
  const card = seller.purse.providers.byName("sandbox-card") as Provider;
  const rules = { reconcileAt: 7_200, providerFees: [], floatAlarms: [] };
  for (const _ of [1, 2]) {
    await seller.sleep(HOUR);
    await watchStatement(world.db, card.name, rules.reconcileAt);
    const claimed = await claimStatement(world.db, card.name, true);
    if (claimed === null) throw new Error("somebody else reads it");
    await reconcile(claimed, card, { db: world.db, log: openLog("silent"), rules, rates: NO_RATES });
  }
};

test("what was sent to each account, less what came back in parts, is what the holder's statement tells", async () => {
  const order = await seller.sell("90.00");
  await seller.work();
  for (const amount of ["20.00", "5.00"]) {
    await seller.shop.post(`/escrows/${order["id"]}/refunds`, { amount });
    await seller.work();
  }
  const mine = (await shown("/desk/books", "Sellers’ accounts")).split(seller.shop.sellerCode)[1] ?? "";
  expect(mine).toMatch(/Can be paid seller_\S+ 65\.00 0\.00 65\.00 not reported/);
  await readStatement();
  await seller.decide("verify");
  await seller.look();
  const told = (await shown("/desk/books", "Sellers’ accounts")).split(seller.shop.sellerCode)[1] ?? "";
  expect(told).toMatch(/seller_\S+ 65\.00 65\.00 65\.00/);
  expect(await seller.purse.sql("select class from reconciliation_differences where status = 'OPEN'")).toEqual([]);
});

test("a transfer that the statement has twice is a difference, with its reference", async () => {
  await seller.sell("40.00");
  await seller.work();
  const [payout] = await seller.payouts();
  await seller.purse.sql(
    "insert into sandbox_bank.statement_faults (provider, line_id, fault) values ('sandbox-card', $1, 'twice')",
    [`out-${payout?.["reference"]}`],
  );
  await readStatement();
  const open = await seller.purse.sql(
    "select class, amount::int from reconciliation_differences where status = 'OPEN'",
  );
  expect(open).toEqual([{ class: "twice", amount: -4000 }]);
  expect(await shown("/desk/books", "Differences")).toContain(payout?.["reference"]);
});

test("a recall that can't be done, a seller who can't be paid any more, and an account below zero are listed with what to do", async () => {
  const order = await seller.sell("50.00");
  await seller.work();
  const before = await countStuckAtHolder(world.db);
  await seller.purse.earn("12.00");
  await seller.decide("restrict");
  await seller.shop.post(`/escrows/${order["id"]}/refunds`, { amount: "30.00" });
  await seller.work();
  expect(await countStuckAtHolder(world.db)).toEqual(before);
  expect(await shown("/desk/stuck", "Sellers’ accounts")).not.toContain(seller.shop.sellerCode);
  await seller.sleep(HOUR + 61);
  const listed = await shown("/desk/stuck", "Sellers’ accounts");
  expect(listed).toContain("Can’t be taken back");
  expect(listed).toContain("$18.00");
  expect(listed).toContain("The seller&#39;s account does not hold so much.".replaceAll("&#39;", "'"));
  expect(listed).toContain("Ask the seller to bring money into their account there");
  expect((await grace.get("/desk")).html).toContain("Stuck at sellers’ accounts");
  const metrics = await (await fetch(`${world.service.publicUrl}/metrics`)).text();
  expect(metrics).toContain('holdfast_holder_stuck{trouble="recall"} 1');
  expect(metrics).toContain('holdfast_holder_stuck{trouble="stopped"} 0');
  expect(metrics).toContain('holdfast_holder_stuck{trouble="below"} 0');

  await seller.purse.sql(
    "update connected_accounts set available = -700, pending = 0, books_at = 1 where account_id = $1",
    [seller.account],
  );
  expect(await shown("/desk/stuck", "Sellers’ accounts")).toMatch(/Account below zero.*\$7\.00/);
  await seller.decide("verify");
  await seller.work();
  await seller.sleep(86_401);
  await seller.work();
  expect(await shown("/desk/stuck", "Sellers’ accounts")).not.toContain(seller.shop.sellerCode);
});

test("a transfer that does not arrive for a day is listed", async () => {
  await seller.purse.earn("25.00");
  await seller.look();
  await seller.purse.sql(
    `insert into sandbox_bank.moods (provider, float) values ('sandbox-card', 0)
     on conflict (provider) do update set float = 0`,
  );
  await seller.purse.makeDue();
  await seller.purse.send();
  await seller.sleep(86_401);
  expect(await shown("/desk/stuck", "Sellers’ accounts")).toMatch(
    /Doesn’t arrive.*\$25\.00.*Its balance does not reach/,
  );
  await seller.purse.sql("update sandbox_bank.moods set float = null");
  await seller.purse.makeDue();
  await seller.purse.send();
  expect((await seller.payouts()).map(({ status }) => status)).toEqual(["PAID"]);
});

test("the audit finds money that nobody takes back, and what was tied to a payment beyond what it brought", async () => {
  const order = await seller.sell("30.00");
  await seller.work();
  await seller.decide("restrict");
  await seller.shop.post(`/escrows/${order["id"]}/refunds`, { amount: "10.00" });
  await seller.look();
  const rules = async () => [...new Set((await auditLedger(world.db)).map(({ rule }) => rule))];
  expect(await rules()).toEqual([]);
  const call = (status: string) =>
    seller.purse.sql("update payout_calls set status = $2 where account_id = $1", [seller.account, status]);
  await call("DONE");
  expect(await rules()).toEqual(["What is being taken back of a payout is asked for"]);
  await call("OPEN");
  // Somebody who owns the tables ties as much again to the same payment.
  await world.db.query({ name: "test: untie", text: "alter table payouts disable trigger user" });
  const bent = (amount: number) =>
    seller.purse.sql("update payouts set amount = $2, taken_back = 0 where account_id = $1", [seller.account, amount]);
  await bent(3_100);
  expect(await rules()).toContain(
    "No more is tied to a payment than it brought, nor to an order than was released of it",
  );
  expect(await rules()).toContain(
    "What is in a seller's account at a provider is what the ledger moved there less what it moved back",
  );
  await bent(3_000);
  await world.db.query({ name: "test: tied", text: "alter table payouts enable trigger user" });
  expect(await rules()).toEqual([]);
});
