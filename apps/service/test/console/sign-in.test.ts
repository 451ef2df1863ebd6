/** Rule by rule, how one gets into the console and how one does not (decisions, "Sign-in"), over real sockets. */
import { availableParallelism } from "node:os";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PasswordsBusy } from "../../src/identity/hash-queue.js";
import { checkPassword, hashPassword, isPassword } from "../../src/identity/passwords.js";
import { sweepSellers } from "../../src/store/identity/seller-challenges.js";
import { sweepPeople } from "../../src/store/identity/sellers-apart.js";
import { wide } from "../bounds.js";
import { startWorld, type World } from "../harness.js";
import { newVisitor, withoutSandboxMail } from "../visitor.js";
import {
  codeFor,
  codeNow,
  isSignedIn,
  known,
  mailsTo,
  newEmail,
  openedSession,
  PASSWORD,
  post,
  postTogether,
  problemOf,
  resetSignInLimits,
  signIn,
  signInSql,
  signUpFields,
  switchOn,
  withoutTokens,
} from "./people.js";

let world: World;
/** Nobody sweeps here but the tests. */
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());
beforeEach(() => resetSignInLimits(world));

const sql = signInSql(() => world);

const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const sessionsOf = (email: string) =>
  sql("select 1 from seller_sessions s join sellers p on p.id = s.seller_id where p.email = $1", [email]);

describe("signing up", () => {
  test("opens an account once the code from the mail was typed, and not before", async () => {
    const email = newEmail();
    const visitor = newVisitor(world);
    const asked = await post(visitor, "/console/sign-up", signUpFields(` ${email.toUpperCase()} `));
    expect([asked.status, asked.headers.get("location")]).toEqual([303, "/console/sign-up"]);
    expect(await sql("select 1 from sellers where email = $1", [email])).toEqual([]);
    expect((await visitor.get("/console/sign-up")).html).toContain(email);
    const code = await codeFor(world, email);
    const wrong = await post(visitor, "/console/sign-up/code", { code: other(code) });
    expect([wrong.status, problemOf(wrong)]).toEqual([422, "Incorrect code."]);
    const entered = await post(visitor, "/console/sign-up/code", { code });
    expect(entered.headers.get("location")).toMatch(/^\/console\/[0-9A-Z]{8}$/);
    expect(await isSignedIn(visitor)).toBe(true);
    const [chosen] = [await visitor.get("/console")];
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, entered.headers.get("location")]);
    expect((await mailsTo(world, email))[0]?.params).not.toHaveProperty("code");
    const [row] = await sql<{ all: string }>("select row_to_json(p)::text as all from sellers p where email = $1", [
      email,
    ]);
    expect(row?.all).toContain("scrypt$15$8$3$");
    expect(row?.all).not.toContain(PASSWORD);
  });

  test("in French is answered in French, by mail too", async () => {
    const email = newEmail();
    const visitor = newVisitor(world);
    await post(visitor, "/console/sign-up?lang=fr", signUpFields(email));
    expect((await mailsTo(world, email))[0]?.params).toMatchObject({ locale: "fr" });
    await post(visitor, "/console/sign-up/code?lang=fr", { code: await codeFor(world, email) });
    expect(await sql("select locale from sellers where email = $1", [email])).toEqual([{ locale: "fr" }]);
  });

  test("tells who knows an address nothing: a known one gets a mail that says so instead", async () => {
    const old = await known(world);
    const walk = async (email: string): Promise<readonly string[]> => {
      const visitor = newVisitor(world);
      const asked = await post(visitor, "/console/sign-up", signUpFields(email));
      const page = await visitor.get("/console/sign-up");
      const wrong = await post(visitor, "/console/sign-up/code", { code: "000000" });
      const reset = newVisitor(world);
      const forgotten = await post(reset, "/console/forgotten", { email });
      const resetPage = await reset.get("/console/forgotten");
      const shown = [asked, page, wrong, forgotten, resetPage].map(
        (one) => `${one.status} ${withoutTokens(withoutSandboxMail(one.html), email)}`,
      );
      return [...shown, asked.headers.get("location") ?? "", [...visitor.cookies.keys()].sort().join()];
    };
    const fresh = newEmail();
    expect(await walk(old.email)).toEqual(await walk(fresh));
    expect((await mailsTo(world, old.email)).slice(0, 2).map((mail) => mail.template)).toEqual([
      "seller_code",
      "seller_known",
    ]);
    expect((await mailsTo(world, fresh)).map((mail) => mail.template)).toEqual(["seller_unknown", "seller_code"]);
  });

  test("refuses what can't be used, keeps what was typed, and leads nowhere else", async () => {
    const visitor = newVisitor(world);
    const email = newEmail();
    for (const [fields, sentence] of [
      [{ email: "ada" }, "Enter an email address, such as ada@example.com."],
      [{ name: " " }, "Enter your name."],
      [{ trading_name: "" }, "Enter the name your buyers know you by."],
      [{ trading_name: "\u202e\u200b" }, "Enter the name your buyers know you by."],
      [{ trading_name: "H\u043eldfast Support" }, "Choose another name: this one is Holdfast’s, or looks like it."],
      [{ password: "too short" }, "Choose a password of at least 10 characters."],
      [{ password: "x1".repeat(65) }, "Choose a password of at most 128 characters."],
      [{ password: "Password123!" }, "This password is too common and easy to guess. Choose another one."],
      [{ password: email }, "Choose a password that isn’t your email address."],
    ] as const) {
      const refused = await post(visitor, "/console/sign-up", { ...signUpFields(email), ...fields });
      expect([refused.status, problemOf(refused)]).toEqual([422, sentence.replaceAll("'", "&#39;")]);
      const focused = /<input[^>]*\sautofocus[^>]*>/.exec(refused.html)?.[0];
      expect(focused).toContain(`name="${Object.keys(fields)[0]}"`);
      if (!("name" in fields)) expect(refused.html).toContain('value="Ada Byron"');
      expect(refused.html).not.toContain(PASSWORD);
    }
    const away = await visitor.get("/console/sign-in?next=//evil.example");
    expect(away.html).not.toContain("evil.example");
    expect(await sql("select 1 from mails where recipient = $1", [email])).toEqual([]);
  });

  test("looks at a code five times, however many guesses come at once, and uses it once", async () => {
    const email = newEmail();
    const visitor = newVisitor(world);
    await post(visitor, "/console/sign-up", signUpFields(email));
    const code = await codeFor(world, email);
    const thief = newVisitor(world);
    expect((await post(thief, "/console/sign-up/code", { code })).html).toContain("no longer works");
    const guesses = Array.from({ length: 30 }, (_, at) => ({
      code: String((Number(code) + 1 + at) % 1_000_000).padStart(6, "0"),
    }));
    const answers = await postTogether(visitor, "/console/sign-up/code", guesses);
    expect(answers.filter(openedSession)).toEqual([]);
    expect(await sql("select attempts from seller_challenges where email = $1", [email])).toEqual([{ attempts: 5 }]);
    expect((await post(visitor, "/console/sign-up/code", { code })).html).toContain("entered wrongly too often");
    await post(visitor, "/console/sign-up/again");
    const fresh = await codeFor(world, email);
    const entered = await postTogether(
      visitor,
      "/console/sign-up/code",
      Array.from({ length: 10 }, () => ({ code: fresh })),
    );
    expect(entered.filter(openedSession)).toHaveLength(1);
    const accounts = { name: "test: accounts", text: "select 1 from accounts where email = $1", values: [email] };
    expect(await world.db.query(accounts)).toHaveLength(1);
  });
});

describe("signing in", () => {
  test("takes address and password; which of them was wrong is told to nobody", async () => {
    const { email } = await known(world);
    const answers = await Promise.all(
      [
        { email, password: "not the password" },
        { email: newEmail(), password: PASSWORD },
      ].map(async (form) => {
        const page = await post(newVisitor(world), "/console/sign-in", form);
        return `${page.status} ${withoutTokens(page.html, form.email)}`;
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain("Incorrect email or password.");
    const visitor = newVisitor(world);
    const entered = await post(visitor, "/console/sign-in", { email, password: PASSWORD, next: "/console/me?x=1" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/console/me?x=1"]);
    const cookie = entered.headers.getSetCookie().find((line) => line.startsWith("hf_seller="));
    expect(cookie).toContain("HttpOnly; SameSite=Lax");
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await visitor.get("/console/sign-in")).status).toBe(303);
    await post(visitor, "/console/sign-out");
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test("looks at ten passwords in a quarter of an hour, however many come at once", async () => {
    const { email } = await known(world);
    const owner = await signIn(world, email);
    const stranger = newVisitor(world);
    const guesses = Array.from({ length: 24 }, (_, at) => ({ email, password: `a guess, number ${at}` }));
    const answers = await postTogether(stranger, "/console/sign-in", guesses);
    const said = answers.map(problemOf);
    expect(said.filter((text) => text === "Incorrect email or password.")).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
    // The right one is not looked at either, from where nobody ever signed in,
    const right = { email, password: PASSWORD };
    expect((await post(stranger, "/console/sign-in", right)).status).toBe(429);
    // but a browser that is known has tries of its own,
    await post(owner, "/console/sign-out");
    expect((await post(owner, "/console/sign-in", right)).status).toBe(303);
    // and a window ends, whatever was refused meanwhile.
    await sql("update sign_in_windows set ends_at = clock_timestamp() where subject = $1", [email]);
    expect((await post(stranger, "/console/sign-in", right)).status).toBe(303);
  });

  test("looks at two hundred wrong ones in a network, over all addresses, and lets nobody in for that who is known there", async () => {
    const { email } = await known(world);
    const owner = await signIn(world, email);
    await post(owner, "/console/sign-out");
    await sql(
      "insert into sign_in_windows (kind, subject, ends_at, codes) values ('password_network', '127.0.0.1', clock_timestamp() + interval '1 min', 199) on conflict (kind, subject) do update set codes = 199",
    );
    // Right ones take no place, however many there are.
    const right = { email, password: PASSWORD };
    for (let time = 0; time < 3; time += 1)
      expect((await post(newVisitor(world), "/console/sign-in", right)).status).toBe(303);
    const wrong = { email: newEmail(), password: PASSWORD };
    expect((await post(newVisitor(world), "/console/sign-in", wrong)).status).toBe(422);
    const refused = await post(newVisitor(world), "/console/sign-in", wrong);
    expect([refused.status, problemOf(refused)]).toEqual([
      429,
      "Too many passwords were tried. Wait 15 minutes, or use “Forgot your password?” to get in at once.",
    ]);
    expect((await post(owner, "/console/sign-in", right)).status).toBe(303);
    // As the sentence says: a browser that proved the address by mail is known from then on.
    const stranger = newVisitor(world);
    await post(stranger, "/console/forgotten", { email });
    const password = "another kiln of bowls";
    expect(
      (await post(stranger, "/console/forgotten/code", { code: await codeFor(world, email), new_password: password }))
        .status,
    ).toBe(303);
    expect((await post(stranger, "/console/sign-in", { email, password })).status).toBe(303);
  });

  test("always makes a new session: a token that was there before is worth nothing", async () => {
    const { email, visitor } = await known(world);
    const victim = newVisitor(world);
    victim.cookies.set("hf_seller", "A".repeat(43));
    await post(victim, "/console/sign-in", { email, password: PASSWORD });
    expect(victim.cookies.get("hf_seller")).not.toBe("A".repeat(43));
    const before = visitor.cookies.get("hf_seller")!;
    await post(visitor, "/console/sign-in", { email, password: PASSWORD });
    const old = newVisitor(world);
    old.cookies.set("hf_seller", before);
    expect([await isSignedIn(visitor), await isSignedIn(old)]).toEqual([true, false]);
  });

  test("is a matter of this cookie alone: not a buyer's, not an API key, and it opens nothing of theirs", async () => {
    const shop = await world.merchant();
    const { visitor: seller } = await known(world);
    const buyer = newVisitor(world);
    await buyer.signIn(newEmail());
    buyer.cookies.set("hf_seller", buyer.cookies.get("hf_session")!);
    expect(await isSignedIn(buyer)).toBe(false);
    const keyed = await newVisitor(world).get("/console/me", { Authorization: `Bearer ${shop.apiKey}` });
    expect([keyed.status, keyed.headers.get("location")]).toEqual([303, "/console/sign-in?next=%2Fconsole%2Fme"]);
    seller.cookies.set("hf_session", seller.cookies.get("hf_seller")!);
    expect((await seller.get("/sign-in")).html).not.toContain('action="/sign-out"');
    const account = await fetch(`${world.url}/api/v1/account`, {
      headers: { Cookie: `hf_seller=${seller.cookies.get("hf_seller")}` },
    });
    expect(account.status).toBe(401);
  });

  test("lasts fourteen days from the last visit, and ninety in all", async () => {
    const { visitor, email } = await known(world);
    await post(visitor, "/console/sign-in", { email, password: PASSWORD });
    const change = (changes: string) =>
      sql(`update seller_sessions set ${changes} where seller_id = (select id from sellers where email = $1)`, [email]);
    const days = async (): Promise<readonly number[]> => {
      const [row] = await sql<{ idle: string; all: string }>(
        `select extract(epoch from expires_at - clock_timestamp())::text as idle,
          extract(epoch from ends_at - clock_timestamp())::text as "all"
        from seller_sessions s join sellers p on p.id = s.seller_id where p.email = $1`,
        [email],
      );
      return [row?.idle, row?.all].map((seconds) => Math.round(Number(seconds) / 86_400));
    };
    expect(await days()).toEqual([14, 90]);
    await change("seen_at = seen_at - 301, expires_at = clock_timestamp() + interval '1 day'");
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await days()).toEqual([14, 90]);
    await change(
      "seen_at = seen_at - 301, expires_at = clock_timestamp() + interval '1 day', ends_at = ends_at - interval '87 days'",
    );
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await days()).toEqual([3, 3]);
    await change("expires_at = clock_timestamp(), ends_at = clock_timestamp()");
    expect(await isSignedIn(visitor)).toBe(false);
    await (world.people === world.db ? sweepSellers : sweepPeople)(world.people);
    expect(await sessionsOf(email)).toEqual([]);
  });
});

describe("a password", () => {
  test("that was forgotten is replaced with a code from the mail; every session ends, the second factor stays", async () => {
    const { visitor, email } = await known(world);
    const { secret } = await switchOn(visitor);
    await resetSignInLimits(world);
    const browser = newVisitor(world);
    expect((await post(browser, "/console/forgotten", { email })).status).toBe(303);
    const code = await codeFor(world, email);
    const weak = await post(browser, "/console/forgotten/code", { code, new_password: "1234567890" });
    expect(weak.status).toBe(422);
    const changed = await post(browser, "/console/forgotten/code", { code, new_password: "another kiln, also full" });
    expect([changed.status, changed.headers.get("location")]).toEqual([303, "/console/sign-in?said=reset"]);
    expect([await isSignedIn(visitor), await isSignedIn(browser)]).toEqual([false, false]);
    expect((await post(browser, "/console/forgotten/code", { code, new_password: PASSWORD })).status).toBe(422);
    expect((await mailsTo(world, email))[0]?.params).toEqual({ what: "password_changed", locale: null });
    expect((await post(browser, "/console/sign-in", { email, password: PASSWORD })).status).toBe(422);
    const back = await signIn(world, email, "another kiln, also full");
    expect(await isSignedIn(back)).toBe(false);
    expect((await post(back, "/console/sign-in/code", { code: codeNow(secret) })).status).toBe(303);
  });

  test("is changed by who knows the old one; other browsers are signed out, this one has a new token", async () => {
    const { visitor, email } = await known(world);
    const elsewhere = await signIn(world, email);
    const before = visitor.cookies.get("hf_seller")!;
    const path = "/console/me/password";
    const fresh = "a shelf of teapots";
    expect((await post(visitor, path, { password: "not my password", new_password: fresh })).status).toBe(422);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await post(visitor, path, { password: PASSWORD, new_password: fresh })).status).toBe(303);
    const old = newVisitor(world);
    old.cookies.set("hf_seller", before);
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere), await isSignedIn(old)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test(
    "is hashed a few at a time: a burst waits its turn, and more of a network than may wait are told so",
    wide(),
    async () => {
      const here = "192.0.2.1";
      const stored = await hashPassword(PASSWORD, here);
      expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
      expect([await isPassword(PASSWORD, stored, here), await isPassword(`${PASSWORD} `, stored, here)]).toEqual([
        true,
        false,
      ]);
      expect([await isPassword(PASSWORD, null, here), await isPassword("none", "none", here)]).toEqual([false, false]);
      const cheap = "scrypt$4$8$1$".concat("A".repeat(22), "$", "A".repeat(43));
      const burst = await Promise.allSettled(Array.from({ length: 50 }, () => isPassword(PASSWORD, cheap, here)));
      const handledTogether = Math.max(1, availableParallelism() >> 1);
      expect(burst.filter(({ status }) => status === "fulfilled")).toHaveLength(Math.min(50, handledTogether + 20));
      const busy = burst.filter((one) => one.status === "rejected" && one.reason instanceof PasswordsBusy);
      expect(busy).toHaveLength(Math.max(0, 30 - handledTogether));
    },
  );

  test("is none that is guessed first", () => {
    const email = "ada.byron@example.com";
    for (const common of [
      "1234567890",
      "qwertyuiop",
      "aaaaaaaaaaaa",
      "PassWord2026!",
      "iloveyou123",
      "0987654321",
      "abababababab",
    ])
      expect(checkPassword(common, email), common).toBe("password_common");
    expect(checkPassword("Ada.Byron@example.com", email)).toBe("password_is_address");
    expect(checkPassword("correct donkey battery", email)).toBe(null);
  });
});

describe("sessions", () => {
  test("are listed for their owner, who ends one or all of them; nobody else's", async () => {
    const { visitor, email } = await known(world);
    const elsewhere = await signIn(world, email);
    const stranger = await known(world);
    const { html } = await visitor.get("/console/me");
    const ends = [...html.matchAll(/action="(\/console\/me\/sessions\/[0-9a-f-]{36}\/end)"/g)].map(
      (match) => match[1]!,
    );
    expect(ends).toHaveLength(1);
    expect((await post(stranger.visitor, ends[0]!)).status).toBe(404);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await post(visitor, ends[0]!)).status).toBe(303);
    expect([await isSignedIn(elsewhere), await isSignedIn(visitor)]).toEqual([false, true]);
    const again = await signIn(world, email);
    expect((await post(visitor, "/console/me/sessions/end-all")).headers.get("location")).toBe("/console/sign-in");
    expect([await isSignedIn(again), await isSignedIn(visitor)]).toEqual([false, false]);
  });

  test("are ended by forms of ours alone: no GET acts, no foreign form is believed", async () => {
    const { visitor } = await known(world);
    for (const path of ["/console/sign-out", "/console/me/sessions/end-all", "/console/me/name"]) {
      expect([404, 405], path).toContain((await visitor.get(path)).status);
      expect((await visitor.postRaw(path, "csrf=x")).status).toBe(403);
      expect((await post(visitor, path, {}, { Origin: "https://evil.example" })).status).toBe(403);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });
});
