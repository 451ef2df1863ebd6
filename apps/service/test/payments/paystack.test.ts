/** An order that is paid and paid back by Paystack, from the buyer's page to its ledger, through the whole service. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startPayment } from "../../src/commands/start-payment.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type HttpClient, openHttpClient } from "../../src/providers/http-client.js";
import { openProviders } from "../../src/providers/open.js";
import type { CallbackRequest } from "../../src/providers/port.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import type { Event, Transaction } from "../providers/paystack/books.js";
import { openPaystackDouble, type PaystackDouble } from "../providers/paystack/double.js";
import { confirmed } from "../stories.js";
import { type Desk, openDesk, SECRET, until } from "./desk.js";

let paystack: PaystackDouble;
let httpClient: HttpClient;
let world: World;
let shop: Merchant;
let desk: Desk;
let begin: (escrow: Json) => Promise<string>;
beforeAll(async () => {
  paystack = await openPaystackDouble({ now: unixSeconds });
  const { providers: chosen } = readConfig({
    PROVIDERS: "paystack",
    PAYSTACK_SECRET_KEYS: paystack.key,
    PAYSTACK_API_BASE: paystack.origin,
  });
  world = await startWorld({ providers: chosen });
  httpClient = openHttpClient({ bases: [paystack.origin], isSandbox: true });
  shop = await world.merchant();
  desk = await openDesk(world, shop);
  const origin = (): string => world.service.publicUrl;
  const means = { db: world.db, secret: SECRET, origin, httpClient };
  const providers = openProviders({ mode: "sandbox", providers: chosen }, means);
  begin = async (escrow) => {
    const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId, method: "card" as const };
    expect(await startPayment({ executor: desk.executor, providers }, named)).toMatchObject({ ok: true });
    return (await desk.rows(escrow))[0]?.reference ?? "";
  };
});
afterEach(() => paystack.fault(null));
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await httpClient.close();
  await world.close();
  await paystack.close();
});

async function ordered(): Promise<{ readonly escrow: Json; readonly transaction: Transaction }> {
  const escrow = await confirmed(shop);
  const reference = await begin(escrow);
  await until(async () => (await desk.payments(escrow))[0]?.instructions);
  return { escrow, transaction: paystack.books.of(reference)[0] as Transaction };
}

const send = async ({ headers, body }: CallbackRequest): Promise<number> => {
  const sent = { method: "POST", headers: headers as Record<string, string>, body: new Uint8Array(body) };
  const answer = await fetch(`${world.url}/callbacks/paystack`, sent);
  await answer.text();
  return answer.status;
};
const last = (event: string): Event => paystack.books.events.findLast((one) => one.event === event) as Event;
const fundedOf = async (escrow: Json) => (await shop.get(`/escrows/${escrow["id"]}`)).body["funded_amount"];

test("a buyer pays on Paystack's page, a part goes back, and notices that are sent again change nothing", async () => {
  const { escrow, transaction } = await ordered();
  expect((await desk.payments(escrow))[0]?.instructions).toMatchObject({
    kind: "redirect",
    url: expect.stringContaining(paystack.origin),
  });
  expect(transaction).toMatchObject({ currency: "USD", channels: ["card"] });
  paystack.books.pay(transaction);
  const notice = paystack.signed(last("charge.success"));
  expect(await send({ ...notice, body: Buffer.concat([notice.body, Buffer.from(" ")]) })).toBe(401);
  expect(await fundedOf(escrow)).toBe("0.00");
  for (const _ of [1, 2]) expect(await send(notice)).toBe(200);
  await until(async () => (await fundedOf(escrow)) !== "0.00");
  expect(await fundedOf(escrow)).toBe((transaction.amount / 100).toFixed(2));

  const asked = { amount: "5.00", reason: "damaged" };
  const made = await shop.post(`/escrows/${escrow["id"]}/refunds`, asked, {
    headers: { "Idempotency-Key": "a-cup-was-broken" },
  });
  expect(made.status).toBe(201);
  const refund = await until(async () => paystack.books.refundsOf(transaction)[0]);
  for (const _ of [1, 2]) expect(await send(paystack.signed(last("refund.processed")))).toBe(200);
  await until(async () => (await desk.refunds(escrow)).every(({ status }) => status === "SUCCEEDED"));
  expect(paystack.books.refundsOf(transaction)).toEqual([refund]);
  expect(await fundedOf(escrow)).toBe((transaction.amount / 100).toFixed(2));
});

test("a notice that comes while Paystack is silent brings a look-up, and the money is booked once it answers", async () => {
  const { escrow, transaction } = await ordered();
  paystack.books.pay(transaction);
  paystack.fault("down");
  expect(await send(paystack.signed(last("charge.success")))).toBe(200);
  paystack.fault(null);
  await world.advance(600);
  await until(async () => (await fundedOf(escrow)) !== "0.00");
});
