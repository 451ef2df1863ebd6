/** An order that is paid and paid back by MTN MoMo in dollars, from the buyer's phone to the ledger, through the whole service. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPayment } from "../../src/commands/start-payment.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type HttpClient, openHttpClient } from "../../src/providers/http-client.js";
import { openProviders } from "../../src/providers/open.js";
import type { CallbackRequest } from "../../src/providers/port.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import type { Entry } from "../providers/momo/books.js";
import { type MomoDouble, openMomoDouble } from "../providers/momo/double.js";
import { confirmed } from "../stories.js";
import { type Desk, openDesk, SECRET, until } from "./desk.js";

let momo: MomoDouble;
let httpClient: HttpClient;
let world: World;
let shop: Merchant;
let desk: Desk;
let begin: (escrow: Json, phone: string) => Promise<string>;
beforeAll(async () => {
  momo = await openMomoDouble({ now: unixSeconds, target: "mtnliberia", currency: "USD" });
  const { collection, disbursement } = momo.access;
  const { providers: chosen } = readConfig({
    PROVIDERS: "momo",
    MOMO_TARGET_ENVIRONMENT: momo.target,
    MOMO_CURRENCIES: "USD",
    MOMO_COLLECTION_SUBSCRIPTION_KEY: collection.subscriptionKey,
    MOMO_COLLECTION_API_USER: collection.apiUser,
    MOMO_COLLECTION_API_KEY: collection.apiKey,
    MOMO_DISBURSEMENT_SUBSCRIPTION_KEY: disbursement.subscriptionKey,
    MOMO_DISBURSEMENT_API_USER: disbursement.apiUser,
    MOMO_DISBURSEMENT_API_KEY: disbursement.apiKey,
    MOMO_API_BASE: momo.origin,
  });
  world = await startWorld({ providers: chosen });
  httpClient = openHttpClient({ bases: [momo.origin], isSandbox: true });
  shop = await world.merchant();
  desk = await openDesk(world, shop);
  const origin = (): string => world.service.publicUrl;
  const providers = openProviders(
    { mode: "sandbox", providers: chosen },
    { db: world.db, secret: SECRET, origin, httpClient },
  );
  begin = async (escrow, phone) => {
    const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId, phone };
    const started = await startPayment(
      { executor: desk.executor, providers },
      { ...named, method: "mobile_money" as const },
    );
    expect(started).toMatchObject({ ok: true });
    return (await desk.rows(escrow))[0]?.reference ?? "";
  };
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await httpClient.close();
  await world.close();
  await momo.close();
});

const send = async ({ method, body }: CallbackRequest): Promise<number> => {
  const answer = await fetch(`${world.url}/callbacks/momo`, { method, body: new Uint8Array(body) });
  await answer.text();
  return answer.status;
};
const fundedOf = async (escrow: Json) => (await shop.get(`/escrows/${escrow["id"]}`)).body["funded_amount"];

test("a buyer agrees on the phone, what anybody calls back with books nothing, and a part goes back once", async () => {
  const escrow = await confirmed(shop);
  const reference = await begin(escrow, "+231886123456");
  const request = await until(async () => momo.books.of(reference)[0] as Entry | undefined);
  expect(request).toMatchObject({ party: "231886123456", currency: "USD", status: "PENDING" });
  const looked = () => momo.requests.filter((one) => one.startsWith("GET /collection/v1_0/requesttopay/")).length;
  const before = looked();
  const lie = { externalId: reference, status: "SUCCESSFUL", amount: "25", currency: "USD" };
  expect(await send(momo.callback(lie, "POST"))).toBe(200);
  await until(async () => looked() > before);
  expect(await fundedOf(escrow)).toBe("0.00");

  expect(momo.books.answer(request)).toBe(true);
  for (const _ of [1, 2]) expect(await send(momo.callback(request, "PUT"))).toBe(200);
  await until(async () => (await fundedOf(escrow)) !== "0.00");
  expect(await fundedOf(escrow)).toBe((request.amount / 100).toFixed(2));

  const asked = { amount: "5.00", reason: "damaged" };
  const key = { headers: { "Idempotency-Key": "a-cup-was-broken" } };
  expect((await shop.post(`/escrows/${escrow["id"]}/refunds`, asked, key)).status).toBe(201);
  await until(async () => (await desk.refunds(escrow)).every(({ status }) => status === "SUCCEEDED"));
  const back = [...momo.books.entries.values()].filter(({ kind }) => kind === "refund");
  expect(back).toMatchObject([{ of: request.id, status: "SUCCESSFUL" }]);
});
