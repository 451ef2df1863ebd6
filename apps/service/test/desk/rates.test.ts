/** Exchange rates at the desk: what waits is decided by its id, with a reason, and what is wrong with the source is told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeRates } from "../../src/commands/take-rates.js";
import { openLog } from "../../src/platform/log.js";
import type { RatesOf } from "../../src/providers/port-books.js";
import { readClock } from "../../src/store/read/clock.js";
import { findRateSource, readRateFigures } from "../../src/store/read/rates.js";
import { rateProvider, startRatesSource } from "../../src/workers/rates.js";
import { badgesOf, type Person } from "../console/seller.js";
import { startWorld, type World } from "../harness.js";
import { newVisitor } from "../visitor.js";
import { until } from "../webhooks/shop.js";
import { newOperator, sqlOf } from "./operator.js";

const AGE_MAX = 86_400;
let world: World;
let grace: Person;
beforeAll(async () => {
  world = await startWorld();
  grace = await newOperator(world, "Grace");
  await grace.get("/desk");
});
afterAll(() => world.close());

const said = (page: { headers: Headers }): string | null =>
  new URL(page.headers.get("location") ?? "", "http://desk").searchParams.get("said");
const give = async (rate: string, firstWaits = true): Promise<unknown> => {
  const { now: at } = await readClock(world.db);
  const rates = [{ currency: "KES", rate, at, source: "Central <b>Bank</b>" }];
  return (await takeRates(world.db, { rates, ageMaxSeconds: AGE_MAX, firstWaits })).map(({ verdict }) => verdict);
};
const waiting = async (): Promise<string> =>
  String((await sqlOf(world)("select id from rates where status = 'WAITING'"))[0]?.["id"] ?? "");
const decide = (rate: string, decision: string, reason = "As the central bank's page says.") =>
  grace.post("/desk/rates/decide", { rate, decision, reason });

test("the first rate of live mode waits, a jump waits, and one that took its place is not accepted unseen", async () => {
  expect((await grace.get("/desk/rates")).html).toContain("No rate yet");
  expect(await give("129.35")).toEqual(["WAITING"]);
  const first = await grace.get("/desk/rates");
  expect(badgesOf(first)["Exchange rates"]).toBe("1");
  for (const text of ["First rate", "1 USD = 129.35 KES", "1 KES = 0.00773096 USD", "12,935.00 KES", "Central &lt;b>"])
    expect(first.html.replaceAll("&gt;", ">")).toContain(text);
  const id = await waiting();
  expect((await decide(id, "accept", " ")).status).toBe(422);
  expect((await decide("0", "accept")).status).toBe(404);
  expect(said(await decide(id, "accept"))).toBe("rate-accepted");
  expect(said(await decide(id, "accept"))).toBe("stale");

  await world.advance(60);
  expect(await give("0.00773")).toEqual(["WAITING"]);
  const upsideDown = await waiting();
  const page = await grace.get(`/desk/rates?rate=${upsideDown}`);
  for (const text of ["−99.9%", "0.78 KES"]) expect(page.html).toContain(text);
  await world.advance(60);
  expect(await give("200")).toEqual(["WAITING"]);
  expect(said(await decide(upsideDown, "accept"))).toBe("stale");
  const replaced = await grace.get(`/desk/rates?rate=${upsideDown}`);
  expect(replaced.html).toContain("it has changed since you opened the page");
  expect(said(await decide(await waiting(), "refuse", "Nobody else has it."))).toBe("rate-refused");

  await world.advance(60);
  expect(await give("210")).toEqual(["WAITING"]);
  const late = await waiting();
  await world.advance(AGE_MAX + 1);
  expect((await grace.get("/desk/rates")).html).not.toContain("Accept the rate");
  expect(said(await decide(late, "accept"))).toBe("stale");
  expect(await sqlOf(world)("select rate, status from rates order by id")).toEqual([
    { rate: "129.35", status: "CURRENT" },
    { rate: "0.00773", status: "PAST" },
    { rate: "200", status: "REFUSED" },
    { rate: "210", status: "WAITING" },
  ]);
  const lines = await sqlOf(world)(
    "select action, subject, before, after ->> 'rate' as rate, reason from operator_actions",
  );
  expect(lines.filter(({ action }) => /_rate$/.test(String(action)))).toEqual([
    {
      action: "accept_rate",
      subject: "rate of KES",
      before: null,
      rate: "129.35",
      reason: "As the central bank's page says.",
    },
    {
      action: "refuse_rate",
      subject: "rate of KES",
      before: { rate: "129.35" },
      rate: "200",
      reason: "Nobody else has it.",
    },
  ]);
  const { current, waiting: waits } = await readRateFigures(world.db, AGE_MAX);
  expect(current).toEqual([{ currency: "KES", leftSeconds: expect.toSatisfy((left: number) => left < 0) }]);
  expect(waits).toEqual([{ currency: "KES", seconds: expect.toSatisfy((seconds: number) => seconds >= AGE_MAX) }]);
});

test("the first adapter that gives rates is asked, once in five minutes, and what it can't say is told", async () => {
  let answer: RatesOf | { kind: "unreachable"; reason: string } = { kind: "unreachable", reason: "its rates are none" };
  let asked = 0;
  const rates = async () => {
    asked += 1;
    return answer;
  };
  const all = [
    { name: "stripe" },
    { name: "http:mybank", rates },
    { name: "http:other", rates: () => Promise.reject() },
  ];
  const source = rateProvider(world.db, { all });
  const means = { db: world.db, log: openLog("silent"), ageMaxSeconds: AGE_MAX, firstWaits: false, tickMs: 20 };
  const workers = [1, 2, 3].map(() => startRatesSource({ ...means, source }));
  const found = () => findRateSource(world.db);
  await until(async () => (await found())?.problem === "its rates are none", Boolean);
  expect(asked).toBe(1);
  expect((await grace.get("/desk/rates")).html).toContain("its rates are none");
  const { now: at } = await readClock(world.db);
  answer = {
    kind: "rates",
    rates: [
      { currency: "KES", rate: "131", at, source: "First Bank" },
      { currency: "UGX", rate: "3650", at: at - 2 * AGE_MAX, source: "First Bank" },
    ],
  };
  await world.advance(300);
  await until(async () => (await found())?.problem === "too old: UGX", Boolean);
  expect([asked, (await found())?.name]).toEqual([2, "http:mybank"]);
  await Promise.all(workers.map(({ stop }) => stop()));
  expect(await sqlOf(world)("select currency, rate from rates where status = 'CURRENT'")).toEqual([
    { currency: "KES", rate: "131" },
  ]);
});

test("in the sandbox anybody sets a rate, which is current at once", async () => {
  const visitor = newVisitor(world);
  expect((await visitor.get("/sandbox/rates")).html).toContain("1 USD = 131 KES");
  const bad = await visitor.post("/sandbox/rates", { currency: "usd", rate: "0" });
  expect(bad.status).toBe(422);
  for (const text of ["it has none", "greater than 0"]) expect(bad.html).toContain(text);
  const set = await visitor.post("/sandbox/rates", { currency: "kes", rate: "0,5" });
  expect([set.status, /problem|greater|three letters/.exec(set.html)]).toEqual([303, null]);
  expect(said(await visitor.post("/sandbox/rates", { currency: "kes", rate: "0,5" }))).toBe("set");
  expect(said(await visitor.post("/sandbox/rates", { usual: "yes" }))).toBe("usual");
  expect(said(await visitor.post("/sandbox/rates", { usual: "yes" }))).toBe("usual");
  const page = await visitor.get("/sandbox/rates");
  for (const text of ["1 USD = 129.35 KES", "1 USD = 151.2 JPY", "<bdi>Sandbox</bdi>"]) expect(page.html).toContain(text);
});
