/** A session alone moves no money and hands out no access: for that it has to have proved lately who uses it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startWorld, type World } from "../harness.js";
import { csrfOf, type Page } from "../visitor.js";
import { codeNow, newEmail, PASSWORD, post, problemOf, resetSignInLimits, signInSql, switchOn } from "./people.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());
beforeEach(() => resetSignInLimits(world));

const QUARTER_HOUR = 900;
const DESTINATION = { kind: "mobile_money", name: "Ada Byron", number: "+254 712 345678" };

/** An owner whose session is a thief's by now: it holds, but proved nothing for a while. */
async function stolen(): Promise<{ thief: Person; home: string; account: string }> {
  const merchant = await world.merchant();
  const thief = await newPerson(world, merchant, {
    email: newEmail(),
    password: PASSWORD,
    proofAge: QUARTER_HOUR + 1,
  });
  return { thief, home: consoleOf(merchant), account: merchant.account };
}

const count = async (table: "payout_destinations" | "api_keys" | "team_invitations", account: string) =>
  Number((await world.db.pool.query(`select count(*) from ${table} where account_id = $1`, [account])).rows[0].count);

const backDate = (person: Person): Promise<unknown> =>
  signInSql(() => world)(
    "update seller_sessions set proved_at = clock_timestamp() - interval '16 min' where seller_id = $1",
    [person.sellerId],
  );

/** Follows a form that is posted again somewhere else, as a browser does: with the same fields. */
async function carried(person: Person, answer: Page, fields: Record<string, string>): Promise<Page> {
  expect(answer.status).toBe(307);
  return post(person, answer.headers.get("location") ?? "", fields);
}

/** The fields of a page's last form, as they would be posted. */
const hiddenIn = ({ html }: Page): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

test("a stolen owner session adds no payout account, and so pays nothing out after 24 hours", async () => {
  const { thief, home, account } = await stolen();
  expect((await thief.get(`${home}/wallet/destinations/new`)).headers.get("location")).toContain(
    "/console/me/prove?next=",
  );
  const asked = await carried(thief, await post(thief, `${home}/wallet/destinations`, DESTINATION), DESTINATION);
  expect(asked.html).toContain("Confirm it’s you");
  const guessed = await post(thief, `/console/me/prove?next=${home}/wallet/destinations`, {
    ...hiddenIn(asked),
    proof_password: "not the password",
  });
  expect(problemOf(guessed)).toBe("Incorrect password.");
  expect(await count("payout_destinations", account)).toBe(0);
  await world.advance(86_401);
  for (const path of ["wallet/review", "wallet/payouts"])
    expect((await post(thief, `${home}/${path}`, { amount: "1.00" })).status).toBe(307);
});

test("whatever moves money or hands out access asks again who is there; what only looks does not", async () => {
  const { thief, home, account } = await stolen();
  const id = "00000000-0000-4000-8000-000000000000";
  for (const path of [
    "keys",
    `keys/key_${id}/revoke`,
    "start",
    "webhooks/new",
    `webhooks/we_${id}/secret`,
    `webhooks/we_${id}/rotate`,
    `webhooks/we_${id}/delete`,
    "team/invite",
    `team/members/${id}/role`,
    `team/members/${id}/remove`,
    "team/leave",
    `wallet/destinations/${id}/remove`,
    `wallet/payouts/${id}/cancel`,
  ])
    expect((await post(thief, `${home}/${path}`, { email: "x@example.com", role: "owner" })).status, path).toBe(307);
  for (const path of ["start", "confirm", "codes", "off", "passkeys", "passkeys/x/remove"])
    expect((await post(thief, `/console/me/second-factor/${path}`, { password: PASSWORD })).status, path).toBe(307);
  expect((await post(thief, "/console/me/password", {})).status).toBe(307);
  expect(await count("api_keys", account)).toBe(1);
  expect(await count("team_invitations", account)).toBe(0);
  for (const path of ["", "/keys", "/wallet", "/team", "/webhooks"])
    expect((await thief.get(home + path)).status, path).toBe(200);
});

test("who proves it goes on where they were, and nothing that they typed is lost", async () => {
  const { thief: owner, home, account } = await stolen();
  const asked = await carried(owner, await post(owner, `${home}/wallet/destinations`, DESTINATION), DESTINATION);
  const fields = { ...hiddenIn(asked), proof_password: PASSWORD };
  expect(fields).toMatchObject(DESTINATION);
  const proved = await post(owner, `/console/me/prove?next=${home}/wallet/destinations`, fields);
  expect(proved.headers.get("location")).toBe(`${home}/wallet/destinations`);
  const done = await carried(owner, proved, fields);
  expect(done.headers.get("location")).toBe(`${home}/wallet/destinations?said=added`);
  expect(await count("payout_destinations", account)).toBe(1);
});

test("a person with a second factor proves it with that; the password is not enough, and a code is taken once", async () => {
  const merchant = await world.merchant();
  const owner = await newPerson(world, merchant, { email: newEmail(), password: PASSWORD });
  const { secret } = await switchOn(owner);
  await backDate(owner);
  const page = await owner.get(`${consoleOf(merchant)}/webhooks/new`);
  const to = page.headers.get("location") ?? "";
  const shown = await owner.get(to);
  expect(shown.html).not.toContain('name="proof_password"');
  const proof = (fields: Record<string, string>) =>
    post(owner, to, { ...hiddenIn(shown), csrf: csrfOf(shown.html), ...fields });
  expect((await proof({ proof_password: PASSWORD })).status).toBe(422);
  const code = codeNow(secret);
  const on = await proof({ proof_code: code });
  expect([on.status, on.headers.get("location")]).toEqual([303, `${consoleOf(merchant)}/webhooks/new`]);
  expect((await owner.get(`${consoleOf(merchant)}/webhooks/new`)).status).toBe(200);
  await backDate(owner);
  expect(problemOf(await proof({ proof_code: code }))).toBe(
    "That code was already used. Wait for the next one in your app.",
  );
});

test("what leads on after a proof is a path of ours", async () => {
  const { thief: owner } = await stolen();
  for (const next of ["https://other.example/", "//other.example", "/\\other.example"]) {
    const answer = await post(owner, `/console/me/prove?${new URLSearchParams({ next })}`, {
      proof: "1",
      proof_password: PASSWORD,
    });
    expect(answer.headers.get("location")).toBe("/console");
  }
});
