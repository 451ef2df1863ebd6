/** Rates on their way from a file to every process: what is taken over, what waits, and what nobody can change. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeRates } from "../../src/commands/take-rates.js";
import { openLog } from "../../src/platform/log.js";
import { forgetRates } from "../../src/store/queue/retention.js";
import { readClock } from "../../src/store/read/clock.js";
import { watchRates } from "../../src/workers/rates.js";
import { KEPT_DAYS } from "../../src/workers/retention.js";
import { type Json, startWorld, type World } from "../harness.js";
import { until } from "../webhooks/shop.js";

const AGE_MAX = 86_400;
const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-rates-"));
const file = join(folder, "rates.json");
const rates = {
  file,
  margins: new Map([
    ["*", 150],
    ["KES", 200],
  ]),
  ageMaxSeconds: AGE_MAX,
  quoteGraceSeconds: 3_600,
};
const logged: Json[] = [];
let world: World;

beforeAll(async () => {
  fs.writeFileSync(file, "{}");
  const log = openLog("silent");
  const note = (line: unknown, message?: string) => void logged.push({ ...(line as Json), message });
  world = await startWorld({ rates }, Object.assign(Object.create(log), { error: note, info: note }));
});
afterAll(async () => {
  await world.close();
  fs.rmSync(folder, { recursive: true });
});

const sql = async (text: string, values: unknown[] = []): Promise<readonly Json[]> =>
  (await world.db.pool.query(text, values)).rows;
const now = async (): Promise<number> => (await readClock(world.db)).now;
const stored = () => sql("select currency, rate, status from rates order by id");

/** Puts the file in place as an operator's script does. */
async function publish(given: Readonly<Record<string, string>>): Promise<void> {
  const at = new Date((await now()) * 1_000).toISOString();
  const all = Object.entries(given).map(([currency, rate]) => ({ currency, rate, at, source: "Central Bank" }));
  fs.writeFileSync(`${file}.new`, JSON.stringify({ rates: all }));
  fs.renameSync(`${file}.new`, file);
}

test("a mistake in the file is told, and the rates from before go on; a jump waits until one that is near comes", async () => {
  await until(async () => logged.some(({ reason }) => reason === "line 1, the file: `rates` is missing."), Boolean);
  await publish({ KES: "129.35", KWD: "0.30712" });
  await until(stored, ({ length }) => length === 2);
  const known = watchRates(world.db, rates);
  expect(known.find("KES", await now())).toBeNull();
  await known.refresh();
  expect(known.find("KES", await now())).toMatchObject({ currency: "KES", rate: "129.35", source: "Central Bank" });
  expect(known.list(await now()).map(({ currency }) => currency)).toEqual(["KES", "KWD"]);
  expect([known.find("UGX", await now()), known.marginOf("KES"), known.marginOf("KWD")]).toEqual([null, 200, 150]);

  await world.advance(60);
  // Upside down.
  await publish({ KES: "0.00773", KWD: "0.31" });
  await until(stored, ({ length }) => length === 4);
  fs.writeFileSync(file, "rates: 5");
  await until(async () => logged.some(({ reason }) => reason === "line 1, rates: it takes a list."), Boolean);
  await known.refresh();
  expect(known.list(await now()).map(({ rate }) => rate)).toEqual(["129.35", "0.31"]);
  expect(logged).toContainEqual(
    expect.objectContaining({
      currency: "KES",
      rate: "0.00773",
      verdict: "WAITING",
      message: expect.stringContaining("20 %"),
    }),
  );

  await world.advance(60);
  await publish({ KES: "131" });
  await until(stored, ({ length }) => length === 5);
  expect(await stored()).toEqual([
    { currency: "KES", rate: "129.35", status: "PAST" },
    { currency: "KWD", rate: "0.30712", status: "PAST" },
    { currency: "KES", rate: "0.00773", status: "PAST" },
    { currency: "KWD", rate: "0.31", status: "CURRENT" },
    { currency: "KES", rate: "131", status: "CURRENT" },
  ]);
});

test("any number of processes take the same rates over once, and a rate that is too old is none", async () => {
  const at = await now();
  const given = (rate: string, when = at) => [{ currency: "UGX", rate, at: when, source: "Central Bank" }];
  const take = (rate: string, when?: number) =>
    takeRates(world.db, { rates: given(rate, when), ageMaxSeconds: AGE_MAX, firstWaits: false });
  for (const [rate, when] of [
    ["3700", at],
    ["3750", at],
    ["3800", at + 1],
    ["9000", at + 2],
  ] as const) {
    const all = await Promise.all(Array.from({ length: 8 }, () => take(rate, when)));
    expect(all.flat()).toEqual([{ rate: given(rate, when)[0], verdict: rate === "9000" ? "WAITING" : "CURRENT" }]);
  }
  expect(await take("3700", at)).toEqual([]);
  expect(await take("3800", at - AGE_MAX - 1)).toEqual([expect.objectContaining({ verdict: "STALE" })]);
  expect((await sql("select rate, status from rates where currency = 'UGX' order by id")).map(Object.values)).toEqual([
    ["3700", "PAST"],
    ["3750", "PAST"],
    ["3800", "CURRENT"],
    ["9000", "WAITING"],
  ]);

  const known = watchRates(world.db, rates);
  await known.refresh();
  await world.advance(AGE_MAX);
  expect(known.find("UGX", at + 1 + AGE_MAX)).toMatchObject({ rate: "3800" });
  expect([known.find("UGX", at + 2 + AGE_MAX), known.list((await now()) + 10)]).toEqual([null, []]);
});

test("what a source said does not change, what was decided is decided once, and only what is past is forgotten", async () => {
  const operator = "00000000-0000-7000-8000-000000000001";
  const waiting = "currency = 'UGX' and status = 'WAITING'";
  for (const change of [
    "rate = '1'",
    "at = at + 1",
    "source = 'me'",
    "created = created + 1",
    "status = 'CURRENT'",
    "status = 'REFUSED'",
  ])
    await expect(sql(`update rates set ${change} where ${waiting}`)).rejects.toThrow(/does not change|unique|check/);
  await expect(sql("update rates set status = 'CURRENT' where status = 'PAST'")).rejects.toThrow(/does not change/);
  await expect(sql(`delete from rates where ${waiting}`)).rejects.toThrow(/is kept/);
  await sql(`update rates set status = 'REFUSED', decided_by = $1, decided_at = service_now() where ${waiting}`, [
    operator,
  ]);
  await expect(sql("update rates set decided_at = 1 where status = 'REFUSED'")).rejects.toThrow(/does not change/);
  for (const rate of ["0", "0.0", "-1", "1e3", "1234567890123", "01"])
    await expect(
      sql("insert into rates (currency, rate, source, at, status, created) values ('EUR', $1, 'x', 1, 'CURRENT', 1)", [
        rate,
      ]),
    ).rejects.toThrow(/rates_rate_check/);
  // A source that repeats what was refused is not heard.
  const [refused] = await sql("select rate, at from rates where status = 'REFUSED'");
  const again = {
    currency: "UGX",
    rate: String(refused?.["rate"]),
    at: Number(refused?.["at"]),
    source: "Central Bank",
  };
  expect(await takeRates(world.db, { rates: [again], ageMaxSeconds: 10 * AGE_MAX, firstWaits: false })).toEqual([]);

  expect(await forgetRates(world.db, { days: KEPT_DAYS.rates, limit: 10 })).toBe(0);
  expect([
    await forgetRates(world.db, { days: 0, limit: 5 }),
    await forgetRates(world.db, { days: 0, limit: 5 }),
  ]).toEqual([5, 1]);
  expect((await stored()).map(({ status }) => status)).toEqual(["CURRENT", "CURRENT", "CURRENT"]);

  await world.rates({ KES: "131.5" });
  expect((await stored()).at(-1)).toEqual({ currency: "KES", rate: "131.5", status: "CURRENT" });
});
