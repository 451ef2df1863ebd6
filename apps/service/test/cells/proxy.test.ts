/** The proxy in front of the cells, as it is shipped: a real HAProxy. */
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RunningProxy, startProxy } from "../../../../tools/cells/proxy.mjs";
import { has, needs } from "../programs.js";
import { type Fixture, startFixture } from "./fixture.js";

const PROXY = "haproxy";
let fixture: Fixture;
let proxy: RunningProxy;
beforeAll(async () => {
  if (!has(PROXY)) return;
  fixture = await startFixture(["c1", "c2"], { publicUrl: "http://pay.example" });
  proxy = await startProxy(portsOf(fixture));
});
beforeEach((context) => needs(context, PROXY));
afterAll(async () => {
  await proxy?.stop();
  await fixture?.close();
});

const portsOf = ({ cells }: Fixture) =>
  Object.fromEntries(Object.entries(cells).map(([name, { service }]) => [name, service]));

type Asked = { readonly method?: string; readonly body?: object; readonly cookie?: string; readonly by?: RunningProxy };
const ask = (
  path: string,
  apiKey: string | null,
  { method = "GET", body, cookie, by = proxy }: Asked = {},
): Promise<Response> =>
  fetch(by.url + path, {
    method,
    redirect: "manual",
    headers: {
      Host: "pay.example",
      ...(apiKey === null ? { Accept: "text/html" } : { Authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const ORDER = { title: "Bowl", amount: "20.00", currency: "USD" };

/** The directory names the other cell, where the account is not. */
const mistake = (account: string): Promise<unknown> =>
  fixture.directory.query({
    name: "test: mistake",
    text: "update accounts set cell = case cell when 'c1' then 'c2' else 'c1' end where id = $1",
    values: [account],
  });

test("a key goes to its cell, and a page to the cell of its seller, where the browser then stays", async () => {
  for (const name of ["c1", "c2"]) {
    const shop = await fixture.cells[name]!.merchant();
    const made = await ask(`${API_PATH}/checkout/sessions`, shop.apiKey, { method: "POST", body: ORDER });
    expect(made.status).toBe(201);
    const { url } = (await made.json()) as { url: string };
    const page = await ask(new URL(url).pathname, null);
    expect(page.status).toBe(200);
    const cookie = page.headers.getSetCookie().find((one) => one.startsWith("cell=")) ?? "";
    expect(cookie).toContain(`cell=${name};`);
    const named = await ask(`/desk?cell=${name}`, null);
    expect(named.headers.getSetCookie().find((one) => one.startsWith("cell="))).toContain(`cell=${name};`);
    // Signing in names no seller.
    const entered = await ask("/console/sign-in", null, { cookie: `cell=${name}` });
    expect([entered.status, entered.headers.get("holdfast-cell")]).toEqual([200, null]);
  }
  expect((await ask(`${API_PATH}/account`, "hf_000000000000_nobody")).status).toBe(401);
});

test("what the proxy knows is put right by the cell that it asked in vain, and the caller sees nothing of it", async () => {
  const shop = await fixture.cells["c2"]!.merchant();
  // The proxy learns a place that is wrong.
  await mistake(shop.account);
  expect((await ask(`${API_PATH}/account`, shop.apiKey)).status).toBe(401);
  await mistake(shop.account);
  const made = await ask(`${API_PATH}/checkout/sessions`, shop.apiKey, { method: "POST", body: ORDER });
  expect([made.status, made.headers.get("holdfast-cell")]).toEqual([201, null]);
  const { id, url } = (await made.json()) as { id: string; url: string };
  expect((await ask(`${API_PATH}/checkout/sessions/${id}`, shop.apiKey)).status).toBe(200);
  expect((await ask(new URL(url).pathname, null)).status).toBe(200);
});

test("a callback reaches any cell, or the one that its address names", async () => {
  const reached = async (name: string): Promise<number> => {
    const text = await (await fetch(`${fixture.cells[name]!.url}/metrics`)).text();
    return Number(/provider_callbacks_total\{provider="sandbox-card",outcome="forged"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  for (const query of ["", "", "?cell=c2", "?cell=c2"])
    expect((await ask(`/callbacks/sandbox-card${query}`, null, { method: "POST", body: {} })).status).toBe(401);
  const [first, second] = [await reached("c1"), await reached("c2")];
  expect(first + second).toBe(4);
  expect(second).toBeGreaterThanOrEqual(2);
});

test("while the directory is away, those that the proxy knows go on, and others are asked to come back", async () => {
  const [known, unknown] = [await fixture.cells["c2"]!.merchant(), await fixture.cells["c2"]!.merchant()];
  expect((await ask(`${API_PATH}/account`, known.apiKey)).status).toBe(200);
  await fixture.cutDirectory();
  try {
    expect((await ask(`${API_PATH}/account`, known.apiKey)).status).toBe(200);
    const refused = await ask(`${API_PATH}/account`, unknown.apiKey);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.json()).toMatchObject({ error: { code: "service_unavailable" } });
  } finally {
    await fixture.healDirectory();
  }
  await expect.poll(async () => (await ask(`${API_PATH}/account`, unknown.apiKey)).status).toBe(200);
});

test("the proxy keeps so many names and no more: those that were asked for last", async () => {
  const small = await startProxy(portsOf(fixture), { keptMax: 4 });
  const statusOf = async ({ apiKey }: { readonly apiKey: string }): Promise<number> =>
    (await ask(`${API_PATH}/account`, apiKey, { by: small })).status;
  try {
    const shops = await Promise.all(Array.from({ length: 6 }, () => fixture.cells["c2"]!.merchant()));
    const [used, ...others] = shops as [(typeof shops)[0], ...typeof shops];
    for (const shop of others) expect([await statusOf(used), await statusOf(shop)]).toEqual([200, 200]);
    await fixture.cutDirectory();
    const kept: number[] = [];
    for (const shop of shops) kept.push(await statusOf(shop));
    expect(kept).toEqual([200, 503, 503, 503, 200, 200]);
  } finally {
    await fixture.healDirectory();
    await small.stop();
  }
});

test("an account that has moved is found where it lives now, also when its old cell is switched off", async () => {
  const [left, stays] = [await fixture.cells["c2"]!.another(), await fixture.cells["c1"]!.another()];
  const own = await startProxy({ c1: stays, c2: left }, { checkMs: 100 });
  try {
    const shop = await fixture.cells["c1"]!.merchant();
    // As the proxy has known it since before the move.
    await mistake(shop.account);
    expect((await ask(`${API_PATH}/account`, shop.apiKey, { by: own })).status).toBe(401);
    await mistake(shop.account);
    await left.close();
    await expect
      .poll(async () => (await ask(`${API_PATH}/account`, shop.apiKey, { by: own })).status, { timeout: 15_000 })
      .toBe(200);
  } finally {
    await own.stop();
  }
});
