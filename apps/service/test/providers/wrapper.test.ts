/** What the wrapper makes of an adapter, whatever it answers: a question is asked again only when it is sure that it was not heard. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openHttpClient } from "../../src/providers/http-client.js";
import type { Adapter, Data, KeptObject, PaidOut, Provider, TakesPayments } from "../../src/providers/port.js";
import { helperProvider } from "../../src/providers/sandbox/helper.js";
import { objectsOf, wrapped } from "../../src/providers/wrapper.js";
import { newDatabase } from "../harness.js";
import { cents } from "../payments/desk.js";
import { orderOf } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 3 });
});
afterAll(async () => {
  await db.close();
});

const TAKES: TakesPayments = {
  direction: "in",
  method: "card",
  currency: "USD",
  countries: null,
  least: cents("0.01"),
  most: cents("100.00"),
  decimals: 2,
  pendingDays: 14,
  returnDays: 0,
  refundDays: null,
  holdDays: null,
  isPartial: true,
  refundsInTurn: false,
  isCancellable: false,
  lateDays: 1,
};
const INSTRUCTIONS = { kind: "redirect", url: "https://pay.example/1" } as const;
const SILENT = { kind: "unreachable", reason: "silence" } as const;

/** Counts what it was asked. */
function asked(
  adapter: Partial<Adapter>,
  { withinMs, takes = {} }: { readonly withinMs?: number; readonly takes?: Partial<TakesPayments> } = {},
): { provider: Provider; calls: Record<string, number> } {
  const calls: Record<string, number> = {};
  const counted = Object.fromEntries(
    Object.entries({ ...helperProvider, ...adapter }).map(([name, value]) => [
      name,
      typeof value === "function"
        ? (...given: unknown[]) => {
            calls[name] = (calls[name] ?? 0) + 1;
            return (value as (...all: unknown[]) => unknown)(...given);
          }
        : value,
    ]),
  ) as unknown as Adapter;
  const fake = { ...counted, name: `fake ${uuidv7()}`, capabilities: [{ ...TAKES, ...takes }] };
  return { provider: wrapped(fake, { db, ...(withinMs === undefined ? {} : { withinMs }) }), calls };
}

let advanced = 0;
const advance = async (seconds: number): Promise<void> => {
  advanced += 1;
  await db.query({
    name: `advance ${advanced}`,
    text: "update test_clock set offset_seconds = offset_seconds + $1",
    values: [seconds],
  });
};

const refund = () =>
  ({ reference: uuidv7(), payment: "HF1", method: "card", amount: cents("1.00"), currency: "USD" }) as const;

test("what the provider can't say became of it is never asked for again, however long it takes", async () => {
  const { provider, calls } = asked({ refund: async () => SILENT, lookUpRefund: async () => SILENT });
  const order = refund();
  for (let day = 0; day < 5; day += 1) {
    expect(await provider.refund(order)).toMatchObject({ kind: "unreachable" });
    await advance(86_400);
  }
  expect(calls).toEqual({ refund: 1, lookUpRefund: 4 });
});

test("what the provider had taken and knows nothing of any more is not asked for again", async () => {
  const { provider, calls } = asked({
    refund: async (): Promise<PaidOut> => ({ kind: "pending", keep: { theirId: "re_1", data: { a: "1" } } }),
    lookUpRefund: async () => ({ kind: "unknown" }),
  });
  const order = refund();
  expect(await provider.refund(order)).toMatchObject({ kind: "pending" });
  await advance(86_400);
  expect(await provider.refund(order)).toMatchObject({ kind: "unreachable" });
  expect(calls["refund"]).toBe(1);
});

test("what may still be on its way is not asked for again for a moment, and what surely was not done is at once", async () => {
  const { provider, calls } = asked({ refund: async () => SILENT, lookUpRefund: async () => ({ kind: "unknown" }) });
  const order = refund();
  await provider.refund(order);
  expect(await provider.refund(order)).toMatchObject({ reason: "it was asked for a moment ago" });
  expect(calls["refund"]).toBe(1);
  await advance(11);
  await provider.refund(order);
  expect(calls["refund"]).toBe(2);
  const undone = asked({ refund: async () => ({ ...SILENT, isUndone: true }) });
  const other = refund();
  for (const _ of [1, 2, 3]) await undone.provider.refund(other);
  expect(undone.calls).toEqual({ refund: 3 });
});

test("that a look-up surely did nothing says nothing of what it asked about", async () => {
  const { provider, calls } = asked({
    refund: async () => SILENT,
    lookUpRefund: async () => ({ ...SILENT, isUndone: true }),
  });
  const order = refund();
  for (const _ of [1, 2, 3]) {
    await provider.refund(order);
    await advance(11);
  }
  expect(calls).toEqual({ refund: 1, lookUpRefund: 2 });
});

test("what can't be called off is waited for, and never ordered again", async () => {
  const { provider, calls } = asked({
    createPayment: async () => ({ kind: "created", instructions: INSTRUCTIONS }),
    cancelPayment: async () => ({ kind: "waiting", until: 7 }),
  });
  const order = orderOf(provider);
  await provider.createPayment(order);
  for (const _ of [1, 2]) expect(await provider.cancelPayment(order.reference)).toEqual({ kind: "waiting", until: 7 });
  expect(await provider.createPayment(order)).toEqual({ kind: "refused", failure: "cancelled" });
  expect(calls["createPayment"]).toBe(1);
});

test("an order that is given up while it is on its way is called off as soon as it is there", async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const { provider, calls } = asked({
    createPayment: async () => {
      await answered;
      return { kind: "created", instructions: INSTRUCTIONS };
    },
    cancelPayment: async () =>
      calls["createPayment"] === 1 && calls["cancelPayment"] === 1 ? { kind: "unknown" } : { kind: "cancelled" },
  });
  const order = orderOf(provider);
  const ordering = provider.createPayment(order);
  await expect.poll(() => calls["createPayment"]).toBe(1);
  expect((await provider.cancelPayment(order.reference)).kind).toBe("waiting");
  resolve();
  expect(await ordering).toEqual({ kind: "refused", failure: "cancelled" });
  expect(calls["cancelPayment"]).toBe(2);
});

test("a provider that hangs, throws or speaks nonsense is unreachable within the time that it is given", async () => {
  const hanging = (): Promise<never> => new Promise(() => undefined);
  const throwing = (): Promise<never> => {
    throw new Error("out of\norder");
  };
  const { provider } = asked(
    {
      createPayment: hanging,
      lookUp: () => Promise.reject(new Error("no")),
      refund: throwing,
      verifyCallback: throwing as never,
    },
    { withinMs: 50 },
  );
  const late = { kind: "unreachable", reason: "it did not answer in time" };
  expect(await provider.createPayment(orderOf(provider))).toEqual(late);
  expect(await provider.refund(refund())).toEqual({ kind: "unreachable", reason: "out of order" });
  expect(await provider.lookUp("x")).toEqual({ kind: "unreachable", reason: "no" });
  const notice = { method: "POST", path: "/", host: "localhost", headers: {}, body: Buffer.alloc(0) } as const;
  expect((await provider.verifyCallback(notice)).kind).toBe("unchecked");
});

test("where a payment is paid back once at a time, a refund waits while another of it is asked for", async () => {
  const { promise: answered, resolve } = Promise.withResolvers<PaidOut>();
  const { provider, calls } = asked({ refund: () => answered }, { takes: { refundsInTurn: true } });
  const [one, other, elsewhere] = [refund(), { ...refund(), payment: "HF1.2" }, { ...refund(), payment: "HF2" }];
  const first = provider.refund(one);
  await expect.poll(() => calls["refund"]).toBe(1);
  expect(await provider.refund(other)).toEqual({
    kind: "busy",
    reason: "Another refund of the payment is under way.",
    afterSeconds: 2,
  });
  const third = provider.refund(elsewhere);
  await expect.poll(() => calls["refund"]).toBe(2);
  resolve({ kind: "paid" });
  expect(await Promise.all([first, third])).toEqual([{ kind: "paid" }, { kind: "paid" }]);
  expect(await provider.refund(other)).toEqual({ kind: "paid" });
});

test("what is given up sends nothing more, although its next question was still to come", async () => {
  const heard: string[] = [];
  const server = createServer((request) => void heard.push(`${request.method} ${request.url}`)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const httpClient = openHttpClient({ bases: [base], isSandbox: true });
  const ask = (method: "GET" | "POST") => httpClient.ask({ method, url: `${base}/refunds`, headers: {}, body: null });
  const chain = Promise.withResolvers<unknown>();
  const withinMs = 50;
  const { provider } = asked(
    {
      refund: async () => {
        await ask("GET");
        chain.resolve(await ask("POST"));
        return { kind: "paid" };
      },
    },
    { withinMs },
  );
  // Its time is over when its first question was heard, however long that takes.
  const isHeard = once(server, "request");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = provider.refund(refund());
  await isHeard;
  vi.advanceTimersByTime(withinMs);
  vi.useRealTimers();
  expect(await answer).toMatchObject({ reason: "it did not answer in time" });
  expect(await chain.promise).toMatchObject({ kind: "unreachable", isUndone: true });
  expect(heard).toEqual(["GET /refunds"]);
  await httpClient.close();
  server.closeAllConnections();
  server.close();
});

test("an id of theirs leads to our reference, and belongs to one alone", async () => {
  const objects = objectsOf(db, "fake of objects");
  await objects.keep({ kind: "customer", reference: "HF1", theirId: "cus_1", data: { a: "1" } });
  await objects.keep({ kind: "customer", reference: "HF1", data: { b: "2" } });
  const data: Data = { a: "1", b: "2" };
  const found: KeptObject | null = await objects.findTheirs("customer", "cus_1");
  expect(found).toMatchObject({ reference: "HF1", theirId: "cus_1", data });
  expect(await objects.find("charge", "HF1")).toBeNull();
  await expect(objects.keep({ kind: "customer", reference: "HF2", theirId: "cus_1" })).rejects.toThrow(/duplicate key/);
});
