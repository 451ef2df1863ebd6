/** pawaPay's statement, which begins a year ago and tells an hour late, beside what it says lies there. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPayment } from "../../src/commands/start-payment.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { uuidv7 } from "../../src/platform/random.js";
import { gathered } from "../../src/providers/open.js";
import type { Adapter } from "../../src/providers/port.js";
import { listStatementDays } from "../../src/store/read/desk/books.js";
import { wide } from "../bounds.js";
import { cents } from "../payments/desk.js";
import { openPawapayStage, type PawapayStage } from "../providers/pawapay/stage.js";
import { orderOf } from "../providers/stage.js";
import { confirmed, ORDER } from "../stories.js";
import { type BooksStage, openBooksStage } from "./stage.js";

let books: BooksStage;
let pawapay: PawapayStage;
beforeEach(async () => {
  books = await openBooksStage();
  pawapay = await openPawapayStage(books.world.db);
});
afterEach(async () => {
  await pawapay.close();
  await books.world.checkLedger();
  await books.close();
});

const HOUR = 3_600;
const WALLET = "COD USD";
const OLD = 500_00;

/** A deposit of 10.00 that our books know nothing of; pawaPay keeps two of a hundred. */
function deposit(): void {
  const { books: theirs } = pawapay.double;
  const payer = { operator: "VODACOM_MPESA_COD", phone: "243813456789", country: "COD", currency: "USD" };
  const asked = { id: uuidv7(), reference: uuidv7(), amount: 10_00, text: "10.00", depositId: null };
  theirs.complete(theirs.take({ operation: "DEPOSIT", ...payer, ...asked }));
}

/** What lay there before the first line, as it was booked. */
const opening = async (): Promise<string | null> =>
  (await books.desk.sql("select provider_balance as lay from house_entries where kind = 'opening'"))[0]?.["lay"] ??
  null;

async function read(seconds: number): Promise<void> {
  await pawapay.advance(seconds);
  expect(await books.read({}, pawapay.provider)).toMatchObject({ error: null });
}

test("what lay there before the first line is known once the hour is told in which it was asked for, and counts once", async () => {
  const { balances, tellLate } = pawapay.double.books;
  balances.set(WALLET, (balances.get(WALLET) ?? 0) + OLD);
  tellLate(HOUR);
  deposit();
  await read(HOUR / 2);
  await pawapay.advance(60);
  deposit();
  await read(HOUR / 2);
  expect(await opening()).toBeNull();
  await read(HOUR);
  expect(await opening()).toBe(String(OLD));
  deposit();
  for (const seconds of [HOUR, 24 * HOUR, 24 * HOUR, 24 * HOUR]) await read(seconds);
  expect(await opening()).toBe(String(OLD));
  const [booked] = await books.desk.sql("select provider_balance::int as lies from house_balances");
  expect(booked?.["lies"]).toBe(balances.get(WALLET));
  expect(await books.open()).toContain("unknown_type 500.00");
  const days = await listStatementDays(books.world.db, { provider: null, day: null, limit: 9 });
  expect(days.at(-1)?.opening).toBe(cents("500.00"));
  expect(days.filter(({ off }) => off !== null && off !== 0n)).toEqual([]);
});

test("no day is closed before it is known what lay there", async () => {
  const { balances, tellLate } = pawapay.double.books;
  deposit();
  await pawapay.advance(3 * 24 * HOUR);
  balances.set(WALLET, (balances.get(WALLET) ?? 0) + OLD);
  tellLate(HOUR);
  await read(0);
  const due = "update provider_statements set close_due_at = 0";
  await books.desk.sql(due);
  await read(HOUR / 2);
  const closed = () => listStatementDays(books.world.db, { provider: null, day: null, limit: 9 });
  expect(await closed()).toEqual([]);
  await books.desk.sql(due);
  await read(HOUR);
  expect((await closed()).at(-1)).toMatchObject({ opening: cents("500.00"), lines: 3 });
});

test("what moved while it was asked is not guessed at: the next time that nothing moved tells", wide(), async () => {
  const { balances, tellLate } = pawapay.double.books;
  balances.set(WALLET, (balances.get(WALLET) ?? 0) + OLD);
  tellLate(HOUR);
  await pawapay.advance(HOUR);
  await read(0);
  deposit();
  await read(HOUR + 60);
  expect(await opening()).toBeNull();
  await read(HOUR + 60);
  expect(await opening()).toBe(String(OLD));
});

test("a fee that is told before we have heard of its payment is compared with what was asked for", async () => {
  const { shop, desk, world } = books;
  const escrow = await confirmed(shop, { ...ORDER, amount: "100.00" });
  const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  const providers = gathered([pawapay.provider as unknown as Adapter], { db: world.db });
  const by = { method: "mobile_money", phone: "+243813456789" } as const;
  expect(await startPayment({ executor: desk.executor, providers }, { ...named, ...by })).toMatchObject({ ok: true });
  const [row] = await desk.rows(escrow);
  const order = { ...orderOf(pawapay.provider, "102.80"), reference: row?.reference ?? "" };
  expect(await pawapay.provider.createPayment(order)).toMatchObject({ kind: "created" });
  for (const entry of pawapay.double.books.of(order.reference)) pawapay.double.books.complete(entry);
  const share = { basisPoints: 200, fixed: cents("0.00"), min: cents("0.00"), max: null };
  const rules = { providerFees: [{ provider: "pawapay", method: "mobile_money", currency: "USD", share }] } as const;
  await books.read(rules, pawapay.provider);
  await pawapay.advance(HOUR);
  await books.read(rules, pawapay.provider);
  expect(await books.open()).toEqual(["theirs_only 102.80"]);
});
