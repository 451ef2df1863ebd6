/** Browsers that bring a shop's cookies along: what fits is read, and what does not is answered with a page that says what to do. */
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { BROWSER_ACCEPT, pagePath } from "../pages/orders.js";
import { openSession } from "../stories.js";
import { ask, everything, open } from "./clients.js";

let world: World;
let shop: Merchant;
let page: string;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  page = pagePath(shop, await openSession(shop));
});
afterAll(() => world.close());

const cookies = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 1_000) }, (_, at) => `shop_${at}=${"x".repeat(990)}`).join("; ");
const browser = (bytes: number, language = "en") => ({
  headers: { Accept: BROWSER_ACCEPT, "Accept-Language": language, Cookie: cookies(bytes) },
});

test("thirty kilobytes of cookies are nobody's concern", async () => {
  expect((await ask(world.url + page, browser(30_000))).status).toBe(200);
  const key = { Authorization: `Bearer ${shop.apiKey}`, Cookie: cookies(30_000) };
  expect((await ask(`${world.url}/api/v1/account`, { headers: key })).status).toBe(200);
});

test.each([
  ["en", "Clear the cookies of this site"],
  ["fr", "Effacez les cookies de ce site"],
  ["sw", "Futa vidakuzi vya tovuti hii"],
  ["pt", "Apague os cookies deste site"],
  ["ar", "امسح ملفات تعريف الارتباط"],
])("more get a page that says what to do, in %s, with its styles", async (language, sentence) => {
  const answer = await ask(world.url + page, browser(40_000, language));
  expect([answer.status, answer.headers["content-type"]]).toEqual([431, "text/html; charset=utf-8"]);
  expect(answer.text).toContain(sentence);
  const [, sheet = ""] = /rel="stylesheet" href="([^"]+)"/.exec(answer.text) ?? [];
  expect((await ask(world.url + sheet, browser(40_000))).status).toBe(200);
});

/** As a phone on a slow line sends it: the head comes in pieces. */
async function slowly(...pieces: readonly string[]): Promise<string> {
  const socket = open(world.url);
  const answer = everything(socket);
  await once(socket, "connect");
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answer;
}

test("so do those of whom nothing else could be read, and the page needs nothing more", async () => {
  const head = `GET ${page} HTTP/1.1\r\nHost: localhost\r\nAccept: ${BROWSER_ACCEPT}\r\nCookie: `;
  for (const pieces of [[`${head}${cookies(120_000)}\r\n\r\n`], [head, ...Array(12).fill(cookies(10_000))]]) {
    const answer = await slowly(...pieces);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain("Content-Type: text/html; charset=utf-8");
    expect(answer).toContain("Clear the cookies of this site");
    expect(answer).toContain("Effacez les cookies de ce site");
    expect(answer).not.toMatch(/<script|<link|style=/);
  }
});

test("programs get the envelope", async () => {
  const { status, text } = await ask(`${world.url}/api/v1/account`, { headers: { Cookie: cookies(40_000) } });
  expect([status, JSON.parse(text).error.code]).toEqual([431, "headers_too_large"]);
  const long = `Authorization: Bearer ${shop.apiKey}\r\nX-Filler: ${"x".repeat(100_000)}\r\n\r\n`;
  for (const first of ["GET /api/v1/account", "GET /healthz"]) {
    const answer = await slowly(`${first} HTTP/1.1\r\nHost: localhost\r\n${long}`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(answer.slice(answer.indexOf("{"))).error.code).toBe("headers_too_large");
  }
});
