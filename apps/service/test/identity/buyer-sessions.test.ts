/** Where a buyer is signed in: seen, ended one by one or all at once, and for good after ninety days. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidv7 } from "../../src/platform/random.js";
import { startWorld, type World } from "../harness.js";
import { newVisitor, sqlOf, type Visitor } from "../visitor.js";

const PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36";
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0";
let world: World;
let ada: string;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());
beforeEach(() => {
  ada = `ada.${uuidv7()}@example.com`;
});

const sql = sqlOf(() => world);

/** Ada in a browser that calls itself so. */
async function adaIn(userAgent: string, email = ada): Promise<Visitor> {
  const visitor = newVisitor(world);
  await visitor.signIn(email);
  await sql("update buyer_sessions set user_agent = $2 where email = $1 and user_agent not like 'Mozilla%'", [
    email,
    userAgent,
  ]);
  return visitor;
}
const isIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.get("/sign-in")).html.includes('action="/sign-out"');
const rows = async (visitor: Visitor): Promise<string> => (await visitor.get("/orders/sign-ins")).html;
const endPaths = (html: string): string[] =>
  [...html.matchAll(/action="(\/orders\/sign-ins\/[0-9a-f-]{36}\/end)"/g)].map(([, path]) => path!);

test("the browser and the network of a sign-in are kept with it", async () => {
  const visitor = newVisitor(world);
  await sql("delete from sign_in_windows");
  await visitor.post("/sign-in", { email: ada });
  const [mail] = await sql<{ code: string }>("select params->>'code' as code from mails where recipient = $1", [ada]);
  await visitor.post("/sign-in/code", { code: mail!.code }, { "User-Agent": `${PHONE} \u00e9<b>` });
  const html = await rows(visitor);
  expect(html).toContain("Chrome on Android");
  expect(html).toContain("127.0.0.1");
  expect(html).toContain("This browser");
  expect(endPaths(html)).toEqual([]);
});

test("one browser is signed out from another, at once, and no session of anybody else", async () => {
  const [phone, desktop] = [await adaIn(PHONE), await adaIn(DESKTOP)];
  const eve = await adaIn(DESKTOP, `eve.${uuidv7()}@example.com`);
  const [mine] = endPaths(await rows(phone));
  expect(mine).toBeDefined();
  await eve.post(mine!);
  expect(await isIn(desktop)).toBe(true);
  expect((await phone.post(mine!)).headers.get("location")).toBe("/orders/sign-ins");
  expect([await isIn(phone), await isIn(desktop), await isIn(eve)]).toEqual([true, false, true]);
  expect(endPaths(await rows(phone))).toEqual([]);
  await phone.post("/orders/sign-ins/nonsense/end");
  expect(await isIn(phone)).toBe(true);
});

test("everywhere is everywhere, this browser too", async () => {
  const [phone, desktop] = [await adaIn(PHONE), await adaIn(DESKTOP)];
  const left = await phone.post("/orders/sign-ins/end-all");
  expect([left.status, left.headers.get("location")]).toEqual([303, "/sign-in"]);
  expect([await isIn(phone), await isIn(desktop)]).toEqual([false, false]);
});

test("a session that is visited every day ends ninety days after the sign-in", async () => {
  const visitor = await adaIn(PHONE);
  const daysLeft = async (): Promise<number> => {
    const [row] = await sql<{ days: string }>(
      "select extract(epoch from expires_at - clock_timestamp()) / 86400 as days from buyer_sessions where email = $1",
      [ada],
    );
    return Number(row!.days);
  };
  await sql(
    "update buyer_sessions set created = created - interval '80 days', expires_at = clock_timestamp() + interval '5 days' where email = $1",
    [ada],
  );
  expect(await isIn(visitor)).toBe(true);
  expect(await daysLeft()).toBeCloseTo(10, 1);
  await sql("update buyer_sessions set created = created - interval '10 days' where email = $1", [ada]);
  expect(await isIn(visitor)).toBe(false);
});

test("nothing is told to who is not signed in", async () => {
  expect(await rows(newVisitor(world))).toContain("Sign in to see your orders");
});
