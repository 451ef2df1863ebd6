import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES, EVENT_TYPES, OPERATION_IDS, openApiDocument, operation } from "@holdfast/contract";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { Block } from "../../../../tools/testing/blocks.js";
import { Inline, Markdown, readBlocks } from "../../src/pages/docs/markdown.js";
import { readReference } from "../../src/pages/docs/reference.js";
import { clientSamples, curlOf, samplesOf } from "../../src/pages/docs/samples.js";
import { ReferencePage } from "../../src/pages/docs/view.js";
import { highlight } from "../../src/pages/kit/code.js";
import { openSite } from "../../src/pages/kit/site.js";
import { checkPhp, checkPython, checkTypeScript, storeFolder } from "../documents/checks.js";
import { ROOT } from "../process/launch.js";
import { needs } from "../programs.js";

const BASE_URL = "https://pay.example/api/v1";
const describe = (sandbox: boolean) => readReference(openApiDocument({ baseUrl: BASE_URL, sandbox }));
const operationsOf = (reference: ReturnType<typeof describe>) =>
  reference.groups.flatMap(({ operations }) => operations);
const pageOf = (sandbox: boolean): string => {
  const site = openSite({ mode: sandbox ? "sandbox" : "live", publicUrl: null });
  return renderToString(<ReferencePage site={site} reference={describe(sandbox)} documents={[]} />);
};

test("every operation and every event of the contract is shown, the sandbox's only in the sandbox", () => {
  const live = OPERATION_IDS.filter((id) => operation(id).tag !== "Sandbox");
  expect(
    operationsOf(describe(true))
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...OPERATION_IDS, "getDescription"].sort());
  expect(
    operationsOf(describe(false))
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...live, "getDescription"].sort());
  expect(describe(true).events.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
  expect(pageOf(false)).not.toContain("test_helpers");
});

test("an example in a language of our packages is a call that they have", async (context) => {
  const folder = storeFolder();
  try {
    const operations = operationsOf(describe(true)).filter((operation) => samplesOf(operation).length > 1);
    expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(["createSession", "submitMilestone"]));
    const of = (language: string): readonly string[] =>
      operations.map((operation) => samplesOf(operation).find((one) => one.language === language)?.code ?? "");
    const client = (language: string): string =>
      clientSamples(BASE_URL).find((one) => one.language === language)?.code ?? "";
    const block = (language: string, code: string): Block => ({
      file: `reference-${language}`,
      line: 1,
      language,
      treatment: "check",
      given: null,
      reason: "",
      code,
    });
    const inBraces = of("TypeScript").map((code) => `{\n${code}\n}`);
    await checkTypeScript([block("ts", [client("TypeScript"), ...inBraces].join("\n"))], folder);
    needs(context, "php", "python3");
    await checkPhp(block("php", [client("PHP"), ...of("PHP")].join("\n")), folder);
    await checkPython(block("python", [client("Python"), ...of("Python")].join("\n")), folder);
    for (const [, resource = "", call] of of("PHP")
      .join("\n")
      .matchAll(/\$holdfast->(\w+)->(\w+)\(/g)) {
      const file = `packages/php/src/Resource/${resource.charAt(0).toUpperCase()}${resource.slice(1)}.php`;
      expect(readFileSync(join(ROOT, file), "utf8"), `${resource}->${call}`).toContain(`function ${call}(`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every refusal of the contract is named", () => {
  const page = pageOf(true);
  for (const code of ERROR_CODES) expect(page).toContain(`<code class="code-inline">${code}</code>`);
});

test("what a body takes is said in words", () => {
  const create = operationsOf(describe(true)).find(({ id }) => id === "createSession")!;
  const field = (name: string) => create.body.find((one) => one.name === name)!;
  expect(field("title")).toMatchObject({ isRequired: true, type: ["string"], rules: ["1 to 255 characters"] });
  expect(field("currency")).toMatchObject({
    isRequired: false,
    type: ["string"],
    rules: ["one of `USD`"],
    description: "Default: `USD`.",
  });
  expect(field("metadata")).toMatchObject({ type: [{ object: "Metadata" }] });
  expect(field("line_items").type).toEqual(["list of ", { object: "LineItemInput" }]);
  expect(field("expires_in")).toMatchObject({
    rules: ["900 to 604800"],
    description: "Seconds until the link expires. Default: `86400`.",
  });
});

test("fields within unnamed objects are shown in place", () => {
  const escrow = describe(true).objects.find(({ name }) => name === "Escrow")!;
  expect(escrow.fields.map(({ name }) => name)).toContain("buyer.email");
});

test("every name that a type leads to is explained on the page", () => {
  const page = pageOf(true);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  expect(targets.filter((target) => !ids.has(target!))).toEqual([]);
  expect(ids.size).toBe([...page.matchAll(/ id="([^"]+)"/g)].length);
});

test("command lines are whole: address, key, and a body that the shell passes on as it is", () => {
  for (const operation of operationsOf(describe(true))) {
    const { method, id } = operation;
    const curl = curlOf(operation);
    expect(curl).toMatch(/^curl (-X POST )?"https:\/\/pay\.example\/api\/v1\/[^"{}]*"/);
    expect(curl.includes("-X POST"), id).toBe(method === "POST");
    expect(curl.includes("Bearer $HOLDFAST_API_KEY"), id).toBe(id !== "getDescription");
    const [, body] = /-d '([\s\S]*)'$/.exec(curl) ?? [];
    if (body !== undefined) expect(() => JSON.parse(body.replaceAll("'\\''", "'"))).not.toThrow();
  }
});

test("markdown becomes headings, paragraphs, tables, code and bold, and nothing else", () => {
  expect(readBlocks("## A\n\none\ntwo\n\n| x | y |\n|---|---|\n| 1 | 2 |")).toEqual([
    { kind: "heading", level: 2, id: "a", spans: ["A"] },
    { kind: "paragraph", spans: ["one two"] },
    { kind: "table", head: [["x"], ["y"]], rows: [[["1"], ["2"]]] },
  ]);
  expect(renderToString(<Inline text="a `b` **c** <d>" />)).toBe(
    'a <code class="code-inline">b</code> <strong class="font-semibold">c</strong> &lt;d>',
  );
  expect(renderToString(<Markdown text="## Rate limits" headings={2} />)).toContain('<h2 id="rate-limits"');
});

test("the descriptions use no markdown that the page would show raw", () => {
  const text = pageOf(true)
    .replaceAll(/<pre[\s\S]*?<\/pre>/g, "")
    .replaceAll(/<[^>]*>/g, "");
  expect(text).not.toMatch(/\*\*|`|\]\(|^\s*[-*] /m);
});

test("highlighted code reads like the code", () => {
  const json = JSON.stringify({ 'a"b': ["<x>", 1, null] }, null, 2);
  const html = renderToString(<pre>{highlight(json)}</pre>);
  expect(
    html
      .replaceAll(/<\/?(?:[bi]|pre)>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&quot;", '"'),
  ).toBe(json);
});
