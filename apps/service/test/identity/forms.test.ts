/** Which posted forms are believed, what they may carry, and which language answers. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openCookies } from "../../src/identity/cookies.js";
import { openForms } from "../../src/identity/forms.js";
import { safeNext } from "../../src/pages/kit/next.js";
import { deriveKey } from "../../src/platform/keys.js";
import { bound } from "../bounds.js";
import { startWorld, type World } from "../harness.js";
import { csrfOf, lastCode, newVisitor } from "../visitor.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world?.close());
beforeEach(() => world.people.query({ name: "test: make room", text: "delete from sign_in_windows" }));

const EMAIL = "ada@example.com";
const mails = async (): Promise<number> =>
  (await world.db.query({ name: "test: mails", text: "select 1 from mails" })).length;

describe("a form", () => {
  test("of our page, in its browser, is believed again and again", async () => {
    const visitor = newVisitor(world);
    const csrf = csrfOf((await visitor.get("/sign-in")).html);
    const body = new URLSearchParams({ csrf, email: EMAIL }).toString();
    for (const headers of [{}, { "Sec-Fetch-Site": "same-origin" }]) {
      expect((await visitor.postRaw("/sign-in", body, headers)).status).toBe(303);
    }
    expect(visitor.cookies.get("hf_browser")).toMatch(/^\w{32}$/);
  });

  test.each([
    ["without a token", (csrf: string) => csrf && "", {}],
    ["with a token that was touched", (csrf: string) => `${csrf.slice(0, -1)}${csrf.endsWith("A") ? "E" : "A"}`, {}],
    ["with a token that is cut short", (csrf: string) => csrf.slice(0, 20), {}],
    ["with another salt", (csrf: string) => `0000000000000000${csrf.slice(16)}`, {}],
    ["of a foreign page", (csrf: string) => csrf, { Origin: "https://evil.example" }],
    ["of a page without an address", (csrf: string) => csrf, { Origin: "null" }],
    ["of a page on another port", (csrf: string) => csrf, { Origin: "http://127.0.0.1:1" }],
    ["that the browser calls cross-site", (csrf: string) => csrf, { "Sec-Fetch-Site": "cross-site" }],
    ["of a sibling", (csrf: string) => csrf, { "Sec-Fetch-Site": "same-site" }],
  ])("%s does nothing", async (_what, change, headers) => {
    const visitor = newVisitor(world);
    const csrf = change(csrfOf((await visitor.get("/sign-in")).html));
    const before = await mails();
    const body = new URLSearchParams({ csrf, email: EMAIL }).toString();
    for (const path of ["/sign-in", "/sign-in/code", "/sign-in/again", "/sign-in/other", "/sign-out", "/language"]) {
      const answer = await visitor.postRaw(path, body, headers as Record<string, string>);
      expect(answer.status, path).toBe(403);
      expect(answer.html, path).toContain("This form has expired");
      expect(answer.headers.getSetCookie(), path).toEqual([]);
      expect(answer.headers.get("content-security-policy"), path).toContain("default-src 'none'");
    }
    expect(await mails()).toBe(before);
  });

  test("with the token of another browser does nothing, and neither does one without cookies", async () => {
    const [mine, theirs] = [newVisitor(world), newVisitor(world)];
    const csrf = csrfOf((await theirs.get("/sign-in")).html);
    await mine.get("/sign-in");
    const body = new URLSearchParams({ csrf, email: EMAIL }).toString();
    expect((await mine.postRaw("/sign-in", body)).status).toBe(403);
    expect((await newVisitor(world).postRaw("/sign-in", body)).status).toBe(403);
    expect((await theirs.postRaw("/sign-in", body)).status).toBe(303);
  });

  test("has another token on every page, and none that another key would take", () => {
    const cookies = openCookies({ isHttps: false });
    const formsOf = (secret: string) =>
      openForms({ keys: [deriveKey(Buffer.alloc(32, secret), "forms")], cookies, origin: null });
    const forms = formsOf("ours");
    const headers = { host: "here", cookie: `hf_browser=${"b".repeat(32)}` };
    const tokens = [1, 2].map(() => forms.token(headers).value);
    expect(tokens[0]).not.toBe(tokens[1]);
    expect(tokens.map((csrf) => forms.isOurs(headers, { csrf }))).toEqual([true, true]);
    expect(tokens.map((csrf) => formsOf("theirs").isOurs(headers, { csrf }))).toEqual([false, false]);
    for (const csrf of [undefined, null, 1, {}, [], "", "é".repeat(60)])
      expect(forms.isOurs(headers, { csrf })).toBe(false);
  });

  test("comes from the configured address and no other, where one is configured", () => {
    const cookies = openCookies({ isHttps: true });
    const forms = openForms({ keys: [Buffer.alloc(32)], cookies, origin: "https://pay.example" });
    const headers = { host: "evil.example", cookie: `__Host-hf_browser=${"b".repeat(32)}` };
    const csrf = forms.token(headers).value;
    expect(forms.isOurs({ ...headers, origin: "https://evil.example" }, { csrf })).toBe(false);
    expect(forms.isOurs({ ...headers, origin: "http://pay.example" }, { csrf })).toBe(false);
    expect(forms.isOurs({ ...headers, origin: "https://pay.example" }, { csrf })).toBe(true);
    expect(forms.isOurs({ ...headers, cookie: `hf_browser=${"b".repeat(32)}` }, { csrf })).toBe(false);
  });

  test("is refused as a page when it is none, too large, or has what no text has", async () => {
    const visitor = newVisitor(world);
    const csrf = csrfOf((await visitor.get("/sign-in")).html);
    const json = await visitor.postRaw("/sign-in", JSON.stringify({ csrf, email: EMAIL }), {
      "Content-Type": "application/json",
    });
    expect(json.status).toBe(415);
    const cases = [
      [413, `csrf=${csrf}&email=${"a".repeat(140_000)}`],
      [400, `csrf=${csrf}&email=ada%00@example.com`],
      [400, `csrf=${csrf}${"&x=1".repeat(200)}`],
    ] as const;
    for (const [status, body] of cases) {
      const answer = await visitor.postRaw("/sign-in", body);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.html).toContain("This request can’t be handled");
    }
    for (const body of ["", "=", "&&&", "%", "%zz=%", "csrf", "__proto__=1&constructor=2", `csrf=${csrf}&csrf=`]) {
      expect([303, 403]).toContain((await visitor.postRaw("/sign-in", body)).status);
    }
  });

  test("is no address to look at", async () => {
    for (const path of ["/sign-in/code", "/sign-in/again", "/sign-in/other", "/sign-out", "/language"]) {
      expect((await newVisitor(world).get(path)).status, path).toBe(405);
    }
  });
});

describe("where a form leads back to", () => {
  test("is a path of ours", () => {
    for (const path of ["/", "/orders", "/pay/ABCD1234/cs_x?lang=fr&a=%2F%2F", "/a?b=//c", "/a//b"]) {
      expect(safeNext(path, "/else")).toBe(path);
    }
    expect(safeNext("/a/../b#c", "/else")).toBe("/b#c");
    expect(safeNext("/b?x#:~:text=c", "/else")).toBe("/b?x");
    expect(safeNext("/größe ?q=ü", "/else")).toBe("/gr%C3%B6%C3%9Fe%20?q=%C3%BC");
  });

  test("is nowhere else", () => {
    for (const path of [
      undefined,
      null,
      7,
      {},
      ["/orders"],
      "",
      "orders",
      "https://evil.example/",
      "//evil.example",
      "///evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      " //evil.example",
      "/.//evil.example",
      "/..//evil.example",
      "/a/..//evil.example",
      "/%2e//evil.example",
      "/%2e%2e//evil.example",
      "/x/%2e%2e//evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "/\0",
      "/\u0085/evil.example",
      "/orders\r\nSet-Cookie: a=b",
      `/${"x".repeat(2_001)}`,
    ]) {
      expect(safeNext(path, "/else"), JSON.stringify(path)).toBe("/else");
    }
  });

  test("never leaves the site, whatever is posted", () => {
    const piece = fc.constantFrom(
      ..."/\\.:@?#%;& \t\r\n\0",
      "//",
      "..",
      "%2e",
      "%2f",
      "%5c",
      "%09",
      "http:",
      "https://",
      "javascript:",
      "evil.example",
      "[::1]",
      "@evil.example",
      "\u2028",
      "\u3002",
      "\uff0f",
      "\ud800",
      "ß",
    );
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
      fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join("")}`),
    );
    fc.assert(
      fc.property(hostile, (posted) => {
        const path = safeNext(posted, "/else");
        for (const base of ["http://pay.example/", "https://pay.example/pay/A/B?x#y"]) {
          expect(new URL(path, base).host).toBe("pay.example");
          expect(new URL(`${path.split("#", 1)[0]}#sign-in-code`, base).host).toBe("pay.example");
        }
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
        expect(safeNext(path, "/again")).toBe(path);
      }),
      { numRuns: bound("walks") },
    );
  });

  test("holds for every action", async () => {
    const visitor = newVisitor(world);
    for (const path of ["/sign-in", "/sign-in/code", "/sign-in/again", "/sign-in/other", "/sign-out", "/language"]) {
      for (const next of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
        const answer = await visitor.post(path, { next, back: next, email: EMAIL, lang: "fr" });
        expect(answer.headers.get("location"), path).toMatch(/^\/sign-in(#sign-in-(email|code))?$/);
      }
    }
    expect((await visitor.get("/sign-in?next=//evil.example")).html).not.toContain('evil.example" />');
  });
});

describe("the language", () => {
  const languageOf = (html: string): string | undefined => /<html lang="(\w+)"/.exec(html)?.[1];

  test("is what the browser asks for, until another is chosen", async () => {
    const visitor = newVisitor(world);
    const asks = { "Accept-Language": "de-DE, pt-BR;q=0.9, fr;q=0.8" };
    expect(languageOf((await visitor.get("/sign-in", asks)).html)).toBe("pt");
    expect(languageOf((await visitor.get("/sign-in")).html)).toBe("en");
    const chosen = await visitor.post("/language", { lang: "sw", next: "/sign-in?a=1" });
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/sign-in?a=1"]);
    const { html } = await visitor.get("/sign-in", asks);
    expect(languageOf(html)).toBe("sw");
    expect(html).toContain("Anwani ya barua pepe");
    // Of pages that stand in for others, too.
    const missing = await visitor.get("/nowhere", asks);
    expect([missing.status, languageOf(missing.html)]).toEqual([404, "sw"]);
    expect((await visitor.postRaw("/sign-in", "")).html).toContain("Muda wa fomu hii umekwisha");
  });

  test("has its direction, and fields for codes and addresses have theirs", async () => {
    const visitor = newVisitor(world);
    const { html } = await visitor.get("/sign-in", { "Accept-Language": "ar-EG, fr;q=0.5" });
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toMatch(/<input[^>]*name="email"[^>]*dir="ltr"/);
    expect((await visitor.get("/nowhere", { "Accept-Language": "ar" })).html).toContain('<html lang="ar" dir="rtl"');
    expect((await visitor.get("/sign-in")).html).toContain('<html lang="en">');
    await visitor.post("/language", { lang: "ar" });
    await visitor.post("/sign-in", { email: "layla@example.com" });
    const { html: next } = await visitor.get("/sign-in");
    expect(next).toMatch(/<html lang="ar" dir="rtl".*<input[^>]*name="code"[^>]*dir="ltr"/);
    await visitor.post("/sign-in/code", { code: await lastCode(world, "layla@example.com") });
    const [buyer] = await world.db.query<{ locale: string }>({
      name: "test: locale in Arabic",
      text: "select locale from buyers where email = 'layla@example.com'",
    });
    expect(buyer?.locale).toBe("ar");
  });

  test("of a link comes before it, and goes with another choice", async () => {
    const visitor = newVisitor(world);
    await visitor.post("/language", { lang: "sw" });
    expect(languageOf((await visitor.get("/sign-in?lang=fr")).html)).toBe("fr");
    const chosen = await visitor.post("/language", { lang: "pt", next: "/sign-in?lang=fr&language=x&lang" });
    expect(chosen.headers.get("location")).toBe("/sign-in?language=x");
    expect((await visitor.post("/language", { lang: "pt", next: "/sign-in?lang=fr" })).headers.get("location")).toBe(
      "/sign-in",
    );
  });

  test("that there is not changes nothing", async () => {
    const visitor = newVisitor(world);
    for (const lang of ["de", "", "EN", "../etc", "fr; Domain=evil"]) {
      const answer = await visitor.post("/language", { lang });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
    }
    for (const given of ["lang=de", "lang=fr&lang=pt", "lang[]=fr"]) {
      expect(languageOf((await visitor.get(`/sign-in?${given}`)).html)).toBe("en");
    }
  });

  test("is kept with the buyer, for mails and other browsers", async () => {
    const localeOf = async () =>
      (
        await world.db.query<{ locale: string }>({
          name: "test: locale",
          text: "select locale from buyers where email = 'amina@example.com'",
        })
      )[0]?.locale;
    const visitor = newVisitor(world);
    await visitor.post("/language", { lang: "sw" });
    await visitor.signIn("amina@example.com");
    expect(await localeOf()).toBe("sw");
    await visitor.post("/language", { lang: "fr" });
    expect(await localeOf()).toBe("fr");
    const elsewhere = newVisitor(world);
    await elsewhere.post("/sign-in", { email: "amina@example.com" }, { "Accept-Language": "pt" });
    const [mail] = await world.db.query<{ params: { locale: string } }>({
      name: "test: mail",
      text: "select params from mails where recipient = 'amina@example.com' order by id desc limit 1",
    });
    expect(mail!.params.locale).toBe("pt");
    elsewhere.cookies.set("hf_session", visitor.cookies.get("hf_session")!);
    expect(languageOf((await elsewhere.get("/sign-in", { "Accept-Language": "pt" })).html)).toBe("fr");
    await elsewhere.post("/sign-in/code", { code: await lastCode(world, "amina@example.com") });
  });
});

test("keys for different purposes have nothing in common", () => {
  const secret = Buffer.alloc(32, 7);
  expect(deriveKey(secret, "forms")).toEqual(deriveKey(Buffer.from(secret), "forms"));
  const keys = ["forms", "sign-in codes", "forms "].map((purpose) => deriveKey(secret, purpose).toString("hex"));
  expect(new Set([...keys, secret.toString("hex")]).size).toBe(4);
});
