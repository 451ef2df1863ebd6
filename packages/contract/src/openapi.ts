/** The published description of the API (OpenAPI 3.1), made from the tables that the service itself runs on. */
import type { TSchema } from "typebox";
import { EVENT_TYPES, EVENTS, type EventType } from "./events.js";
import { API_VERSION } from "./limits.js";
import {
  eventExample,
  eventId,
  originOf,
  PARAMETER_EXAMPLES,
  requestExample,
  successExample,
} from "./openapi/examples.js";
import { type LinkPublisher, linkPublisher } from "./openapi/links.js";
import {
  parameter,
  pathParameters,
  RESPONSE_HEADERS,
  responseHeaders,
  SHARED_PARAMETERS,
  webhookParameters,
} from "./openapi/parameters.js";
import { type RefusalPublisher, refusalPublisher } from "./openapi/refusals.js";
import { type JsonObject, pascalCase, plain, type SchemaPublisher, schemaPublisher } from "./openapi/schemas.js";
import { descriptionOf, SUMMARY, tags } from "./openapi/text.js";
import { mayOmitBody, OPERATION_IDS, type Operation, type OperationId, operation } from "./operations.js";
import * as S from "./schemas.js";
import { SCOPES } from "./scopes.js";

export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly security: readonly JsonObject[];
  readonly tags: readonly JsonObject[];
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly webhooks: Readonly<Record<string, JsonObject>>;
  readonly components: Readonly<Record<string, JsonObject>>;
};

export type OpenApiOptions = {
  readonly baseUrl: string;
  /** Whether the test helpers are part of the deployment. */
  readonly sandbox: boolean;
  /** Who runs the deployment; the software's own name without one. */
  readonly operator?: string;
  /** For our own tests: answers with a field that they do not name are wrong. What is published leaves them open. */
  readonly closed?: boolean;
};

/** Named schemas, shared refusals and links register themselves while the document grows. */
type Context = OpenApiOptions & {
  readonly schemas: SchemaPublisher;
  readonly refusals: RefusalPublisher;
  readonly links: LinkPublisher;
};

const SOFTWARE = "Holdfast";

/** Describes the API at `baseUrl`; the same options always give the same document. */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  const schemas = schemaPublisher({ closed: options.closed ?? false });
  const refusals = refusalPublisher(() => schemas.response(S.ErrorEnvelope));
  const { operator = SOFTWARE } = options;
  const context: Context = { ...options, schemas, refusals, links: linkPublisher(options) };
  return {
    openapi: "3.1.0",
    info: {
      title: `${operator} Merchant API`,
      version: API_VERSION,
      summary: SUMMARY,
      description: descriptionOf(operator),
      contact: { name: operator, url: originOf(options.baseUrl) },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: options.baseUrl, description: options.sandbox ? "Sandbox" : "Live" }],
    security: [{ apiKey: [] }],
    tags: tags(options.sandbox),
    paths: pathsOf(context),
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhook(type, context) }])),
    components: componentsOf(context),
  };
}

function pathsOf(context: Context): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const id of OPERATION_IDS) {
    const { path, method, tag } = operation(id);
    if (tag === "Sandbox" && !context.sandbox) continue;
    const described = apiOperation(id, context);
    // GET comes first, wherever the table has it.
    paths[path] = method === "GET" ? { get: described, ...paths[path] } : { ...paths[path], post: described };
  }
  return { ...paths, "/openapi.json": { get: descriptionOperation(context) } };
}

/** Only complete once paths and webhooks are built: they say which schemas and refusals the deployment has. */
const componentsOf = ({ schemas, refusals, links }: Context): Record<string, JsonObject> => ({
  securitySchemes: {
    apiKey: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "API key",
      description: `An API key of your account, made in the seller console. For servers only. Each operation names the scope that the key has to have, if any. The scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(", ")}.`,
    },
  },
  parameters: SHARED_PARAMETERS,
  headers: RESPONSE_HEADERS,
  responses: refusals.components(),
  links: links.components(),
  schemas: schemas.components(),
});

function apiOperation(id: OperationId, context: Context): JsonObject {
  const op = operation(id);
  return {
    operationId: id,
    tags: [op.tag],
    summary: op.summary,
    description: op.scope === null ? op.description : `${op.description} Takes the scope \`${op.scope}\`.`,
    security: [{ apiKey: op.scope === null ? [] : [op.scope] }],
    parameters: parametersOf(op, context),
    ...(op.body === undefined ? {} : { requestBody: requestBody(id, op.body, context) }),
    responses: {
      [op.success.status]: success(id, op, context),
      ...context.refusals.ofOperation(op),
      default: context.refusals.other(),
    },
  };
}

/** The one operation that is no part of the table: it serves this document. */
const descriptionOperation = ({ refusals }: Context): JsonObject => ({
  operationId: "getDescription",
  tags: ["Description"],
  summary: "Retrieve this description",
  description: "The OpenAPI 3.1 document of this deployment. Takes no API key.",
  security: [],
  responses: {
    200: {
      description: "This document.",
      headers: responseHeaders(),
      content: json(
        { type: "object", required: ["openapi"], properties: { openapi: { type: "string" } } },
        { openapi: "3.1.0" },
      ),
    },
    ...refusals.ofCodes(["headers_too_large", "internal_error", "service_unavailable"]),
    default: refusals.other(),
  },
});

const json = (schema: JsonObject, example: JsonObject): JsonObject => ({ "application/json": { schema, example } });

const requestBody = (id: OperationId, body: TSchema, { schemas }: Context): JsonObject => ({
  required: !mayOmitBody(operation(id)),
  content: json(schemas.request(body), requestExample(id, body)),
});

function success(
  id: OperationId,
  { success: { schema }, idempotent }: Operation,
  { schemas, links, baseUrl }: Context,
): JsonObject {
  const { description = "Done.", "x-component": component } = plain(schema);
  return {
    description,
    headers: idempotent ? responseHeaders("Idempotent-Replayed") : responseHeaders(),
    content: json(schemas.response(schema), successExample(id, schema, baseUrl)),
    ...links.of(component),
  };
}

function parametersOf({ path, query = {}, idempotent }: Operation, { schemas }: Context): readonly JsonObject[] {
  return [
    ...pathParameters(path),
    ...Object.entries(query).map(([name, schema]) => queryParameter(name, schemas.response(schema))),
    ...(idempotent ? [parameter("Idempotency-Key")] : []),
    parameter("Escrow-Version"),
  ];
}

/** Said of a filter whose schema describes the value, not the filter. */
const FILTER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  status: "Only escrows in this status.",
  type: "Only events of this type.",
};

function queryParameter(name: string, { description, ...schema }: JsonObject): JsonObject {
  const said = FILTER_DESCRIPTIONS[name] ?? description;
  const { [name]: example }: JsonObject = PARAMETER_EXAMPLES;
  if (said === undefined || example === undefined) throw new Error(`nothing describes the query parameter ${name}`);
  return { name, in: "query", required: false, description: said, schema, example };
}

function webhook(type: EventType, { schemas }: Context): JsonObject {
  const { when } = EVENTS[type];
  return {
    operationId: `on${pascalCase(type)}`,
    tags: ["Webhooks"],
    summary: type,
    description: when,
    security: [],
    parameters: webhookParameters(type, eventId(type)),
    requestBody: { required: true, content: json(schemas.response(S.TYPED_EVENTS[type]), eventExample(type)) },
    responses: {
      "2XX": {
        description: "Received. We keep the start of the answer for the delivery log and make nothing else of it.",
      },
      default: { description: "Not received. This, and no answer within 10 seconds, makes us try again later." },
    },
  };
}
