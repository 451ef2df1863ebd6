/** What the service serves to programs that read: the reference as Markdown, the guides, and a list of all of it. */
import { ERROR_CODES, openApiDocument } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readReference } from "../../src/pages/docs/reference.js";
import { curlOf } from "../../src/pages/docs/samples.js";
import { referenceText } from "../../src/pages/docs/text.js";
import { startWorld, type World } from "../harness.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(() => world.close());

async function read(path: string): Promise<{ readonly type: string | null; readonly text: string }> {
  const answer = await fetch(world.url + path);
  expect(answer.status, path).toBe(200);
  return { type: answer.headers.get("content-type"), text: await answer.text() };
}

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target).filter((target) => !target.startsWith("#"));

test("the overview lists the reference, the document and the guides, and every link leads there", async () => {
  const { type, text } = await read("/llms.txt");
  expect(type).toBe("text/plain; charset=utf-8");
  expect(text).toMatch(/^# Holdfast\n\n> /);
  const links = linksIn(text);
  expect(links.length).toBeGreaterThan(12);
  for (const path of ["/docs.md", "/api/v1/openapi.json", "/docs/guides/quick-start.md", "/docs/guides/webhooks.md"])
    expect(links).toContain(world.service.publicUrl + path);
  for (const link of links) await read(link.replace(world.service.publicUrl, ""));
});

test("a document is Markdown with this deployment's address, and leads only to documents that are served", async () => {
  const { text: overview } = await read("/llms.txt");
  const paths = linksIn(overview).flatMap((link) => /\/docs\/.*\.md$/.exec(link)?.[0] ?? []);
  expect(paths.length).toBeGreaterThan(10);
  const targets = new Set<string>();
  for (const path of paths) {
    const { type, text } = await read(path);
    expect(type, path).toBe("text/markdown; charset=utf-8");
    expect(text, path).toMatch(/^# /);
    expect(text, path).not.toContain("localhost:3000");
    expect(text, path).not.toMatch(/^```\w+ /m);
    for (const link of linksIn(text))
      if (!/^[a-z]+:/.test(link)) targets.add(new URL(link, `http://docs${path}`).pathname);
  }
  for (const target of targets) expect(paths).toContain(target);
  expect((await read("/docs/guides/quick-start.md")).text).toContain(`${world.service.publicUrl}/api/v1`);
});

test("each card of the guides says in a sentence what its document is for", async () => {
  const { text } = await read("/docs/guides");
  const cards = [...text.matchAll(/<li class="panel p-5">(.*?)<\/li>/gs)].map(([, card = ""]) => card);
  expect(cards.length).toBeGreaterThan(20);
  for (const card of cards) expect(card).toMatch(/<p [^>]*>[^<]{20,}[.:]<\/p>/);
});

const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));

test("what operators run stands apart from what stores and sellers read", async () => {
  const { text } = await read("/docs/guides");
  const [, sellers = "", operators = ""] = text.split(/<h2 id="(?:sellers|operators)"/);
  for (const [part, other, path] of [
    [sellers, operators, "/docs/guides/webhooks"],
    [sellers, operators, "/docs/guides/shops/woocommerce"],
    [operators, sellers, "/docs/deploy/README"],
    [operators, sellers, "/docs/runbooks/operate"],
  ] as const) {
    expect(part, path).toContain(`href="${path}"`);
    expect(other, path).not.toContain(`href="${path}"`);
  }
});

test("each document is a page for people too, in the menu once, and every link and anchor leads to something", async () => {
  const { text: overview } = await read("/llms.txt");
  const paths = linksIn(overview).flatMap((link) => /\/docs\/.*(?=\.md$)/.exec(link)?.[0] ?? []);
  const { text: list } = await read("/docs/guides");
  const pages = new Map<string, string>();
  for (const path of [...paths, "/docs", "/docs/guides"]) {
    const { type, text } = await read(path);
    expect(type, path).toBe("text/html; charset=utf-8");
    expect(text, path).not.toContain("localhost:3000");
    pages.set(path, text);
  }
  for (const path of paths) {
    expect(
      list.split(`<h4 class="font-semibold"><a class="link link-primary underline-offset-4" href="${path}"`),
      path,
    ).toHaveLength(2);
    const page = pages.get(path) ?? "";
    expect(page, path).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md"`);
    expect(page, path).toMatch(new RegExp(`href="${path}"[^>]* aria-current="page"`));
  }
  for (const [path, page] of pages)
    for (const [, target = ""] of page.matchAll(/ href="((?:\/docs|#)[^"?]*)"/g)) {
      const { pathname, hash } = new URL(target, `http://docs${path}`);
      if (/\.md$|^\/docs\/search$/.test(pathname)) continue;
      expect(pages.has(pathname), `${path} leads to ${pathname}`).toBe(true);
      if (hash !== "")
        expect(idsIn(pages.get(pathname) ?? ""), `${path} leads to ${target}`).toContain(
          decodeURIComponent(hash.slice(1)),
        );
    }
});

test("a page has what its Markdown has: code as it is, examples in tabs where they stand one behind the other", async () => {
  const { text: page } = await read("/docs/guides/integrate-a-store");
  const shown = page.replaceAll(/<\/?(?:i|b|em)>/g, "");
  expect(shown).toContain(`-H 'Content-Type: application/json' -H 'Idempotency-Key: NW-10482'`);
  expect(page).toMatch(
    /data-language="curl" checked[\s\S]*data-language="TypeScript"[\s\S]*data-language="PHP"[\s\S]*data-language="Python"/,
  );
  expect(page).toMatch(/<i>import<\/i>/);
  expect(page).not.toMatch(/\*\*|\]\(/);
});

test("the search finds sections, operations and what is spelt nearly so, and says when there is nothing", async () => {
  const found = async (typed: string): Promise<readonly string[]> => {
    const { text } = await read(`/docs/search?q=${encodeURIComponent(typed)}`);
    const [, part = ""] = /id="found"([\s\S]*?)<\/main>/.exec(text) ?? [];
    return [...part.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => href);
  };
  expect((await found("createSession"))[0]).toBe("/docs#createSession");
  expect((await found("rotate secret"))[0]).toBe("/docs/guides/webhooks#rotate-the-secret");
  expect(await found("idempotncy")).not.toEqual([]);
  expect(await found("zzzqqqxxx")).toEqual([]);
  const { text } = await read(`/docs/search?q=${encodeURIComponent('"><script>')}${"x".repeat(5_000)}`);
  expect(text).toContain("Nothing matches");
  expect(text).not.toContain('"><script>');
});

test("the reference names its Markdown, which says all that the page says", async () => {
  const { text: page } = await read("/docs");
  expect(page).toContain('<link rel="alternate" type="text/markdown" href="/docs.md"');
  const { type, text } = await read("/docs.md");
  expect(type).toBe("text/markdown; charset=utf-8");
  const baseUrl = `${world.service.publicUrl}/api/v1`;
  const reference = readReference(openApiDocument({ baseUrl, sandbox: true }));
  for (const { name, operations } of reference.groups) {
    expect(text).toContain(`\n## ${name}\n`);
    for (const operation of operations) {
      const { id, method, path, summary, parameters, body, answer } = operation;
      expect(text).toContain(`### ${summary}\n\n\`${method} ${path}\` (\`${id}\`)`);
      expect(text).toContain(curlOf(operation));
      expect(text).toContain(JSON.stringify(answer.example, null, 2));
      for (const field of [...parameters, ...body]) expect(text, id).toContain(`- \`${field.name}\` (`);
    }
  }
  for (const event of reference.events) {
    expect(text).toContain(`### ${event.type}\n\n${event.when}`);
    expect(text).toContain(JSON.stringify(event.example, null, 2));
  }
  for (const { name, fields } of reference.objects) {
    const [, part = ""] = text.split(`\n### ${name}\n`);
    for (const field of fields) expect(part, name).toContain(`- \`${field.name}\` (`);
  }
  for (const code of ERROR_CODES) expect(text).toContain(`\`${code}\``);
});

test("what live mode does not have is not in its reference", () => {
  const text = referenceText(readReference(openApiDocument({ baseUrl: "https://pay.example/api/v1", sandbox: false })));
  expect(text).toContain("https://pay.example/api/v1/checkout/sessions");
  expect(text).not.toContain("test_helpers");
});

test("what is no document is not found, and what has not changed is not sent again", async () => {
  for (const path of ["/docs/guides/nothing.md", "/docs/decisions/README.md", "/docs/guides/..%2f..%2fREADME.md"])
    expect((await fetch(world.url + path)).status, path).toBe(404);
  const first = await fetch(`${world.url}/docs/guides/webhooks.md`);
  const again = await fetch(`${world.url}/docs/guides/webhooks.md`, {
    headers: { "If-None-Match": first.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});
