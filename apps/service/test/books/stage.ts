/** What stories about the house's books are told with: a deployment without workers, whose statements are read when a story says so. */
import { bookReport } from "../../src/commands/book-report.js";
import { openQuotes } from "../../src/commands/quotes.js";
import { formatAmount } from "../../src/domain/currencies.js";
import { parseMoney, ZERO } from "../../src/domain/money.js";
import type { Operator } from "../../src/domain/operators.js";
import type { Rates } from "../../src/domain/rates.js";
import { HOUSE_ACCOUNTS, type HouseAccount } from "../../src/domain/reconciliation.js";
import { openLog } from "../../src/platform/log.js";
import type { Provider } from "../../src/providers/port.js";
import { transferMoney } from "../../src/providers/sandbox/play.js";
import { claimStatement, watchStatement } from "../../src/store/providers/statements.js";
import { readClock } from "../../src/store/read/clock.js";
import { listDifferences } from "../../src/store/read/desk/books.js";
import { type BookRules, type Reconciled, reconcile } from "../../src/workers/statements.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { type Desk, openDesk, SECRET } from "../payments/desk.js";
import { NO_RATES, ratesOf } from "../rates.js";
import { confirmed, ORDER } from "../stories.js";

export const OPERATOR: Operator = { id: null, name: "ada@desk.example", accounts: [], second: null };
const RULES: BookRules = { reconcileAt: 7_200, providerFees: [], floatAlarms: [] };

type Alarm = { readonly what: string } & Readonly<Record<string, unknown>>;

type PaidAbroad = {
  readonly currency: string;
  readonly method?: "card" | "mobile_money" | "bank";
  readonly phone?: string;
};

export type BooksStage = {
  readonly world: World;
  readonly shop: Merchant;
  readonly desk: Desk;
  readonly card: Provider;
  /** What was logged as an error since it was asked last. */
  alarms(): readonly Alarm[];
  /** An order that was paid, by card in USD or as is said; the reference of its payment. It is booked as soon as somebody asks. */
  paid(amount?: string, abroad?: PaidAbroad): Promise<string>;
  /** The provider's notices come, and are booked. */
  told(): Promise<void>;
  /** Reads the statement, and books what has rested. */
  read(rules?: Partial<BookRules>, provider?: Provider): Promise<Reconciled>;
  /** Two hours later: all that was read has rested. */
  rested(rules?: Partial<BookRules>, provider?: Provider): Promise<Reconciled>;
  /** What a dollar is from now on: by currency, such as `{ KES: "129.35" }`. */
  rates(given: Readonly<Record<string, string>>): void;
  /** Something is wrong with the line of a movement. */
  fault(line: string, fault: "left_out" | "twice" | "fee"): Promise<void>;
  /** Classes of the open differences, with their amounts. */
  open(): Promise<readonly string[]>;
  /** What the accounts hold, but for those that hold nothing. */
  balances(provider?: string, currency?: string): Promise<Partial<Record<HouseAccount, string>>>;
  close(): Promise<void>;
};

export async function openBooksStage(): Promise<BooksStage> {
  const world = await startWorld({ role: "web" });
  const shop = await world.merchant();
  let given: Rates = NO_RATES;
  const rates: Rates = {
    find: (currency, now) => given.find(currency, now),
    list: (now) => given.list(now),
    marginOf: (currency) => given.marginOf(currency),
    quoteGraceSeconds: NO_RATES.quoteGraceSeconds,
  };
  const desk = await openDesk(world, shop, rates);
  const quotes = openQuotes({ rates, providers: desk.providers, keys: [SECRET] });
  const card = desk.providers.byName("sandbox-card") as Provider;
  const alarms: Alarm[] = [];
  const log = {
    ...openLog("silent"),
    info: () => undefined,
    warn: (about: object, what: string) => alarms.push({ ...about, what: `warn: ${what}` }),
    error: (about: object, what: string) => alarms.push({ ...about, what }),
  } as unknown as ReturnType<typeof openLog>;
  const read: BooksStage["read"] = async (rules = {}, provider = card) => {
    await watchStatement(world.db, provider.name, RULES.reconcileAt);
    const claimed = await claimStatement(world.db, provider.name, true);
    if (claimed === null) throw new Error("somebody else reads it");
    return reconcile(claimed, provider, { db: world.db, log, rules: { ...RULES, ...rules }, rates });
  };
  return {
    world,
    shop,
    desk,
    card,
    alarms: () => alarms.splice(0),
    paid: async (amount = "100.00", abroad) => {
      const escrow = await confirmed(shop, { ...ORDER, amount });
      const due = parseMoney(String(escrow["total"] ?? "")) ?? ZERO;
      const { now } = await readClock(world.db);
      const quote = abroad === undefined ? null : quotes.offer(due, abroad.currency, now);
      if (abroad !== undefined && quote === null) throw new Error(`${abroad.currency} is not offered`);
      const { method = "card", phone = "+255712345678" } = abroad ?? {};
      const { reference } = await desk.begun(escrow, method, { quote, phone });
      // Nobody looks it up by itself: a story says when our books have it.
      await desk.sql("update provider_calls set due_at = due_at + 1000000000000 where kind = 'look_up'");
      if (method === "mobile_money") await desk.approve(reference);
      else if (method === "card") await desk.typeCard(reference);
      else await transferMoney(world.db, reference, quote?.asked ?? due);
      return reference;
    },
    told: async () => {
      const reports = await desk.sql<{ reference: string; provider: string }>(
        "select reference, provider from payments where status <> 'SUCCEEDED'",
      );
      for (const { reference, provider } of reports) {
        const found = await desk.providers.byName(provider)?.lookUp(reference);
        if (found?.kind !== "known") throw new Error("it is not known");
        for (const report of found.reports)
          await bookReport({ db: world.db, executor: desk.executor, feeBorneBy: "merchant", rates }, provider, report);
      }
    },
    read,
    rested: async (rules, provider) => {
      await read(rules, provider);
      await world.advance(7_200);
      return read(rules, provider);
    },
    rates: (next) => {
      given = ratesOf(next);
    },
    fault: async (line, fault) => {
      await desk.sql(
        "insert into sandbox_bank.statement_faults (provider, line_id, fault) values ('sandbox-card', $1, $2)",
        [line, fault],
      );
    },
    open: async () =>
      (await listDifferences(world.db, { provider: null, day: null, isOpen: true, after: "0", limit: 100 })).map(
        (one) => `${one.class} ${formatAmount(one.amount, one.currency)}`,
      ),
    balances: async (provider = "sandbox-card", currency = "USD") => {
      const [row = {}] = await desk.sql("select * from house_balances where provider = $1 and currency = $2", [
        provider,
        currency,
      ]);
      return Object.fromEntries(
        HOUSE_ACCOUNTS.flatMap((name) => {
          const amount = BigInt((row as Record<string, string>)[name] ?? "0");
          return amount === 0n ? [] : [[name, formatAmount(amount, currency)]];
        }),
      );
    },
    close: async () => {
      await desk.close();
      await world.close();
    },
  };
}
