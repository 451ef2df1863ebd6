/** Notices of providers as they come on bad days: twice, late, out of order, never, forged, or while nobody was there. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { startPayment } from "../../src/commands/start-payment.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { noticeKey, openProviders } from "../../src/providers/open.js";
import { typeCard } from "../../src/providers/sandbox/play.js";
import { SIGNATURE_HEADER } from "../../src/providers/sandbox/read-notice.js";
import { signNotice } from "../../src/providers/signature.js";
import { listPayments } from "../../src/store/read/money/payments.js";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { confirmed } from "../stories.js";
import { type Desk, openDesk, SECRET, until } from "./desk.js";

let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterEach(async () => {
  for (const provider of ["sandbox-card", "sandbox-mobile-money", "sandbox-bank"]) await desk.mood(provider, {});
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await world.close();
});

const counted = async (outcome: string, provider = "sandbox-card"): Promise<number> => {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  const line = `holdfast_provider_callbacks_total{provider="${provider}",outcome="${outcome}"} `;
  return Number(text.split(line)[1]?.split("\n")[0] ?? 0);
};

const delivered = (reference: string, tries = 1): Promise<readonly Json[]> =>
  until(async () => {
    const rows = await desk.sql("select tries, due_at from sandbox_bank.notices where body::json ->> 'order' = $1", [
      reference,
    ]);
    return rows.length > 0 && rows.every((row) => row["due_at"] === null && row["tries"] >= tries) && rows;
  }).then(async (rows) => {
    await desk.booked();
    return rows;
  });

/** Posts a notice as a provider would, or as somebody else. */
const post = (
  body: string | Buffer,
  { provider = "sandbox-card", key = noticeKey(SECRET, "sandbox-card"), at = unixSeconds(), headers = {} } = {},
): Promise<Response> =>
  fetch(`${world.url}/callbacks/${provider}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: signNotice(key, at, Buffer.from(body)),
      ...headers,
    },
    body: new Uint8Array(Buffer.from(body)),
  });

const notice = (reference: string, more: Json = {}): string =>
  JSON.stringify({ order: reference, receipt: 1, outcome: "succeeded", amount_minor: "25645", failure: null, ...more });

test("a notice that comes twice books once", async () => {
  await desk.mood("sandbox-card", { notices: "twice" });
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  await desk.typeCard(reference);
  expect(await delivered(reference)).toHaveLength(2);
  expect(await desk.status(escrow)).toBe("IN_ESCROW");
  expect(await desk.payments(escrow)).toMatchObject([{ received: 25645n }]);
  expect(await desk.refunds(escrow)).toEqual([]);
});

test("notices out of order: what was on its way has arrived already", wide(), async () => {
  await desk.mood("sandbox-mobile-money", { notices: "reversed" });
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "mobile_money");
  await desk.approve(reference);
  const told = await until(async () => {
    const rows = await desk.sql(
      "select body::json ->> 'outcome' as outcome from sandbox_bank.notices where body::json ->> 'order' = $1 order by due_at",
      [reference],
    );
    return rows.length === 2 && rows.map((row) => row["outcome"]);
  });
  expect(told).toEqual(["succeeded", "pending"]);
  await delivered(reference);
  expect(await desk.status(escrow)).toBe("IN_ESCROW");
});

test("in order: the escrow waits for the confirmation in between", async () => {
  const provider = "sandbox-mobile-money";
  await desk.mood(provider, { notices: "never" });
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "mobile_money");
  await desk.approve(reference);
  for (const outcome of ["pending", "succeeded"]) {
    const posted = await post(notice(reference, { outcome }), { provider, key: noticeKey(SECRET, provider) });
    expect(posted.ok).toBe(true);
    await desk.booked();
  }
  expect(await desk.status(escrow)).toBe("IN_ESCROW");
  const events = (await shop.get("/events?limit=10")).body["data"] as Json[];
  const previous = events
    .filter((event) => event["data"].object.id === escrow["id"])
    .map((event) => event["data"].object.previous_status);
  expect(previous).toEqual(["WAITING_PAYMENT_CONFIRMATION", "AWAITING_PAYMENT", "PENDING_FUNDING", undefined]);
});

test("a notice that comes late finds the payment that was looked up meanwhile, and changes nothing", async () => {
  await desk.mood("sandbox-card", { notices: "later" });
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  await desk.typeCard(reference);
  await world.advance(121);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  await world.advance(600);
  await delivered(reference);
  expect(await desk.payments(escrow)).toMatchObject([{ status: "SUCCEEDED", received: 25645n }]);
});

test("a forged notice is 401, counted, and believed by nobody; the provider's own word is asked for", async () => {
  await desk.mood("sandbox-card", { notices: "forged" });
  const before = await counted("forged");
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  await desk.typeCard(reference);
  await until(async () => (await counted("forged")) > before);
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
  await world.advance(121);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test("what is not signed, signed by another provider, or kept for a while is 401; nothing is said of payments", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  const body = notice(reference);
  const asked: [string, Promise<Response>][] = [
    ["another key", post(body, { key: noticeKey(SECRET, "sandbox-bank") })],
    ["too old", post(body, { at: unixSeconds() - 301 })],
    ["too new", post(body, { at: unixSeconds() + 330 })],
    ["no signature", post(body, { headers: { [SIGNATURE_HEADER]: "" } })],
    ["nonsense", post(body, { headers: { [SIGNATURE_HEADER]: "t=1,v1=zz" } })],
    ["the helper's provider", post(body, { provider: "sandbox" })],
    ["unknown payment, forged", post(notice("HFUNKNOWN00000"), { key: Buffer.alloc(32) })],
  ];
  for (const [what, response] of asked) expect((await response).status, what).toBe(401);
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
});

/** A genuine notice of so many bytes. */
const padded = (bytes: number): string => {
  const empty = notice("HFUNKNOWN00001", { padding: "" });
  return notice("HFUNKNOWN00001", { padding: "x".repeat(bytes - empty.length) });
};

test.each([
  ["of an order that nobody made", notice("HFUNKNOWN00000"), 200],
  ["that is no JSON", "{", 200],
  ["that is JSON of something else", "null", 200],
  ["without an amount", notice("HFUNKNOWN00000", { amount_minor: "0" }), 200],
  ["of no receipt", notice("HFUNKNOWN00000", { receipt: 0 }), 200],
  ["of a negative amount", notice("HFUNKNOWN00000", { amount_minor: "-5" }), 200],
  ["of 256 KiB", padded(262_144), 200],
  ["of a byte more", padded(262_145), 413],
])("a genuine notice %s", async (_name, body, status) => {
  expect((await post(body)).status).toBe(status);
});

test("a provider that is not known has no address", async () => {
  expect((await post("{}", { provider: "nobody" })).status).toBe(404);
  expect((await fetch(`${world.url}/callbacks/sandbox-card`)).status).toBe(405);
});

test("the amount that the provider says is what is booked, not the one that was asked", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  expect((await post(notice(reference, { amount_minor: "5645" }))).status).toBe(200);
  await desk.booked();
  expect(await desk.status(escrow)).toBe("PARTIALLY_FUNDED");
  expect((await post(notice(reference))).status).toBe(200);
  await desk.booked();
  expect(await desk.payments(escrow)).toMatchObject([{ received: 5645n }]);
});

test("a failure after the success, and a word on a payment that failed, change nothing", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  await post(notice(reference));
  expect((await post(notice(reference, { outcome: "failed", failure: "declined" }))).status).toBe(200);
  await desk.booked();
  expect(await desk.status(escrow)).toBe("IN_ESCROW");
  const other = await confirmed(shop);
  const failed = await desk.begun(other);
  await post(notice(failed.reference, { outcome: "failed", failure: "something new" }));
  expect((await post(notice(failed.reference, { outcome: "pending" }))).status).toBe(200);
  await desk.booked();
  expect(await desk.payments(other)).toMatchObject([{ status: "FAILED", failure: "declined" }]);
});

test("the service is gone when the provider calls: it calls again, and finds it", async () => {
  const alone = await startWorld();
  const store = await alone.merchant();
  const there = await openDesk(alone, store);
  const escrow = await confirmed(store);
  const { reference } = await there.begun(escrow);
  await alone.service.close();
  await there.typeCard(reference);
  await there.post();
  const [waiting] = await there.sql("select tries, due_at from sandbox_bank.notices");
  expect(waiting).toMatchObject({ tries: 1, due_at: expect.any(String) });
  const again = await alone.another();
  const voice = alone.speakAs(store.apiKey, `http://127.0.0.1:${again.port}`);
  await voice.post("/test_helpers/clock/advance", { seconds: 6 });
  await until(async () => (await voice.get(`/escrows/${escrow["id"]}`)).body["status"] === "IN_ESCROW");
  await alone.checkLedger();
  await there.close();
  await alone.close();
});

test("pages and workers apart: what one process writes down, another asks and hears", async () => {
  const apart = await startWorld({ role: "web" });
  await apart.another({ role: "worker", publicUrl: apart.service.publicUrl });
  const store = await apart.merchant();
  const escrow = await confirmed(store);
  const about = { account: store.account as AccountId, escrow: escrow["id"] as EscrowId };
  const origin = (): string => apart.service.publicUrl;
  const providers = openProviders({ mode: "sandbox" }, { db: apart.db, secret: SECRET, origin });
  expect(
    await startPayment({ executor: openExecutor(apart.db), providers }, { ...about, method: "card" }),
  ).toMatchObject({
    ok: true,
  });
  const play = await until(async () => (await listPayments(apart.db, about.account, about.escrow))[0]?.instructions);
  expect(play).toMatchObject({ kind: "redirect", url: `${origin()}${play.playPath}` });
  await typeCard(apart.db, play.playPath?.split("/").at(-1) ?? "", "4242424242424242");
  await until(async () => (await store.get(`/escrows/${escrow["id"]}`)).body["status"] === "IN_ESCROW");
  await apart.checkLedger();
  await apart.close();
});

test("in live mode the sandbox's providers have neither an address nor pages", async () => {
  const live = await startWorld({ mode: "live", publicUrl: "https://pay.example" });
  for (const path of ["/callbacks/sandbox-card", "/sandbox/card/HFABCDEFGHJKMN", "/sandbox/bank/HFABCDEFGHJKMN"]) {
    expect((await fetch(live.url + path, { method: "POST" })).status, path).toBe(404);
    // The address of notices is there, and takes them alone.
    expect((await fetch(live.url + path)).status, path).toBe(path.startsWith("/callbacks") ? 405 : 404);
  }
  await live.close();
});
