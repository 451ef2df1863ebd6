/** Who belongs to an account, how one comes to, and that an account with an owner keeps one. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import { COMMAND_LINE_ACTOR } from "../../src/domain/security.js";
import { NO_REGISTRY } from "../../src/identity/registry.js";
import { sellersIn } from "../../src/identity/seller-store.js";
import { openTeam } from "../../src/identity/team.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { newVisitor, type Visitor } from "../visitor.js";
import { codeFor, known, mailsTo, newEmail, PASSWORD, post, resetSignInLimits, signIn } from "./people.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let owner: Person;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());
beforeEach(async () => {
  await resetSignInLimits(world);
  shop = await world.merchant();
  owner = await newPerson(world, shop);
});

const team = (): string => `${consoleOf(shop)}/team`;
const member = (person: Person, verb: "role" | "remove"): string => `${team()}/members/${person.sellerId}/${verb}`;
const saidOf = async (answer: ReturnType<typeof post>): Promise<string | null> =>
  (await answer).headers.get("location");

async function rolesNow(): Promise<Record<string, string>> {
  const rows = await world.db.query<{ seller_id: string; role: string }>({
    name: "test: roles",
    text: "select seller_id, role from team_members where account_id = $1",
    values: [shop.account],
  });
  return Object.fromEntries(rows.map((row) => [row.seller_id, row.role]));
}

/** Invites an address; tells the path of the link in its mail. */
async function invite(email: string, role = "developer"): Promise<string> {
  expect(await saidOf(post(owner, `${team()}/invite`, { email, role }))).toBe(`${team()}?said=invited`);
  return linkFor(email);
}

async function linkFor(email: string): Promise<string> {
  const [mail] = await mailsTo(world, email);
  expect(mail?.template).toBe("team_invitation");
  return `/console/invitations/${mail?.params["seller_code"]}/${mail?.params["invitation"]}`;
}

test("who is invited signs up with that address, without an account of their own, and joins by a button", async () => {
  const email = newEmail();
  const link = await invite(email, "support");
  const visitor = newVisitor(world);
  const opened = await visitor.get(link);
  expect(opened.status).toBe(200);
  expect(opened.html).toContain("You will be support");
  // Opening it has done nothing.
  expect(Object.values(await rolesNow())).toEqual(["owner"]);
  const form = { name: "Grace Hopper", email: "somebody.else@example.com", password: PASSWORD, next: link };
  expect((await post(visitor, "/console/sign-up", form)).status).toBe(303);
  const entered = await post(visitor, "/console/sign-up/code", { code: await codeFor(world, email), next: link });
  expect(entered.headers.get("location")).toBe(link);
  expect((await visitor.get("/console")).html).toContain("You are invited");
  expect((await post(visitor, link)).headers.get("location")).toBe(consoleOf(shop));
  expect((await visitor.get(team())).status).toBe(200);
  expect((await visitor.get("/console")).headers.get("location")).toBe(consoleOf(shop));
  expect(Object.values(await rolesNow()).sort()).toEqual(["owner", "support"]);
  // Used up.
  expect((await visitor.get(link)).status).toBe(404);
});

test("an invitation is for its address alone, and for no longer than it is open", async () => {
  const [grace, thief] = [await known(world), await known(world)];
  const link = await invite(grace.email);
  expect((await thief.visitor.get(link)).html).toContain("Sign out, then open");
  expect((await post(thief.visitor, link)).status).toBe(404);
  const { html } = await owner.get(team());
  const [, path = ""] = /action="(\/console\/[^"]*\/invitations\/\w+)\/resend"/.exec(html) ?? [];
  await post(owner, `${path}/resend`);
  const fresh = await linkFor(grace.email);
  expect(fresh).not.toBe(link);
  // The earlier link is as good as one that never was.
  const [before, never] = [await thief.visitor.get(link), await thief.visitor.get(link.slice(0, -1).concat("0"))];
  expect([before.status, before.html]).toEqual([404, never.html]);
  await world.db.query({
    name: "test: end invitations",
    text: "update team_invitations set expires_at = clock_timestamp()",
  });
  expect((await post(grace.visitor, fresh)).status).toBe(404);
  expect((await owner.get(team())).html).toContain("Expired");
  const again = await invite(grace.email);
  const [, id = ""] = /\/(\w+)$/.exec(again) ?? [];
  expect(await saidOf(post(owner, `${team()}/invitations/${id}/revoke`))).toBe(`${team()}?said=revoked`);
  expect((await post(grace.visitor, again)).status).toBe(404);
  expect(Object.values(await rolesNow())).toEqual(["owner"]);
});

test("an account keeps an owner: two who take each other away, or leave, at once", async () => {
  for (const [mine, theirs] of [
    ["role", "role"],
    ["remove", "remove"],
    ["role", "leave"],
    ["leave", "leave"],
  ] as const) {
    shop = await world.merchant();
    const [ada, grace] = [await newPerson(world, shop), await newPerson(world, shop)];
    const act = (by: Person, about: Person, verb: "role" | "remove" | "leave") =>
      post(by, verb === "leave" ? `${team()}/leave` : member(about, verb), { role: "support" });
    await Promise.all([act(ada, grace, mine), act(grace, ada, theirs)]);
    expect(
      Object.values(await rolesNow()).filter((role) => role === "owner"),
      `${mine} and ${theirs}`,
    ).toHaveLength(1);
  }
  // In the database's own words, ten times at the very same moment.
  for (let round = 0; round < 10; round += 1) {
    shop = await world.merchant();
    const people = [await newPerson(world, shop), await newPerson(world, shop), await newPerson(world, shop)];
    const text = "update team_members set role = 'support' where account_id = $1 and seller_id = $2";
    await Promise.allSettled(people.map(({ sellerId }) => world.db.pool.query(text, [shop.account, sellerId])));
    expect(Object.values(await rolesNow()).filter((role) => role === "owner")).toHaveLength(1);
  }
});

test("roles hold from the next request on, and who does what the table of permissions says", async () => {
  const [developer, support] = [
    await newPerson(world, shop, { role: "developer" }),
    await newPerson(world, shop, { role: "support" }),
  ];
  for (const person of [developer, support]) {
    expect((await person.get(team())).html).not.toContain("Invite a colleague");
    expect((await post(person, `${team()}/invite`, { email: newEmail(), role: "owner" })).status).toBe(403);
    expect((await post(person, member(person, "role"), { role: "owner" })).status).toBe(403);
    expect((await post(person, member(owner, "remove"))).status).toBe(403);
  }
  expect(await saidOf(post(owner, member(owner, "role"), { role: "support" }))).toBe(`${team()}?said=last-owner`);
  expect(await saidOf(post(owner, member(support, "role"), { role: "owner" }))).toBe(`${team()}?said=changed`);
  expect((await post(support, `${team()}/invite`, { email: newEmail(), role: "support" })).status).toBe(303);
  expect(await saidOf(post(owner, member(support, "remove")))).toBe(`${team()}?said=removed`);
  expect((await support.get(team())).status).toBe(404);
  expect(await saidOf(post(developer, `${team()}/leave`))).toBe("/console?choose=1&said=left");
  expect((await developer.get(team())).status).toBe(404);
  expect((await post(owner, member(owner, "role"), { role: "god" })).status).toBe(400);
});

test("another account's people and invitations are nothing, byte for byte", async () => {
  const link = await invite(newEmail());
  const colleague = await newPerson(world, shop, { role: "developer" });
  const [, id = ""] = /\/(\w+)$/.exec(link) ?? [];
  const mine = shop;
  shop = await world.merchant();
  const thief = await newPerson(world, shop);
  const nobody = `${team()}/members/${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`;
  const unknown = (await post(thief, `${nobody}/remove`)).html;
  const nowhere = (await post(thief, "/console/ZZZZ0000/team/leave")).html;
  for (const path of [
    `${team()}/invitations/${id}/revoke`,
    `${team()}/invitations/${id}/resend`,
    `${team()}/members/${colleague.sellerId}/remove`,
    `${team()}/members/${colleague.sellerId}/role`,
    `${consoleOf(mine)}/team/members/${colleague.sellerId}/remove`,
    `${consoleOf(mine)}/team/leave`,
  ]) {
    const answer = await post(thief, path, { role: "support" });
    expect([answer.status, answer.html], path).toEqual([404, path.startsWith(consoleOf(mine)) ? nowhere : unknown]);
  }
  expect((await newVisitor(world).get(link)).status).toBe(200);
});

test("a person opens other accounts and chooses between them; five in a day", async () => {
  const { visitor, email, home } = await known(world);
  const refused = await post(visitor, "/console/new", { trading_name: " " });
  expect(refused.status).toBe(422);
  const opened = await Promise.all(
    Array.from({ length: 8 }, (_, at) => post(visitor, "/console/new", { trading_name: `Shop ${at}` })),
  );
  expect(opened.filter(({ status }) => status === 303)).toHaveLength(5);
  expect(opened.filter(({ status }) => status === 429)).toHaveLength(3);
  const { html, status } = await visitor.get("/console");
  expect(status).toBe(200);
  expect(html).toContain(`href="${home}"`);
  expect(html.match(/href="\/console\/[0-9A-Z]{8}"/g)).toHaveLength(6);
  const elsewhere: Visitor = await signIn(world, email);
  expect((await elsewhere.get("/console")).html).toContain("Choose an account");
});

test("who belongs to no account is told how to get one; an operator needs none", async () => {
  const somebody = await newPerson(world, null);
  expect((await somebody.get("/console")).html).toContain("No account yet");
  const operator = await newPerson(world, null, { isOperator: true });
  expect((await operator.get("/console")).headers.get("location")).toBe("/desk");
});

/** What the last mail to an address says, without the marks that keep words from becoming links. */
async function letterTo(email: string): Promise<{ subject: string; text: string; html: string }> {
  const { subject, text, html } = (await shop.get(`/test_helpers/mailbox?to=${email}`)).body["data"][0];
  return { subject, text: text.replaceAll("\u2060", ""), html: html.replaceAll("\u2060", "") };
}

test("nobody can have Holdfast write their own words to strangers: not in the mail, not on the page behind it", async () => {
  const [bait, hook] = ["Your account is locked call 0700123456", "Verify now at evil.example"];
  const email = newEmail();
  const victim = await known(world);
  const thief = await newPerson(world, shop, { name: bait });
  await world.db.pool.query("update accounts set trading_name = $2, verification_status = 'UNVERIFIED' where id = $1", [
    shop.account,
    hook,
  ]);
  const sellerCode = consoleOf(shop).slice(-8);
  for (const [address, role] of [
    [email, "owner"],
    [victim.email, "support"],
  ] as const)
    expect((await post(thief, `${team()}/invite`, { email: address, role })).status).toBe(303);
  const letter = await letterTo(email);
  expect(letter.subject).toBe("You are invited to a team on Holdfast");
  expect(letter.text).toContain(`${thief.email} invites you to the Holdfast console of account ${sellerCode}`);
  const link = await linkFor(email);
  const pages = [
    (await newVisitor(world).get(link)).html,
    (await newVisitor(world).get(`/console/sign-up?next=${encodeURIComponent(link)}`)).html,
    (await victim.visitor.get("/console?choose=1")).html,
  ];
  for (const html of pages) expect(html).toContain(`account ${sellerCode}`);
  for (const said of [JSON.stringify(letter), ...pages]) {
    expect(said).not.toContain(bait);
    expect(said).not.toContain(hook);
  }
  // Somebody looked at who it is: then the name helps.
  await world.db.pool.query("update accounts set verification_status = 'VERIFIED' where id = $1", [shop.account]);
  const later = newEmail();
  await post(thief, `${team()}/invite`, { email: later, role: "owner" });
  expect((await letterTo(later)).text).toContain(hook);
  expect((await letterTo(later)).subject).toBe("You are invited to a team on Holdfast");
});

test("a person sends fifty invitations a day, however many accounts they have; the command line has no such limit", async () => {
  const first = shop;
  shop = await world.merchant();
  await world.db.pool.query(
    "insert into team_members (account_id, seller_id, role, created) values ($1, $2, 'owner', 0)",
    [shop.account, owner.sellerId],
  );
  const actor = { ...COMMAND_LINE_ACTOR, sellerId: owner.sellerId };
  const invited = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      openTeam({ db: world.db, registry: NO_REGISTRY, store: sellersIn(world.db) }).invite(
        (at % 2 === 0 ? first : shop).account as AccountId,
        {
          email: newEmail(),
          role: "support",
          actor,
        },
      ),
    ),
  );
  expect(invited.every(({ ok }) => ok)).toBe(true);
  const refused = await post(owner, `${team()}/invite`, { email: newEmail(), role: "support" });
  expect(refused.status).toBe(429);
  expect(refused.html).toContain("Try again tomorrow.");
  const colleague = await newPerson(world, shop);
  expect((await post(colleague, `${team()}/invite`, { email: newEmail(), role: "support" })).status).toBe(303);
  const invitation = { email: newEmail(), role: "support", actor: COMMAND_LINE_ACTOR } as const;
  expect(
    (
      await openTeam({ db: world.db, registry: NO_REGISTRY, store: sellersIn(world.db) }).invite(
        shop.account as AccountId,
        invitation,
      )
    ).ok,
  ).toBe(true);
});
