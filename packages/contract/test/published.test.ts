/** The published description: lint-clean, its examples true to its schemas, and the committed copy up to date. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { ERROR_CODES, ERRORS, EVENT_TYPES, OPERATION_IDS, openApiDocument, operation } from "../src/index.js";

const run = promisify(execFile);
type Json = Record<string, any>;

const documentOf = (sandbox: boolean, closed = false): Json =>
  openApiDocument({ baseUrl: "https://api.holdfast.example/api/v1", sandbox, closed }) as Json;

test("the committed documents are those that the contract generates", async () => {
  await run(process.execPath, ["tools/openapi.mjs", "--check"]);
});

test.each(["merchant", "provider"])(
  "the document of the %s API is lint-clean at the strictest preset",
  async (name) => {
    const { stdout, stderr } = await run(process.execPath, [
      "node_modules/@redocly/cli/bin/cli.js",
      "lint",
      name,
      "--format=json",
    ]);
    expect(JSON.parse(stdout.slice(stdout.indexOf("{"))), stderr).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  },
);

test("live publishes no sandbox helper", () => {
  const paths = (sandbox: boolean): string[] =>
    Object.keys(documentOf(sandbox)["paths"]).filter((path) => path.includes("test_helpers"));
  expect(paths(false)).toEqual([]);
  expect(paths(true).length).toBe(OPERATION_IDS.filter((id) => operation(id).tag === "Sandbox").length);
});

test("every event type has its webhook, every code of the catalogue its example", () => {
  const document = documentOf(true);
  expect(Object.keys(document["webhooks"]).sort()).toEqual([...EVENT_TYPES].sort());
  const text = JSON.stringify(document["paths"]) + JSON.stringify(document["components"]["responses"]);
  for (const code of ERROR_CODES) {
    expect(text, code).toContain(`"code":"${code}"`);
    expect(text, code).toContain(JSON.stringify(ERRORS[code].message));
  }
});

test("texts of queries and names of metadata tell what they don't hold: by pattern, and half characters in words", () => {
  const document = documentOf(true);
  const texts = OPERATION_IDS.flatMap((id) => {
    const { path, method } = operation(id);
    const { parameters } = document["paths"][path][method.toLowerCase()];
    return (parameters as Json[]).filter(({ in: place, schema }) => place === "query" && schema.type === "string");
  });
  expect(new Set(texts.map(({ name }) => name))).toEqual(new Set(["external_reference", "cursor", "after", "to"]));
  for (const { description, schema } of texts) {
    expect(new RegExp(schema.pattern, "u").test("a\0")).toBe(false);
    expect(description).toContain("Valid UTF-8 without NUL");
  }
  const { propertyNames, description } = document["components"].schemas.Metadata;
  expect(new RegExp(propertyNames.pattern, "u").test("a\0")).toBe(false);
  expect(propertyNames.not).toEqual({ const: "__proto__" });
  expect(description).toContain("half a character (a lone surrogate)");
});

describe("examples", () => {
  const document = documentOf(true, true);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("idn-email", true);
  ajv.addSchema({ $id: "doc", ...document });

  /** Every media type object of the document, with the pointer to it. */
  function* mediaTypes(node: unknown, pointer: string): Generator<[string, Json]> {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const at = `${pointer}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
      if (key === "application/json") yield [at, value as Json];
      else yield* mediaTypes(value, at);
    }
  }

  test("are there, and valid against their schemas", () => {
    let seen = 0;
    for (const [pointer, media] of mediaTypes(document, "doc#")) {
      const examples: unknown[] =
        media["examples"] === undefined
          ? [media["example"]]
          : Object.values(media["examples"] as Json).map((one) => one.value);
      const isValid = ajv.compile({ $ref: `${pointer}/schema` });
      if (pointer.includes("openapi.json")) continue;
      for (const example of examples) {
        expect(example, pointer).toBeDefined();
        expect(isValid(example), `${pointer}: ${ajv.errorsText(isValid.errors)}`).toBe(true);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(75);
  });
});
