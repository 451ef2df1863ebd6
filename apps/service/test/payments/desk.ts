/**
 * What payment stories are told with: a buyer's side that starts and cancels, the payer's side of the sandbox's
 * providers, and the rows that came of it. It works beside the service of the world, as a second process would.
 */
import type pg from "pg";
import { expect } from "vitest";
import { cancelPayment } from "../../src/commands/cancel-payment.js";
import { type Executor, openExecutor } from "../../src/commands/execute.js";
import type { Offer } from "../../src/commands/quotes.js";
import { type PaymentRefusal, startPayment } from "../../src/commands/start-payment.js";
import type { AccountId, EscrowId, PaymentId } from "../../src/domain/ids.js";
import { type Cents, formatMoney, parseMoney } from "../../src/domain/money.js";
import type { Rates } from "../../src/domain/rates.js";
import type { Result } from "../../src/domain/result.js";
import { openLog } from "../../src/platform/log.js";
import { openProviders } from "../../src/providers/open.js";
import type { Providers } from "../../src/providers/port.js";
import { sendNotices } from "../../src/providers/sandbox/notices.js";
import { answerChallenge, answerPhone, transferMoney, typeCard } from "../../src/providers/sandbox/play.js";
import { listPayments, listRefunds, type PaymentView } from "../../src/store/read/money/payments.js";
import { startProviderCalls } from "../../src/workers/provider-calls.js";
import { newPool } from "../client.js";
import type { Json, Merchant, World } from "../harness.js";
import { NO_RATES } from "../rates.js";

export const SECRET = Buffer.alloc(32, "a key that only tests know");
const CARD = "4242 4242 4242 4242";
const PHONE = "+255 712 345 678";

export const cents = (text: string): Cents => parseMoney(text) as Cents;

/** Asks until it is so; whatever is waited for is done by workers within a second or two. */
export async function until<Value>(ask: () => Promise<Value | null | undefined | false>): Promise<Value> {
  const end = performance.now() + 40_000;
  for (;;) {
    const value = await ask();
    if (value) return value;
    if (performance.now() > end) throw new Error(`it never came to be: ${ask.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export type Row = {
  readonly id: PaymentId;
  readonly reference: string;
  readonly status: string;
  readonly method: string;
};

/** What a payer in another country was promised, and their phone. */
type Abroad = { readonly quote?: Offer | null; readonly phone?: string };

export type Desk = {
  readonly executor: Executor;
  readonly providers: Providers;
  start(escrow: Json, method?: "card" | "mobile_money" | "bank", abroad?: Abroad): ReturnType<typeof startPayment>;
  cancel(escrow: Json, payment: PaymentId): Promise<Result<null, PaymentRefusal>>;
  /** Starts one and waits until its provider has told what the payer has to do; its reference is what the payer knows. */
  begun(escrow: Json, method?: "card" | "mobile_money" | "bank", abroad?: Abroad): Promise<Row>;
  payments(escrow: Json): Promise<readonly PaymentView[]>;
  refunds(
    escrow: Json,
  ): Promise<readonly { readonly amount: string; readonly reason: string; readonly status: string }[]>;
  /** All payments as they are stored, oldest first. */
  rows(escrow: Json): Promise<readonly Row[]>;
  typeCard(reference: string, number?: string): Promise<string>;
  answerChallenge(reference: string, isHolder: boolean): Promise<string>;
  approve(reference: string, pin?: string): Promise<string>;
  declinePrompt(reference: string): Promise<string>;
  transfer(reference: string, amount: string): Promise<string>;
  /** How a provider behaves from now on. */
  mood(provider: string, mood: { notices?: string; down?: boolean; refusesRefunds?: boolean }): Promise<void>;
  /** The provider posts what is due, without waiting for its next look. Resolves when all that came is booked. */
  post(): Promise<void>;
  /** Resolves when no notice waits to be booked. */
  booked(): Promise<void>;
  status(escrow: Json): Promise<string>;
  sql<Found extends pg.QueryResultRow = Json>(text: string, values?: readonly unknown[]): Promise<readonly Found[]>;
  close(): Promise<void>;
};

/** @param rates that its workers and its buyers' pages know; of money that the service books itself it has its own. */
export async function openDesk(world: World, shop: Merchant, rates: Rates = NO_RATES): Promise<Desk> {
  const { db } = world;
  const origin = (): string => world.service.publicUrl;
  const client = newPool(world.databaseUrl, 2);
  let poke: () => void = () => undefined;
  const executor = openExecutor(db, { onCalls: () => poke() });
  const providers = openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin });
  const calls = startProviderCalls({ db, executor, providers, rates, publicUrl: origin, log: openLog("silent") });
  poke = calls.poke;
  const account = shop.account as AccountId;
  const idOf = (escrow: Json): EscrowId => escrow["id"] as EscrowId;
  const desk: Desk = {
    executor,
    providers,
    start: (escrow, method = "card", { quote = null, phone = PHONE } = {}) =>
      startPayment({ executor, providers }, { account, escrow: idOf(escrow), method, phone, quote }),
    cancel: (escrow, payment) =>
      cancelPayment(executor, { account, escrow: idOf(escrow), payment, failure: "cancelled" }),
    begun: async (escrow, method, abroad) => {
      const told = await desk.start(escrow, method, abroad);
      expect(told).toMatchObject({ ok: true });
      const id = told.ok ? told.value.payment : null;
      await until(async () => (await desk.payments(escrow)).find((one) => one.id === id)?.instructions);
      return (await desk.rows(escrow)).find((row) => row.id === id) as Row;
    },
    payments: (escrow) => listPayments(db, account, idOf(escrow)),
    refunds: async (escrow) =>
      (await listRefunds(db, account, idOf(escrow))).map(({ amount, reason, status }) => ({
        amount: formatMoney(amount),
        reason,
        status,
      })),
    rows: (escrow) =>
      desk.sql<Row>(
        "select id, reference, status, method from payments where account_id = $1 and escrow_id = $2 order by created, id",
        [account, escrow["id"]],
      ),
    typeCard: (reference, number = CARD) => typeCard(db, reference, number),
    answerChallenge: (reference, isHolder) => answerChallenge(db, reference, isHolder),
    approve: (reference, pin = "1234") => answerPhone(db, reference, { kind: "approve", pin }),
    declinePrompt: (reference) => answerPhone(db, reference, { kind: "decline" }),
    transfer: (reference, amount) => transferMoney(db, reference, cents(amount)),
    mood: async (provider, { notices = "once", down = false, refusesRefunds = false }) => {
      await client.query(
        `insert into sandbox_bank.moods (provider, notices, is_down, refuses_refunds) values ($1, $2, $3, $4)
         on conflict (provider) do update set notices = $2, is_down = $3, refuses_refunds = $4`,
        [provider, notices, down, refusesRefunds],
      );
      // As if a probe had got through already.
      if (!down) await client.query("delete from provider_health where provider = $1", [provider]);
    },
    post: async () => {
      while (await sendNotices({ db, secret: SECRET, origin }, new AbortController().signal));
      await desk.booked();
    },
    booked: async () => {
      await until(
        async () => (await desk.sql("select 1 from provider_notices where status = 'NEW' limit 1")).length === 0,
      );
    },
    status: async (escrow) => (await shop.get(`/escrows/${escrow["id"]}`)).body["status"],
    sql: async (text, values = []) => (await client.query(text, [...values])).rows,
    close: async () => {
      await calls.stop();
      await client.end();
    },
  };
  return desk;
}
