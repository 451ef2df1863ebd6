/** What stories about the house's books are told with: a deployment without workers, whose statements are read when a story says so. */
import { bookReport } from "../../src/commands/book-report.js";
import { formatAmount } from "../../src/domain/currencies.js";
import type { Operator } from "../../src/domain/operators.js";
import type { Rates } from "../../src/domain/rates.js";
import { HOUSE_ACCOUNTS, type HouseAccount } from "../../src/domain/reconciliation.js";
import { openLog } from "../../src/platform/log.js";
import type { Provider } from "../../src/providers/port.js";
import { claimStatement, watchStatement } from "../../src/store/providers/statements.js";
import { listDifferences } from "../../src/store/read/desk/books.js";
import { type BookRules, type Reconciled, reconcile } from "../../src/workers/statements.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { type Desk, openDesk } from "../payments/desk.js";
import { NO_RATES, ratesOf } from "../rates.js";
import { confirmed, ORDER } from "../stories.js";

export const OPERATOR: Operator = { id: null, name: "ada@desk.example", accounts: [], second: null };
const RULES: BookRules = { reconcileAt: 7_200, providerFees: [], floatAlarms: [] };

type Alarm = { readonly what: string } & Readonly<Record<string, unknown>>;

export type BooksStage = {
  readonly world: World;
  readonly shop: Merchant;
  readonly desk: Desk;
  readonly card: Provider;
  /** What was logged as an error since it was asked last. */
  alarms(): readonly Alarm[];
  /** An order that was paid by card; the reference of its payment. It is booked as soon as somebody asks. */
  paid(amount?: string): Promise<string>;
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
  const desk = await openDesk(world, shop);
  const card = desk.providers.byName("sandbox-card") as Provider;
  const alarms: Alarm[] = [];
  let rates: Rates = NO_RATES;
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
    paid: async (amount = "100.00") => {
      const escrow = await confirmed(shop, { ...ORDER, amount });
      const { reference } = await desk.begun(escrow);
      // Nobody looks it up by itself: a story says when our books have it.
      await desk.sql("update provider_calls set due_at = due_at + 1000000000000 where kind = 'look_up'");
      await desk.typeCard(reference);
      return reference;
    },
    told: async () => {
      const reports = await desk.sql<{ reference: string }>(
        "select reference from payments where status <> 'SUCCEEDED'",
      );
      for (const { reference } of reports) {
        const found = await card.lookUp(reference);
        if (found.kind !== "known") throw new Error("it is not known");
        for (const report of found.reports)
          await bookReport({ db: world.db, executor: desk.executor, feeBorneBy: "merchant", rates }, card.name, report);
      }
    },
    read,
    rested: async (rules, provider) => {
      await read(rules, provider);
      await world.advance(7_200);
      return read(rules, provider);
    },
    rates: (given) => {
      rates = ratesOf(given);
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
