/** The sandbox's providers, and the bounds that every provider is put into. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, formatMoney } from "../../src/domain/money.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { bounded } from "../../src/providers/bounded.js";
import { methods, noticeKey, openProviders } from "../../src/providers/open.js";
import type { PaymentOrder, Provider } from "../../src/providers/port.js";
import type { SandboxName } from "../../src/providers/sandbox/names.js";
import { answerPhone, findPlayed, transferMoney, typeCard } from "../../src/providers/sandbox/play.js";
import { PAYOUT_LATER_SECONDS, SIGNATURE_HEADER } from "../../src/providers/sandbox/simulator.js";
import { signNotice } from "../../src/providers/signature.js";
import { newDatabase } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import { conforms, type Stage } from "./conformance.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(async () => {
  await db.close();
});

const origin = (): string => "http://localhost:1";

const PLAYERS: Readonly<Record<SandboxName, Pick<Stage, "pay" | "decline">>> = {
  "sandbox-card": {
    pay: async (reference) => (await typeCard(db, reference, "4242424242424242")) === "approved",
    decline: (reference) => typeCard(db, reference, "4000000000000002"),
  },
  "sandbox-mobile-money": {
    pay: async (reference) => (await answerPhone(db, reference, { kind: "approve", pin: "1234" })) === "approved",
    decline: (reference) => answerPhone(db, reference, { kind: "decline" }),
  },
  "sandbox-bank": {
    pay: async (reference) => {
      const order = await findPlayed(db, "sandbox-bank", reference);
      return order?.asked != null && (await transferMoney(db, reference, order.asked)) === "received";
    },
  },
};

for (const [name, player] of Object.entries(PLAYERS) as [SandboxName, (typeof PLAYERS)[SandboxName]][]) {
  conforms(name, async () => ({
    ...player,
    provider: openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).byName(name) as Provider,
    notices: async (reference, ago = 0) => {
      const rows = await db.query<{ body: string }>({
        name: "notices of",
        text: "select body from sandbox_bank.notices where provider = $1 and body::json ->> 'order' = $2 order by id",
        values: [name, reference],
      });
      return rows.map((row) => {
        const body = Buffer.from(row.body);
        const signature = signNotice(noticeKey(SECRET, name), unixSeconds() - ago, body);
        return { headers: { [SIGNATURE_HEADER]: signature }, body };
      });
    },
    setDown: async (isDown) => {
      await db.query({
        name: "set down",
        text: `
          insert into sandbox_bank.moods (provider, is_down) values ($1, $2)
          on conflict (provider) do update set is_down = excluded.is_down`,
        values: [name, isDown],
      });
    },
    setPayouts: async (fate) => {
      await db.query({
        name: "set payouts",
        text: `
          insert into sandbox_bank.moods (provider, payouts) values ($1, $2)
          on conflict (provider) do update set payouts = excluded.payouts`,
        values: [name, fate],
      });
    },
    waitForPayouts: async () => {
      await db.query({
        name: "advance",
        text: "update test_clock set offset_seconds = offset_seconds + $1",
        values: [PAYOUT_LATER_SECONDS],
      });
    },
    paidOut: async (reference) => {
      const rows = await db.query<{ amount: string }>({
        name: "paid out",
        text: "select amount from sandbox_bank.outgoing where provider = $1 and reference = $2 and not is_refused",
        values: [name, reference],
      });
      return rows.map(({ amount }) => formatMoney(cents(BigInt(amount))));
    },
    close: async () => undefined,
  }));
}

test("each provider signs with a key of its own", () => {
  const body = Buffer.from('{"order":"HF0","receipt":1,"outcome":"pending"}');
  const headers = { [SIGNATURE_HEADER]: signNotice(noticeKey(SECRET, "sandbox-card"), unixSeconds(), body) };
  const verdicts = openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).all.map((provider) => [
    provider.name,
    provider.verifyCallback(headers, body).kind,
  ]);
  expect(verdicts).toEqual([
    ["sandbox-card", "genuine"],
    ["sandbox-mobile-money", "forged"],
    ["sandbox-bank", "forged"],
    ["sandbox", "forged"],
  ]);
});

test("in live mode nothing is offered, and play money has no provider", () => {
  const providers = openProviders({ mode: "live" }, { db, secret: SECRET, origin });
  expect(methods({ mode: "live" })).toEqual([]);
  expect(providers).toMatchObject({ methods: [], all: [] });
  expect(providers.forMethod("card")).toBeNull();
  expect(providers.byName("sandbox-card")).toBeNull();
  expect(methods({ mode: "sandbox" })).toEqual(["card", "mobile_money", "bank"]);
});

test("a provider that hangs, throws or speaks nonsense is unreachable within the time that it is given", async () => {
  const hanging = (): Promise<never> => new Promise(() => undefined);
  const throwing = (): Promise<never> => {
    throw new Error("out of\norder");
  };
  const provider = bounded(
    {
      name: "broken",
      method: "card",
      createPayment: hanging,
      cancelPayment: throwing,
      lookUp: () => Promise.reject(new Error("no")),
      refund: hanging,
      payout: hanging,
      verifyCallback: throwing as never,
    },
    50,
  );
  const late = { kind: "unreachable", reason: "it did not answer in time" };
  expect(await provider.createPayment({} as PaymentOrder)).toEqual(late);
  expect(await provider.refund({} as never)).toEqual(late);
  expect(await provider.cancelPayment("x")).toEqual({ kind: "unreachable", reason: "out of order" });
  expect(await provider.lookUp("x")).toEqual({ kind: "unreachable", reason: "no" });
  expect(provider.verifyCallback({}, Buffer.alloc(0)).kind).toBe("forged");
});
