/** `holdfast operator …` and `merchant invite`: how people get in that nobody let in before. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../../../apps/service/test/console/seller.js";
import { startWorld, type World } from "../../../apps/service/test/harness.js";
import { newVisitor } from "../../../apps/service/test/visitor.js";
import { cleanUpAtEnd, expectRefused, holdfast, json, text } from "./commands.js";

cleanUpAtEnd();

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world.close());

test("an operator is who signs in already, gets onto the desk by a grant, and loses it at once", async () => {
  const env = { DATABASE_URL: world.databaseUrl };
  const ada = await newPerson(world, null);
  expect((await ada.get("/desk")).status).toBe(404);
  expect(await text(["operator", "list"], env)).toBe("no operators\n");
  expect(await json(["operator", "grant", ada.email.toUpperCase()], env)).toMatchObject({
    email: ada.email,
    operator: true,
  });
  expect(await json(["operator", "list"], env)).toEqual([
    { email: ada.email, name: "Ada Byron", operator: true, second_factor: false, created: expect.any(Number) },
  ]);
  expect((await ada.get("/desk")).status).not.toBe(404);
  expect(await text(["operator", "revoke", ada.email], env)).toBe(`${ada.email} is no operator\n`);
  expect((await ada.get("/desk")).status).toBe(404);
  const unknown = await holdfast(["operator", "grant", "grace@example.com"], env);
  expectRefused(unknown, 1, /nobody signs in with grace@example.com; sign up at \/console\/sign-up first/);
  expectRefused(await holdfast(["operator", "grant", "grace"], env), 1, /"grace" is not an email address/);
});

test("the owner of an account from the command line is invited from there, by mail and by the printed link", async () => {
  const env = { DATABASE_URL: world.databaseUrl, PUBLIC_URL: "https://pay.example" };
  const shop = await world.merchant();
  const grace = await newPerson(world, null);
  const invite = (email: string, ...more: string[]) => ["merchant", "invite", shop.account, "--email", email, ...more];
  const invited = await json(invite(grace.email), env);
  expect(invited).toEqual({
    email: grace.email,
    role: "owner",
    url: expect.stringMatching(`^https://pay\\.example/console/invitations/${shop.sellerCode}/\\w{32}$`),
  });
  expect(await text(invite("ada@example.com", "--role", "support"), env)).toMatch(
    /^ada@example.com is invited as support: http/,
  );
  const link = new URL(invited.url).pathname;
  expect((await newVisitor(world).get(link)).html).toContain("Create your sign-in");
  await grace.postRaw(
    link,
    `csrf=${encodeURIComponent(/name="csrf" value="([^"]+)"/.exec((await grace.get(link)).html)?.[1] ?? "")}`,
  );
  expect((await grace.get(`/console/${shop.sellerCode}/team`)).html).toContain("Owner");
  expectRefused(await holdfast(invite(grace.email), env), 1, /belongs to account \d+ already/);
  expectRefused(
    await holdfast(invite("ada@example.com", "--role", "god"), env),
    1,
    /--role takes owner, developer, support/,
  );
});
