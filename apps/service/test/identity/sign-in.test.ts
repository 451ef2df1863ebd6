/** Rule by rule, what a code and a session are worth (decisions, "Sign-in"), over real sockets and a real database. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createWebhook } from "../../src/admin/webhooks.js";
import { startService } from "../../src/app.js";
import { readConfig } from "../../src/config/index.js";
import type { Log } from "../../src/platform/log.js";
import { csrfOf, lastCode, newVisitor, type Page } from "../visitor.js";
import {
  alertOf,
  endCodes,
  inAWorld,
  isSignedIn,
  newEmail,
  other,
  sql,
  sweep,
  WORLD_KEY,
  waiting,
  world,
} from "./codes.js";

inAWorld();

/** In the digits of another script, which stand in a row from nought on. */
const inDigitsFrom = (code: string, nought: number): string =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint(nought + Number(digit)));

describe("a code", () => {
  test("signs in who asked for it, under the address in lower case", async () => {
    const { visitor, email, code } = await waiting(" Grace.Hopper@Example.COM ");
    expect(await isSignedIn(visitor)).toBe(false);
    const entered = await visitor.post("/sign-in/code", { code, next: "/orders?page=2" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/orders?page=2"]);
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await visitor.get("/sign-in")).html).toContain("grace.hopper@example.com");
    expect(await sql("select email, locale from buyers where email = $1", [email.trim().toLowerCase()])).toEqual([
      { email: "grace.hopper@example.com", locale: "en" },
    ]);
  });

  test("may be typed with spaces in it", async () => {
    const { visitor, code } = await waiting();
    await visitor.post("/sign-in/code", { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("signs in once, even when it is entered twenty times at once", async () => {
    const { visitor, email, code } = await waiting();
    const csrf = csrfOf((await visitor.get("/sign-in")).html);
    const body = new URLSearchParams({ csrf, code }).toString();
    const cookie = new Map(visitor.cookies);
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.postRaw("/sign-in/code", body)));
    const opened = answers.filter(({ headers }) => headers.getSetCookie().some((line) => /^hf_session=\w/.test(line)));
    expect(opened).toHaveLength(1);
    expect(await sql("select 1 from buyer_sessions where email = $1", [email])).toHaveLength(1);
    // And not later either, with the cookies of then.
    const thief = newVisitor(world);
    for (const [name, value] of cookie) thief.cookies.set(name, value);
    await thief.post("/sign-in/code", { code });
    expect(await isSignedIn(thief)).toBe(false);
    expect(await alertOf(thief)).toBe(null);
  });

  test("is of no use in another browser, which does not use up its tries either", async () => {
    const { visitor, email, code } = await waiting();
    const thief = newVisitor(world);
    await thief.post("/sign-in/code", { code });
    expect(await alertOf(thief)).toBe("That code no longer works. Request a new one.");
    expect(await isSignedIn(thief)).toBe(false);
    // Nor in one that waits for a code to the same address.
    await thief.post("/sign-in", { email });
    await thief.post("/sign-in/code", { code });
    expect(await isSignedIn(thief)).toBe(false);
    await visitor.post("/sign-in/code", { code });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("is looked at five times, however many guesses come at once", async () => {
    const { visitor, email, code } = await waiting();
    const csrf = csrfOf((await visitor.get("/sign-in")).html);
    const guesses = Array.from({ length: 50 }, (_, at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, "0"));
    const answers = await Promise.all(
      guesses.map((guess) => visitor.postRaw("/sign-in/code", new URLSearchParams({ csrf, code: guess }).toString())),
    );
    const said = answers.map(noticeOf);
    expect(said.filter((problem) => problem === "code_wrong")).toHaveLength(5);
    expect(said.filter((problem) => problem === "code_spent")).toHaveLength(45);
    expect(await sql("select attempts from sign_in_challenges where email = $1", [email])).toEqual([{ attempts: 5 }]);
    // The right one comes too late.
    await visitor.post("/sign-in/code", { code });
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await alertOf(visitor)).toBe("That code was entered wrongly too often. Request a new one.");
    expect((await visitor.get("/sign-in")).html).not.toContain('name="code"');
  });

  test("is given five tries, counted down, of which half a code is none", async () => {
    const { visitor, code } = await waiting();
    for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
      await visitor.post("/sign-in/code", { code: other(code) });
      expect(await alertOf(visitor)).toBe(`That isn’t a code we sent you. You have ${left} left.`);
      // Said once.
      expect(await alertOf(visitor)).toBe(null);
      for (const half of ["", "12345", "1234567", "１２３４５", "abcdef"]) {
        await visitor.post("/sign-in/code", { code: half });
        expect(await alertOf(visitor)).toBe("Enter the six digits from the email.");
      }
    }
    await visitor.post("/sign-in/code", { code });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test.each([
    ["full-width", (code: string) => inDigitsFrom(code, 0xff10)],
    ["Arabic", (code: string) => inDigitsFrom(code, 0x0660)],
    ["Persian", (code: string) => inDigitsFrom(code, 0x06f0)],
    ["Devanagari", (code: string) => inDigitsFrom(code, 0x0966)],
    ["set apart", (code: string) => ` ${code.slice(0, 3)}\u00a0\u2011 ${code.slice(3)} `],
    ["copied with marks", (code: string) => `\ufeff\u202a${code.slice(0, 2)}\u200b\u00ad${code.slice(2)}\u202c\u200f`],
  ])("is the same in %s digits", async (_how, typed) => {
    const { visitor, code } = await waiting();
    await visitor.post("/sign-in/code", { code: typed(code) });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("works for ten minutes of real time, whatever the sandbox's clock says", async () => {
    const { visitor, email, code } = await waiting();
    const [row] = await sql<{ seconds: string }>(
      "select extract(epoch from expires_at - clock_timestamp())::text as seconds from sign_in_challenges where email = $1",
      [email],
    );
    expect(Number(row!.seconds)).toBeGreaterThan(590);
    expect(Number(row!.seconds)).toBeLessThanOrEqual(600);
    await sql("update test_clock set offset_seconds = offset_seconds + 86400");
    expect((await visitor.get("/sign-in")).html).toContain('name="code"');
    await sql("update sign_in_challenges set expires_at = clock_timestamp() where email = $1", [email]);
    expect((await visitor.get("/sign-in")).html).not.toContain('name="code"');
    await visitor.post("/sign-in/code", { code });
    expect(await alertOf(visitor)).toBe("That code no longer works. Request a new one.");
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test("that is sent again leaves the one before good while it is young, and no earlier one", async () => {
    const { visitor, email, code } = await waiting();
    await visitor.post("/sign-in/again");
    const second = await lastCode(world, email);
    await visitor.post("/sign-in", { email });
    const third = await lastCode(world, email);
    expect(new Set([code, second, third]).size).toBe(3);
    await visitor.post("/sign-in/code", { code });
    expect(await alertOf(visitor)).toContain("You have 4 tries left.");
    await visitor.post("/sign-in/code", { code: second });
    expect(await isSignedIn(visitor)).toBe(true);
    // What signed in ends the other too.
    await visitor.post("/sign-out");
    await visitor.post("/sign-in/code", { code: third });
    expect(await isSignedIn(visitor)).toBe(false);

    const late = await waiting();
    await late.visitor.post("/sign-in/again");
    await sql("update sign_in_challenges set before_expires_at = clock_timestamp() where email = $1", [late.email]);
    await late.visitor.post("/sign-in/code", { code: late.code });
    expect(await alertOf(late.visitor)).toContain("You have 4 tries left.");
    await late.visitor.post("/sign-in/code", { code: await lastCode(world, late.email) });
    expect(await isSignedIn(late.visitor)).toBe(true);
  });

  test("that is sent again is no guess, and shares the five tries with the one before", async () => {
    const { visitor, email, code } = await waiting();
    const wrong = async (tries: number): Promise<void> => {
      const codes = [code, await lastCode(world, email)];
      const [guess = ""] = ["000001", "000002", "000003"].filter((one) => !codes.includes(one));
      for (let time = 0; time < tries; time += 1) await visitor.post("/sign-in/code", { code: guess });
    };
    await wrong(2);
    await visitor.post("/sign-in/again");
    await wrong(1);
    expect(await alertOf(visitor)).toContain("You have 2 tries left.");
    await wrong(2);
    for (const spent of [code, await lastCode(world, email)]) {
      await visitor.post("/sign-in/code", { code: spent });
      expect(await isSignedIn(visitor)).toBe(false);
    }
    // From then on a new code has tries of its own, and those before are over.
    await visitor.post("/sign-in/again");
    await visitor.post("/sign-in/code", { code });
    expect(await alertOf(visitor)).toContain("You have 4 tries left.");
    await visitor.post("/sign-in/code", { code: await lastCode(world, email) });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("that is asked for many times at once leaves the last one good, and erases those that ended", async () => {
    const { visitor, email } = await waiting();
    const csrf = csrfOf((await visitor.get("/sign-in")).html);
    const body = new URLSearchParams({ csrf }).toString();
    await Promise.all(Array.from({ length: 3 }, () => visitor.postRaw("/sign-in/again", body)));
    const kept = await world.db.query({
      name: "test: codes in mails",
      text: "select 1 from mails where recipient = $1 and params ? 'code'",
      values: [email],
    });
    // A mail of the same instant is not seen by the statement that ends its code: it may still bear the code, which is good for nothing.
    expect([2, 3]).toContain(kept.length);
    await visitor.post("/sign-in/code", { code: await lastCode(world, email) });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("is forgotten for another address", async () => {
    const { visitor, email, code } = await waiting();
    await visitor.post("/sign-in/other");
    expect(visitor.cookies.has("hf_code")).toBe(false);
    expect((await visitor.get("/sign-in")).html).toContain('name="email"');
    expect(await sql("select 1 from sign_in_challenges where email = $1", [email])).toEqual([]);
    await visitor.post("/sign-in/again");
    expect(await alertOf(visitor)).toBe("That code no longer works. Request a new one.");
    await visitor.post("/sign-in/code", { code });
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test("is kept as a keyed hash, and in its mail only while it is of use", async () => {
    const codeInMail = async (email: string): Promise<unknown> =>
      (
        await sql<{ code: unknown }>("select params->'code' as code from mails where recipient = $1 order by id", [
          email,
        ])
      )
        .map((mail) => mail.code)
        .join();
    const used = await waiting();
    const [row] = await sql<{ all: string; code_hash: Buffer }>(
      "select row_to_json(c)::text as all, code_hash from sign_in_challenges c where email = $1",
      [used.email],
    );
    expect(row!.all).not.toContain(used.code);
    expect(row!.code_hash.equals(createHash("sha256").update(used.code).digest())).toBe(false);
    expect(await codeInMail(used.email)).toBe(used.code);
    await used.visitor.post("/sign-in/code", { code: used.code });
    expect(await codeInMail(used.email)).toBe("");

    const replaced = await waiting();
    await replaced.visitor.post("/sign-in/again");
    const second = await lastCode(world, replaced.email);
    expect(await codeInMail(replaced.email)).toBe(`${replaced.code},${second}`);
    await replaced.visitor.post("/sign-in/again");
    const third = await lastCode(world, replaced.email);
    expect(await codeInMail(replaced.email)).toBe(`,${second},${third}`);
    await sweep();
    expect(await codeInMail(replaced.email)).toBe(`,${second},${third}`);
    await endCodes();
    await sweep();
    expect(await codeInMail(replaced.email)).toBe(",,");
  });
});

const noticeOf = ({ headers }: Page): string | undefined =>
  headers
    .getSetCookie()
    .map((line) => /^hf_notice=(\w+)\./.exec(line)?.[1])
    .find((problem) => problem !== undefined);

test("neither codes nor tokens nor addresses are in the log", async () => {
  const lines: unknown[] = [];
  const write = (...line: unknown[]): void => {
    lines.push(line);
  };
  const log = { debug: write, info: write, warn: write, error: write, fatal: write, flush: () => undefined } as Log;
  const config = { ...readConfig({}), port: 0, role: "web", secretKey: WORLD_KEY } as const;
  const service = await startService({ config, databaseUrl: world.databaseUrl, log });
  const visitor = newVisitor(world, `http://127.0.0.1:${service.port}`);
  const email = newEmail();
  await visitor.post("/sign-in", { email });
  const code = await lastCode(world, email);
  await visitor.post("/sign-in/code", { code: other(code) });
  const pending = visitor.cookies.get("hf_code")!;
  await visitor.post("/sign-in/code", { code });
  await service.close();
  const logged = JSON.stringify(lines);
  expect(logged).toContain("/sign-in/code");
  for (const secret of [`"${code}"`, other(code), email, pending, visitor.cookies.get("hf_session")!]) {
    expect(logged).not.toContain(secret);
  }
});

describe("a session", () => {
  test("is a cookie that no script reads and no other site sends, stored as a hash", async () => {
    const { visitor, code } = await waiting();
    const entered = await visitor.post("/sign-in/code", { code });
    const line = entered.headers.getSetCookie().find((one) => one.startsWith("hf_session="))!;
    expect(line).toMatch(/^hf_session=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = visitor.cookies.get("hf_session")!;
    const hash = createHash("sha256").update(token).digest();
    expect(await sql("select 1 from buyer_sessions where token_hash = $1", [hash])).toHaveLength(1);
    expect(entered.html).not.toContain(token);
  });

  test("bears the prefix __Host- and is for https alone where people come by it", async () => {
    const secure = await world.another({ role: "web", publicUrl: "https://pay.example" });
    const visitor = newVisitor(world, `http://127.0.0.1:${secure.port}`);
    const origin = { Origin: "https://pay.example" };
    const email = newEmail();
    await visitor.post("/sign-in", { email }, origin);
    const entered = await visitor.post("/sign-in/code", { code: await lastCode(world, email) }, origin);
    const lines = entered.headers.getSetCookie();
    expect(lines.some((line) => line.startsWith("__Host-hf_session="))).toBe(true);
    for (const line of lines) expect(line).toMatch(/^__Host-hf_\w+=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("ends with signing out, for a copy of it too", async () => {
    const { visitor, code } = await waiting();
    await visitor.post("/sign-in/code", { code });
    const copy = newVisitor(world);
    copy.cookies.set("hf_session", visitor.cookies.get("hf_session")!);
    expect(await isSignedIn(copy)).toBe(true);
    expect((await visitor.post("/sign-out", { next: "/orders" })).headers.get("location")).toBe("/orders");
    expect(visitor.cookies.has("hf_session")).toBe(false);
    expect(await isSignedIn(copy)).toBe(false);
  });

  test("lasts thirty days from the last visit", async () => {
    const { visitor, email, code } = await waiting();
    await visitor.post("/sign-in/code", { code });
    const move = (days: number) =>
      sql("update buyer_sessions set expires_at = expires_at - make_interval(days => $2) where email = $1", [
        email,
        days,
      ]);
    const daysLeft = async (): Promise<number> => {
      const rows = await sql<{ days: string }>(
        "select (extract(epoch from expires_at - clock_timestamp()) / 86400)::text as days from buyer_sessions where email = $1",
        [email],
      );
      return Math.round(Number(rows[0]!.days));
    };
    await move(29);
    const visited = await visitor.get("/sign-in");
    expect(visited.html).toContain(email);
    expect(visited.headers.getSetCookie().join()).toMatch(/hf_session=\w{43}; Max-Age=2592000/);
    expect(await daysLeft()).toBe(30);
    // Not written again at every look.
    expect((await visitor.get("/sign-in")).headers.getSetCookie()).toEqual([]);
    await move(30);
    expect(await isSignedIn(visitor)).toBe(false);
    await sweep();
    expect(await sql("select 1 from buyer_sessions where email = $1", [email])).toEqual([]);
  });

  test("takes the place of the one before it in the same browser", async () => {
    const visitor = newVisitor(world);
    await visitor.signIn(newEmail());
    const old = newVisitor(world);
    old.cookies.set("hf_session", visitor.cookies.get("hf_session")!);
    const email = newEmail();
    await visitor.post("/sign-in", { email });
    await visitor.post("/sign-in/code", { code: await lastCode(world, email) });
    expect((await visitor.get("/sign-in")).html).toContain(email);
    expect(await isSignedIn(old)).toBe(false);
  });

  test("gives no access to the API, and a key none of the pages", async () => {
    const shop = await world.merchant();
    const visitor = newVisitor(world);
    await visitor.signIn(newEmail());
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const asked = await fetch(`${world.url}/api/v1/account`, { headers: { Cookie: cookie } });
    expect(asked.status).toBe(401);
    const token = visitor.cookies.get("hf_session")!;
    const asKey = await fetch(`${world.url}/api/v1/account`, { headers: { Authorization: `Bearer ${token}` } });
    expect(asKey.status).toBe(401);
    const stranger = newVisitor(world);
    stranger.cookies.set("hf_session", shop.apiKey);
    const shown = await stranger.get("/sign-in", { Authorization: `Bearer ${shop.apiKey}` });
    expect(shown.html).toContain('name="email"');
    expect((await stranger.postRaw("/sign-out", "", { Authorization: `Bearer ${shop.apiKey}` })).status).toBe(403);
  });

  test("holds in every process of the deployment, at once", async () => {
    const another = await world.another({ role: "web" });
    const visitor = newVisitor(world);
    await visitor.signIn(newEmail());
    const there = newVisitor(world, `http://127.0.0.1:${another.port}`);
    for (const [name, value] of visitor.cookies) there.cookies.set(name, value);
    expect(await isSignedIn(there)).toBe(true);
    await there.post("/sign-out");
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

test("a process with another key than the one that secrets are sealed with serves no pages", async () => {
  const shop = await world.merchant();
  const config = { ...readConfig({}), secretKey: WORLD_KEY };
  await createWebhook({ db: world.db, config }, { account: shop.account, url: "https://93.184.216.34/", events: null });
  const stranger = world.another({ role: "web", secretKey: Buffer.alloc(32, "another") });
  await expect(stranger).rejects.toThrow(/^SECRET_KEY=\(hidden\) is not usable/);
  expect((await world.another({ role: "web" })).port).toBeGreaterThan(0);
});
