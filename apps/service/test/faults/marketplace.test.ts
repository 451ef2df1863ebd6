/**
 * A whole marketplace day: orders paid to three accounts of the operator's own, through an adapter over HTTP and by card, a seller whose money
 * another holds, with every fault, and workers that are killed. Afterwards every payment, refund and payout is at rest, and the books are those of the banks, to the cent.
 */
import { afterAll, expect, test } from "vitest";
import { listDifferences } from "../../src/store/read/desk/books.js";
import { bound, isDeep, withinMs } from "../bounds.js";
import { cleanUp } from "../process/launch.js";
import { ADAPTER_SECRET } from "../providers/http/stage.js";
import { TWO_PARTS } from "../stories.js";
import { balanceOf, type Marketplace, openMarketplace } from "./marketplace.js";
import { expectSecretsKept, OURS, SIMULATED } from "./money-books.js";
import { rest, settled, trade } from "./money-run.js";
import { patiently } from "./patience.js";
import { type Chance, chance, seedOfThisRun, withSeed } from "./random.js";

const ORDERS = bound("chaosOrders");
const DAY = 86_400;
const HOLDER = "sandbox-card";
const OFFERS = [
  { title: "Cup", amount: "89.90" },
  { title: "Bowl", amount: "249.90" },
  { title: "Kiln", amount: "940.00" },
  TWO_PARTS,
];

afterAll(cleanUp);

test(
  "a marketplace day ends with its books equal to those of every bank",
  async () => {
    const seed = seedOfThisRun();
    console.log(`marketplace: HOLDFAST_SEED=${seed}`);
    await withSeed(seed, "the marketplace", () => day(chance(seed)));
  },
  withinMs("chaosOrders", 8_000),
);

async function day(luck: Chance): Promise<void> {
  const market = await openMarketplace(luck, 1 + Math.ceil(ORDERS / 100));
  try {
    await trade(market, luck, {
      count: ORDERS,
      offers: OFFERS,
      act: market.act,
      meanwhile: async () => {
        await market.goOn();
        if (luck.happens(0.1)) await market.kill();
        await market.advance(luck.pick([5, 60, 130, 700, 4_000]));
      },
    });
    await market.endFaults();
    for (let days = 0; days < 40; days += 10) {
      await market.settleRails();
      await market.advance(10 * DAY);
      await settled(market, market.settleRails);
    }
    await rest(market, market.settleRails);
    await market.readStatements();
    await rest(market, market.settleRails);
    await market.readStatements();
    await patiently(market.world.checkLedger);
    await expectSameBooks(market).catch(async (error: unknown) => {
      console.log("where books part:", JSON.stringify(await market.sql(PARTED), null, 1));
      throw error;
    });
    await expectHeld(market);
    await expectNothingTwice(market);
    expectSecretsKept(market, [ADAPTER_SECRET]);
  } finally {
    await market.close();
  }
}

/** By reference: what our books have, what statements tell, and how what is asked about it stands. */
const PARTED = `
  with ours as (
    select provider, split_part(reference, '.', 1) as reference, sum(amount) as amount, string_agg(type || ' ' || amount, ', ' order by id) as moved
    from provider_movements group by 1, 2),
  theirs as (
    select provider, split_part(reference, '.', 1) as reference, sum(amount) as amount, string_agg(type || ' ' || amount, ', ' order by number) as moved
    from provider_lines group by 1, 2),
  asked as (
    select p.provider, p.reference, p.status, to_jsonb(c) as call from payments p
      left join provider_calls c on (c.account_id, c.escrow_id, c.payment_id) = (p.account_id, p.escrow_id, p.id) and c.kind <> 'refund'
    union all select p.provider, r.reference::text, r.status, to_jsonb(c) from refund_parts r
      join payments p on (p.account_id, p.escrow_id, p.id) = (r.account_id, r.escrow_id, r.payment_id)
      left join provider_calls c on (c.account_id, c.escrow_id, c.payment_id, c.refund_id, c.kind) = (r.account_id, r.escrow_id, r.payment_id, r.refund_id, 'refund')
    union all select p.provider, p.reference::text, p.status, to_jsonb(c) from payouts p
      left join payout_calls c on (c.account_id, c.payout_id) = (p.account_id, p.id))
  select named.*, ours.moved as ours, theirs.moved as theirs,
    (select jsonb_agg(jsonb_build_object('status', a.status, 'call', a.call)) from asked a where (a.provider, a.reference) = (named.provider, named.reference)) as asked
  from ours full join theirs on (theirs.provider, theirs.reference) = (ours.provider, ours.reference)
    cross join lateral (select coalesce(ours.provider, theirs.provider) as provider, coalesce(ours.reference, theirs.reference) as reference) named
  where ours.amount is distinct from theirs.amount order by named.provider, named.reference limit 50`;

/** Ours, the house's and the bank's own, for each account. */
async function expectSameBooks(market: Marketplace): Promise<void> {
  const { sql, rails } = market;
  const ours = new Map((await sql(OURS)).map(({ provider, amount }) => [provider as string, BigInt(amount)]));
  const house = new Map(
    (await sql("select provider, provider_balance::text as amount from house_balances where currency = 'USD'")).map(
      ({ provider, amount }) => [provider as string, BigInt(amount)],
    ),
  );
  for (const bank of rails) {
    const balance = balanceOf(bank);
    expect({ [bank.provider]: ours.get(bank.provider) ?? 0n }).toEqual({ [bank.provider]: balance - bank.unnamed });
    expect({ [bank.provider]: house.get(bank.provider) ?? 0n }).toEqual({ [bank.provider]: balance });
  }
  expect(await differAtAdapter(market)).toEqual([]);
  const atAdapter = await market.adapterBalance();
  expect({ ours: ours.get("http:mybank") ?? 0n, house: house.get("http:mybank") ?? 0n }).toEqual({
    ours: atAdapter,
    house: atAdapter,
  });
  // What went on to the seller's account there, and came back of it, is told by the holder's balance.
  expect(house.get(HOLDER) ?? 0n).toBe(await market.holderBalance());
  for (const { provider, amount } of await sql(SIMULATED))
    if (provider !== HOLDER) expect({ [provider]: ours.get(provider) ?? 0n }).toEqual({ [provider]: BigInt(amount) });
  const every = { provider: null, day: null, isOpen: true, after: "0", limit: 10_000 };
  const open = await patiently(() => listDifferences(market.world.db, every));
  const unexplained = open.map(({ provider, amount }) => ({ provider, amount }));
  expect(unexplained.reduce((sum, { amount }) => sum + amount, 0n)).toBe(
    rails.reduce((sum, { unnamed }) => sum + unnamed, 0n),
  );
}

/** What the adapter's statement has of each payment, refund and payout, and we have otherwise. */
async function differAtAdapter({ sql, adapterLines }: Marketplace): Promise<readonly unknown[]> {
  const there = new Map<string, bigint>();
  for (const { reference, net } of await adapterLines()) {
    // A second receipt is a payment of its own here, and one reference there.
    const name = String(reference);
    there.set(name, (there.get(name) ?? 0n) + net);
  }
  const rows = await sql(`
    select reference, sum(amount)::text as amount, string_agg(status, ' ') as status from (
      select split_part(reference, '.', 1) as reference, received as amount, status from payments where provider like 'http%'
      union all select r.reference::text, case r.status when 'SUCCEEDED' then r.charged_back - r.amount else -r.kept end, r.status
        from refund_parts r join payments p on (p.account_id, p.id) = (r.account_id, r.payment_id) where p.provider like 'http%'
      union all select reference::text, case status when 'PAID' then -amount else 0 end, status from payouts where provider like 'http%'
    ) moved group by reference`);
  const here = new Map(rows.map((row) => [row["reference"] as string, row]));
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((reference) => {
    const [ours, theirs] = [BigInt(here.get(reference)?.["amount"] ?? 0), there.get(reference) ?? 0n];
    return ours === theirs ? [] : [{ reference, status: here.get(reference)?.["status"], ours, theirs }];
  });
}

/** In a day of many orders some were of the seller whose money it holds, and went there. */
async function expectHeld({ sql }: Marketplace): Promise<void> {
  const sent = await sql(
    `select 1 from payouts p join payout_destinations d on (d.account_id, d.id) = (p.account_id, p.destination_id)
     where d.kind = 'connected' and p.provider = $1 and p.status in ('PAID', 'RETURNED')`,
    [HOLDER],
  );
  if (isDeep) expect(sent.length).toBeGreaterThan(0);
}

async function expectNothingTwice({ sql, madeAtAdapter }: Marketplace): Promise<void> {
  const references = await sql(
    `select reference::text from payments where provider like 'http%'
     union all select r.reference::text from refund_parts r join payments p on (p.account_id, p.id) = (r.account_id, r.payment_id)
       where p.provider like 'http%'
     union all select id::text from payouts where provider like 'http%'`,
  );
  for (const { reference } of references) expect((await madeAtAdapter(reference)).length).toBeLessThanOrEqual(1);
  expect(await sql("select * from sandbox_bank.repeats")).toEqual([]);
}
