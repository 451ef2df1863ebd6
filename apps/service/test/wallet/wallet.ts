/** What stories about wallets are told with: earned money, destinations that have waited, a worker, and the books of both sides. */
import { expect } from "vitest";
import { type Executor, openExecutor } from "../../src/commands/execute.js";
import { type PayoutRefusal, requestPayout } from "../../src/commands/request-payout.js";
import type { AccountId, DestinationId, PayoutId } from "../../src/domain/ids.js";
import { type Cents, parseMoney } from "../../src/domain/money.js";
import type { DestinationKind } from "../../src/domain/payouts.js";
import type { Result } from "../../src/domain/result.js";
import { openLog } from "../../src/platform/log.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openProviders } from "../../src/providers/open.js";
import type { Providers } from "../../src/providers/port.js";
import {
  ALL_TIME,
  linesAfter,
  readWallet,
  type WalletLine,
  type WalletView,
} from "../../src/store/read/money/wallet.js";
import { payoutsBy } from "../../src/workers/payouts.js";
import { openWindow } from "../../src/workers/window.js";
import type { Json, Merchant, World } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import { asBuyer, funded, submit } from "../stories.js";

export const cents = (text: string): Cents => parseMoney(text) as Cents;

export type Purse = {
  readonly account: AccountId;
  readonly executor: Executor;
  readonly providers: Providers;
  /** An order of this price, paid, delivered and approved. */
  earn(amount: string): Promise<Json>;
  /** A destination that has waited for its day; the last digits of its number play what becomes of payouts. */
  destination(given?: { kind?: DestinationKind; number?: string }): Promise<DestinationId>;
  request(
    destination: DestinationId,
    amount: string,
    id?: string,
  ): Promise<Result<{ readonly payout: PayoutId }, PayoutRefusal>>;
  /** The same, and it is expected to be taken. */
  requested(destination: DestinationId, amount: string): Promise<PayoutId>;
  /** What waits for its minute, or its next try, is due at once. */
  makeDue(): Promise<void>;
  /** Asks providers for what is due until nothing is, and nothing is under way. */
  send(): Promise<void>;
  mood(provider: string, mood: { payouts?: "paid" | "refused" | "later" | "returned"; down?: boolean }): Promise<void>;
  view(): Promise<WalletView>;
  /** All of the statement, oldest first. */
  lines(): Promise<readonly WalletLine[]>;
  payout(id: PayoutId): Promise<Json>;
  /** What the providers' own books say went out under the payout's reference: how often, and how much. */
  paidOut(id: PayoutId): Promise<{ readonly times: number; readonly cents: number }>;
  sql(text: string, values?: readonly unknown[]): Promise<readonly Json[]>;
};

let statements = 0;

type Beside = { readonly db: World["db"]; readonly service: Pick<World["service"], "publicUrl"> };
/** Which providers there are; the simulated ones when left out. */
type Chosen = Pick<Parameters<typeof openProviders>[0], "providers">;

/** @param shop that earns by stories; one that only pays out needs no more than an account. */
export function openPurse(
  world: Beside,
  shop: Pick<Merchant, "account"> & Partial<Merchant>,
  chosen: Chosen = {},
): Purse {
  const { db } = world;
  const account = shop.account as AccountId;
  const executor = openExecutor(db);
  const providers = openProviders(
    { mode: "sandbox", ...chosen },
    { db, secret: SECRET, origin: () => world.service.publicUrl },
  );
  const sql = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
    db.query<Json>({ name: `test: purse ${statements++}`, text, values });
  const purse: Purse = {
    account,
    executor,
    providers,
    sql,
    earn: async (amount) => {
      const merchant = shop as Merchant;
      const escrow = await funded(merchant, { title: "Hand-thrown bowl", amount });
      await submit(merchant, escrow);
      return asBuyer(merchant, escrow, "approve");
    },
    destination: async ({ kind = "mobile_money", number } = {}) => {
      const id = uuidv7() as DestinationId;
      const fresh = `+2557${id.replaceAll(/\D/g, "").slice(-7)}1`;
      await sql(
        `insert into payout_destinations (account_id, id, kind, name, number, bank, slot, created, usable_at)
         select $1, $2, $3, 'Ada Byron', $4, case $3 when 'bank' then 'First Bank' end, free.slot, service_now() - 90000, service_now() - 3600
         from generate_series(1, 10) free (slot)
         where not exists (select 1 from payout_destinations d where d.account_id = $1 and d.slot = free.slot and d.removed_at is null)
         order by slot limit 1`,
        [account, id, kind, number ?? fresh],
      );
      return id;
    },
    request: (destination, amount, id = uuidv7()) =>
      requestPayout(
        { executor, providers },
        { account, id: id as PayoutId, destination, amount: cents(amount), requestedBy: null },
      ),
    requested: async (destination, amount) => {
      const told = await purse.request(destination, amount);
      expect(told).toMatchObject({ ok: true });
      return (told as { value: { payout: PayoutId } }).value.payout;
    },
    makeDue: async () => {
      await sql("update payout_calls set due_at = 0 where status = 'OPEN' and account_id = $1", [account]);
    },
    send: async () => {
      const means = { db, executor, providers, log: openLog("silent") };
      for (const provider of providers.all) {
        const window = openWindow(payoutsBy(provider, means));
        do await window.settled();
        while (await window.fill());
        await window.settled();
      }
      // Where a service runs beside, its own worker may have been first with one: the lock waits for a claim that is being made.
      const open = "select leased_until from payout_calls where account_id = $1 and status = 'OPEN' for update";
      const isAsked = async (): Promise<boolean> =>
        (await sql(open, [account])).some((call) => call["leased_until"] !== null);
      while (await isAsked());
    },
    mood: async (provider, { payouts = "paid", down = false }) => {
      await sql(
        `insert into sandbox_bank.moods (provider, payouts, is_down) values ($1, $2, $3)
         on conflict (provider) do update set payouts = $2, is_down = $3`,
        [provider, payouts, down],
      );
      if (!down) await sql("delete from provider_health where provider = $1", [provider]);
    },
    view: () => readWallet(db, account),
    lines: () => linesAfter(db, account, { span: ALL_TIME, after: null, limit: 10_000 }),
    payout: async (id) =>
      (await sql("select * from payouts where account_id = $1 and id = $2", [account, id]))[0] as Json,
    paidOut: async (id) => {
      const [row] = await sql(
        `select count(*)::int as times, coalesce(sum(o.amount), 0)::int as cents from sandbox_bank.outgoing o
         join payouts p on p.reference::text = o.reference and p.provider = o.provider
         where p.account_id = $1 and p.id = $2 and not o.is_refused`,
        [account, id],
      );
      return { times: row?.["times"], cents: row?.["cents"] };
    },
  };
  return purse;
}

/** The statement adds up: line by line, to the ledger's account of the wallet, and to what the wallet shows. */
export async function expectStatementAddsUp(purse: Purse): Promise<void> {
  const lines = await purse.lines();
  const ledger = await purse.sql(
    "select (credits - debits)::text as balance from ledger_accounts where account_id = $1 and kind = 'merchant_wallet'",
    [purse.account],
  );
  let balance = 0n;
  for (const [index, line] of lines.entries()) {
    balance += line.amount;
    expect({ number: line.number, balance: line.balanceAfter }).toEqual({ number: index + 1, balance });
  }
  expect(BigInt(ledger[0]?.["balance"] ?? "0")).toBe(balance);
  expect((await purse.view()).available).toBe(balance);
}
