/**
 * A marketplace whose operator has three accounts of its own, an adapter over HTTP that stands before a bank, and a simulated provider of cards,
 * which holds one seller's money: payers and banks with chance in them, and what each bank has in its books.
 */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { approveBatch } from "../../src/commands/approve-batch.js";
import { bookReceipt } from "../../src/commands/book-receipt.js";
import { connectAccount } from "../../src/commands/connect-account.js";
import { exportBatch } from "../../src/commands/export-batch.js";
import { importStatement } from "../../src/commands/import-statement.js";
import { makeBatch } from "../../src/commands/make-batch.js";
import { askWithdrawal, withdrawBatch } from "../../src/commands/withdraw-batch.js";
import { readConfig } from "../../src/config/index.js";
import { StatementProblem, signedAmount } from "../../src/domain/bank-statements.js";
import type { BatchOperator } from "../../src/domain/batches.js";
import type { AccountId, EscrowId, PaymentId } from "../../src/domain/ids.js";
import { type Cents, formatSigned } from "../../src/domain/money.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { isRail, type Rail, railProvider } from "../../src/domain/rails.js";
import { openAsking } from "../../src/providers/http/client.js";
import { keysOf } from "../../src/providers/http/signature.js";
import { openTestMode, type TestMode } from "../../src/providers/http/test-mode.js";
import { openHttpClient } from "../../src/providers/http-client.js";
import type { StatementLine, StatementPage, Unreachable } from "../../src/providers/port.js";
import { playConnected } from "../../src/providers/sandbox/holder.js";
import { newPerson } from "../console/seller.js";
import type { Merchant } from "../harness.js";
import { startNodeAdapter } from "../providers/http/examples.js";
import { openFaulty, type Spoiled } from "../providers/http/faulty.js";
import { ADAPTER_SECRET } from "../providers/http/stage.js";
import { CSV, closingOf, csvOf, fileOf, type Line } from "../providers/manual/files.js";
import { newOperatorOf } from "../rails-fixture.js";
import { changeSimulated, endSimulated, playSimulated, type Row } from "./money-chance.js";
import { type Deployment, openDeployment } from "./money-deployment.js";
import { patiently } from "./patience.js";
import type { Chance } from "./random.js";

const railOf = (id: string, method: Rail["method"], least: string, most: string) => ({
  id,
  name: `${id} account`,
  method,
  currency: "USD",
  least,
  most,
  holder: "Acme Payments Ltd",
  account: [{ label: "Account number", value: "0001234567" }],
  days: 10,
  statements: CSV,
});
/** How a rail pays sellers, as RAILS_FILE has it. */
export const PAIN = {
  format: "pain.001.001.09",
  least: "1.00",
  most: "5000.00",
  payees: "iban",
  charges: "SHAR",
  debtor: { name: "Acme Payments Ltd", account: "DE89370400440532013000", bic: "DEUTDEFF" },
};
/** Two banks that share orders by their size, and a till; what is larger goes to the adapter. */
const RAILS = [
  { ...railOf("kcb", "bank", "1.00", "150.00"), payouts: PAIN },
  railOf("coop", "bank", "150.01", "400.00"),
  railOf("till", "mobile_money", "1.00", "400.00"),
];

export type Marketplace = Deployment & {
  readonly rails: readonly Bank[];
  /** What the bank behind the adapter has, by its own books. */
  adapterBalance(): Promise<bigint>;
  adapterLines(): Promise<readonly StatementLine[]>;
  madeAtAdapter(reference: string): Promise<readonly string[]>;
  /** What lies at the provider that holds a seller's money, by its own books. */
  holderBalance(): Promise<bigint>;
  act(row: Row): Promise<unknown>;
  /** Banks send refunds, operators book, statements come, sellers deliver and are paid, moods change. */
  goOn(): Promise<void>;
  /** Banks and adapter behave from now on, and all that is owed is sent. */
  endFaults(): Promise<void>;
  /** Each bank sends what is owed, and its statement is imported to its last line. */
  settleRails(): Promise<void>;
};

/** An account of the operator's, as its bank has it. */
export type Bank = {
  readonly rail: Rail;
  readonly provider: string;
  readonly lines: Line[];
  /** What came or went and names nothing of ours. */
  unnamed: bigint;
};

const money = (text: string): bigint => signedAmount(text, ".") as bigint;
export const balanceOf = ({ lines }: Bank): bigint => money(closingOf({ opening: "0.00", lines }));

const SPOILED: readonly Spoiled[] = [
  "down",
  "stored",
  "conflict",
  "busy",
  "cut",
  "html",
  "nonsense",
  "huge",
  "unsigned",
];

export async function openMarketplace(luck: Chance, shopCount: number): Promise<Marketplace> {
  const { pick, happens } = luck;
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-marketplace-"));
  const railsFile = join(folder, "rails.json");
  fs.writeFileSync(railsFile, JSON.stringify({ rails: RAILS }));
  const adapter = await startNodeAdapter();
  const faulty = await openFaulty(adapter.url);
  const env = {
    PROVIDERS: "manual,http:mybank,sandbox",
    RAILS_FILE: railsFile,
    PROVIDER_MYBANK_URL: faulty.url,
    PROVIDER_MYBANK_SECRETS: ADAPTER_SECRET,
    STRIPE_CONNECT: "on",
  };
  const { providers } = readConfig(env);
  const httpClient = openHttpClient({ bases: [adapter.url], isSandbox: true });
  const asking = openAsking({ httpClient, url: adapter.url, keys: keysOf([ADAPTER_SECRET]) });
  const test: TestMode = openTestMode(asking);
  const market = {
    env,
    providers,
    methods: ["bank", "bank", "mobile_money", "card"] as const,
    phones: ["+255712345678"],
    payees: [
      { kind: "mobile_money", number: "+255712345671" },
      { kind: "bank", number: "0100200300401" },
      { kind: "bank", number: "DE89370400440532013000" },
    ] as const,
    advance: test.advance,
  };
  const deployment = await openDeployment(market, luck, shopCount);
  const { world, sql } = deployment;
  const rails: readonly Bank[] = (providers.manual?.rails ?? []).map((rail) => ({
    rail,
    provider: railProvider(rail),
    lines: [],
    unnamed: 0n,
  }));
  const [heldShop] = deployment.shops as readonly [Merchant, ...Merchant[]];
  const theirId = await connected(heldShop);

  /** One of the sellers has an account at the provider of cards: its id there. */
  async function connected(shop: Merchant): Promise<string> {
    const { sellerId: seller } = await newPerson(world, shop);
    const urls = { back: `${world.service.publicUrl}/back`, again: `${world.service.publicUrl}/again` };
    const means = { db: world.db, providers: deployment.providers };
    const led = await patiently(() => connectAccount(means, { account: shop.account as AccountId, seller, urls }));
    if (!led.ok) throw new Error(`not connected: ${led.reason.kind}`);
    return led.value.split("/").at(-1) ?? "";
  }
  /** What the holder thinks of the seller from now on, which a worker finds out at its next look. */
  async function decide(deed: Parameters<typeof playConnected>[2]): Promise<void> {
    expect(await patiently(() => playConnected(world.db, theirId, deed))).toBe(true);
    await sql("update connected_accounts set look_at = 0");
  }
  await decide("verify");

  const bankOf = (provider: string): Bank => rails.find((one) => one.provider === provider) as Bank;
  const today = async (): Promise<string> =>
    (await sql("select to_char(to_timestamp(service_now()) at time zone 'utc', 'YYYY-MM-DD') as day"))[0]?.["day"];

  /** As people type it into their bank's form. */
  const spelled = (reference: string): string =>
    pick([reference, reference.toLowerCase(), reference.replace(/(.{4})/g, "$1 "), `Invoice ${reference}, thanks`]);

  async function payToRail(bank: Bank, reference: string): Promise<void> {
    const [asked] = await sql("select amount from rail_payments where provider = $1 and reference = $2", [
      bank.provider,
      reference,
    ]);
    if (asked === undefined) return;
    const amount = BigInt(asked["amount"]);
    const sent = pick([amount, amount, amount, amount / 2n, amount + 500n]);
    const day = await today();
    if (happens(0.05)) {
      bank.lines.push({ day, amount: formatSigned(sent), text: `a gift ${bank.lines.length}` });
      bank.unnamed += sent;
      return;
    }
    bank.lines.push({ day, amount: formatSigned(sent), text: spelled(reference) });
    // An operator may see it in the bank's own window before the statement comes.
    if (happens(0.2)) await bookByHand(reference, sent as Cents, day);
  }

  async function bookByHand(reference: string, amount: Cents, day: string): Promise<void> {
    const [payment] = await sql("select account_id, escrow_id, id from payments where reference = $1", [reference]);
    if (payment === undefined) return;
    await patiently(() =>
      bookReceipt(
        world.db,
        { operator: COMMAND_LINE, account: payment["account_id"] as AccountId, reason: "" },
        {
          escrow: payment["escrow_id"] as EscrowId,
          payment: payment["id"] as PaymentId,
          amount,
          worth: amount,
          day: Date.parse(day) / 86_400_000,
          bankReference: `by hand ${reference} ${Math.round(luck.next() * 1e9)}`,
          secondFrom: null,
        },
      ),
    );
  }

  const people = await Promise.all(["Grace", "Joan"].map((name) => newOperatorOf(world, name)));
  const operators = people.map(({ sellerId }, at) => ({
    id: sellerId,
    name: at === 0 ? "Grace" : "Joan",
    accounts: [],
  }));

  /** What is due leaves by files: one gathers, another approves, and now and then they think better of it. */
  async function batch({ rail }: Bank, isSure: boolean): Promise<void> {
    const [maker, other] = happens(0.5) ? operators : operators.toReversed();
    if (maker === undefined || other === undefined || rail.payouts == null) return;
    const made = await patiently(() => makeBatch(world.db, maker, rail));
    if (!made.ok) return;
    const named = (operator: BatchOperator) => ({ operator, code: made.value });
    if (!isSure && happens(0.2)) {
      await askWithdrawal(world.db, named(maker), { seen: "DRAFT", reason: "The wrong day." });
      expect(await withdrawBatch(world.db, named(other), "DRAFT")).toMatchObject({ ok: true });
      return;
    }
    expect(await approveBatch(world.db, named(maker))).toMatchObject({ ok: false });
    expect(await approveBatch(world.db, named(other))).toMatchObject({ ok: true });
    expect(await exportBatch(world.db, named(maker), [rail])).toMatchObject({ ok: true });
  }

  /** What the operator's people send from the bank's own window, and what the bank makes of files. Some of it comes back. */
  async function sendOwed(bank: Bank, share: number): Promise<void> {
    if (share === 1 || happens(0.5)) await batch(bank, share === 1);
    const owed = await sql(
      `select coalesce(o.code, upper(replace(o.reference, '-', ''))) as code, o.amount from rail_outgoing o left join rail_batches b on b.id = o.batch
       where o.provider = $1 and o.status = 'OPEN' and (b.status = 'EXPORTED' or o.kind = 'refund' and o.batch is null)
       order by o.created, o.reference`,
      [bank.provider],
    );
    const day = await today();
    for (const { code, amount } of owed) {
      const isSent = bank.lines.some((line) => line.text.includes(code));
      if (!isSent && happens(share))
        bank.lines.push({ day, amount: formatSigned(-BigInt(amount)), text: `To ${code}` });
    }
    const paid = "select code, amount from rail_outgoing where provider = $1 and status = 'PAID' and batch is not null";
    for (const { code, amount } of share === 1 ? [] : await sql(paid, [bank.provider]))
      if (happens(0.05) && !bank.lines.some(({ text }) => text === `AC04 closed ${code}`))
        bank.lines.push({ day, amount: formatSigned(BigInt(amount)), text: `AC04 closed ${code}` });
  }

  /** All from some day on: files overlap, and begin where a day does, as banks' do. */
  async function importFile(bank: Bank): Promise<void> {
    if (bank.lines.length === 0) return;
    const days = [...new Set(bank.lines.map(({ day }) => day))];
    const [known] = await sql(
      "select to_char(to_timestamp(max(day) * 86400::bigint) at time zone 'utc', 'YYYY-MM-DD') as day from rail_lines where provider = $1",
      [bank.provider],
    );
    const last = known?.["day"] as string | null;
    const from = last === null ? (days[0] as string) : pick(days.filter((day) => day <= last));
    const before = bank.lines.filter(({ day }) => day < from);
    const sheet = {
      opening: closingOf({ opening: "0.00", lines: before }),
      lines: bank.lines.filter(({ day }) => day >= from),
    };
    const load = (content: string) =>
      patiently(() =>
        importStatement(world.db, bank.rail, {
          path: fileOf(content),
          name: `${bank.rail.id}.csv`,
          operator: COMMAND_LINE,
          isDry: false,
        }),
      );
    const rows = csvOf(sheet).split("\n");
    // Of the first file nobody can say that its beginning is missing.
    if (last !== null && rows.length > 3 && happens(0.2))
      await load(rows.toSpliced(pick([1, 2]), 1).join("\n")).catch((error: unknown) => {
        if (!(error instanceof StatementProblem)) throw error;
      });
    await load(rows.join("\n"));
  }

  /** What is paid is delivered and approved, here and there, and sellers ask for their money. */
  async function sell(): Promise<void> {
    const paid = await sql(
      "select account_id::text as account, id from escrows where status = 'IN_ESCROW' order by id",
    );
    for (const { account, id } of paid.filter(() => happens(0.3))) {
      const shop = deployment.shops.find((one) => one.account === account);
      if (shop === undefined) continue;
      // Who is too busy to answer has no parts: another time.
      const { body } = await shop.get(`/escrows/${id}`);
      for (const { id: milestone } of (body["milestones"] ?? []) as readonly { readonly id: string }[]) {
        const path = `/escrows/${id}/milestones/${milestone}`;
        await shop.post(`${path}/submit`, { submission_details: "DHL 4410 8823 7712" });
        await shop.post(`/test_helpers${path}/approve`, {});
      }
    }
    for (const shop of deployment.shops) if (happens(0.3)) await deployment.payOut(shop);
  }

  return {
    ...deployment,
    rails,
    adapterBalance: async () => {
      const answer = await asking.ask({ path: "/balance", body: null }, ["balance"]);
      if (answer.kind !== "said") throw new Error(answer.reason);
      const [{ amount }] = answer.said["available"] as unknown as [{ amount: string }];
      return money(amount);
    },
    adapterLines: async () => {
      const lines: StatementLine[] = [];
      for (let cursor: string | null = null, hasMore = true; hasMore; ) {
        const page: StatementPage | Unreachable | undefined = await deployment.providers
          .byName("http:mybank")
          ?.statement(0, cursor);
        if (page?.kind !== "page") throw new Error("the adapter does not tell its statement");
        lines.push(...page.lines);
        ({ cursor, hasMore } = page);
      }
      return lines;
    },
    madeAtAdapter: test.made,
    holderBalance: async () => {
      const lying = await patiently(async () => deployment.providers.byName("sandbox-card")?.balance());
      if (lying?.kind !== "balance") throw new Error("the holder does not say what lies there");
      return [...lying.available, ...lying.pending].reduce((sum, { amount }) => sum + amount, 0n);
    },
    act: async (row) => {
      const { provider, reference } = row;
      if (isRail(provider)) return payToRail(bankOf(provider), reference);
      if (!provider.startsWith("http")) return playSimulated(world, luck, row);
      return happens(0.2) ? test.pay(reference, 50_00n as Cents) : test.pay(reference);
    },
    goOn: async () => {
      if (happens(0.5)) await changeSimulated(deployment, luck);
      if (happens(0.2)) await decide(pick(["verify", "verify", "want", "restrict"]));
      if (happens(0.5)) {
        faulty.fault(happens(0.6) ? pick(SPOILED) : null);
        await test.condition({
          refunds: pick(["paid", "paid", "refused", "later", "returned"]),
          payouts: pick(["paid", "paid", "refused", "later", "returned"]),
          available: pick([null, null, "50.00"]),
          fault: happens(0.3) ? pick(["lost", "dropped"]) : null,
        });
      }
      for (const bank of rails) {
        await sendOwed(bank, 0.5);
        if (happens(0.5)) await importFile(bank);
      }
      await sell();
    },
    endFaults: async () => {
      faulty.fault(null);
      await test.condition({ refunds: "paid", payouts: "paid", available: null, fault: null });
      await endSimulated(deployment, luck);
      await decide("verify");
    },
    settleRails: async () => {
      for (const bank of rails) {
        await sendOwed(bank, 1);
        await importFile(bank);
      }
    },
    close: async () => {
      await deployment.close();
      await httpClient.close();
      await faulty.close();
      await adapter.stop();
      fs.rmSync(folder, { recursive: true });
      expect(faulty.problems).toEqual([]);
    },
  };
}
