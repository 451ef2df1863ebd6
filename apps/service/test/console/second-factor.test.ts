/** What a second factor is worth: each code and each recovery code once, and few guesses. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { COMMAND_LINE_ACTOR } from "../../src/domain/security.js";
import { matchTotp, totpCode } from "../../src/identity/totp.js";
import { keepPendingSecret, renewRecoveryCodes, switchOff } from "../../src/store/identity/second-factor.js";
import { startWorld, type World } from "../harness.js";
import { newVisitor } from "../visitor.js";
import {
  codeFor,
  codeNow,
  isSignedIn,
  known,
  mailsTo,
  openedSession,
  PASSWORD,
  post,
  postTogether,
  problemOf,
  resetSignInLimits,
  signIn,
  signInSql,
  switchOn,
} from "./people.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());
beforeEach(() => resetSignInLimits(world));

const sql = signInSql(() => world);

test("a second factor is asked for after the password; no session is there before, and a code is taken once", async () => {
  const { visitor, email } = await known(world);
  const before = visitor.cookies.get("hf_seller");
  const { secret, usedCode } = await switchOn(visitor);
  expect(visitor.cookies.get("hf_seller")).not.toBe(before);
  const browser = await signIn(world, email);
  expect(browser.cookies.has("hf_seller")).toBe(false);
  expect((await browser.get("/console/sign-in")).html).toContain("Enter your second factor");
  // The one that switched it on is used up.
  const used = await post(browser, "/console/sign-in/code", { code: usedCode });
  expect(openedSession(used)).toBe(false);
  const code = codeNow(secret);
  const answers = await postTogether(browser, "/console/sign-in/code", [{ code }, { code }, { code }]);
  expect(answers.filter(openedSession)).toHaveLength(1);
  expect(await isSignedIn(browser)).toBe(true);
  const thief = await signIn(world, email);
  const again = await post(thief, "/console/sign-in/code", { code });
  expect(problemOf(again)).toBe("That code was already used. Wait for the next one in your app.");
  expect(await isSignedIn(thief)).toBe(false);
  const stored = await sql<{ sealed: Buffer }>("select totp_sealed as sealed from sellers where email = $1", [email]);
  expect(stored[0]?.sealed.toString("latin1")).not.toContain(secret);
});

test("a second factor is guessed at five times in a quarter of an hour by someone who knows the password, in however many browsers", async () => {
  const { visitor, email } = await known(world);
  const { secret } = await switchOn(visitor);
  const browsers = [await signIn(world, email), await signIn(world, email)];
  const guesses = Array.from({ length: 8 }, (_, at) => ({
    code: String((Number(codeNow(secret)) + 1000 + at) % 1_000_000).padStart(6, "0"),
  }));
  const answers = (
    await Promise.all(browsers.map((browser) => postTogether(browser, "/console/sign-in/code", guesses)))
  ).flat();
  expect(answers.filter(openedSession)).toEqual([]);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
  expect((await post(browsers[0]!, "/console/sign-in/code", { code: codeNow(secret) })).status).toBe(429);
});

test("a second factor that is lost is made up for by recovery codes, each once", async () => {
  const { visitor, email } = await known(world);
  const { recoveryCodes } = await switchOn(visitor);
  const [first = "", second = ""] = recoveryCodes;
  const browser = await signIn(world, email);
  const typed = first.toLowerCase().replaceAll("-", " ");
  const answers = await postTogether(browser, "/console/sign-in/code", [{ code: typed }, { code: first }]);
  expect(answers.filter(openedSession)).toHaveLength(1);
  expect((await mailsTo(world, email))[0]?.params).toEqual({ what: "recovery_code_used", locale: null });
  const again = await signIn(world, email);
  expect(problemOf(await post(again, "/console/sign-in/code", { code: first }))).toBe("Incorrect code.");
  expect((await post(again, "/console/sign-in/code", { code: second })).status).toBe(303);
  expect((await again.get("/console/me/second-factor")).html).toContain("8 recovery codes left");
  const renewed = await post(again, "/console/me/second-factor/codes");
  expect(renewed.status).toBe(200);
  const third = await signIn(world, email);
  expect((await post(third, "/console/sign-in/code", { code: recoveryCodes[2]! })).status).toBe(422);
});

test("a second factor that is lost with its recovery codes is taken off as the runbook says; every session ends", async () => {
  const { visitor, email } = await known(world);
  const other = await known(world);
  const { recoveryCodes } = await switchOn(visitor);
  await switchOn(other.visitor);
  await sql(
    `insert into seller_passkeys (seller_id, id, public_key, sign_count, transports, name, created)
     select id, 'a-key', '\\x00', 0, '{}', 'Phone', 0 from sellers where email = $1`,
    [email],
  );
  const runbook = readFileSync(new URL("../../../../docs/runbooks/operate.md", import.meta.url), "utf8");
  const [, statement = ""] = /### A second factor is lost[\s\S]*?```sql[^\n]*\n([\s\S]*?)```/.exec(runbook) ?? [];
  await sql(statement.replace("ada@example.com", email));
  expect(await isSignedIn(visitor)).toBe(false);
  const browser = await signIn(world, email);
  expect(await isSignedIn(browser)).toBe(true);
  expect((await browser.get("/console/me/second-factor")).html).not.toContain("recovery codes left");
  expect((await mailsTo(world, email)).map(({ params }) => params["what"])).toContain("second_factor_off");
  const { secret } = await switchOn(browser);
  expect((await post(await signIn(world, email), "/console/sign-in/code", { code: recoveryCodes[0]! })).status).toBe(
    422,
  );
  expect((await post(await signIn(world, email), "/console/sign-in/code", { code: codeNow(secret) })).status).toBe(303);
  const lines = await sql(
    "select e.kind, e.subject from security_events e join sellers s on s.id = e.seller_id where email = $1 and user_agent = 'command line'",
    [email],
  );
  expect(lines).toEqual([{ kind: "second_factor_off", subject: "by an operator" }]);
  expect(
    openedSession(await post(newVisitor(world), "/console/sign-in", { email: other.email, password: PASSWORD })),
  ).toBe(false);
});

test("a second factor is set up and switched off by who has just proved who they are; no form asks again", async () => {
  const { visitor, email } = await known(world);
  const { recoveryCodes } = await switchOn(visitor);
  const page = await visitor.get("/console/me/second-factor");
  expect(page.html).not.toMatch(/name="(?:password|code)"/);
  expect((await post(visitor, "/console/me/second-factor/off")).status).toBe(303);
  expect(await isSignedIn(await signIn(world, email))).toBe(true);
  expect(
    await sql("select 1 from seller_recovery_codes r join sellers p on p.id = r.seller_id where p.email = $1", [email]),
  ).toEqual([]);
  expect(recoveryCodes).toHaveLength(10);
  expect((await mailsTo(world, email)).flatMap(({ params }) => params["what"] ?? []).slice(0, 2)).toEqual([
    "second_factor_off",
    "second_factor_on",
  ]);
});

test("the key of an app is copied, downloaded and printed as recovery codes are", async () => {
  const { visitor } = await known(world);
  const begun = await post(visitor, "/console/me/second-factor/start");
  const [, secret = ""] = /data-copy="([A-Z2-7]{32})"/.exec(begun.html) ?? [];
  expect(begun.html).toContain(`download="authenticator-key.txt" href="data:text/plain;charset=utf-8,${secret}`);
  expect(begun.html).toContain("data-print");
});

test("someone with the password and a session, but without the phone, changes nothing about a second factor", async () => {
  const { visitor, email } = await known(world);
  const { secret, recoveryCodes } = await switchOn(visitor);
  const me = "/console/me/second-factor";
  const proved = (age: string) =>
    sql(
      "update seller_sessions set proved_at = clock_timestamp() - $2::interval where seller_id = (select id from sellers where email = $1)",
      [email, age],
    );
  await proved("16 min");
  for (const form of [{}, { code: "" }, { code: "123456" }, { code: "AAAA-BBBB-CCCC" }] as Record<string, string>[]) {
    await resetSignInLimits(world);
    const guess = { proof: "1", proof_password: PASSWORD, proof_code: form["code"] ?? "" };
    expect((await post(visitor, `/console/me/prove?next=${me}`, guess)).status).toBe(422);
    for (const path of ["codes", "start", "off", "passkeys"]) {
      const answer = await post(visitor, `${me}/${path}`, { password: PASSWORD, ...form });
      expect([answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([307, "/console/me/prove"]);
    }
  }
  // Nor does a set-up that its owner left half done show its key, or let itself be confirmed, to another session.
  await proved("1 s");
  const begun = await post(visitor, `${me}/start`);
  const shown = (/font-mono[^>]*>([A-Z2-7 ]+)</.exec(begun.html)?.[1] ?? "").replaceAll(" ", "");
  expect(shown).toMatch(/^[A-Z2-7]{32}$/);
  const stolen = await post(visitor, `${me}/confirm`, { code: "000000" });
  expect(stolen.html).not.toContain(shown);
  const changed = await post(visitor, `${me}/confirm`, { secret: shown, code: codeNow(shown) });
  expect(changed.html).toContain("Your recovery codes");
  const browser = await signIn(world, email);
  expect(problemOf(await post(browser, "/console/sign-in/code", { code: recoveryCodes[0]! }))).toBe("Incorrect code.");
  expect((await post(browser, "/console/sign-in/code", { code: codeNow(shown, 1) })).status).toBe(303);
  expect(secret).not.toBe(shown);
});

test("a session that a new second factor ended changes nothing any more", async () => {
  const { visitor, email } = await known(world);
  await switchOn(visitor);
  const [{ id, session } = { id: "", session: "" }] = await sql<{ id: string; session: string }>(
    "select s.seller_id as id, s.id as session from seller_sessions s join sellers p on p.id = s.seller_id where p.email = $1",
    [email],
  );
  const ended = { id, sessionId: "00000000-0000-4000-8000-000000000000" };
  const made = { sealed: Buffer.from("sealed"), fingerprint: Buffer.from("key") };
  const actor = COMMAND_LINE_ACTOR;
  expect(await keepPendingSecret(world.people, ended, made)).toBe(false);
  expect(await switchOff(world.people, ended, actor)).toBe(false);
  expect(await renewRecoveryCodes(world.people, ended, { hashes: [], actor })).toBe(false);
  expect(await switchOff(world.people, { id, sessionId: session }, actor)).toBe(true);
});

test("a second factor is not guessed at for ever: after fifty wrong codes only a new password helps", async () => {
  const { visitor, email } = await known(world);
  const { secret, recoveryCodes } = await switchOn(visitor);
  const thief = await signIn(world, email);
  const wrong = String((Number(codeNow(secret)) + 100_000) % 1_000_000).padStart(6, "0");
  for (let quarter = 1; quarter <= 10; quarter += 1) {
    await resetSignInLimits(world);
    const answers = await postTogether(
      thief,
      "/console/sign-in/code",
      Array.from({ length: 5 }, () => ({ code: wrong })),
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
  }
  expect((await mailsTo(world, email))[0]?.params).toEqual({ what: "second_factor_blocked", locale: null });
  for (const code of [codeNow(secret), recoveryCodes[0]!]) {
    await resetSignInLimits(world);
    const answer = await post(thief, "/console/sign-in/code", { code });
    expect(openedSession(answer)).toBe(false);
    expect(problemOf(answer)).toContain("Choose a new password");
  }
  await resetSignInLimits(world);
  await post(visitor, "/console/forgotten", { email });
  const fresh = "another kiln full of bowls";
  const code = await codeFor(world, email);
  expect((await post(visitor, "/console/forgotten/code", { code, new_password: fresh })).status).toBe(303);
  const owner = await signIn(world, email, fresh);
  expect((await post(owner, "/console/sign-in/code", { code: codeNow(secret) })).status).toBe(303);
});

test("a second factor has the codes of RFC 6238, one step around now", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"; // "12345678901234567890"
  for (const [seconds, code] of [
    [59, "287082"],
    [1111111109, "081804"],
    [1234567890, "005924"],
    [20000000000, "353130"],
  ] as const) {
    const step = Math.floor(seconds / 30);
    expect(totpCode(secret, step)).toBe(code);
    const found = [0, 30, 60, 90, 120].map((later) => matchTotp(secret, totpCode(secret, step + 2), seconds + later));
    expect(found).toEqual([null, step + 2, step + 2, step + 2, null]);
  }
});
