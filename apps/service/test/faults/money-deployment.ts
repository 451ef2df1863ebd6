/** A deployment whose workers are processes of their own and may die, on the clock of a story, whatever providers it has. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentMethod } from "@holdfast/contract";
import { pino } from "pino";
import { openExecutor } from "../../src/commands/execute.js";
import { requestPayout } from "../../src/commands/request-payout.js";
import { startPayment } from "../../src/commands/start-payment.js";
import { readBooks } from "../../src/config/books.js";
import { readConfig } from "../../src/config/index.js";
import { openSettings } from "../../src/config/settings.js";
import type { AccountId, DestinationId, EscrowId, PayoutId } from "../../src/domain/ids.js";
import type { Payee } from "../../src/domain/payouts.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { openLog } from "../../src/platform/log.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openHealth } from "../../src/providers/health.js";
import { openHttpClient } from "../../src/providers/http-client.js";
import { basesOf, openProviders } from "../../src/providers/open.js";
import type { Providers } from "../../src/providers/port.js";
import { type ClaimedStatement, claimStatement, watchStatement } from "../../src/store/providers/statements.js";
import { reconcile } from "../../src/workers/statements.js";
import { asService, type Json, type Merchant, startWorld, type World } from "../harness.js";
import { cents, SECRET } from "../payments/desk.js";
import { type Launched, launchService, listening, paced, type Served } from "../process/launch.js";
import { NO_RATES } from "../rates.js";
import { openPurse } from "../wallet/wallet.js";
import { patiently } from "./patience.js";
import type { Chance } from "./random.js";

const DAY = 86_400;
const PACE = { tickMs: 200 };

type By = { readonly method: PaymentMethod; readonly phone?: string };

export type Deployment = {
  readonly world: World;
  readonly shops: readonly Merchant[];
  /** As the process of the story knows them. */
  readonly providers: Providers;
  /** By any method, where none is given. A method or a payout may be refused: then nothing happens. */
  start(shop: Merchant, escrow: Json, by?: By): Promise<unknown>;
  payOut(shop: Merchant): Promise<unknown>;
  /** One of the workers dies where it stands, and another takes its place. */
  kill(): Promise<void>;
  advance(seconds: number): Promise<void>;
  /** So often, and for so many days, that all it tells is booked, and what it lacks is a difference. */
  readStatements(): Promise<void>;
  sql(text: string, values?: readonly unknown[]): Promise<readonly Json[]>;
  /** Every line that a process of the deployment has logged. */
  logged(): string;
  close(): Promise<void>;
};

const LEASED = ["provider_calls", "payout_calls", "provider_notices", "provider_statements", "sandbox_bank.notices"];
/** What a dead worker held is free after up to a minute, which no story waits for; a living one is done with anything sooner. */
const SOON_OVER = "leased_until = least(leased_until, clock_timestamp() + interval '3 seconds')";

/** What a story has by way of providers, and who pays and is paid. */
export type Market = {
  /** Settings of a process of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly providers: ReturnType<typeof readConfig>["providers"];
  readonly methods: readonly PaymentMethod[];
  readonly phones: readonly string[];
  readonly payees: readonly Pick<Payee, "kind" | "number">[];
  /** The clock of providers that have one of their own. */
  advance(seconds: number): Promise<void> | void;
};

export async function openDeployment(
  market: Market,
  { next, pick, integer }: Chance,
  shopCount: number,
): Promise<Deployment> {
  const lines: string[] = [];
  const written = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const log = Object.assign(written, { flush: () => undefined });
  const world = await startWorld({ role: "web", logLevel: "info", providers: market.providers }, log);
  const shops = await Promise.all(Array.from({ length: shopCount }, () => patiently(() => world.merchant())));
  const env = {
    ...market.env,
    ...paced(PACE),
    ROLE: "worker",
    LOG_LEVEL: "info",
    SECRET_KEY: SECRET.toString("base64"),
    DATABASE_URL: asService(world.databaseUrl),
    PUBLIC_URL: world.service.publicUrl,
  };
  const rules = readBooks(openSettings(market.env));
  const gone: Launched[] = [];
  const workers = await Promise.all([1, 2].map(() => listening(launchService(env))));

  const config = { ...readConfig({}), providers: market.providers };
  const { db } = world;
  const health = openHealth(db, openLog("silent"));
  const httpClient = openHttpClient({ bases: basesOf(market.providers), isSandbox: true });
  const origin = (): string => world.service.publicUrl;
  const providers = openProviders(config, { db, secret: SECRET, origin, httpClient, health });
  const executor = openExecutor(db);
  const known = async (): Promise<void> => {
    await patiently(() => Promise.all([health.refresh(), ...providers.all.map((one) => one.refresh())]));
  };
  await known();
  const names = new Map<string, string>();
  let ahead = 0;
  const advance: Deployment["advance"] = async (seconds) => {
    await market.advance(seconds);
    ahead += seconds;
    await sql("update test_clock set offset_seconds = $1", [ahead]);
    await known();
  };
  const reconcileAll: () => Promise<void> = async () => {
    for (const provider of providers.all) {
      if (provider.books === null) continue;
      await patiently(async () => {
        await watchStatement(db, provider.name, rules.reconcileAt);
        const claimed = await claimedBy(provider.name);
        const read = await reconcile(claimed, provider, { db, log: openLog("silent"), rules, rates: NO_RATES });
        if (read.error !== null) throw new DatabaseUnavailable(`the statement of ${provider.name}: ${read.error}`);
      });
    }
  };
  const sql: Deployment["sql"] = (text, values = []) => {
    const name = names.get(text) ?? `test: fixture ${names.size}`;
    names.set(text, name);
    return patiently(() => db.query<Json>({ name, text, values }));
  };
  const destinations = new Map<string, readonly DestinationId[]>();
  for (const shop of shops) {
    const purse = openPurse(world, shop);
    const made: DestinationId[] = [];
    for (const one of market.payees) made.push(await purse.destination(one));
    destinations.set(shop.account, made);
  }

  /** A worker may be at it, or have died at it. */
  const claimedBy = async (provider: string): Promise<ClaimedStatement> => {
    for (;;) {
      const claimed = await claimStatement(db, provider, true);
      if (claimed !== null) return claimed;
      await sleep(100);
    }
  };
  const replaced = async (dead: Served): Promise<Served> => {
    dead.child.kill("SIGKILL");
    await dead.ended;
    gone.push(dead);
    return listening(launchService(env));
  };
  return {
    world,
    shops,
    providers,
    sql,
    start: async (shop, escrow, by = { method: pick(market.methods), phone: pick(market.phones) }) => {
      const about = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
      return patiently(async () => {
        await health.refresh();
        return startPayment({ executor, providers }, { ...about, ...by });
      });
    },
    payOut: async (shop) => {
      const destination = pick(destinations.get(shop.account) ?? []);
      const amount = cents(`${integer(5, 60)}.${next() < 0.5 ? "00" : "50"}`);
      const wanted = { account: shop.account as AccountId, id: uuidv7() as PayoutId, destination, amount };
      return patiently(() => requestPayout({ executor, providers }, { ...wanted, requestedBy: null }));
    },
    kill: async () => {
      const at = integer(0, workers.length - 1);
      workers[at] = await replaced(workers[at] as Served);
      for (const table of LEASED) await sql(`update ${table} set ${SOON_OVER} where leased_until > clock_timestamp()`);
    },
    advance,
    readStatements: async () => {
      // Lines rest a while before they are booked, and what no line tells of is a difference after three days.
      for (const seconds of [0, DAY / 24, DAY / 24, 4 * DAY]) {
        await advance(seconds);
        await reconcileAll();
      }
    },
    logged: () => [...lines, ...[...gone, ...workers].flatMap((one) => [one.stdout(), one.stderr()])].join("\n"),
    close: async () => {
      await Promise.all(workers.map((one) => one.stop()));
      await httpClient.close();
      await world.close();
    },
  };
}
