/** How often a code may be asked for, and what those who ask are told. */
import { describe, expect, test } from "vitest";
import { newVisitor, withoutSandboxMail } from "../visitor.js";
import { alertOf, inAWorld, isSignedIn, newEmail, sql, sweep, waiting, world } from "./codes.js";

inAWorld();

describe("asking for a code", () => {
  test("answers the same for an address that is known and one that is not", async () => {
    const known = newEmail();
    await newVisitor(world).signIn(known);
    const answers = await Promise.all(
      [known, newEmail()].map(async (email) => {
        const visitor = newVisitor(world);
        const asked = await visitor.post("/sign-in", { email });
        const shown = await visitor.get("/sign-in");
        const blank = (text: string): string =>
          withoutSandboxMail(text)
            .replaceAll(email, "EMAIL")
            .replaceAll(/value="[^"]{30,}"/g, "TOKEN")
            .replaceAll(/hf_code=\w{43}/g, "COOKIE");
        const seen = [...asked.headers].filter(([name]) => !/^(date|request-id|x-)/.test(name));
        return [asked.status, blank(JSON.stringify(seen)), blank(asked.html), shown.status, blank(shown.html)];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  test("takes nothing but an address, and shows again what was typed", async () => {
    for (const email of [
      "",
      "ada",
      "ada@",
      "@example.com",
      "ada@example",
      "ada@@example.com",
      "a@b@example.com",
      "ada@example.com, eve@example.com",
      "ada@example.com\r\nBcc: eve@example.com",
      '"<script>"@example.com',
      "ada@-example.com",
      "ada@exam_ple.com",
      "ada lovelace@example.com",
      "ada@192.0.2.1",
      "ada@example.com?subject=x",
      `${"a".repeat(65)}@example.com`,
      `ada@${"a".repeat(250)}.com`,
    ]) {
      const visitor = newVisitor(world);
      await visitor.post("/sign-in", { email });
      const { html } = await visitor.get("/sign-in");
      expect(html, email).toContain("Enter an email address, such as ada@example.com.");
      expect(html, email).toContain('aria-invalid="true" aria-describedby="sign-in-problem"');
      expect(visitor.cookies.has("hf_code"), email).toBe(false);
      if (/^[\w@.]{1,40}$/.test(email)) expect(html).toContain(`value="${email}"`);
      expect(html).not.toContain("<script>");
    }
    expect(await sql("select 1 from mails where recipient like '%eve%'")).toEqual([]);
  });

  test("says which letters of an address can't be written to", async () => {
    const visitor = newVisitor(world);
    await visitor.post("/sign-in", { email: "josé@example.com" });
    const { html } = await visitor.get("/sign-in");
    expect(html).toContain("We can only send to addresses with plain letters (a–z), digits and signs before the @");
    expect(html).toContain('value="josé@example.com"');
  });

  test("finds the address in what was pasted, and writes it one way", async () => {
    for (const [typed, email] of [
      ["Ada Byron <Ada.P@example.com>", "ada.p@example.com"],
      ["mailto:ada.m@example.com?subject=Hello%20there", "ada.m@example.com"],
      ["ada.d@example.com.", "ada.d@example.com"],
      ["ａｄａ．ｗ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada.w@example.com"],
      ["\u200bada.z@example.com\u202c", "ada.z@example.com"],
      ["ada..b.@docomo.ne.jp", "ada..b.@docomo.ne.jp"],
      ["ada@MÜLLER.example", "ada@xn--mller-kva.example"],
    ] as const) {
      const visitor = newVisitor(world);
      await visitor.post("/sign-in", { email: typed });
      expect((await visitor.get("/sign-in")).html, typed).toContain(`${email}</bdi>`);
      expect(await sql("select 1 from sign_in_challenges where email = $1", [email]), typed).toHaveLength(1);
    }
  });

  test("is given five times in a quarter of an hour for one address, whichever browsers ask, at once or not", async () => {
    const email = newEmail();
    const visitors = Array.from({ length: 12 }, () => newVisitor(world));
    await Promise.all(visitors.map((visitor) => visitor.post("/sign-in", { email: email.toUpperCase() })));
    const waits = visitors.filter(({ cookies }) => cookies.has("hf_code"));
    expect(waits).toHaveLength(5);
    expect(await sql("select 1 from mails where recipient = $1", [email])).toHaveLength(5);
    const refused = visitors.find(({ cookies }) => !cookies.has("hf_code"))!;
    expect(await alertOf(refused)).toBe("Too many codes were requested. Try again in 15 minutes.");
    // Others are not concerned, and after a quarter of an hour neither is this one.
    expect((await waiting()).visitor.cookies.has("hf_code")).toBe(true);
    await sql("update sign_in_windows set ends_at = clock_timestamp() where kind = 'mail'");
    await refused.post("/sign-in", { email });
    expect(refused.cookies.has("hf_code")).toBe(true);
  });

  test("is given fifteen times a day for one address to one network, of which refusals are none", async () => {
    const email = newEmail();
    const ask = async (): Promise<boolean> => {
      const visitor = newVisitor(world);
      await visitor.post("/sign-in", { email });
      return visitor.cookies.has("hf_code");
    };
    for (let quarter = 0; quarter < 3; quarter += 1) {
      await sql("update sign_in_windows set ends_at = clock_timestamp() where kind not in ('mail_day', 'mail_all')");
      const given: boolean[] = [];
      for (let time = 0; time < 7; time += 1) given.push(await ask());
      expect(given).toEqual([true, true, true, true, true, false, false]);
    }
    await sql("update sign_in_windows set ends_at = clock_timestamp() where kind not in ('mail_day', 'mail_all')");
    expect(await ask()).toBe(false);
    const refused = newVisitor(world);
    await refused.post("/sign-in", { email });
    expect(await alertOf(refused)).toBe("Too many codes were requested. Try again in 1 day.");
    await sql("update sign_in_windows set ends_at = clock_timestamp()");
    expect(await ask()).toBe(true);
  });

  test("is given fifteen times in a quarter of an hour to one browser, whatever the addresses", async () => {
    const visitor = newVisitor(world);
    const given: boolean[] = [];
    for (let time = 0; time < 17; time += 1) {
      visitor.cookies.delete("hf_code");
      await visitor.post("/sign-in", { email: newEmail() });
      given.push(visitor.cookies.has("hf_code"));
    }
    expect(given.filter((yes) => yes)).toHaveLength(15);
    expect(await alertOf(visitor)).toBe("Too many codes were requested. Try again in 15 minutes.");
    expect((await waiting()).visitor.cookies.has("hf_code")).toBe(true);
  });

  test("is given three hundred times in a quarter of an hour to one network, and costs the address nothing after that", async () => {
    await sql(
      "insert into sign_in_windows (kind, subject, ends_at, codes) values ('network', '127.0.0.1', clock_timestamp() + interval '15 min', 280)",
    );
    const given = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const visitor = newVisitor(world);
        await visitor.post("/sign-in", { email: newEmail() });
        return visitor.cookies.has("hf_code");
      }),
    );
    expect(given.filter((yes) => yes)).toHaveLength(20);
    const email = newEmail();
    await newVisitor(world).post("/sign-in", { email });
    expect(await sql("select 1 from sign_in_windows where subject = $1", [email])).toEqual([]);
  });

  test("keeps the code that is there when it is refused", async () => {
    const { visitor, email, code } = await waiting();
    for (let time = 0; time < 4; time += 1) await newVisitor(world).post("/sign-in", { email });
    await visitor.post("/sign-in/again");
    expect(await alertOf(visitor)).toBe("Too many codes were requested. Try again in 15 minutes.");
    await visitor.post("/sign-in/code", { code });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test("forgets windows that have ended", async () => {
    await waiting();
    await sweep();
    expect(await sql("select 1 from sign_in_windows")).toHaveLength(5);
    await sql("update sign_in_windows set ends_at = clock_timestamp()");
    await sweep();
    expect(await sql("select 1 from sign_in_windows")).toEqual([]);
  });
});
