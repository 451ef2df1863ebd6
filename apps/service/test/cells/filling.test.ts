/** Two cells with people of their own become cells of one directory: who is in both turns out to be one person. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fill } from "../../src/admin-cells.js";
import { fillPeople } from "../../src/cells/fill-people.js";
import { MoveRefused } from "../../src/cells/move.js";
import { type Config, readConfig } from "../../src/config.js";
import { totpPlace } from "../../src/identity/second-factor.js";
import { newTotpSecret } from "../../src/identity/totp.js";
import type { Database, Queryable } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openSeal } from "../../src/platform/seal.js";
import { wide } from "../bounds.js";
import { codeNow, makeRoom, newEmail, PASSWORD, post } from "../console/people.js";
import { cheapHash, consoleOf, newPerson } from "../console/seller.js";
import { asService, type Json, type Merchant, SECRET_KEY, type World } from "../harness.js";
import { newVisitor } from "../visitor.js";
import { openMovers, startTown, type Town } from "./town.js";

type Name = "north" | "south";
const NAMES = ["north", "south"] as const;
const seal = openSeal(SECRET_KEY);
let town: Town;
let movers: Awaited<ReturnType<typeof openMovers>>;
let shops: Readonly<Record<Name, Merchant>>;
beforeAll(async () => {
  town = await startTown(NAMES);
  movers = await openMovers(town);
  shops = { north: await cell("north").merchant("Kiln"), south: await cell("south").merchant("Loom") };
});
afterAll(async () => {
  await movers?.close();
  await town?.close();
});

const cell = (name: Name): World => town.cells[name]!;
const configOf = (name: Name): Config => ({
  ...readConfig({}),
  databaseUrl: asService(cell(name).databaseUrl),
  migrationUrl: cell(name).databaseUrl,
  secretKey: SECRET_KEY,
  cell: { cell: name, directoryUrl: town.directoryUrl },
});
const fillFrom = (name: Name) => fill(cell(name).db, configOf(name));

let statements = 0;
const inDirectory = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  town.directory.query<Json>({ name: `test: filling ${statements++}`, text, values });
const inCell = (name: Name, text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  cell(name).db.query<Json>({ name: `test: filled cell ${statements++}`, text, values });

/** Somebody who signed up in a cell before there was a directory. */
async function settle(
  name: Name,
  email: string,
  given: { readonly password?: string; readonly totp?: string; readonly isOperator?: boolean } = {},
): Promise<string> {
  const { password = PASSWORD, totp, isOperator = false } = given;
  const id = uuidv7();
  await inCell(
    name,
    `insert into sellers (id, email, name, password_hash, is_operator, totp_sealed, totp_step, created)
     values ($1, $2, 'Ben', $3, $4, $5, $6, service_now())`,
    [
      id,
      email,
      cheapHash(password),
      isOperator,
      totp === undefined ? null : seal.seal(totp, totpPlace(id)),
      totp === undefined ? null : 1,
    ],
  );
  await inCell(
    name,
    "insert into team_members (account_id, seller_id, role, created) values ($1, $2, 'owner', service_now())",
    [shops[name].account, id],
  );
  await inCell(
    name,
    `insert into security_events (kind, account_id, seller_id, subject, network, user_agent, created)
     values ('key_created', $1, $2, '', '', '', service_now())`,
    [shops[name].account, id],
  );
  return id;
}

const signIn = async (name: Name, email: string, password = PASSWORD) => {
  await makeRoom(cell(name));
  const browser = newVisitor(cell(name));
  const { headers } = await post(browser, "/console/sign-in", { email, password });
  return { browser, leadsTo: headers.get("location") };
};

test("sellers of two cells sign in to both, with one password, and nothing of how they did stays in a cell", async () => {
  const [anna, ben] = [newEmail(), newEmail()];
  const annaId = await settle("north", anna);
  const benId = await settle("north", ben);
  const totp = newTotpSecret();
  const benInSouth = await settle("south", ben, { password: "another of the south", totp, isOperator: true });
  // Until it has run nobody whom the directory doesn't know signs in.
  expect((await signIn("north", anna)).leadsTo).toBe(null);
  expect(await fillFrom("north")).toMatchObject({ people: 2, met: [] });
  expect(await fillFrom("south")).toMatchObject({ people: 0, met: [ben] });
  for (const name of NAMES) expect(await fillFrom(name)).toMatchObject({ people: 0, met: [] });
  expect((await signIn("south", anna)).leadsTo).toBe("/console");
  expect((await signIn("south", ben, "another of the south")).leadsTo).toBe(null);
  // The password of the one, and the second factor of the other.
  const { browser } = await signIn("south", ben);
  await post(browser, "/console/sign-in/code", { code: codeNow(totp) });
  expect((await browser.get(consoleOf(shops.south))).status).toBe(200);
  expect((await browser.get("/desk")).status).toBe(200);
  expect((await browser.get("/console?choose=1")).html).toContain(consoleOf(shops.north));
  for (const table of ["security_events", "team_members"]) {
    expect(
      await inCell("south", `select seller_id from ${table} where account_id = $1 and seller_id is not null`, [
        shops.south.account,
      ]),
    ).toEqual([{ seller_id: benId }]);
  }
  expect(benInSouth).not.toBe(benId);
  for (const name of NAMES)
    expect(
      await inCell(name, "select email from sellers where password_hash is not null or totp_sealed is not null"),
    ).toEqual([]);
  expect(await inDirectory("select id from sellers where email = $1", [anna])).toEqual([{ id: annaId }]);
});

/** Dies at its so-manyth statement, before or after it. */
function dying<Db extends Queryable>(db: Db, until: { left: number }): Db {
  const query: Queryable["query"] = async (statement) => {
    until.left -= 1;
    if (until.left === 0) throw new Error("killed");
    const rows = await db.query(statement);
    until.left -= 1;
    if (until.left === 0) throw new Error("killed");
    return rows as never;
  };
  return { ...db, query };
}

test("a fill that was killed anywhere goes on when it is run again", wide(), async () => {
  const [cleo, dan] = [newEmail(), newEmail()];
  const cleoId = await settle("north", cleo);
  expect(await fillFrom("north")).toMatchObject({ people: 1 });
  await settle("south", cleo, { totp: newTotpSecret() });
  await settle("south", dan);
  let kills = 0;
  for (let at = 1; ; at += 1) {
    const until = { left: at };
    const ways = {
      cell: dying(cell("south").db, until),
      people: dying(cell("south").people, until),
      owner: (): Database => dying(movers.ownerOf("south"), until),
      seal,
      withCodes: true,
    };
    try {
      await fillPeople(ways);
      break;
    } catch (error) {
      expect((error as Error).message).toBe("killed");
      kills += 1;
    }
  }
  expect(kills).toBeGreaterThan(5);
  expect(await inCell("south", "select id, password_hash from sellers where email = $1", [cleo])).toEqual([
    { id: cleoId, password_hash: null },
  ]);
  expect(
    await inDirectory("select has_second_factor(id, totp_sealed) as has from sellers where id = $1", [cleoId]),
  ).toEqual([{ has: true }]);
  expect((await signIn("north", dan)).leadsTo).toBe("/console");
});

test(
  "without the right to renumber, one line says what it takes; and no account moves before its people came along",
  wide(),
  async () => {
    const eve = newEmail();
    await newPerson(cell("north"), shops.north, { email: eve });
    await settle("south", eve);
    const ways = { cell: cell("south").db, people: cell("south").people, seal, withCodes: true };
    const asServing = { ...configOf("south"), migrationUrl: null };
    await expect(fill(cell("south").db, asServing)).rejects.toThrow(/MIGRATION_DATABASE_URL/);
    await expect(movers.move(shops.south.account, ["south", "north"])).rejects.toThrow(MoveRefused);
    expect(await fillPeople({ ...ways, owner: () => movers.ownerOf("south") })).toEqual({ people: 0, met: [eve] });
  },
);
