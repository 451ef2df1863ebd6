/** The published OpenAPI document, read into what the reference page shows. Pure: the same document, the same page. */
import type { OpenApiDocument } from "@holdfast/contract";

export type Reference = {
  readonly title: string;
  readonly version: string;
  readonly baseUrl: string;
  /** Markdown, as are all descriptions below. */
  readonly introduction: string;
  readonly groups: readonly Group[];
  readonly events: readonly EventNotice[];
  readonly eventHeaders: readonly Field[];
  readonly objects: readonly ObjectType[];
};

export type Group = { readonly name: string; readonly description: string; readonly operations: readonly Operation[] };

export type Operation = {
  readonly id: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Field[];
  readonly body: readonly Field[];
  readonly answer: { readonly status: string; readonly type: TypeText; readonly example: unknown };
  readonly refusals: readonly { readonly status: string; readonly description: string }[];
  readonly request: ExampleRequest;
};

/** A call as an example makes it. */
type ExampleRequest = {
  /** URL of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** Below it, with every parameter filled in. */
  readonly path: string;
  /** What was filled in, in the order of the path. */
  readonly ids: readonly string[];
  /** Null where none is taken. */
  readonly idempotencyKey: string | null;
  /** Undefined for a call without one. */
  readonly body: unknown;
  /** Whether it takes a key. */
  readonly isKeyed: boolean;
};

export type Field = {
  readonly name: string;
  /** Where a parameter travels; absent for the fields of a body. */
  readonly place?: string;
  readonly isRequired: boolean;
  readonly type: TypeText;
  readonly rules: readonly string[];
  readonly description: string;
};

/** A type in words; objects are named, so that the name can be a link. */
export type TypeText = readonly (string | { readonly object: string })[];

export type EventNotice = { readonly type: string; readonly when: string; readonly example: unknown };
export type ObjectType = {
  readonly name: string;
  readonly description: string;
  readonly type: TypeText;
  readonly fields: readonly Field[];
  readonly rules: readonly string[];
};

/** The parts of the document that are read here; the contract writes them (packages/contract/src/openapi.ts). */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};
type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
type Content = { readonly "application/json": { readonly schema: Schema; readonly example?: unknown } };
type Response = { readonly $ref?: string; readonly description: string; readonly content?: Content };
type Described = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};
type Document = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get?: Described; readonly post?: Described }>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
};

export function readReference(published: OpenApiDocument): Reference {
  const document = published as unknown as Document;
  const groups = groupsOf(document);
  const events = Object.entries(document.webhooks);
  const [, anyEvent] = events[0] ?? [];
  const eventHeaders = (anyEvent?.post.parameters ?? []).map((parameter) => parameterField(parameter, document));
  return {
    title: document.info.title,
    version: document.info.version,
    baseUrl: document.servers[0]?.url ?? "",
    introduction: document.info.description,
    groups,
    events: events.map(([type, { post }]) => ({ type, when: post.description, example: exampleOf(post.requestBody) })),
    // What differs between the events is their type, and that is listed.
    eventHeaders: eventHeaders.map((field) => (field.name === "X-Escrow-Event" ? { ...field, rules: [] } : field)),
    objects: objectsOf(groups, document),
  };
}

function groupsOf(document: Document): readonly Group[] {
  const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined
      ? []
      : [{ tag: get.tags[0], operation: operationOf({ method: "GET", path, described: get }, document) }]),
    ...(post === undefined
      ? []
      : [{ tag: post.tags[0], operation: operationOf({ method: "POST", path, described: post }, document) }]),
  ]);
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tag }) => tag === name).map(({ operation }) => operation),
  }));
}

function operationOf(
  { method, path, described }: { method: "GET" | "POST"; path: string; described: Described },
  document: Document,
): Operation {
  const parameters = (described.parameters ?? []).map((parameter) =>
    resolve(parameter, document.components.parameters),
  );
  const responses = Object.entries(described.responses);
  const [status, success] = responses.find(([code]) => code.startsWith("2")) ?? ["200", { description: "" }];
  const bodySchema = described.requestBody?.content["application/json"].schema;
  return {
    id: described.operationId,
    method,
    path,
    summary: described.summary,
    description: described.description,
    parameters: parameters.map((parameter) => parameterField(parameter, document)),
    body:
      bodySchema === undefined ? [] : fieldsOf(resolve(bodySchema, document.components.schemas), { ofRequest: true }),
    answer: { status, type: typeOf(success.content?.["application/json"].schema ?? {}), example: exampleOf(success) },
    refusals: responses
      .filter(([code]) => code !== status)
      .map(([code, response]) => refusalOf(code, response, document)),
    request: requestOf({ path, described, parameters, baseUrl: document.servers[0]?.url ?? "" }),
  };
}

function refusalOf(code: string, response: Response, { components }: Document): Operation["refusals"][number] {
  const { description } = resolve(response, components.responses);
  return { status: code === "default" ? "Other" : code, description: description.replace(/^Refused: (.*)\.$/, "$1") };
}

const exampleOf = (holder: { readonly content?: Content } | undefined): unknown =>
  holder?.content?.["application/json"].example;

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

function resolve<Part extends { readonly $ref?: string }>(part: Part, named: Readonly<Record<string, Part>>): Part {
  return part.$ref === undefined ? part : (named[nameIn(part.$ref)] ?? part);
}

// Fields and types ----------------------------------------------------------------------------------------------------

function parameterField(given: Parameter, { components }: Document): Field {
  const parameter = resolve(given, components.parameters);
  const { name, required, description, schema } = parameter;
  return {
    name,
    place: parameter.in,
    isRequired: required === true,
    type: typeOf(schema),
    rules: rulesOf(schema),
    description,
  };
}

/** Objects without a name of their own are shown as `data.object`, in place. */
function fieldsOf(schema: Schema, { ofRequest = false, prefix = "" } = {}): readonly Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isRequired = schema.required?.includes(name) === true;
    // In a request null stands for absent, which the introduction says once.
    const shown = ofRequest && !isRequired ? withoutNull(property) : property;
    const field: Field = {
      name: prefix + name,
      isRequired: ofRequest && isRequired,
      type: typeOf(shown),
      rules: rulesOf(shown),
      description: shown.description ?? "",
    };
    return [field, ...fieldsOf(property, { ofRequest, prefix: `${prefix}${name}.` })];
  });
}

function withoutNull(schema: Schema): Schema {
  const { type, enum: values, anyOf } = schema;
  const [only, second] = anyOf ?? [];
  if (only !== undefined && second?.type === "null" && anyOf?.length === 2) return { ...only, ...pick(schema) };
  return {
    ...schema,
    ...(Array.isArray(type) ? { type: type.filter((name) => name !== "null") } : {}),
    ...(values === undefined ? {} : { enum: values.filter((value) => value !== null) }),
  };
}

const pick = ({ description }: Schema): Schema => (description === undefined ? {} : { description });

function typeOf(schema: Schema): TypeText {
  if (schema.$ref !== undefined) return [{ object: nameIn(schema.$ref) }];
  if (schema.anyOf !== undefined)
    return schema.anyOf.flatMap((one, index) => [...(index > 0 ? [" or "] : []), ...typeOf(one)]);
  const names = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return names.flatMap((name, index) => [...(index > 0 ? [" or "] : []), ...namedType(name, schema)]);
}

function namedType(name: string, { items, format }: Schema): TypeText {
  if (name === "array") return ["list of ", ...typeOf(items ?? {})];
  if (name === "string" && format !== undefined) return [`string (${format})`];
  return [name];
}

/** No control characters; not blank: patterns that only machines read, and that the descriptions say in words. */
const SAID_IN_WORDS = /^\^(?:\\s\*|\[\\t[^\]]*\]\*)?\[\^(?:\\s)?\\u0000/;

function rulesOf(schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, maxProperties, pattern } = schema;
  const values = schema.enum?.filter((value) => value !== null);
  return [
    ...(schema.const === undefined ? [] : [`always \`${String(schema.const)}\``]),
    ...(values === undefined || values.length === 0
      ? []
      : [`one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? minimum === undefined || minimum === 0
        ? []
        : [`at least ${minimum}`]
      : [`${minimum ?? 0} to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`${minLength ? `${minLength} to` : "at most"} ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
    ...(maxProperties === undefined ? [] : [`at most ${maxProperties} keys`]),
    ...(pattern === undefined || SAID_IN_WORDS.test(pattern) ? [] : [`matches \`${pattern}\``]),
    ...(schema.default === undefined ? [] : [`default \`${String(schema.default)}\``]),
  ];
}

/** One sentence of all that bounds a value; empty when nothing does. */
export function sentenceOf(rules: readonly string[]): string {
  if (rules.length === 0) return "";
  const sentence = `${rules.join("; ")}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

// Objects -------------------------------------------------------------------------------------------------------------

/** Every named type that the operations lead to, in the order of their names. */
function objectsOf(groups: readonly Group[], document: Document): readonly ObjectType[] {
  const found = new Map<string, ObjectType>();
  const visit = (type: TypeText): void => {
    for (const part of type) {
      if (typeof part === "string" || found.has(part.object)) continue;
      const object = objectOf(part.object, joined(document.components.schemas[part.object] ?? {}, document));
      found.set(part.object, object);
      for (const field of object.fields) visit(field.type);
    }
  };
  for (const { answer, body, parameters } of groups.flatMap(({ operations }) => operations)) {
    for (const type of [answer.type, ...body.map((field) => field.type), ...parameters.map((field) => field.type)])
      visit(type);
  }
  visit([{ object: "ErrorEnvelope" }]);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One of several objects that are told apart by a field: shown as one, each field with all that it can be. */
function joined(schema: Schema, { components }: Document): Schema {
  if (schema.oneOf === undefined) return schema;
  const objects = schema.oneOf.map((one) => resolve(one, components.schemas));
  const [first = {}] = objects;
  return { ...first, description: schema.description ?? "", properties: joinedProperties(objects) };
}

function joinedProperties(objects: readonly Schema[]): Readonly<Record<string, Schema>> {
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.fromEntries(
    [...names].map((name) => [name, joinedField(objects.flatMap(({ properties = {} }) => properties[name] ?? []))]),
  );
}

function joinedField(fields: readonly Schema[]): Schema {
  const different = [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()];
  const [first = {}] = different;
  if (different.length === 1) return first;
  if (different.every((field) => field.enum !== undefined))
    return { ...first, enum: different.flatMap((field) => field.enum ?? []) };
  if (different.every((field) => field.properties !== undefined))
    return { ...first, properties: joinedProperties(different) };
  return { anyOf: different };
}

/** What a request carries is named after it; only there it matters which fields must be given. */
const objectOf = (name: string, schema: Schema): ObjectType => ({
  name,
  description: schema.description ?? "",
  type: typeOf(schema),
  fields: fieldsOf(schema, { ofRequest: name.endsWith("Input") }),
  rules: rulesOf(schema),
});

// Command lines -------------------------------------------------------------------------------------------------------

function requestOf({
  path,
  described,
  parameters,
  baseUrl,
}: {
  path: string;
  described: Described;
  parameters: readonly Parameter[];
  baseUrl: string;
}): ExampleRequest {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    String(exampleValue(parameters.find((one) => one.name === name))),
  );
  const key = parameters.find(({ name }) => name === "Idempotency-Key");
  let filled = 0;
  return {
    baseUrl,
    path: path.replaceAll(/\{\w+\}/g, () => ids[filled++] ?? ""),
    ids,
    idempotencyKey: key === undefined ? null : String(exampleValue(key)),
    body: exampleOf(described.requestBody),
    isKeyed: described.security?.length !== 0,
  };
}

const exampleValue = (parameter: Parameter | undefined): unknown =>
  parameter?.example ?? Object.values(parameter?.examples ?? {})[0]?.value ?? "";
