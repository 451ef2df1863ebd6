/** Reads a file in YAML or JSON by its schema. What is wrong is told with its line and field. */
import { readFileSync, statSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
import { type Document, isNode, LineCounter, parseDocument } from "yaml";

const BYTES_MAX = 256 * 1024;

type Path = readonly (string | number)[];
/** Where something is wrong, and what, without a full stop. */
export type Found = { readonly path: Path; readonly what: string };

/** `problem`: a sentence that begins with the line. */
export type ReadFile<Written> = { readonly value: Written } | { readonly problem: string };

/** @param problemIn what the schema can't say: the first that is wrong */
export function openReader<Written>(
  schema: object,
  problemIn: (value: Written) => Found | null,
): (path: string) => ReadFile<Written> {
  const validate = new Ajv({ verbose: true, discriminator: true }).compile<Written>(schema);
  const found = (document: Document): Found | null => {
    const value: unknown = readValue(document);
    if (value === undefined) return { path: [], what: "it takes no anchors and aliases" };
    return validate(value) ? problemIn(value) : fromAjv(validate.errors?.[0]);
  };
  return (path) => {
    const content = contentOf(path);
    if (content === null) return { problem: `it takes a readable file of at most ${BYTES_MAX / 1024} KB.` };
    const lines = new LineCounter();
    // Anchors would let a small file be a large one.
    const document = parseDocument(content, { lineCounter: lines, uniqueKeys: true, maxAliasCount: 0 } as object);
    const [fault] = document.errors;
    if (fault !== undefined) {
      const [said = ""] = fault.message.split(/ at line \d+|\n/);
      return { problem: `line ${lines.linePos(fault.pos[0]).line}: ${said.trim().replace(/\.$/, "")}.` };
    }
    const wrong = found(document);
    if (wrong === null) return { value: readValue(document) as Written };
    return { problem: `line ${lineOf(document, wrong.path, lines)}, ${fieldOf(wrong.path)}: ${wrong.what}.` };
  };
}

function contentOf(path: string): string | null {
  try {
    return statSync(path).size > BYTES_MAX ? null : readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function readValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

function fromAjv(error: ErrorObject | undefined): Found {
  const path = (error?.instancePath ?? "")
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const { missingProperty, additionalProperty } = (error?.params ?? {}) as Record<string, string>;
  if (missingProperty !== undefined) return { path, what: `\`${missingProperty}\` is missing` };
  if (additionalProperty !== undefined) return { path: [...path, additionalProperty], what: "there is no such field" };
  return { path, what: takes(error) };
}

/** What the field takes, as the schema describes it. */
function takes(error: ErrorObject | undefined): string {
  const { description } = (error?.parentSchema ?? {}) as { description?: string };
  const said = description === undefined ? "" : ` (${description.replace(/\.$/, "")})`;
  const params = (error?.params ?? {}) as Record<string, unknown>;
  switch (error?.keyword) {
    case "type":
      return `it takes ${NAMES[String(params["type"])] ?? params["type"]}${said}`;
    case "const":
      return `it takes ${params["allowedValue"]}${said}`;
    case "enum":
      return `it takes ${(params["allowedValues"] as readonly string[]).join(" or ")}${said}`;
    case "pattern":
      return `it has another form${said}`;
    default:
      return `it ${error?.message ?? "can't be used"}${said}`;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  string: "a text in quotes",
  integer: "a whole number",
  array: "a list",
  object: "fields with values",
};

const fieldOf = (path: Path): string =>
  path.length === 0
    ? "the file"
    : path.map((part, at) => (typeof part === "number" ? `[${part + 1}]` : at === 0 ? part : `.${part}`)).join("");

/** Of the field, or of the nearest around it that is there. */
function lineOf(document: Document, path: Path, lines: LineCounter): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
