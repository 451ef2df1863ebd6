/** An account that moves to another cell takes its rows along: every table says what becomes of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listTables } from "../../src/store/moving/steps.js";
import { MOVED, PEOPLE, REBUILT, STAYING } from "../../src/store/moving/tables.js";
import { startWorld, type World } from "../harness.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test("every table of a cell is in one list: it moves, is made anew, is people's, or stays", async () => {
  const listed = [...MOVED.map(({ name }) => name), ...REBUILT, ...PEOPLE.map(({ name }) => name), ...STAYING];
  expect([...listed].sort()).toEqual([...(await listTables(world.db))].sort());
});
