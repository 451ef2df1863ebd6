/** A service with a provider of the operator's own over HTTP: from the adapter's start to the money in escrow, and back. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPayment } from "../../src/commands/start-payment.js";
import { type Config, readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { openAsking } from "../../src/providers/http/client.js";
import { keysOf, signedHeaders } from "../../src/providers/http/signature.js";
import { openTestMode, type TestMode } from "../../src/providers/http/test-mode.js";
import { type HttpClient, openHttpClient } from "../../src/providers/http-client.js";
import { openProviders } from "../../src/providers/open.js";
import type { Providers } from "../../src/providers/port.js";
import { listFailingProviders, listPendingNotices } from "../../src/store/read/desk/providers.js";
import { newPerson } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { freePort, ROOT } from "../process/launch.js";
import { type Example, startNodeAdapter } from "../providers/http/examples.js";
import { ADAPTER_SECRET } from "../providers/http/stage.js";
import { confirmed, openSession } from "../stories.js";
import { newVisitor } from "../visitor.js";
import { type Desk, openDesk, SECRET, until } from "./desk.js";

const CALLBACKS = "/callbacks/http/mybank";
const keys = keysOf([ADAPTER_SECRET]);

let port: number;
let url: string;
let adapter: Example | null = null;
let httpClient: HttpClient;
let bank: TestMode;
let chosen: Pick<Config, "providers">;
let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const named = { PROVIDERS: "http:mybank", PROVIDER_MYBANK_URL: url, PROVIDER_MYBANK_SECRETS: ADAPTER_SECRET };
  chosen = { providers: readConfig(named).providers };
  world = await startWorld(chosen);
  httpClient = openHttpClient({ bases: [url], isSandbox: true });
  bank = openTestMode(openAsking({ httpClient, url, keys }));
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await httpClient.close();
  await world.close();
  await adapter?.stop();
});

const opened = (): Providers =>
  openProviders(
    { mode: "sandbox", ...chosen },
    { db: world.db, secret: SECRET, origin: () => world.service.publicUrl, httpClient },
  );

/** An order whose buyer was told which account to transfer to; the reference of its payment. */
async function ordered(): Promise<{ escrow: Json; reference: string }> {
  const escrow = await confirmed(shop);
  const providers = opened();
  await providers.byName("http:mybank")?.refresh();
  const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId, method: "bank" as const };
  expect(await startPayment({ executor: desk.executor, providers }, named)).toMatchObject({ ok: true });
  const [row] = await desk.rows(escrow);
  await until(async () => (await desk.payments(escrow))[0]?.instructions);
  return { escrow, reference: row?.reference ?? "" };
}

const post = async (body: string, headers: Readonly<Record<string, string>>): Promise<number> => {
  const all = { "content-type": "application/json", ...headers };
  const answer = await fetch(world.url + CALLBACKS, { method: "POST", headers: all, body });
  await answer.text();
  return answer.status;
};
const signed = (id: string, body: string, ago = 0) => signedHeaders(keys, { id, seconds: unixSeconds() - ago, body });

test("while the adapter is not there nothing is offered, and an operator reads why; once it is, buyers can choose it", async () => {
  const failing = await until(async () => {
    const all = await listFailingProviders(world.db);
    return all.find((one) => one.provider === "http:mybank");
  });
  expect(failing.reason).toBe("No connection could be made.");
  const providers = opened();
  const money = { amount: 2_500n, currency: "USD" } as Parameters<Providers["methods"]>[0];
  await providers.byName("http:mybank")?.refresh();
  expect(providers.methods(money)).toEqual([]);
  adapter = await startNodeAdapter({ port, env: { CALLBACK_URL: world.url + CALLBACKS } });
  const later = opened();
  await later.byName("http:mybank")?.refresh();
  expect(later.methods(money)).toEqual(["bank"]);
  await until(async () => !(await listFailingProviders(world.db)).some((one) => one.provider === "http:mybank"));
});

test("buyers and sellers read the adapter's own labels in their language, beside its icon", async () => {
  const session = await openSession(shop);
  const buyer = newVisitor(world);
  await buyer.signIn("ada@buyer.example");
  const path = `/pay/${shop.sellerCode}/${session["id"]}`;
  const { html } = await until(async () => {
    const page = await buyer.get(path);
    return page.html.includes("First Bank") ? page : null;
  });
  expect(html).toContain('<bdi class="[overflow-wrap:anywhere]">First Bank transfer</bdi>');
  expect((await buyer.get(`${path}?lang=fr`)).html).toContain("Virement First Bank");
  // It has no word for readers of Swahili.
  expect((await buyer.get(`${path}?lang=sw`)).html).toContain("First Bank transfer");
  const [, icon = ""] = /src="(\/brand\/providers\/[0-9a-f]{16})"/.exec(html) ?? [];
  const answer = await fetch(world.url + icon);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(`${ROOT}examples/providers/node/icon.png`));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  for (const other of ["0123456789abcdef", "..%2f..%2fetc", "x".repeat(16)])
    expect((await fetch(`${world.url}/brand/providers/${other}`)).status).toBe(404);

  const owner = await newPerson(world, shop);
  const home = `/console/${shop.sellerCode}/wallet/destinations`;
  expect((await owner.get(`${home}/new`)).html).toContain("Account at any bank");
  const added = { kind: "bank", name: "Ada Byron", bank: "Second Bank", number: "DE02120300000000202051" };
  expect((await owner.post(home, added)).status).toBe(303);
  const listed = (await owner.get(`${home}?lang=es`)).html;
  expect(listed).toContain("Cuenta en cualquier banco");
  expect(listed).toContain(icon);
});

test("a transfer that the adapter reports by itself funds the order, once, however often it is told", async () => {
  const { escrow, reference } = await ordered();
  await bank.pay(reference);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  for (const { headers, body } of await bank.callbacks(reference)) {
    expect(await post(body, headers)).toBe(200);
    expect(await post(body, headers)).toBe(200);
  }
  await desk.booked();
  const { body } = await shop.get(`/escrows/${escrow["id"]}`);
  expect(body).toMatchObject({ status: "IN_ESCROW", funded_amount: body["total_amount"] ?? body["funded_amount"] });
  expect(await desk.sql("select count(*)::int as n from payments where reference like $1 || '%'", [reference])).toEqual(
    [{ n: 1 }],
  );
});

test("its statement is read, although it came up after the service", async () => {
  const read = async () =>
    (await desk.sql("select told_until from provider_statements where provider = 'http:mybank'"))[0];
  await until(read);
  // The first time is in an hour.
  await desk.sql("update provider_statements set due_at = 0");
  await until(async () => (await read())?.["told_until"]);
});

test("what is taken back of the order goes back by the adapter, once", async () => {
  const { escrow, reference } = await ordered();
  await bank.pay(reference);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  const answer = await shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "12.50" });
  expect(answer.status).toBe(201);
  const [part] = await until(async () => {
    const parts = await desk.sql(
      "select reference from refund_parts where payment_id = (select id from payments where reference = $1)",
      [reference],
    );
    return parts.length > 0 ? parts : null;
  });
  await until(async () => (await bank.made(String(part?.["reference"]))).length === 1);
});

test("forged, old and unsigned callbacks are refused, and so is what was signed as an answer", async () => {
  const { reference } = await ordered();
  const report = { about: "payment", reference, receipt: 1, outcome: "succeeded", amount: "256.45", currency: "USD" };
  const body = JSON.stringify({ reports: [report] });
  expect(await post(body, {})).toBe(401);
  expect(await post(`${body} `, signed("forged-1", body))).toBe(401);
  expect(await post(body, signed("old-1", body, 301))).toBe(401);
  expect(await post(body, signed("early-1", body, -330))).toBe(401);
  expect(await post(body, signed(`GET:/payments/${reference}:1`, body))).toBe(401);
  expect(await desk.sql("select status from payments where reference = $1", [reference])).toEqual([
    { status: "CREATED" },
  ]);
});

test("a callback with a word that nobody knows books nothing, and waits with the field and the word for a person", async () => {
  const { escrow, reference } = await ordered();
  for (const [outcome, says] of [
    ["settled", 'its outcome is "settled", and holdfast-provider/1 takes pending, succeeded, failed'],
    [undefined, "it has no outcome"],
  ] as const) {
    const body = JSON.stringify({
      reports: [{ about: "payment", reference, receipt: 1, outcome, amount: "256.45", currency: "USD" }],
    });
    const id = `word-${outcome ?? "none"}`;
    expect(await post(body, signed(id, body))).toBe(200);
    const waiting = (await listPendingNotices(world.db)).find((one) => one.noticeId.startsWith(id));
    expect(waiting).toMatchObject({ provider: "http:mybank", error: expect.stringContaining(says) });
  }
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
});

test("there is no other name to report to", async () => {
  const body = JSON.stringify({ reports: [] });
  for (const path of ["/callbacks/http/other", "/callbacks/http/", "/callbacks/http"])
    expect((await fetch(world.url + path, { method: "POST", headers: signed("none", body), body })).status).toBe(404);
});

test("the desk says what it can do, and so does a process that starts while the adapter is away", async () => {
  const grace = await newOperator(world, "Grace");
  const page = await until(async () => {
    const { html } = await grace.get("/desk/books");
    return html.includes("mybank") ? html : null;
  });
  for (const text of [
    "What providers can do",
    "Takes bank transfers",
    "Shown as “First Bank transfer”",
    "Pays to bank accounts",
    "0.01 to 100,000.00",
  ])
    expect(page).toContain(text);
  await adapter?.stop();
  const later = opened().byName("http:mybank");
  expect(later?.capabilities).toEqual([]);
  await later?.refresh();
  expect(later?.capabilities).toMatchObject([
    { direction: "in", method: "bank", lateDays: 30 },
    { direction: "out", method: "bank" },
  ]);
  const [, icon = ""] = /\/brand\/providers\/([0-9a-f]{16})/.exec(page) ?? [];
  expect(later?.looks.icon?.hash).toBe(icon);
  // One that has not read it yet serves the icon that another's page names.
  expect(await opened().byName("http:mybank")?.icon(icon)).toMatchObject({ type: "image/png", width: 64 });
  expect(later?.books).toEqual({ backDays: null, lagSeconds: 0 });
});
