/** Statements that leave together and run one behind the other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, type LookUp, openDatabase } from "../../src/platform/database.js";
import { RowHeld } from "../../src/platform/database-errors.js";
import { dropDatabase, newDatabase } from "../harness.js";

let url: string;
let db: Database;
beforeAll(async () => {
  url = await newDatabase();
  db = openDatabase(url);
  await db.pool.query("create table told (word text)");
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

const WORDS = { name: "words", text: "select word from told order by word" };
/** Slow, so that what does not wait for it misses it. */
const tell = (word: string) => ({
  name: "tell",
  text: "insert into told select $1 from (select pg_sleep(0.2)) slow returning word",
  values: [word],
});
const FIND: LookUp = {
  name: "find word",
  of: (keys) => ({
    name: "find word",
    text: "select ordinal::text, told.word from unnest($1::text[]) with ordinality as given (word, ordinal) join told using (word)",
    values: [keys.map(([word]) => word)],
  }),
};

test("whatever is read behind the first sees what it has written, however much that is", async () => {
  const order = db.inOrder();
  const first = order.query(tell("one"));
  const reads = Array.from({ length: 30 }, () => order.read<{ word: string }>(WORDS));
  const found = ["none", "one", "one"].map((word) => order.lookUp<{ word: string }>(FIND, [word]));
  order.send();
  const late = [order.read<{ word: string }>(WORDS), order.lookUp<{ word: string }>(FIND, ["one"])];
  expect(await first).toEqual([{ word: "one" }]);
  for (const rows of await Promise.all(late)) expect(rows.map(({ word }) => word)).toEqual(["one"]);
  for (const read of reads) expect(await read).toEqual([{ word: "one" }]);
  expect((await Promise.all(found)).map((rows) => rows.map(({ word }) => word))).toEqual([[], ["one"], ["one"]]);
});

test("what is to run last runs behind all reads and look-ups, however many they are, on the connection of the first", async () => {
  const order = db.inOrder();
  const here = { name: "which connection", text: "select pg_backend_pid() as here, clock_timestamp()::text as at" };
  const first = order.query<{ here: number }>(here);
  const last = order.last<{ here: number; at: string }>(here);
  const reads = Array.from({ length: 12 }, () => order.read(WORDS));
  const found = order.lookUp<{ at: string }>(
    {
      ...FIND,
      of: () => ({ name: "when", text: "select '1' as ordinal, pg_sleep(0.1)::text, clock_timestamp()::text as at" }),
    },
    ["one"],
  );
  order.send();
  expect((await last)[0]?.here).toBe((await first)[0]?.here);
  expect(((await last)[0]?.at ?? "") > ((await found)[0]?.at ?? "~")).toBe(true);
  await Promise.all(reads);
});

test("one that fails fails alone; where the first fails, what found no room behind it does too", async () => {
  const order = db.inOrder();
  const first = order.query({ name: "no such table", text: "select * from nowhere" });
  const near = order.read({ name: "fine", text: "select 1 as one" });
  const broken = order.lookUp({ ...FIND, of: () => ({ name: "broken", text: "select broken" }) }, ["one"]);
  const far = Promise.allSettled(Array.from({ length: 10 }, () => order.read(WORDS)));
  order.send();
  await expect(first).rejects.toThrow("nowhere");
  await expect(broken).rejects.toThrow("broken");
  expect((await far).map(({ status }) => status)).toContain("rejected");
  expect(await near).toEqual([{ one: 1 }]);
});

test("a first statement that meets a row of somebody else is told so, as any statement is", async () => {
  const other = await db.pool.connect();
  await other.query("begin; lock table told");
  const order = db.inOrder();
  const first = order.query({ name: "meet", text: "select 1 from told for update nowait" });
  const near = order.read({ name: "fine", text: "select 1 as one" });
  order.send();
  await expect(first).rejects.toBeInstanceOf(RowHeld);
  expect(await near).toEqual([{ one: 1 }]);
  await other.query("rollback");
  other.release();
});

test("all fail when the connection is lost, and nobody waits for ever", async () => {
  const order = db.inOrder();
  const first = order.query({ name: "die", text: "select pg_terminate_backend(pg_backend_pid())" });
  const all = [first, order.read(WORDS), order.lookUp(FIND, ["one"])];
  order.send();
  for (const { status } of await Promise.allSettled(all)) expect(status).toBe("rejected");
  expect(await db.read(WORDS)).toHaveLength(1);
});
