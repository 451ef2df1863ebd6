/** What stories about a holder of sellers' money are told with: a shop, its purse, the holder's desk, and the worker of the story. */
import { bookReport } from "../../src/commands/book-report.js";
import { connectAccount } from "../../src/commands/connect-account.js";
import { startPayment } from "../../src/commands/start-payment.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { type Cents, formatMoney } from "../../src/domain/money.js";
import { openLog } from "../../src/platform/log.js";
import { type ConnectDeed, playConnected } from "../../src/providers/sandbox/holder.js";
import { typeCard } from "../../src/providers/sandbox/play.js";
import { readConnected } from "../../src/store/read/money/connected.js";
import { watchConnected } from "../../src/workers/connected.js";
import { newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { asBuyer, confirmed, pay, submit } from "../stories.js";
import { cents, openPurse, type Purse } from "../wallet/wallet.js";

const PAYER = {
  ...{ currency: "USD", phone: null, network: null, email: "ada@buyers.example", description: "Bowl", language: "en" },
  ...{ returnUrl: "https://pay.example/back", cancelUrl: "https://pay.example/left", expiresAt: 2_000_000_000 },
} as const;

const CONNECTING = { ...readConfig({}).providers, connect: true };

/** @param role web: no worker but the one of the story. */
export const startHolderWorld = (role: "web" | "all" = "web"): Promise<World> =>
  startWorld({ role, providers: CONNECTING });

export type Seller = {
  readonly shop: Merchant;
  readonly owner: Person;
  readonly purse: Purse;
  readonly account: AccountId;
  /** An order paid by cards that the holder takes, as much by each as is given; delivered, and approved. */
  sell(...amounts: readonly string[]): Promise<Json>;
  /** Led to the holder's page: its id of the account. */
  connect(): Promise<string>;
  /** What the holder thinks of the seller from now on. */
  decide(deed: ConnectDeed): Promise<void>;
  /** Connected, verified, and a day has gone by. */
  ready(): Promise<void>;
  /** The worker looks at all that is due, and payouts that wait for their minute are sent. */
  work(): Promise<void>;
  look(): Promise<void>;
  state(): ReturnType<typeof readConnected>;
  payouts(): Promise<readonly Json[]>;
  /** The clock of all moves. */
  sleep(seconds: number): Promise<void>;
};

export async function openSeller(world: World): Promise<Seller> {
  const { db } = world;
  const shop = await world.merchant();
  const owner = await newPerson(world, shop);
  const purse = openPurse(world, shop, { providers: CONNECTING });
  const { account, executor, providers } = purse;
  const means = { db, executor, providers, log: openLog("silent") };
  const seller: Seller = {
    shop,
    owner,
    purse,
    account,
    sell: async (...amounts) => {
      const price = amounts.reduce((sum, one) => sum + cents(one), 0n);
      const escrow = await confirmed(shop, { title: "Hand-thrown bowl", amount: formatMoney(price as Cents) });
      for (const amount of amounts) {
        const about = { account, escrow: escrow["id"] as EscrowId };
        const begun = await startPayment({ executor, providers }, { ...about, method: "card" });
        if (!begun.ok) throw new Error(`not paid: ${JSON.stringify(begun.reason)}`);
        const [payment] = await purse.sql("select reference, asked from payments where id = $1", [begun.value.payment]);
        const reference: string = payment?.["reference"];
        const asked = { reference, method: "card" as const, amount: BigInt(payment?.["asked"]) as Cents };
        await providers.byName("sandbox-card")?.createPayment({ ...PAYER, ...asked });
        await typeCard(db, reference, "4242 4242 4242 4242");
        const paid = { amount: amounts.length === 1 ? asked.amount : cents(amount), currency: "USD" as const };
        const report = { about: "payment", reference, receipt: 1, outcome: "succeeded", ...paid } as const;
        await bookReport({ db, executor, feeBorneBy: "house", rates: NO_RATES }, "sandbox-card", report);
      }
      const left = await shop.get(`/escrows/${escrow["id"]}`);
      if (left.body["status"] === "PARTIALLY_FUNDED") await pay(shop, escrow);
      await submit(shop, escrow);
      return asBuyer(shop, escrow, "approve");
    },
    connect: async () => {
      const [row] = await purse.sql("select seller_id from team_members where account_id = $1", [account]);
      const urls = { back: `${world.service.publicUrl}/back`, again: `${world.service.publicUrl}/again` };
      const led = await connectAccount({ db, providers }, { account, seller: row?.["seller_id"], urls });
      if (!led.ok) throw new Error(`not connected: ${led.reason.kind}`);
      return led.value.split("/").at(-1) ?? "";
    },
    decide: async (deed) => {
      const theirId = (await seller.state())?.theirId ?? "";
      if (!(await playConnected(db, theirId, deed))) throw new Error("the holder knows no such account");
      await purse.sql("update connected_accounts set look_at = 0 where account_id = $1", [account]);
    },
    ready: async () => {
      await seller.connect();
      await seller.decide("verify");
      await seller.look();
      await seller.sleep(86_400);
    },
    look: async () => {
      while (await watchConnected(means));
    },
    work: async () => {
      await seller.look();
      await purse.makeDue();
      await purse.send();
    },
    state: () => readConnected(db, account, "sandbox-card"),
    payouts: () => purse.sql("select * from payouts where account_id = $1 order by number", [account]),
    sleep: async (seconds) => {
      await purse.sql("update test_clock set offset_seconds = offset_seconds + $1", [seconds]);
    },
  };
  return seller;
}
