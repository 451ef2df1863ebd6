/**
 * The types of `@holdfast/sdk`, written from the published OpenAPI document: one exported type for each of its schemas, under the
 * schema's name, without a schema library. What the service validates (patterns, lengths) is said in the document alone.
 */

const WIDTH_MAX = 120;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** @param document the OpenAPI 3.1 document. Returns the text of a TypeScript module. */
export function typesOf(document) {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => declaration(name, schema));
  return `${[
    "// Generated from docs/api/openapi.json by tools/openapi.mjs. Change packages/contract, then run npm run docs.",
    `/** The dated version of the API that these types describe; sent as \`Escrow-Version\` with every request. */\nexport const API_VERSION = ${JSON.stringify(document.info.version)};`,
    ...schemas,
  ].join("\n\n")}\n`;
}

function declaration(name, schema) {
  const comment = commentOf(schema, "");
  if (schema.type === "object" && schema.properties !== undefined && !isEmpty(schema))
    return `${comment}export interface ${name} ${objectOf(schema, "")}`;
  const parts = unionOf(schema, "");
  return `${comment}${laid(`export type ${name} =`, parts, "")}`;
}

const isEmpty = ({ properties }) => Object.keys(properties).length === 0;

/** A declaration or property with its type, on one line where it fits, else one line for each part of the union. */
function laid(head, parts, indent) {
  const line = `${head} ${parts.join(" | ")};`;
  if (parts.length === 1 || indent.length + line.length <= WIDTH_MAX) return line;
  return `${head}${parts.map((part) => `\n${indent}  | ${part}`).join("")};`;
}

function commentOf({ description }, indent) {
  if (description === undefined) return "";
  const lines = description.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `/** ${lines[0]} */\n${indent}`;
  return `/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n${indent}`;
}

function objectOf(schema, indent) {
  const inner = `${indent}  `;
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const key = NAME.test(name) ? name : JSON.stringify(name);
    const isRequired = required.has(name);
    const parts = unionOf(property, inner);
    const head = `readonly ${key}${isRequired ? "" : "?"}:`;
    return `${inner}${commentOf(property, inner)}${laid(head, isRequired ? parts : [...parts, "undefined"], inner)}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** The members of the union that a schema stands for, each as text. */
function unionOf(schema, indent) {
  if (schema.$ref !== undefined) return [schema.$ref.split("/").at(-1)];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value));
  const either = schema.oneOf ?? schema.anyOf;
  if (either !== undefined) return open([...new Set(either.flatMap((one) => unionOf(one, indent)))]);
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => unionOf({ ...schema, type }, indent));
  return [single(schema, indent)];
}

/** Known values beside any text: editors still offer the known ones. */
const open = (parts) =>
  parts.some((part) => part.startsWith('"'))
    ? parts.map((part) => (part === "string" ? "(string & {})" : part))
    : parts;

function single(schema, indent) {
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array": {
      const parts = unionOf(schema.items, indent);
      return `readonly ${parts.length === 1 ? parts[0] : `(${parts.join(" | ")})`}[]`;
    }
    case "object":
      return record(schema, indent);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function record(schema, indent) {
  if (schema.properties !== undefined && !isEmpty(schema)) return objectOf(schema, indent);
  const values = schema.additionalProperties;
  if (typeof values === "object") return `Readonly<Record<string, ${unionOf(values, indent).join(" | ")}>>`;
  return "Readonly<Record<string, unknown>>";
}
