/**
 * What strangers, owners and buyers can ask of the WooCommerce plugin: its webhook route, its settings, its pages, its script. In a stub
 * of the shop, because many forged requests and servers that answer lies are cheap there.
 */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ROOT } from "../process/launch.js";
import { has, needs } from "../programs.js";
import { ORDER, openSession } from "../stories.js";
import { type Host, newPort, openHost, PLATES, type Shop } from "./woocommerce.js";

const SECRET = `whsec_${"a1B2".repeat(10)}`;
const HOSTILE = `<img src=x onerror="alert(1)">`;

let world: World;
let host: Host;
let seller: Merchant;
beforeAll(async () => {
  world = await startWorld();
  seller = await world.merchant();
  if (has("php")) host = await openHost(await newPort(), world.url);
});
afterAll(async () => {
  await host?.close();
  await world.close();
});
beforeEach((context) => needs(context, "php"));

const now = (): number => Math.floor(Date.now() / 1000);

function signed(body: string, secret: string, at = now()): Record<string, string> {
  const mark = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { "X-Escrow-Signature": `t=${at},v1=${mark}`, "Content-Type": "application/json" };
}

describe("the webhook route", () => {
  const post = async (shop: Shop, body: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(`${shop.address}/?wc-api=holdfast`, { method: "POST", headers, body })).status;
  const isAwake = async (shop: Shop): Promise<boolean> =>
    ((await shop.ask("data")).cron ?? []).some(({ hook }: Json) => hook === "holdfast_wake");

  test("is woken by what the secret signed, and by nothing else", async () => {
    const shop = await host.openShop(seller.apiKey, { webhookSecret: SECRET });
    const body = `{"id":"evt_1","type":"escrow.funded","data":{"object":{"external_reference":"1001"}}}`;
    const refused = [
      {},
      signed(body, `${SECRET}x`),
      signed(`${body} `, SECRET),
      signed(body, SECRET, now() - 301),
      signed(body, SECRET, now() + 360),
      { "X-Escrow-Signature": `t=${now()}` },
      { "X-Escrow-Signature": "t=1,t=2,v1=" },
    ];
    for (const headers of refused) expect(await post(shop, body, headers as Record<string, string>)).toBe(400);
    expect(await post(shop, "", {})).toBe(400);
    expect(await isAwake(shop)).toBe(false);
    expect(await shop.ask("log")).toBe("");
    expect(await post(shop, body, signed(body, SECRET))).toBe(200);
    expect(await isAwake(shop)).toBe(true);
  });

  test("takes a body of 2 MiB and none larger, POST alone, and both secrets of a rotation", async () => {
    const next = `whsec_${"b2C3".repeat(10)}`;
    const shop = await host.openShop(seller.apiKey, { webhookSecret: `${next} ${SECRET}` });
    const padded = (bytes: number): string => `{"x":"${"y".repeat(bytes - 8)}"}`;
    expect(await post(shop, padded(2_097_152), signed(padded(2_097_152), SECRET))).toBe(200);
    expect(await post(shop, padded(2_097_153), signed(padded(2_097_153), SECRET))).toBe(413);
    expect(await post(shop, "{}", signed("{}", next))).toBe(200);
    const asked = await fetch(`${shop.address}/?wc-api=holdfast`);
    expect([asked.status, asked.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("is closed without a secret", async () => {
    const shop = await host.openShop(seller.apiKey);
    expect(await post(shop, "{}", signed("{}", ""))).toBe(503);
  });
});

describe("the settings", () => {
  const FIELDS = {
    enabled: "yes",
    title: "Holdfast",
    base_url: "https://pay.example/api/v1",
    api_key: "hf_new_key_123",
    webhook_secret: SECRET,
    prefix: "north-",
    milestones: "order",
  };
  async function save(shop: Shop, fields: Json, given: { nonce?: string; as?: string } = {}): Promise<Response> {
    const { nonce = "nonce-woocommerce-settings", as = "owner" } = given;
    const body = new URLSearchParams({ _wpnonce: nonce });
    for (const [name, value] of Object.entries(fields)) body.set(`woocommerce_holdfast_${name}`, value as string);
    return fetch(`${shop.address}/wp-admin/save`, { method: "POST", headers: { "X-As": as }, body });
  }

  test("are saved by an owner with a nonce; secrets apart, and never shown again", async () => {
    const shop = await host.openShop("hf_old_key_123");
    expect((await save(shop, FIELDS, { nonce: "guess" })).status).toBe(403);
    await save(shop, FIELDS, { as: "customer" });
    expect((await shop.ask("data")).options.holdfast_secrets.api_key).toBe("hf_old_key_123");

    expect(await (await save(shop, FIELDS)).json()).toEqual([]);
    await save(shop, { ...FIELDS, api_key: "", webhook_secret: "" });
    const { options } = await shop.ask("data");
    expect(options.holdfast_secrets).toEqual({ api_key: "hf_new_key_123", webhook_secret: SECRET });
    expect(options.woocommerce_holdfast_settings).toMatchObject({ prefix: "north-", api_key: "", webhook_secret: "" });
    const page = (await shop.ask("settings")) as string;
    expect(page).toContain(`${shop.address}/?wc-api=holdfast`);
    for (const secret of [SECRET, "hf_new_key_123"]) expect(page).not.toContain(secret);
  });

  test("that can't be right are refused, and the old ones stay", async () => {
    const shop = await host.openShop(seller.apiKey);
    const wrong = { base_url: "http://pay.example/api/v1", api_key: "two words", webhook_secret: "abc", prefix: "a b" };
    expect(await (await save(shop, { ...FIELDS, ...wrong })).json()).toHaveLength(4);
    const { options } = await shop.ask("data");
    expect(options.holdfast_secrets.api_key).toBe(seller.apiKey);
    expect(options.woocommerce_holdfast_settings.base_url).toBe(world.url + API_PATH);
    for (const base_url of [
      "https://user@pay.example/api/v1",
      "javascript:alert(1)",
      "ftp://pay.example",
      "//x",
      "localhost:3170/api/v1",
      "pay.example/api/v1",
    ])
      expect(await (await save(shop, { ...FIELDS, base_url })).json()).toHaveLength(1);
  });

  async function check(shop: Shop, as = "owner", nonce = "nonce-holdfast_check"): Promise<number> {
    const url = `${shop.address}/wp-admin/admin-post.php?action=holdfast_check&_wpnonce=${nonce}`;
    return (await fetch(url, { headers: { "X-As": as }, redirect: "manual" })).status;
  }

  test("are checked by an owner alone, against the service", async () => {
    const owner = await world.merchant("Northwind");
    const shop = await host.openShop(owner.apiKey, { webhookSecret: SECRET });
    expect(await check(shop, "customer")).toBe(403);
    expect(await check(shop, "owner", "guess")).toBe(403);
    await openSession(owner, {
      ...ORDER,
      external_reference: "7",
    });
    expect(await check(shop)).toBe(302);
    const page = (await shop.ask("settings")) as string;
    expect(page).toContain("The API key works. Seller: Northwind");
    expect(page).toContain(
      "Another shop on this account seems to use plain numbers of orders too: 7 is none of this one’s",
    );
    expect(page).toContain("No webhook has come yet");
    expect(page).toContain("Events were read for the first time just now");
    expect(page).not.toContain(owner.apiKey);
    await check(shop);
    expect(await shop.ask("settings")).toContain("Events were last read on");
    const data = await shop.ask("data");
    const late = { ...data.options, holdfast_followed_at: now() - 901 };
    await shop.ask("open", { ...data, options: late });
    await check(shop);
    expect(await shop.ask("settings")).toContain("WP-Cron doesn’t run");
  });

  test("with a key that nobody knows, or an address where nobody answers, say so", async () => {
    const stranger = await host.openShop("hf_nobody_123");
    await check(stranger);
    expect(await stranger.ask("settings")).toContain("doesn’t know this API key");
    const lost = await host.openShop("hf_nobody_123", { baseUrl: `http://127.0.0.1:${await newPort()}/api/v1` });
    await check(lost);
    expect(await lost.ask("settings")).toContain("No answer from the API address");
    const short = await host.openShop(seller.apiKey, { baseUrl: world.url });
    await check(short);
    expect(await short.ask("settings")).toContain("Does it end in /api/v1?");
  });

  test("of a copied shop wait until they are saved again: it neither sells nor touches the original's orders", async () => {
    const owner = await world.merchant();
    const shop = await host.openShop(owner.apiKey);
    const id = (await shop.ask("order", PLATES)) as number;
    await shop.ask("pay", id);
    const data = await shop.ask("data");
    const copy = await host.openShop(owner.apiKey);
    await copy.ask("open", { ...data, options: { ...data.options, home: copy.address, holdfast_home: shop.address } });
    expect(await copy.ask("isOffered")).toBe(false);
    expect(await copy.ask("pay", id)).toMatchObject({ result: "failure" });
    await copy.ask("status", id, "cancelled");
    await copy.ask("cron", true);
    expect((await owner.get("/checkout/sessions")).body["data"]).toMatchObject([{ status: "OPEN" }]);
    const { woocommerce_holdfast_settings: settings } = data.options;
    await save(copy, { ...settings, prefix: "copy-" });
    expect(await copy.ask("isOffered")).toBe(true);
  });

  test("of a shop that sells in another currency offer nothing", async () => {
    const shop = await host.openShop(seller.apiKey);
    expect(await shop.ask("isOffered")).toBe(true);
    const data = await shop.ask("data");
    await shop.ask("open", { ...data, options: { ...data.options, currency: "EUR" } });
    expect(await shop.ask("isOffered")).toBe(false);
    const id = await shop.ask("order", { ...PLATES, currency: "EUR" });
    expect(await shop.ask("pay", id)).toMatchObject({ result: "failure" });
  });
});

describe("what others have written", () => {
  test("is text on the order's page, and a line that the service takes, whatever it is", async () => {
    const shop = await host.openShop(seller.apiKey);
    const meta = { _holdfast_stage: "funded", _holdfast_escrow: HOSTILE };
    const panel = (await shop.ask("panel", await shop.ask("order", { ...PLATES, meta }))) as string;
    expect(panel).toContain("Payment held");
    expect(panel).not.toContain("<img");
    const name = `${HOSTILE}Plates\u0007\n${"é".repeat(300)}`;
    const id = await shop.ask("order", { ...PLATES, items: { 11: { ...PLATES.items[11], name } } });
    expect(await shop.ask("pay", id)).toMatchObject({ result: "success" });
    const [session] = (await seller.get("/checkout/sessions?limit=1")).body["data"];
    expect(session.line_items[0].name).toMatch(/^Plates é{248}$/);
  });

  test("is refused by the service in a sentence for the shop's people, and never as an outage to the buyer", async () => {
    const details = {
      customer_email: ["must be an e-mail address"],
      "line_items.0.name": ["must not be blank", "too long"],
    };
    const error = {
      code: "validation_failed",
      message: "The request has fields that are not valid. See `details`.",
      details,
    };
    const server = createServer((_request, response) => {
      response.writeHead(400).end(JSON.stringify({ error }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    const shop = await host.openShop(seller.apiKey, { baseUrl });
    const id = (await shop.ask("order", PLATES)) as number;
    const { notices } = await shop.ask("pay", id);
    expect(notices).toEqual(["This payment can’t be taken here. Please choose another way to pay."]);
    const told = "customer_email: must be an e-mail address; line_items.0.name: must not be blank too long";
    expect((await shop.order(id))["notes"]).toEqual([`The buyer could not pay by Holdfast: ${told}`]);
    expect(await shop.ask("log")).toBe(`warning holdfast checkout of order ${id}: ${told}\n`);
    server.close();
  });

  test("by a server that is not ours is one line of the log, without the key", async () => {
    const message = `no ${seller.apiKey}\nerror holdfast forged`;
    const server = createServer((_request, response) => {
      response.writeHead(403).end(JSON.stringify({ error: { code: "forbidden", message, details: {} } }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    const shop = await host.openShop(seller.apiKey, { baseUrl });
    const id = (await shop.ask("order", PLATES)) as number;
    expect(await shop.ask("pay", id)).toMatchObject({ result: "failure" });
    expect(await shop.ask("log")).toBe(`warning holdfast checkout of order ${id}: no … error holdfast forged\n`);
    server.close();
  });
});

describe("the block checkout", () => {
  test("gets the method with its script and words", async () => {
    const shop = await host.openShop(seller.apiKey, { settings: { description: "Held until you approve." } });
    expect(await shop.ask("blocks")).toMatchObject({
      name: "holdfast",
      isActive: true,
      handles: ["holdfast-checkout"],
      scripts: { "holdfast-checkout": { needs: expect.arrayContaining(["wc-blocks-registry", "wc-settings"]) } },
      data: { title: "Holdfast", description: "Held until you approve.", supports: ["products"] },
      declared: { custom_order_tables: true, cart_checkout_blocks: true },
    });
  });

  test("is told by the script what to show, as text", () => {
    const registered: Json[] = [];
    const script = readFileSync(join(ROOT, "plugins/woocommerce/assets/checkout.js"), "utf8");
    const data = { title: "Pay &amp; hold", description: HOSTILE, supports: ["products"] };
    runInNewContext(script, {
      window: {
        wc: {
          wcBlocksRegistry: { registerPaymentMethod: (method: Json) => registered.push(method) },
          wcSettings: { getSetting: (name: string) => (name === "holdfast_data" ? data : {}) },
        },
        wp: {
          element: { createElement: (type: unknown, properties: unknown) => ({ type, properties }) },
          htmlEntities: { decodeEntities: (text: string) => text.replaceAll("&amp;", "&") },
        },
      },
    });
    const [method] = registered;
    expect(method).toMatchObject({ name: "holdfast", ariaLabel: "Pay & hold", supports: { features: ["products"] } });
    expect(method!["canMakePayment"]()).toBe(true);
    // A string is a text node to React.
    expect(method!["content"].type()).toBe(HOSTILE);
    const label = method!["label"].type({ components: { PaymentMethodLabel: "label" } });
    expect(label).toEqual({ type: "label", properties: { text: "Pay & hold" } });
  });
});
