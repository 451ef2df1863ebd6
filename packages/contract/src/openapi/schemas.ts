/** From the schemas that validate to the schemas that are published: named ones are listed once and referred to. */
import type { TSchema } from "typebox";
import { LIMITS } from "../limits.js";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** Keys that mean something to the service only. */
const PRIVATE_KEYS: ReadonlySet<string> = new Set(["x-component", "x-expects", "x-visible"]);
const KEYS_OF_ONE_SCHEMA: ReadonlySet<string> = new Set(["items", "additionalProperties", "propertyNames"]);
const KEYS_OF_SEVERAL_SCHEMAS: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

/**
 * What the reader of bodies takes as the name of a field, known or not: no NUL, no `__proto__`. Nor half a character, which the
 * document says in words: UTF-8 has none, only an escape brings one in, and a pattern of them compiles neither in RE2 nor in Rust.
 */
export const FIELD_NAME = { pattern: "^[^\\u0000]*$", not: { const: "__proto__" } } as const;

/** Amounts with more whole digits than are taken; zeros in front do not count. */
const TOO_MUCH = `^0*[1-9]\\d{${LIMITS.amountWholeDigits}}`;

export const componentPath = (name: string): string => `#/components/schemas/${name}`;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The schema as plain JSON: a copy, without what the schema library hides in it. */
export const plain = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;

export const mapValues = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

export type SchemaPublisher = {
  /** In a request, an optional property may also be null, which means absent; its default is told in words. */
  readonly request: (schema: TSchema) => JsonObject;
  /** In an answer, an object may have fields that it does not name, unless the publisher is of closed schemas. */
  readonly response: (schema: TSchema) => JsonObject;
  /** Everything named that was published so far, by name. */
  readonly components: () => JsonObject;
};

/** Publishes schemas and remembers the named ones. */
export function schemaPublisher({ closed }: { readonly closed: boolean }): SchemaPublisher {
  const named = new Map<string, JsonObject>();

  function publish(schema: JsonObject, ofRequest: boolean): JsonObject {
    const whole = publishedBody(schema, (inner) => (isObject(inner) ? publish(inner, ofRequest) : inner));
    const body = ofRequest ? ofBody(whole) : closed ? whole : opened(whole);
    const name = schema["x-component"];
    if (typeof name !== "string") return body;
    remember(named, name, body);
    return { $ref: componentPath(name) };
  }

  return {
    request: (schema) => publish(plain(schema), true),
    response: (schema) => publish(plain(schema), false),
    components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A name stands for one schema; two that differ would publish one of them wrongly. */
function remember(named: Map<string, JsonObject>, name: string, body: JsonObject): void {
  const earlier = named.get(name);
  if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(body)) {
    throw new Error(`two different schemas are named ${name}`);
  }
  named.set(name, body);
}

function publishedBody(schema: JsonObject, publish: (inner: Json) => Json): JsonObject {
  if (isNullUnion(schema)) return orNull(publish(schema.anyOf[0]) as JsonObject);
  const { "x-cents-min": centsMin, ...rest } = schema;
  const entries = Object.entries(rest).filter(([key]) => !PRIVATE_KEYS.has(key));
  return {
    ...Object.fromEntries(entries.map(([key, value]) => [key, publishedValue(key, value, publish)])),
    ...(centsMin === undefined ? {} : { not: { pattern: centsMin === 0 ? TOO_MUCH : `^0+\\.00$|${TOO_MUCH}` } }),
  };
}

function publishedValue(key: string, value: Json, publish: (inner: Json) => Json): Json {
  if (KEYS_OF_ONE_SCHEMA.has(key)) return publish(value);
  if (key === "properties" && isObject(value)) return mapValues(value, publish);
  if (KEYS_OF_SEVERAL_SCHEMAS.has(key) && isList(value)) return value.map(publish);
  return value;
}

function opened(schema: JsonObject): JsonObject {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === false ? rest : schema;
}

function ofBody(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  if (!isObject(properties)) return schema;
  const needed = new Set(isList(required) ? required : []);
  return {
    ...schema,
    properties: mapValues(properties, (value, name) =>
      needed.has(name) || !isObject(value) ? value : optional(value),
    ),
    propertyNames: FIELD_NAME,
  };
}

/** Generators of clients read `default` as "always there", in requests too, so a request tells it in words. */
function optional({ default: usual, ...schema }: JsonObject): JsonObject {
  if (usual === undefined) return orNull(schema);
  const { description } = schema;
  const told = `Default: \`${String(usual)}\`.`;
  return orNull({ ...schema, description: typeof description === "string" ? `${description} ${told}` : told });
}

function isNullUnion(schema: JsonObject): schema is JsonObject & { readonly anyOf: readonly [Json, Json] } {
  if (!isList(schema.anyOf) || schema.anyOf.length !== 2) return false;
  const last = schema.anyOf[1];
  return isObject(last) && last.type === "null";
}

/** The same schema, or null: as a list of types where there is one type, which reads best. */
function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [type, "null"], ...(isList(values) ? { enum: [...values, null] } : {}) };
}

/** `escrow_not_funded` and `escrow.funded` as names of components. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
