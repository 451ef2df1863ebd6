/** Two cells with people of their own become cells of one directory: who is in both turns out to be one person. */
import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fill } from "../../src/admin/cells.js";
import { fillPeople } from "../../src/cells/fill-people.js";
import { MoveRefused } from "../../src/cells/move.js";
import { type Config, readConfig } from "../../src/config/index.js";
import { totpPlace } from "../../src/identity/second-factor.js";
import { newTotpSecret } from "../../src/identity/totp.js";
import type { Database, Queryable } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openSeal } from "../../src/platform/seal.js";
import { takeSellers } from "../../src/store/identity/sellers-apart.js";
import { wide } from "../bounds.js";
import {
  codeFor,
  codeNow,
  isSignedIn,
  mailsTo,
  newEmail,
  PASSWORD,
  post,
  resetSignInLimits,
  signUpFields,
} from "../console/people.js";
import { cheapHash, consoleOf, newPerson } from "../console/seller.js";
import { asService, type Json, type Merchant, SECRET_KEY, type World } from "../harness.js";
import { newVisitor } from "../visitor.js";
import { type Fixture, openMovers, startFixture } from "./fixture.js";

type Name = "north" | "south";
const NAMES = ["north", "south"] as const;
const seal = openSeal(SECRET_KEY);
let fixture: Fixture;
let movers: Awaited<ReturnType<typeof openMovers>>;
let shops: Readonly<Record<Name, Merchant>>;
const logged: string[] = [];
beforeAll(async () => {
  const written = pino({ base: null, level: "warn" }, { write: (line: string) => void logged.push(line) });
  fixture = await startFixture(NAMES, {}, Object.assign(written, { flush: () => undefined }));
  movers = await openMovers(fixture);
  shops = { north: await cell("north").merchant("Kiln"), south: await cell("south").merchant("Loom") };
});
afterAll(async () => {
  await movers?.close();
  await fixture?.close();
});

const cell = (name: Name): World => fixture.cells[name]!;
const configOf = (name: Name): Config => ({
  ...readConfig({}),
  databaseUrl: asService(cell(name).databaseUrl),
  migrationUrl: cell(name).databaseUrl,
  secretKey: SECRET_KEY,
  cell: { cell: name, directoryUrl: fixture.directoryUrl },
});
const fillFrom = (name: Name, ...samePeople: readonly string[]) => fill(cell(name).db, configOf(name), samePeople);
const waysOf = (name: Name) => ({
  cell: cell(name).db,
  name,
  people: cell(name).people,
  owner: (): Database => movers.ownerOf(name),
  seal,
  withCodes: true,
  samePeople: [],
});

let statements = 0;
const inDirectory = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  fixture.directory.query<Json>({ name: `test: filling ${statements++}`, text, values });
const inCell = (name: Name, text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  cell(name).db.query<Json>({ name: `test: filled cell ${statements++}`, text, values });

/** Somebody who signed up in a cell before there was a directory. */
async function settle(
  name: Name,
  email: string,
  given: {
    readonly id?: string;
    readonly password?: string;
    readonly totp?: string;
    readonly passkey?: string;
    readonly isOperator?: boolean;
  } = {},
): Promise<string> {
  const { id = uuidv7(), password = PASSWORD, totp, passkey, isOperator = false } = given;
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
  if (passkey !== undefined)
    await inCell(
      name,
      `insert into seller_passkeys (seller_id, id, public_key, sign_count, transports, name, created)
       values ($1, $2, decode('00', 'hex'), 0, '{}', 'a key', service_now())`,
      [id, passkey],
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
  await resetSignInLimits(cell(name));
  const browser = newVisitor(cell(name));
  const { headers } = await post(browser, "/console/sign-in", { email, password });
  return { browser, leadsTo: headers.get("location") };
};

test("sellers of two cells sign in to both, with one password, and nothing of how they did stays in a cell", async () => {
  const [anna, ben] = [newEmail(), newEmail()];
  const annaId = await settle("north", anna);
  const benId = await settle("north", ben);
  const totp = newTotpSecret();
  const benInSouth = await settle("south", ben, { password: "another of the south", totp });
  // Until it has run, only people whom the directory knows sign in.
  expect((await signIn("north", anna)).leadsTo).toBe(null);
  expect(await fillFrom("north")).toMatchObject({ people: 2, met: [] });
  const before = await signIn("north", ben);
  await inDirectory("update sellers set is_operator = true where id = $1", [benId]);
  expect(await isSignedIn(before.browser)).toBe(true);
  expect(await fillFrom("south")).toMatchObject({ people: 0, met: [ben], deskless: [], refused: [] });
  for (const name of NAMES) expect(await fillFrom(name)).toMatchObject({ people: 0, met: [] });
  // Who was signed in by the password alone is not signed in past a second factor.
  expect(await isSignedIn(before.browser)).toBe(false);
  const told = await mailsTo(cell("north"), ben);
  expect(told.map(({ params }) => params["what"]).filter((what) => what !== undefined)).toEqual([
    "sign_ins_joined",
    "second_factor_on",
  ]);
  expect(
    await inDirectory("select kind from security_events where seller_id = $1 and network = '' order by id", [benId]),
  ).toEqual([{ kind: "second_factor_on" }, { kind: "sign_ins_joined" }]);
  expect((await signIn("south", anna)).leadsTo).toBe("/console");
  expect((await signIn("south", ben, "another of the south")).leadsTo).toBe(null);
  // The password of the one, and the second factor of the other.
  const { browser } = await signIn("south", ben);
  await post(browser, "/console/sign-in/code", { code: codeNow(totp) });
  expect((await browser.get(consoleOf(shops.south))).status).toBe(200);
  expect((await browser.get("/desk")).status).toBe(200);
  expect((await before.browser.get("/desk")).status).toBe(303);
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

test("the desk of one cell is not that of all, and two second factors are one person's once somebody says so", async () => {
  const [grace, hal] = [newEmail(), newEmail()];
  const [first, second] = [newTotpSecret(), newTotpSecret()];
  const graceId = await settle("north", grace, { totp: first });
  await settle("north", hal);
  await fillFrom("north");
  await settle("south", grace, { password: "the real one", totp: second, isOperator: true });
  await settle("south", hal, { passkey: uuidv7(), isOperator: true });
  const filled = await fillFrom("south");
  expect(filled).toMatchObject({ met: [hal], deskless: [hal] });
  expect(filled.refused).toEqual([{ email: grace, reason: expect.stringContaining(`--same-person ${grace}`) }]);
  expect(await inDirectory("select email from sellers where is_operator and email = any($1)", [[grace, hal]])).toEqual(
    [],
  );
  const kept =
    "select totp_sealed is not null as app, password_hash is not null as password from sellers where email = $1";
  expect(await inCell("south", kept, [grace])).toEqual([{ app: true, password: true }]);
  expect(await fillFrom("south", grace)).toMatchObject({ met: [grace], deskless: [grace], refused: [] });
  expect(await inCell("south", kept, [grace])).toEqual([{ app: false, password: false }]);
  expect(await inCell("south", "select id, is_operator from sellers where email = $1", [grace])).toEqual([
    { id: graceId, is_operator: false },
  ]);
  const { browser } = await signIn("south", grace);
  await post(browser, "/console/sign-in/code", { code: codeNow(first) });
  expect(await isSignedIn(browser)).toBe(true);
  expect((await browser.get("/desk")).status).toBe(404);
});

test("somebody whom a moved account took along is one person, by the id that both cells know", async () => {
  const ivy = newEmail();
  const [totp, newer] = [newTotpSecret(), "the newer one"];
  const id = await settle("north", ivy);
  await settle("south", ivy, { id, password: newer, totp, isOperator: true });
  expect(await fillFrom("north")).toMatchObject({ people: 1 });
  expect(await fillFrom("south")).toMatchObject({ people: 0, met: [ivy], refused: [] });
  expect(await inCell("south", "select is_operator from sellers where id = $1", [id])).toEqual([
    { is_operator: false },
  ]);
  const { browser } = await signIn("south", ivy);
  expect(await isSignedIn(browser)).toBe(false);
  await post(browser, "/console/sign-in/code", { code: codeNow(totp) });
  expect(await isSignedIn(browser)).toBe(true);
});

test("nothing leaves a cell whose second factor is not in the directory", async () => {
  const [jo, kim, lee] = [newEmail(), newEmail(), newEmail()];
  const passkey = uuidv7();
  await settle("north", jo, { passkey });
  const leeId = await settle("north", lee);
  await fillFrom("north");
  await settle("south", kim, { passkey });
  const codes = "insert into seller_recovery_codes (seller_id, code_hash) values ($1, sha256('one'))";
  await inCell("south", codes, [await settle("south", lee, { totp: newTotpSecret() })]);
  const ways = waysOf("south");
  // Somebody is faster than the fill, which had seen no second factor.
  const people: Queryable = {
    ...ways.people,
    query: async (statement) => {
      if (statement.name === "bring second factor")
        await inDirectory("update sellers set generation = generation + 1, totp_sealed = '\\x00' where id = $1", [
          leeId,
        ]);
      return ways.people.query(statement);
    },
  };
  const { refused } = await fillPeople({ ...ways, people });
  expect(refused).toEqual(
    expect.arrayContaining([
      { email: kim, reason: "has a passkey that is somebody else's at the directory" },
      { email: lee, reason: expect.stringContaining("meanwhile") },
    ]),
  );
  for (const email of [kim, lee])
    expect(
      await inCell(
        "south",
        "select has_second_factor(id, totp_sealed) as has, password_hash is not null as signs_in from sellers where email = $1",
        [email],
      ),
    ).toEqual([{ has: true, signs_in: true }]);
  await inDirectory("update sellers set totp_sealed = null where id = $1", [leeId]);
  expect(await fillPeople(ways)).toMatchObject({ met: [lee], codeless: [lee], refused: [{ email: kim }] });
  await inCell("south", "delete from seller_passkeys where id = $1", [passkey]);
  // And here: what was read of her is not what she signs in with by now.
  const cellOf: Queryable = {
    ...ways.cell,
    query: async (statement) => {
      if (statement.name === "leave sign-ins")
        await inCell("south", "update sellers set generation = generation + 1 where email = $1", [kim]);
      return ways.cell.query(statement);
    },
  };
  expect(await fillPeople({ ...ways, cell: cellOf })).toMatchObject({ refused: [{ email: kim }] });
  expect(
    await inCell("south", "select password_hash is not null as kept from sellers where email = $1", [kim]),
  ).toEqual([{ kept: true }]);
  expect(await fillPeople(ways)).toMatchObject({ people: 0, refused: [] });
});

test("what an older key sealed is sealed by the first key from then on, and guesses go along", wide(), async () => {
  const [mia, nat] = [newEmail(), newEmail()];
  await settle("north", nat);
  await fillFrom("north");
  for (const email of [mia, nat]) await settle("south", email, { totp: newTotpSecret() });
  await inCell("south", "update sellers set factor_tries = 49 where email = any($1)", [[mia, nat]]);
  const fresh = openSeal(randomBytes(32), SECRET_KEY);
  expect(await fillPeople({ ...waysOf("south"), seal: fresh })).toMatchObject({ people: 1, met: [nat] });
  const rows = await inDirectory("select totp_sealed, factor_tries from sellers where email = any($1)", [[mia, nat]]);
  expect(rows.map((row) => [fresh.isCurrent(row["totp_sealed"] as Buffer), row["factor_tries"]])).toEqual([
    [true, 49],
    [true, 49],
  ]);
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
      ...waysOf("south"),
      cell: dying(cell("south").db, until),
      people: dying(cell("south").people, until),
      owner: (): Database => dying(movers.ownerOf("south"), until),
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
  expect((await mailsTo(cell("north"), cleo)).map(({ params }) => params["what"])).toEqual([
    "sign_ins_joined",
    "second_factor_on",
  ]);
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
    await settle("south", eve, { totp: newTotpSecret() });
    const asServing = { ...configOf("south"), migrationUrl: null };
    await expect(fill(cell("south").db, asServing)).rejects.toThrow(/MIGRATION_DATABASE_URL/);
    expect(
      await inDirectory("select 1 as one from sellers where email = $1 and totp_sealed is null", [eve]),
    ).toHaveLength(1);
    await expect(movers.move(shops.south.account, ["south", "north"])).rejects.toThrow(MoveRefused);
    expect(await fillPeople(waysOf("south"))).toMatchObject({ people: 0, met: [eve] });
  },
);

test("an address that a cell knows from before has no account of a stranger there, and the log tells who came without it", async () => {
  const email = newEmail();
  await settle("north", email);
  await resetSignInLimits(cell("north"));
  const stranger = newVisitor(cell("north"));
  const accounts = () => inDirectory("select seller_code from accounts order by 1");
  const before = await accounts();
  await post(stranger, "/console/sign-up", signUpFields(email));
  const entered = await post(stranger, "/console/sign-up/code", { code: await codeFor(cell("north"), email) });
  expect(entered.headers.get("location")).toBe("/console");
  // Nothing leads to an account that was never made.
  expect(await accounts()).toEqual(before);
  expect((await stranger.get("/console")).status).toBe(503);
  const [person] = await inDirectory("select id from sellers where email = $1", [email]);
  expect(logged.join("")).toContain(`somebody else has the address of ${person?.["id"]} in this cell`);
  expect(logged.join("")).not.toContain(email);
});

test("a person whose address somebody gets in the cell at the same moment is left out there, like one who comes later", async () => {
  const [email, first, second] = [newEmail(), uuidv7(), uuidv7()];
  const person = { id: second, email, name: "Ben", locale: null, zone: null, is_operator: false, version: "1" };
  const waiting = `
    select 1 as one from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into sellers as known%'`;
  let taken = Promise.resolve();
  await cell("north").db.transaction(async (tx) => {
    await tx.query({
      name: "test: get an address",
      text: "insert into sellers (id, email, name, password_hash, created) values ($1, $2, 'Ada', 'none', 0)",
      values: [first, email],
    });
    taken = takeSellers(cell("north").db, [person], { isHere: true });
    await expect.poll(() => inCell("north", waiting)).toHaveLength(1);
  });
  await taken;
  expect(await inCell("north", "select id from sellers where email = $1", [email])).toEqual([{ id: first }]);
});
