/** What has to be true of money when all is at rest: in our books, in those of each provider, and in what was logged. */
import { expect } from "vitest";
import { type DifferenceView, listDifferences } from "../../src/store/read/desk/books.js";
import { isDeep } from "../bounds.js";
import { TOKEN } from "../providers/pawapay/double.js";
import type { Shape } from "../providers/stripe/shapes.js";
import type { Deployment } from "./money-deployment.js";
import type { Fixture } from "./money-fixture.js";
import { patiently } from "./patience.js";

/** What lies at each provider by our books: what it brought, less what went back, out and to payers' banks. In cents. */
export const OURS = `
  select provider, sum(amount)::text as amount from (
    select provider, received as amount from payments
    union all select p.provider, case r.status when 'SUCCEEDED' then r.charged_back - r.amount else -r.kept end from refund_parts r
      join payments p on (p.account_id, p.escrow_id, p.id) = (r.account_id, r.escrow_id, r.payment_id)
    union all select provider, returned - taken from chargebacks
    union all select provider, -amount from payouts where status = 'PAID'
  ) moved group by provider`;

export const SIMULATED = `
  select provider, sum(amount)::text as amount from (
    select provider, amount from sandbox_bank.receipts
    union all select provider, -amount from sandbox_bank.outgoing
      where not is_refused and (returns_at is null or returns_at > service_now())
    union all select provider, -amount from sandbox_bank.disputes where taken_at is not null and returned_at is null
  ) moved group by provider`;

/** What payers sent to Stripe and no balance has: it lies in a cash balance, or was put towards a payment that waits for the rest. */
function besideBalance({ doubles: { stripe } }: Fixture): number {
  const isWaiting = ({ applied_to_payment: towards }: Shape): boolean =>
    towards !== null &&
    towards !== undefined &&
    stripe.get("intents", (towards as Shape)["payment_intent"])["status"] === "requires_action";
  return stripe.all("cash").reduce((sum, one) => (isWaiting(one) ? sum : sum + Number(one["net_amount"])), 0);
}

/** Before fees: those are between the provider and the house. */
export async function expectSameBooks(fixture: Fixture): Promise<void> {
  const { stripe, pawapay } = fixture.doubles;
  const theirs: Record<string, bigint> = { stripe: 0n, pawapay: 0n };
  const add = (provider: string, amount: unknown): void => {
    theirs[provider] = (theirs[provider] ?? 0n) + BigInt(String(amount));
  };
  for (const { amount } of stripe.all("balance_transactions")) add("stripe", amount);
  add("stripe", besideBalance(fixture));
  for (const { operation, status, amount } of pawapay.books.ended()) {
    if (status === "COMPLETED") add("pawapay", operation === "DEPOSIT" ? amount : -amount);
  }
  for (const { provider, amount } of await fixture.sql(SIMULATED)) add(provider, amount);
  const ours = Object.fromEntries((await fixture.sql(OURS)).map(({ provider, amount }) => [provider, BigInt(amount)]));
  const both = (all: Record<string, bigint>) => Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0n));
  expect(both(ours)).toEqual(both(theirs));

  const [outside] = await fixture.sql(
    "select coalesce(sum(debits - credits), 0)::text as amount from ledger_accounts where kind = 'external'",
  );
  expect(BigInt(outside?.["amount"])).toBe(Object.values(theirs).reduce((sum, one) => sum + one, 0n));
  // Of a dozen orders chance may leave every one unpaid; what is put in afterwards is paid in any case.
  if (isDeep) expect(Object.values(theirs).some((sum) => sum > 0n)).toBe(true);
}

/** Under one reference of ours each provider has done a thing once at most. */
export async function expectNothingTwice(fixture: Fixture): Promise<void> {
  const { stripe, pawapay } = fixture.doubles;
  const referenceOf = ({ metadata }: Shape): string => String((metadata as Shape)["reference"]);
  const isStanding = ({ status }: Shape): boolean => status !== "failed" && status !== "canceled";
  const done = [
    ...stripe.all("sessions").map((one) => `session ${one["client_reference_id"]}`),
    ...stripe.all("customers").map((one) => `customer ${referenceOf(one)}`),
    ...stripe
      .all("intents")
      .filter(({ customer }) => customer !== null)
      .map((one) => `transfer ${referenceOf(one)}`),
    // One from the payment and one from the cash balance are two halves of one.
    ...stripe
      .all("refunds")
      .filter(isStanding)
      .map((one) => `refund ${referenceOf(one)} ${one["charge"] ?? "cash"}`),
    ...pawapay.books
      .ended()
      .filter(({ status }) => status === "COMPLETED")
      .map(({ operation, reference }) => `${operation} ${reference}`),
  ];
  expect(done.filter((one, at) => done.indexOf(one) !== at)).toEqual([]);
  expect(await fixture.sql("select * from sandbox_bank.repeats")).toEqual([]);
}

/** What the house's book has at each provider is what lies there, fees taken off, and nothing of a statement is unexplained. */
export async function expectReconciled(fixture: Fixture): Promise<void> {
  await fixture.readStatements();
  const { stripe, pawapay } = fixture.doubles;
  const sent = stripe.all("balance_transactions").reduce((sum, { net }) => sum + Number(net), 0);
  const booked = await fixture.sql(
    "select provider, provider_balance::int as balance from house_balances where currency = 'USD'",
  );
  // A provider that nobody has paid through has no line in the book.
  const of = (provider: string): unknown => booked.find((one) => one["provider"] === provider)?.["balance"] ?? 0;
  expect({ stripe: of("stripe"), pawapay: of("pawapay") }).toEqual({
    stripe: sent,
    pawapay: pawapay.books.balances.get("COD USD"),
  });
  const ofCash = await listOpen(fixture, true);
  expect(await openDifferences(fixture)).toEqual([]);
  expect(ofCash.reduce((sum, { amount }) => sum + amount, 0n)).toBe(BigInt(-besideBalance(fixture)));
}

/** What of a statement nobody has explained, but for what no statement tells of. */
export const openDifferences = (fixture: Fixture): Promise<readonly DifferenceView[]> => listOpen(fixture, false);

async function listOpen(fixture: Fixture, isOfCash: boolean): Promise<readonly DifferenceView[]> {
  const every = { provider: null, day: null, isOpen: true, after: "0", limit: 10_000 };
  const open = await patiently(() => listDifferences(fixture.world.db, every));
  // Of a cash balance Stripe's statement tells nothing, neither when money came into it nor when it went back from it: what
  // differs is what still lies there, such as money that came when its payment had been called off and counts all the same.
  const ofCash = await fixture.sql(
    `select m.reference from provider_movements m join payments p on (p.account_id, p.id) = (m.account_id, m.payment_id)
     where m.provider = 'stripe' and p.method = 'bank'`,
  );
  const references = new Set(ofCash.map(({ reference }) => reference));
  return open.filter(({ reference }) => references.has(reference ?? "") === isOfCash);
}

export function expectSilentLogs(fixture: Fixture): void {
  const { stripe, env } = fixture.doubles;
  const [pem = ""] = (env["PAWAPAY_SIGNING_KEY"] ?? "").split("\n").slice(1);
  expect(fixture.logged().includes("notice booked")).toBe(true);
  expectSecretsKept(fixture, [stripe.key, stripe.secret, TOKEN, pem]);
}

/** No line of a log tells one of these, nor a phone or an address. */
export function expectSecretsKept(deployment: Deployment, secrets: readonly string[]): void {
  const text = deployment.logged();
  expect(text.includes("provider asked")).toBe(true);
  const hidden = [...secrets, ...deployment.shops.map(({ apiKey }) => apiKey)];
  for (const secret of hidden) expect(text.includes(secret), secret.slice(0, 8)).toBe(false);
  for (const pattern of [/@example\.com/, /@buyers/, /243813\d{6}/, /255712\d{6}/, /0100200300401/]) {
    const at = text.search(pattern);
    expect(at < 0 ? "" : text.slice(Math.max(0, at - 300), at + 60), String(pattern)).toBe("");
  }
}
