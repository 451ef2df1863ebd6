/** `holdfast account move` and `holdfast directory …`, on two cells, as the runbook has an operator do it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import { type Fixture, openMovers, startFixture } from "../../../apps/service/test/cells/fixture.js";
import { newPerson } from "../../../apps/service/test/console/seller.js";
import { asService, type Merchant, SECRET_KEY } from "../../../apps/service/test/harness.js";
import { funded } from "../../../apps/service/test/stories.js";
import { cleanUpAtEnd, expectRefused, holdfast, json, text } from "./commands.js";

cleanUpAtEnd();

let fixture: Fixture;
let movers: Awaited<ReturnType<typeof openMovers>>;
let shop: Merchant;
beforeAll(async () => {
  fixture = await startFixture(["c1", "c2"]);
  movers = await openMovers(fixture);
  shop = await fixture.cells["c1"]!.merchant();
});
afterAll(async () => {
  await movers?.close();
  await fixture?.close();
});

/** The settings of one cell, and the database of the other. */
const settings = (cell: "c1" | "c2"): Record<string, string> => ({
  CELL: cell,
  DIRECTORY_URL: fixture.directoryUrl,
  DATABASE_URL: fixture.cells[cell]!.databaseUrl,
  MOVE_DATABASE_URL: fixture.cells[cell === "c1" ? "c2" : "c1"]!.databaseUrl,
});
const isOpenIn = async (cell: string): Promise<boolean> =>
  (await fixture.cells[cell]!.speakAs(shop.apiKey).get("/account")).status === 200;

test("a move that can't be made is refused in a sentence, and nothing is begun", async () => {
  const env = settings("c1");
  const there = env["MOVE_DATABASE_URL"] as string;
  const nowhere = "postgres://holdfast@127.0.0.1:9/holdfast";
  const { DATABASE_URL: alone = "" } = env;
  const refused: readonly (readonly [RegExp, readonly string[], Record<string, string>])[] = [
    [/either --to or --stay\.$/m, [], env],
    [/either --to or --stay\.$/m, ["--to", "c2", "--stay"], env],
    [/this deployment has one cell\.$/m, ["--to", "c2"], { DATABASE_URL: alone }],
    [/takes DATABASE_URL of this cell and MOVE_DATABASE_URL/, ["--to", "c2"], { ...env, MOVE_DATABASE_URL: "" }],
    [/: c1 is this cell: name another one\.$/m, ["--to", "c1"], env],
    [/there is no cell c9: `directory list` shows/, ["--to", "c9"], env],
    [/as the database of cell c2 is another database\.$/m, ["--to", "c2"], { ...env, MOVE_DATABASE_URL: alone }],
    [/given for cell c2 does not own its tables\.$/m, ["--to", "c2"], { ...env, MOVE_DATABASE_URL: asService(there) }],
    [/of MOVE_DATABASE_URL can't be reached \(connect /, ["--to", "c2"], { ...env, MOVE_DATABASE_URL: nowhere }],
    [/: the directory can't be reached \(connect /, ["--to", "c2"], { ...env, DIRECTORY_URL: nowhere }],
    [/ is not moving: it lives in cell c1\.$/m, ["--stay"], env],
  ];
  for (const [line, options, given] of refused)
    expectRefused(await holdfast(["account", "move", shop.account, ...options], given), 1, line);
  expectRefused(await holdfast(["account", "move", "12", "--to", "c2"], env), 1, /"12" is not an account id/);
  const nobody = "5611149176083764240";
  expectRefused(
    await holdfast(["account", "move", nobody, "--to", "c2"], env),
    1,
    /the directory knows no account 5611/,
  );
  expect(await text(["directory", "list"], env)).toMatch(/^c1 {2}1 accounts, 0 moving away.*\nc2 {2}0 accounts/);
  expect(await isOpenIn("c1")).toBe(true);
});

test("an account stays after all, moves while each step is told, and moves back", wide(), async () => {
  const escrow = await funded(shop);
  const away = ["account", "move", shop.account, "--to", "c2"];
  const killed = movers.move(shop.account, ["c1", "c2"], (step) => {
    if (step === "copy") throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await isOpenIn("c1")).toBe(false);
  expect(await json(["directory", "list"], settings("c1"))).toMatchObject([{ cell: "c1", leaving: 1 }, { cell: "c2" }]);
  const stayed = await text(["account", "move", shop.account, "--stay"], settings("c1"));
  expect(stayed).toBe(`account ${shop.account} lives in cell c1\n`);
  expect(await isOpenIn("c1")).toBe(true);

  const moved = await holdfast(away, settings("c1"));
  expect({ ...moved, stderr: "" }).toMatchObject({ code: 0, stdout: `account ${shop.account} lives in cell c2\n` });
  const told = moved.stderr.trimEnd().split("\n");
  expect(told.filter((line) => !line.startsWith("  "))).toEqual([
    "proving the books of this cell",
    "copying what is there already",
    "the directory says that the account moves",
    "workers take nothing more of it",
    "waiting for what they have in hand",
    "the account is closed: callers are asked to come back",
    "copying what came since, and comparing all of it",
    "opening the account in its new cell",
    "proving the books of its new cell",
    "taking away what stayed behind",
    "done",
  ]);
  expect(told).toContain("  escrows: 1 row");
  expect(await isOpenIn("c2")).toBe(true);
  expect((await fixture.cells["c2"]!.speakAs(shop.apiKey).get(`/escrows/${escrow["id"]}`)).body["status"]).toBe(
    "IN_ESCROW",
  );
  expectRefused(
    await holdfast(["account", "move", shop.account, "--stay"], settings("c1")),
    1,
    /lives in cell c2, not in c1\.$/m,
  );
  const back = await holdfast(["account", "move", shop.account, "--to", "c1", "--json"], settings("c2"));
  expect([back.code, JSON.parse(back.stdout)]).toEqual([0, { account: shop.account, cell: "c1" }]);
  expect(await isOpenIn("c1")).toBe(true);
  for (const world of Object.values(fixture.cells)) await world.checkLedger();
});

test("fill tells whose sign-in counts from then on, and who has to make new recovery codes", async () => {
  const { email } = await newPerson(fixture.cells["c1"]!, shop);
  await fixture.cells["c2"]!.db.query({
    name: "test: known from before",
    text: `
      with person as (
        insert into sellers (id, email, name, password_hash, created)
        values (gen_random_uuid(), $1, 'Ada', 'none', 0) returning id
      )
      insert into seller_recovery_codes (seller_id, code_hash) select id, sha256('one') from person`,
    values: [email],
  });
  const env = { ...settings("c2"), SECRET_KEY: SECRET_KEY.toString("base64") };
  expect(await text(["directory", "fill"], env)).toBe(
    [
      "cell c2: 0 accounts, 0 keys and 0 people entered",
      `${email} had a sign-in already, and keeps that one`,
      `${email} has to make new recovery codes\n`,
    ].join("\n"),
  );
});
