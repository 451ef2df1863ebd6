import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService } from "../../src/app.js";
import { type Config, readConfig } from "../../src/config/index.js";
import type { Cents } from "../../src/domain/money.js";
import { SAMPLE_SELLER_EMAIL, SAMPLE_SELLER_NAME } from "../../src/domain/sample-order.js";
import { WINDOWS } from "../../src/identity/places.js";
import { openLog } from "../../src/platform/log.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { eventTypes, openSession } from "../stories.js";
import { newVisitor, type Visitor } from "../visitor.js";
import { BROWSER_ACCEPT, DINNER_SET, pagePath, sessionPages, visit } from "./orders.js";

let world: World;
let shop: Merchant;
let pages: Awaited<ReturnType<typeof sessionPages>>;

beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  pages = await sessionPages(shop);
});
afterAll(() => world?.close());

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'";

describe("the page of a session", () => {
  test("is where the session's url says", async () => {
    const session = await openSession(shop);
    expect(session["url"]).toBe(world.service.publicUrl + pagePath(shop, session));
  });

  test("answers 200, 200 and 410", async () => {
    const answers = await Promise.all([pages.open, pages.completed, pages.expired].map((path) => visit(world, path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 410]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts[0]).toContain("Nothing is charged before you confirm");
    expect(texts[1]).toContain("This order has been confirmed");
    expect(texts[2]).toContain("The seller closed this link");
  });

  test("is a page whatever is accepted, and for HEAD too", async () => {
    const json = await visit(world, pages.open, { Accept: "application/json" });
    expect(json.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const head = await fetch(world.url + pages.expired, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([410, ""]);
  });

  test("is 404 for whatever does not name one session of that seller", async () => {
    const other = await world.merchant("Another");
    const id = pages.open.split("/").at(-1)!;
    const paths = [
      `/pay/${other.sellerCode}/${id}`,
      `/pay/${shop.sellerCode.toLowerCase()}/${id}`,
      `/pay/${shop.sellerCode}/${id.toUpperCase()}`,
      `/pay/${shop.sellerCode}/cs_00000000000000000000000000`,
      `/pay/${shop.sellerCode}/nonsense`,
      `/pay/%00/${id}`,
      `/pay/${shop.sellerCode}/%F0%9F%98%80`,
      `/pay/${shop.sellerCode}/${"x".repeat(2_000)}`,
      `${pages.open}/`,
      "/pay",
    ];
    for (const path of paths) {
      const answer = await visit(world, path);
      expect(answer.status, path).toBe(404);
      const text = await answer.text();
      expect(text, path).toContain("Page not found");
      expect(text, path).toContain('href="/"');
    }
  });

  test("changes nothing by being looked at", async () => {
    const before = await eventTypes(shop);
    for (const path of Object.values(pages)) await visit(world, path);
    expect(await eventTypes(shop)).toEqual(before);
  });

  test("shows an expiry from its second on, and the event is there once", async () => {
    const store = await world.merchant("Expiring");
    const session = await openSession(store, { ...DINNER_SET, expires_in: 900 });
    // The clock alone: nothing that settles what is due runs.
    await world.db.query({
      name: "pass 15 minutes",
      text: "update test_clock set offset_seconds = offset_seconds + 900",
    });
    const answers = await Promise.all([1, 2, 3].map(() => visit(world, pagePath(store, session))));
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410]);
    expect(await answers[0]!.text()).toContain("It was valid until");
    expect(await eventTypes(store)).toEqual(["checkout.session.expired"]);
  });
});

describe("headers", () => {
  test("let nothing foreign in and nothing out, on every page", async () => {
    for (const path of [...Object.values(pages), "/nowhere", "/docs", "/assets/app.css"]) {
      const { headers } = await visit(world, path);
      const leads = POLICY.replace("form-action 'self'", `form-action 'self' ${world.service.publicUrl}`);
      expect(headers.get("content-security-policy"), path).toBe(path.startsWith("/pay/") ? leads : POLICY);
      expect(headers.get("referrer-policy"), path).toBe("same-origin");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
      expect(headers.get("strict-transport-security"), path).toBeNull();
      // Nothing but what tells the forms of one browser from those of another.
      expect(
        headers.getSetCookie().filter((line) => !line.startsWith("hf_browser=")),
        path,
      ).toEqual([]);
    }
  });

  test("keep session pages and refusals out of caches", async () => {
    for (const path of [...Object.values(pages), "/nowhere"]) {
      expect((await visit(world, path)).headers.get("cache-control"), path).toBe("no-store");
    }
  });

  test("ask for https once the service is reached by it, in live mode without any rehearsal mark", async () => {
    const live = await world.another({ role: "web", mode: "live", publicUrl: "https://pay.example", cell: null });
    const answer = await fetch(`http://127.0.0.1:${live.port}${pages.open}`);
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(await answer.text()).not.toContain("Sandbox");
    const reference = await (await fetch(`http://127.0.0.1:${live.port}/docs`)).text();
    expect(reference).toContain("https://pay.example/api/v1");
    expect(reference).not.toContain("test_helpers");
  });
});

describe("assets", () => {
  const assetsOf = async (): Promise<readonly string[]> => {
    const html = await (await visit(world, pages.open)).text();
    return [...html.matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  };

  test("are named by their content and kept for ever", async () => {
    const assets = await assetsOf();
    expect(assets.map((path) => path.split("?")[0]).sort()).toEqual([
      "/assets/app.css",
      "/assets/favicon.svg",
      "/assets/inter-latin.woff2",
      "/assets/touch-icon.png",
    ]);
    for (const path of assets) {
      const answer = await visit(world, path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("cache-control"), path).toBe("public, max-age=31536000, immutable");
    }
  });

  test("are not kept under the name of other content", async () => {
    for (const path of ["/assets/app.css", "/assets/app.css?v=older"]) {
      const answer = await visit(world, path);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      const again = await visit(world, path, { "If-None-Match": answer.headers.get("etag")! });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
  });

  test("the style sheet asks for the very font that the page preloads", async () => {
    const font = (await assetsOf()).find((path) => path.includes("woff2"))!;
    expect(await (await visit(world, "/assets/app.css")).text()).toContain(`url(${font})`);
  });

  test("everything together is light", async () => {
    const sizes = await Promise.all([pages.open, ...(await assetsOf())].map((path) => transferred(path)));
    const font = 48_256;
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total - font).toBeLessThan(25_000);
    expect(total).toBeLessThan(75_000);
  });
});

/** Bytes of the body as it travels to a browser. */
async function transferred(path: string): Promise<number> {
  const answer = await raw(path, "br, gzip");
  return answer.body.byteLength;
}

/** Undici would undo the compression. */
async function raw(path: string, encodings: string): Promise<{ encoding: string | undefined; body: Buffer }> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(world.url + path, { headers: { "Accept-Encoding": encodings, Accept: BROWSER_ACCEPT } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ encoding: response.headers["content-encoding"], body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });
}

/** Forms bear another token each time. */
const withoutTokens = (page: Buffer): string =>
  page.toString("utf8").replaceAll(/name="csrf" value="[^"]+"/g, 'name="csrf"');

test("pages travel compressed, in the form that the browser takes", async () => {
  for (const path of [pages.open, "/docs", "/assets/app.css"]) {
    const plain = await raw(path, "identity");
    const brotli = await raw(path, "gzip, br");
    const gzip = await raw(path, "gzip, br;q=0");
    expect([plain.encoding, brotli.encoding, gzip.encoding], path).toEqual([undefined, "br", "gzip"]);
    const content = withoutTokens(plain.body);
    expect(withoutTokens(brotliDecompressSync(brotli.body)), path).toBe(content);
    expect(withoutTokens(gunzipSync(gzip.body)), path).toBe(content);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 2);
  }
});

describe("an unknown path", () => {
  test("is a page for a person and the envelope for a program", async () => {
    const person = await visit(world, "/nowhere?x=<script>");
    expect([person.status, person.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await person.text()).toContain("Page not found");
    const program = await visit(world, "/nowhere", { Accept: "*/*" });
    expect([program.status, ((await program.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      "not_found",
    ]);
  });

  test("below the API is the envelope for everybody", async () => {
    for (const path of ["/api/v1/nowhere", "/api/v1/account", "/api/v2"]) {
      const answer = await visit(world, path);
      expect(answer.headers.get("content-type"), path).toBe("application/json; charset=utf-8");
    }
  });

  test("that is no path at all is a page, too", async () => {
    const answer = await visit(world, "/%");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.headers.get("content-security-policy")).toBe(POLICY);
  });
});

test("the root is a page for people, which leads buyers, sellers and developers on", async () => {
  const answer = await visit(world, "/");
  expect(answer.status).toBe(200);
  const html = await answer.text();
  for (const href of ["/orders", "/console/sign-in", "/docs"]) expect(html).toContain(`href="${href}"`);
  expect(await (await visit(world, "/?lang=sw")).text()).toContain("Ingia kama mnunuzi");
  const reference = await visit(world, "/docs/");
  expect([reference.status, reference.headers.get("location")]).toEqual([302, "/docs"]);
});

describe("a checkout to try", () => {
  const press = async (visitor: Visitor): Promise<{ readonly status: number; readonly location: string }> => {
    const { status, headers } = await visitor.post("/sandbox/checkout", {});
    return { status, location: headers.get("location") ?? "" };
  };

  test("is offered where the sample seller is, and opens an order of that seller's for anyone who asks", async () => {
    const before = newVisitor(world);
    expect((await before.get("/")).html).not.toContain("/sandbox/checkout");
    expect((await press(before)).status).toBe(404);
    const seller = await world.merchant(SAMPLE_SELLER_NAME);
    const rename = async (email: string): Promise<void> => {
      await world.db.query({
        name: "test: sample seller",
        text: "update accounts set email = $2 where id = $1",
        values: [seller.account, email],
      });
    };
    await rename(SAMPLE_SELLER_EMAIL);
    const visitor = newVisitor(world);
    expect((await visitor.get("/")).html).toContain('action="/sandbox/checkout"');
    const { status, location } = await press(visitor);
    expect([status, location.startsWith(`/pay/${seller.sellerCode}/`)]).toEqual([303, true]);
    const { html } = await visitor.get(location);
    for (const said of ["Hand-thrown dinner set", "$249.90", "$256.45"]) expect(html).toContain(said);
    // As often as a payment link is opened, and no more.
    for (let more = 1; more < WINDOWS.opening.limit; more += 1) expect((await press(visitor)).status).toBe(303);
    expect((await press(visitor)).status).toBe(429);
    await rename("somebody-else@example.com");
    expect((await press(newVisitor(world))).status).toBe(404);
  });

  test("is not there in live mode, and what it costs is what the configuration says", async () => {
    const live = await world.another({
      role: "web",
      mode: "live",
      publicUrl: "https://pay.example",
      cell: null,
      fees: { basisPoints: 175, fixed: 0n as Cents, min: 125n as Cents, max: 9_900n as Cents },
    });
    const html = await (await fetch(`http://127.0.0.1:${live.port}/`)).text();
    expect(html).not.toContain("/sandbox/checkout");
    for (const said of ["1.75%", "At least $1.25 an order.", "At most $99.00 an order.", "the buyer pays $254.27"])
      expect(html).toContain(said);
    const posted = await fetch(`http://127.0.0.1:${live.port}/sandbox/checkout`, { method: "POST" });
    expect(posted.status).toBe(404);
  });
});

test("the reference shows this deployment's address, and is not sent twice to who has it", async () => {
  const answer = await visit(world, "/docs");
  expect(await answer.text()).toContain(`${world.service.publicUrl}/api/v1/checkout/sessions`);
  expect((await visit(world, "/docs", { "If-None-Match": answer.headers.get("etag")! })).status).toBe(304);
});

test("while the database is away a page says so, and is styled all the same", async () => {
  const secretKey = Buffer.alloc(32, "a key that only tests know");
  const config: Config = { ...readConfig({}), port: 0, role: "web", secretKey, logLevel: "silent" };
  const databaseUrl = "postgres://nobody@127.0.0.1:9/none";
  const service = await startService({ config, databaseUrl, log: openLog("silent") });
  try {
    const origin = `http://127.0.0.1:${service.port}`;
    const answer = await fetch(origin + pages.open);
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("cache-control")]).toEqual([
      503,
      "2",
      "no-store",
    ]);
    expect(answer.headers.get("content-security-policy")).toBe(POLICY);
    const html = await answer.text();
    expect(html).toContain("We can’t show this page right now");
    expect(html).toContain(answer.headers.get("request-id"));
    const [, stylesheet] = /href="(\/assets\/app\.css[^"]*)"/.exec(html)!;
    expect((await fetch(origin + stylesheet)).status).toBe(200);
  } finally {
    await service.close();
  }
});
