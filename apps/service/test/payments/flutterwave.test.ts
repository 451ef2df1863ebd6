/** An order that is paid and paid back by Flutterwave, from the buyer's page to its ledger, through the whole service. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPayment } from "../../src/commands/start-payment.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type HttpClient, openHttpClient } from "../../src/providers/http-client.js";
import { openProviders } from "../../src/providers/open.js";
import type { CallbackRequest } from "../../src/providers/port.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import type { Event, Page } from "../providers/flutterwave/books.js";
import { type FlutterwaveDouble, openFlutterwaveDouble } from "../providers/flutterwave/double.js";
import { confirmed } from "../stories.js";
import { type Desk, openDesk, SECRET, until } from "./desk.js";

let flutterwave: FlutterwaveDouble;
let httpClient: HttpClient;
let world: World;
let shop: Merchant;
let desk: Desk;
let begin: (escrow: Json) => Promise<string>;
beforeAll(async () => {
  flutterwave = await openFlutterwaveDouble({ now: unixSeconds });
  const { providers: chosen } = readConfig({
    PROVIDERS: "flutterwave",
    FLUTTERWAVE_SECRET_KEY: flutterwave.key,
    FLUTTERWAVE_SECRET_HASHES: flutterwave.word,
    FLUTTERWAVE_API_BASE: flutterwave.origin,
  });
  world = await startWorld({ providers: chosen });
  httpClient = openHttpClient({ bases: [flutterwave.origin], isSandbox: true });
  shop = await world.merchant();
  desk = await openDesk(world, shop);
  const origin = (): string => world.service.publicUrl;
  const providers = openProviders(
    { mode: "sandbox", providers: chosen },
    { db: world.db, secret: SECRET, origin, httpClient },
  );
  begin = async (escrow) => {
    const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId, method: "card" as const };
    expect(await startPayment({ executor: desk.executor, providers }, named)).toMatchObject({ ok: true });
    return (await desk.rows(escrow))[0]?.reference ?? "";
  };
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await httpClient.close();
  await world.close();
  await flutterwave.close();
});

const send = async ({ headers, body }: CallbackRequest): Promise<number> => {
  const sent = { method: "POST", headers: headers as Record<string, string>, body: new Uint8Array(body) };
  const answer = await fetch(`${world.url}/callbacks/flutterwave`, sent);
  await answer.text();
  return answer.status;
};
const last = (event: string): Event => flutterwave.books.events.findLast((one) => one.event === event) as Event;
const fundedOf = async (escrow: Json) => (await shop.get(`/escrows/${escrow["id"]}`)).body["funded_amount"];

test("a buyer pays on Flutterwave's page, notices bring look-ups and no more, and a part goes back once", async () => {
  const escrow = await confirmed(shop);
  const reference = await begin(escrow);
  await until(async () => (await desk.payments(escrow))[0]?.instructions);
  const page = flutterwave.books.pagesOf(reference)[0] as Page;
  expect(page).toMatchObject({ currency: "USD", given: { payment_options: "card" } });
  const lie = { event: "charge.completed", data: { tx_ref: reference, status: "successful", amount: 25 } };
  expect(await send(flutterwave.signed(lie, { word: "another-word-of-another-shop" }))).toBe(401);
  const looked = () => flutterwave.requests.filter((one) => one.endsWith("/verify_by_reference")).length;
  const before = looked();
  expect(await send(flutterwave.signed(lie))).toBe(200);
  await until(async () => looked() > before);
  expect(await fundedOf(escrow)).toBe("0.00");

  flutterwave.books.pay(page);
  for (const _ of [1, 2]) expect(await send(flutterwave.signed(last("charge.completed")))).toBe(200);
  await until(async () => (await fundedOf(escrow)) !== "0.00");
  expect(await fundedOf(escrow)).toBe((page.amount / 100).toFixed(2));

  const asked = { amount: "5.00", reason: "damaged" };
  const key = { headers: { "Idempotency-Key": "a-cup-was-broken" } };
  expect((await shop.post(`/escrows/${escrow["id"]}/refunds`, asked, key)).status).toBe(201);
  await until(async () => (await desk.refunds(escrow)).every(({ status }) => status === "SUCCEEDED"));
  for (const _ of [1, 2]) expect(await send(flutterwave.signed(last("refund.completed")))).toBe(200);
  const [transaction] = flutterwave.books.of(reference);
  expect(transaction === undefined ? [] : flutterwave.books.refundsOf(transaction)).toHaveLength(1);
});

test("the desk says what it can do, and which half of an order it leaves to others", async () => {
  const grace = await newOperator(world, "Grace");
  const page = await until(async () => {
    const { html } = await grace.get("/desk/books");
    return html.includes("Flutterwave") ? html : null;
  });
  for (const text of ["Takes cards", "Everywhere", "Pays nobody in USD"]) expect(page).toContain(text);
});
