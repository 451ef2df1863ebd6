/** What happens to access is written down once, shown to owners, and told to them by mail. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidv7 } from "../../src/platform/random.js";
import { newOperator } from "../desk/operator.js";
import { startWorld, type World } from "../harness.js";
import { lastCode, newVisitor } from "../visitor.js";
import { known, mailsTo, PASSWORD, post, resetSignInLimits, signIn } from "./people.js";
import { consoleOf, newPerson } from "./seller.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());

const kindsIn = async (account: string): Promise<readonly string[]> =>
  (await world.db.pool.query("select kind from security_events where account_id = $1 order by id", [account])).rows.map(
    ({ kind }) => kind,
  );

test("keys, payout accounts, secrets and members leave a line with who and where, and every owner gets a mail", async () => {
  const shop = await world.merchant();
  const home = consoleOf(shop);
  const owner = await newPerson(world, shop, { name: "Ines Duarte", password: PASSWORD });
  const other = await newPerson(world, shop, {});
  const support = await newPerson(world, shop, { role: "support" });
  expect((await owner.post(`${home}/keys`, { name: "Till", access: "write" })).status).toBe(200);
  const [key] = (await world.db.pool.query("select created_by from api_keys where name = 'Till'")).rows;
  expect(key).toEqual({ created_by: owner.sellerId });
  const destination = { kind: "mobile_money", name: "Ada Byron", number: "+254 712 345678" };
  expect((await owner.post(`${home}/wallet/destinations`, destination)).status).toBe(303);
  expect((await owner.post(`${home}/team/members/${support.sellerId}/role`, { role: "developer" })).status).toBe(303);
  expect((await owner.post(`${home}/team/members/${support.sellerId}/remove`)).status).toBe(303);
  expect((await owner.post(`${home}/team/invite`, { email: "new@example.com", role: "support" })).status).toBe(303);
  expect(await kindsIn(shop.account)).toEqual([
    "key_created",
    "key_created",
    "destination_added",
    "role_changed",
    "member_removed",
    "member_invited",
  ]);
  const told = (await mailsTo(world, other.email)).map(({ params }) => [params["what"], params["by"]]);
  expect(told.toReversed()).toEqual([
    ["key_created", "Ines Duarte"],
    ["destination_added", "Ines Duarte"],
    ["role_changed", "Ines Duarte"],
  ]);
  const { html } = await owner.get(`${home}/security`);
  for (const text of ["Payout account added", "number ending in 5678", owner.email, "127.0.0.1"])
    expect(html).toContain(text);
  expect(html).not.toContain("+254712345678");
  const csv = await owner.get(`${home}/security.csv`);
  expect(csv.html.split("\r\n")).toHaveLength(8);
});

test("sign-ins that fail and those from a new browser are seen by the owner and by operators; nobody else sees them", async () => {
  const { visitor: owner, email, home } = await known(world);
  const stranger = newVisitor(world);
  await resetSignInLimits(world);
  expect((await post(stranger, "/console/sign-in", { email, password: "not the password" })).status).toBe(422);
  await signIn(world, email);
  expect((await mailsTo(world, email))[0]).toMatchObject({ template: "seller_new_browser" });
  const seen = async (): Promise<string> => (await owner.get(`${home}/security`)).html;
  await expect.poll(seen).toContain("Signed in from a new browser");
  expect(await seen()).toContain("Wrong password");
  const other = await known(world);
  expect((await other.visitor.get(`${other.home}/security`)).html).not.toContain(email);
  const shop = await world.merchant();
  const developer = await newPerson(world, shop, { role: "developer" });
  for (const path of ["security", "security.csv"])
    expect((await developer.get(`${consoleOf(shop)}/${path}`)).status).toBe(403);
  const operator = await newOperator(world);
  expect((await operator.get("/desk/security")).html).toContain(email);
  expect((await operator.get("/desk/security.csv")).html).toContain(email);
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  expect(metrics).toMatch(/holdfast_security_events_last_hour\{kind="sign_in_failed"\} [1-9]/);
});

test("somebody who guesses at the code of a forgotten password is seen by the person whose it is", async () => {
  const { visitor: owner, home, email } = await known(world);
  const guesser = newVisitor(world);
  await post(guesser, "/console/forgotten", { email });
  const fields = { code: "ABCD-2345", new_password: "a quiet river in spring" };
  expect((await post(guesser, "/console/forgotten/code", fields)).status).toBe(422);
  await expect.poll(async () => (await owner.get(`${home}/security`)).html).toContain("Wrong code");
});

test("somebody who guesses at codes of buyers is seen by operators by their network; no address is written down", async () => {
  const { visitor: owner, home } = await known(world);
  const [ada, guesser] = [`ada.${uuidv7()}@example.com`, newVisitor(world)];
  await resetSignInLimits(world);
  const before = (
    await world.db.pool.query("select count(*)::int as n from security_events where kind = 'buyer_code_wrong'")
  ).rows[0].n;
  await guesser.post("/sign-in", { email: ada });
  const code = await lastCode(world, ada);
  const wrong = code === "111111" ? "222222" : "111111";
  // All at once: five are looked at, whatever the last ones are.
  await Promise.all(Array.from({ length: 8 }, () => guesser.post("/sign-in/code", { code: wrong })));
  const { rows } = await world.db.pool.query("select * from security_events where kind = 'buyer_code_wrong'");
  expect(rows).toHaveLength(before + 5);
  for (const row of rows)
    expect(row).toMatchObject({ account_id: null, seller_id: null, subject: "", network: "127.0.0.1" });
  // A right one is no guess.
  await guesser.post("/sign-in", { email: ada });
  await guesser.post("/sign-in/code", { code: await lastCode(world, ada) });
  expect((await guesser.get("/orders")).status).toBe(200);
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  expect(metrics).toContain(`holdfast_security_events_last_hour{kind="buyer_code_wrong"} ${before + 5}`);
  const { html } = await (await newOperator(world)).get("/desk/security");
  expect(html).toContain("Many attempts from one network in the last hour");
  expect(html).toContain("Wrong code of a buyer");
  expect(html).not.toContain(ada);
  expect((await owner.get(`${home}/security`)).html).not.toContain("Wrong code of a buyer");
});

test("a line is never changed or deleted", async () => {
  for (const change of [
    "update security_events set subject = ''",
    "delete from security_events",
    "truncate security_events",
  ])
    await expect(world.db.pool.query(change)).rejects.toThrow();
});
