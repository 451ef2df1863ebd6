/** What stories about a holder of sellers' money are told with: a shop, its purse, the holder's desk, and the worker of the story. */
import { connectAccount } from "../../src/commands/connect-account.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId } from "../../src/domain/ids.js";
import { openLog } from "../../src/platform/log.js";
import { type ConnectDeed, playConnected } from "../../src/providers/sandbox/holder.js";
import { readConnected } from "../../src/store/read/money/connected.js";
import { watchConnected } from "../../src/workers/connected.js";
import { newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { openPurse, type Purse } from "../wallet/wallet.js";

const CONNECTING = { ...readConfig({}).providers, connect: true };

/** @param role web: no worker but the one of the story. */
export const startHolderWorld = (role: "web" | "all" = "web"): Promise<World> =>
  startWorld({ role, providers: CONNECTING });

export type Seller = {
  readonly shop: Merchant;
  readonly owner: Person;
  readonly purse: Purse;
  readonly account: AccountId;
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
