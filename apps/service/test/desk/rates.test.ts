/** Exchange rates at the desk: what waits is decided by its id, with a reason, and what is wrong with the source is told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { setRate } from "../../src/commands/set-rate.js";
import { takeRates } from "../../src/commands/take-rates.js";
import { openLog } from "../../src/platform/log.js";
import type { RatesOf } from "../../src/providers/port-books.js";
import { readClock } from "../../src/store/read/clock.js";
import { findRateSource, readRateFigures } from "../../src/store/read/rates.js";
import { rateProvider, startRatesSource } from "../../src/workers/rates.js";
import { badgesOf, type Person } from "../console/seller.js";
import { startWorld, type World } from "../harness.js";
import { startNodeAdapter } from "../providers/http/examples.js";
import { openHttpStage } from "../providers/http/stage.js";
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
const give = async (rate: string, { firstWaits = true, currency = "KES" } = {}): Promise<unknown> => {
  const { now: at } = await readClock(world.db);
  const rates = [{ currency, rate, at, source: "Central <b>Bank</b>" }];
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

type Said = Readonly<Record<string, unknown>>;

/** What an adapter of somebody's own may say that costs are, and what an operator reads of it. @param now by the service's clock */
const LIES: readonly (readonly [string, (rates: readonly Said[], now: number) => unknown, string])[] = [
  ["nothing", ([kes, eur]) => [{ ...kes, rate: "0" }, eur], "its rate of KES is no decimal greater than 0"],
  [
    "less than nothing",
    ([kes, eur]) => [eur, { ...kes, rate: "-131" }],
    "its rate of KES is no decimal greater than 0",
  ],
  ["thirteen digits", ([kes, eur]) => [eur, { ...kes, rate: "1310000000000" }], "at most 12 digits"],
  ["a power", ([kes]) => [{ ...kes, rate: "1.31e2" }], "its rate of KES is no decimal"],
  [
    "a number",
    ([kes, eur]) => [eur, { ...kes, rate: 131.5 }],
    "its rate is a number, and holdfast-provider/1 takes one line",
  ],
  ["no currency", ([kes, eur]) => [eur, { ...kes, currency: "ksh" }], 'its currency is "ksh"'],
  ["dollars", ([kes, eur]) => [eur, kes, { ...kes, currency: "USD", rate: "1" }], "so USD has none"],
  ["two of one", ([kes, eur]) => [kes, eur, { ...kes, rate: "131.6" }], "two of its rates are of one currency"],
  ["none", () => [], "its rates are none"],
  ["no list", ([kes]) => kes, "takes a list of at most 200 objects"],
  ["too many", ([kes]) => Array.from({ length: 201 }, () => kes), "takes a list of at most 200 objects"],
  ["a time as text", ([kes]) => [{ ...kes, at: "2026-05-10T08:00:00Z" }], "its at is"],
  ["tomorrow", ([kes], now) => [{ ...kes, at: now + 3_600 }], "of a time to come: KES"],
  ["five megabytes", ([kes]) => [{ ...kes, source: "x".repeat(5_000_000) }], "its answer broke off, or was too long"],
];

test("an adapter that lies about rates: nothing of it is taken, the rates from before go on, and an operator reads one sentence", async () => {
  const example = await startNodeAdapter();
  const stage = await openHttpStage(world.db, { url: example.url, isClockShared: false });
  const means = { db: world.db, log: openLog("silent"), ageMaxSeconds: AGE_MAX, firstWaits: false, tickMs: 20 };
  const source = rateProvider(world.db, { all: [stage.provider] });
  const worker = startRatesSource({ ...means, source });
  const kept = () =>
    sqlOf(world)(
      "select currency, rate, status from rates where currency in ('KES', 'EUR') and status <> 'PAST' and status <> 'REFUSED' order by 1, 2",
    );
  const honest = [
    { currency: "EUR", rate: "0.9215", status: "CURRENT" },
    { currency: "KES", rate: "131.2", status: "CURRENT" },
  ];
  /** By the service's clock, which other stories have moved. */
  const says = async (change: (rates: readonly Said[], now: number) => unknown): Promise<void> => {
    const at = (await readClock(world.db)).now + 300;
    stage.lies(/\/rates$/, (said) => {
      const [eur, kes] = (said["rates"] as readonly Said[]).map((rate) => ({ ...rate, at }));
      return { ...said, rates: change([{ ...kes, rate: "131.2" }, eur as Said], at) };
    });
    await world.advance(300);
  };
  const problem = async () => (await findRateSource(world.db))?.problem ?? null;
  await says((rates) => rates);
  await until(kept, (rows) => rows.length === 2);
  expect(await kept()).toEqual(honest);
  for (const [, change, sentence] of LIES) {
    await says(change);
    await until(problem, (said) => said?.includes(sentence) === true);
    expect(await kept(), sentence).toEqual(honest);
    const { html } = await grace.get("/desk/rates");
    expect(html.match(/has had a problem for/g), sentence).toHaveLength(1);
    expect(html.replaceAll("&quot;", '"')).toContain(sentence);
    await says((rates) => rates);
    await until(problem, (said) => said === null);
  }
  // Upside down: each is a rate, and none of them is used before an operator has looked.
  await says(([kes, eur]) => [
    { ...kes, rate: "0.00762" },
    { ...eur, rate: "1.08519" },
  ]);
  await until(kept, (rows) => rows.length === 4);
  expect((await kept()).filter(({ status }) => status === "CURRENT")).toEqual(honest);
  const { html } = await grace.get("/desk/rates");
  for (const text of ["Waiting for an operator", "−99.9%", "+17.7%"]) expect(html).toContain(text);
  await says((rates) => rates);
  await until(kept, (rows) => rows.length === 2);
  expect(await kept()).toEqual(honest);
  await worker.stop();
  await stage.close();
  await example.stop();
});

test("two operators decide about one rate at once: one decision stands, the other one is told, and the log has one line", async () => {
  const hugo = await newOperator(world, "Hugo");
  const sql = sqlOf(world);
  const decisions = async (): Promise<string[]> =>
    (await sql("select operator, action from operator_actions where action like '%_rate' order by id")).map(
      ({ operator, action }) => `${operator} ${action}`,
    );
  const currency = "TZS";
  expect(await give("200", { currency, firstWaits: false })).toEqual(["CURRENT"]);
  for (const [at, [first, second]] of (
    [
      ["accept", "refuse"],
      ["refuse", "accept"],
      ["accept", "accept"],
      ["refuse", "refuse"],
    ] as const
  ).entries()) {
    await world.advance(60);
    expect(await give(String(400 * 2 ** at), { currency })).toEqual(["WAITING"]);
    const [id, before] = [await waiting(), await decisions()];
    const decide = (who: Person, decision: string) =>
      who.post("/desk/rates/decide", { rate: id, decision, reason: "By the central bank." });
    const answers = await Promise.all([decide(grace, first), decide(hugo, second)]);
    const told = answers.map(said);
    const [loser, winner] = told[0] === "stale" ? [0, 1] : [1, 0];
    const action = [first, second][winner];
    expect([told[loser], told[winner]]).toEqual(["stale", `rate-${action === "accept" ? "accepted" : "refused"}`]);
    const page = await [grace, hugo][loser]!.get(answers[loser]!.headers.get("location") ?? "");
    expect(page.html).toContain("Nothing was done: it has changed since you opened the page.");
    expect((await decisions()).slice(before.length)).toEqual([`${[grace, hugo][winner]!.email} ${action}_rate`]);
    const [row] = await sql("select status, decided_by from rates where id = $1", [id]);
    expect(row).toEqual({
      status: action === "accept" ? "CURRENT" : "REFUSED",
      decided_by: [grace, hugo][winner]!.sellerId,
    });
    expect(await sql("select 1 from rates where currency = 'TZS' and status = 'CURRENT'")).toHaveLength(1);
  }
});

test("in the sandbox anybody sets a rate, which is current at once", async () => {
  const visitor = newVisitor(world);
  expect((await visitor.get("/sandbox/rates")).html).toContain("1 USD = 131.2 KES");
  const bad = await visitor.post("/sandbox/rates", { currency: "usd", rate: "0" });
  expect(bad.status).toBe(422);
  for (const text of ["it has none", "greater than 0"]) expect(bad.html).toContain(text);
  const set = await visitor.post("/sandbox/rates", { currency: "kes", rate: "0,5" });
  expect([set.status, /problem|greater|three letters/.exec(set.html)]).toEqual([303, null]);
  expect(said(await visitor.post("/sandbox/rates", { currency: "kes", rate: "0,5" }))).toBe("set");
  expect(said(await visitor.post("/sandbox/rates", { usual: "yes" }))).toBe("usual");
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      setRate(world.db, { currency: "KES", rate: at % 2 === 0 ? "130" : String(131 + at) }),
    ),
  );
  expect(all.filter(({ ok }) => !ok)).toEqual([]);
  expect(said(await visitor.post("/sandbox/rates", { usual: "yes" }))).toBe("usual");
  expect(await sqlOf(world)("select rate from rates where currency = 'KES' and status = 'CURRENT'")).toEqual([
    { rate: "129.35" },
  ]);
  const busy = { ...world.db, query: async () => [] };
  expect(await setRate(busy, { currency: "KES", rate: "130" })).toEqual({ ok: false, reason: "busy" });
  expect((await visitor.get("/sandbox/rates?said=busy")).html).toContain("Not set: somebody else set it");
  const page = await visitor.get("/sandbox/rates");
  for (const text of ["1 USD = 129.35 KES", "1 USD = 151.2 JPY", "<bdi>Sandbox</bdi>"])
    expect(page.html).toContain(text);
});
