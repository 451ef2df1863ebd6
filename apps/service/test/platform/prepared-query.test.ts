/** Statements whose columns a connection asks for once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { dropDatabase, newDatabase } from "../harness.js";

let url: string;
let db: Database;
/** How often the server has described columns. */
let described = 0;

beforeAll(async () => {
  url = await newDatabase();
  db = openDatabase(url, { connections: 1 });
  db.pool.on("connect", (client) => client.connection.on("rowDescription", () => (described += 1)));
  await db.pool.query("create table kept (id int, word text)");
});
beforeEach(() => {
  described = 0;
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

const ALL_KINDS = {
  name: "all kinds",
  text: `select $1::int as whole, 9007199254740993::bigint as large, '\\x00ff'::bytea as bytes, array['a', null] as list,
    null::text as nothing, true as truth, '{"a": 1}'::jsonb as json`,
};

test("later answers hold the same values as the first, and are not described", async () => {
  const ask = (whole: number) => db.query({ ...ALL_KINDS, values: [whole] });
  const rows = [await ask(1), await ask(2), ...(await Promise.all([ask(3), ask(4)]))];
  const [first] = rows[0] as [object];
  expect(first).toEqual({
    ...{ whole: 1, large: "9007199254740993", bytes: Buffer.from([0, 255]), list: ["a", null] },
    ...{ nothing: null, truth: true, json: { a: 1 } },
  });
  expect(rows).toEqual([1, 2, 3, 4].map((whole) => [{ ...first, whole }]));
  expect(described).toBe(1);
});

test("what leaves before the first answer is described too, and each gets its own rows", async () => {
  const ask = (count: number) =>
    db.transaction(async (tx) => {
      const sent = Array.from({ length: count }, (_, at) =>
        tx.query({ name: "pairs", text: "select $1::int as left, generate_series(1, $1::int) as right", values: [at] }),
      );
      return (await Promise.all(sent)).map((rows) => rows.length);
    });
  expect(await ask(3)).toEqual([0, 1, 2]);
  expect(described).toBe(3);
  expect(await ask(4)).toEqual([0, 1, 2, 3]);
  expect(described).toBe(3);
});

test("a statement without columns, and one that failed before it answered, are remembered for what they are", async () => {
  const keep = (id: number) => db.query({ name: "keep", text: "insert into kept values ($1, 'word')", values: [id] });
  for (const id of [1, 2]) expect(await keep(id)).toEqual([]);
  expect(described).toBe(0);
  const divide = (by: number) => db.query({ name: "divide", text: "select 12 / $1::int as whole", values: [by] });
  await expect(divide(0)).rejects.toThrow("division by zero");
  for (const by of [2, 3]) expect(await divide(by)).toEqual([{ whole: 12 / by }]);
  await expect(divide(0)).rejects.toThrow("division by zero");
  expect(await divide(4)).toEqual([{ whole: 3 }]);
  // By the one that failed, and by the first that answered.
  expect(described).toBe(2);
});

test("columns that a migration changed are refused by the server, not misread", async () => {
  const read = () => db.query({ name: "read kept", text: "select * from kept order by id" });
  expect(await read()).toEqual([
    { id: 1, word: "word" },
    { id: 2, word: "word" },
  ]);
  await db.pool.query("alter table kept alter column id type bigint");
  await expect(read()).rejects.toThrow("cached plan must not change result type");
});
