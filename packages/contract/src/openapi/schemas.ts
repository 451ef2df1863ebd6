/** From the schemas that validate to the schemas that are published: named ones are listed once and referred to. */
import type { TSchema } from "typebox";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** Keys that mean something to the service only. */
const PRIVATE_KEYS: ReadonlySet<string> = new Set(["x-component", "x-expects", "x-cents-min"]);
const KEYS_OF_ONE_SCHEMA: ReadonlySet<string> = new Set(["items", "additionalProperties", "propertyNames"]);

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The schema as plain JSON: a copy, without what the schema library hides in it. */
export const plain = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;

export const mapValues = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

export type SchemaPublisher = {
  /** In a request, an optional property may also be null, which means absent. */
  readonly request: (schema: TSchema) => JsonObject;
  readonly response: (schema: TSchema) => JsonObject;
  /** Everything named that was published so far, by name. */
  readonly components: () => JsonObject;
};

/** Publishes schemas and remembers the named ones. */
export function schemaPublisher(): SchemaPublisher {
  const named = new Map<string, JsonObject>();

  function publish(schema: JsonObject, ofRequest: boolean): JsonObject {
    const body = publishedBody(schema, (inner) => (isObject(inner) ? publish(inner, ofRequest) : inner), ofRequest);
    const name = schema["x-component"];
    if (typeof name !== "string") return body;
    remember(named, name, body);
    return { $ref: `#/components/schemas/${name}` };
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

function publishedBody(schema: JsonObject, publish: (inner: Json) => Json, ofRequest: boolean): JsonObject {
  if (isNullUnion(schema)) return orNull(publish(schema.anyOf[0]) as JsonObject);
  const entries = Object.entries(schema).filter(([key]) => !PRIVATE_KEYS.has(key));
  const body = Object.fromEntries(entries.map(([key, value]) => [key, publishedValue(key, value, publish)]));
  return ofRequest ? withNullableOptionals(body) : body;
}

function publishedValue(key: string, value: Json, publish: (inner: Json) => Json): Json {
  if (KEYS_OF_ONE_SCHEMA.has(key)) return publish(value);
  if (key === "properties" && isObject(value)) return mapValues(value, publish);
  if (key === "anyOf" && isList(value)) return value.map(publish);
  return value;
}

function withNullableOptionals(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  if (!isObject(properties)) return schema;
  const needed = new Set(isList(required) ? required : []);
  return {
    ...schema,
    properties: mapValues(properties, (value, name) => (needed.has(name) || !isObject(value) ? value : orNull(value))),
  };
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
