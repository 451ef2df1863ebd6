/** The refusals of an operation as responses: one for each HTTP status, with an example of every code. */
import type { TSchema } from "typebox";
import { ERROR_CODES, ERRORS, type ErrorCode } from "../errors.js";
import { API_VERSION, LIMITS } from "../limits.js";
import { commonRefusals, OPERATION_IDS, type Operation, operation } from "../operations.js";
import { type RESPONSE_HEADERS, responseHeaders } from "./parameters.js";
import { isObject, type Json, type JsonObject, pascalCase, plain } from "./schemas.js";

export type RefusalPublisher = {
  /** By status: everything that the operation may refuse. */
  readonly ofOperation: (op: Operation) => JsonObject;
  /** By status: these codes. */
  readonly ofCodes: (codes: readonly ErrorCode[]) => JsonObject;
  /** What HTTP itself may refuse on any path, before it is clear which operation is meant. */
  readonly other: () => JsonObject;
  /** The shared responses that were referred to so far, by name. */
  readonly components: () => JsonObject;
};

/** Publishes refusals around the schema of the envelope and remembers those that operations share. */
export function refusalPublisher(envelope: () => JsonObject): RefusalPublisher {
  const shared = new Map<string, JsonObject>();

  function share(name: string, response: () => JsonObject): JsonObject {
    if (!shared.has(name)) shared.set(name, response());
    return { $ref: `#/components/responses/${name}` };
  }

  const ofCodes = (codes: readonly ErrorCode[]): JsonObject =>
    Object.fromEntries(
      byStatus(codes).map(([status, alike]) => [
        status,
        share(alike.map(pascalCase).join("Or"), () =>
          response(alike, { headers: headersOf(status), schema: envelope() }),
        ),
      ]),
    );

  return {
    ofCodes,
    ofOperation(op) {
      const codes = refusalsOf(op);
      const invalid = codes.filter((code) => ERRORS[code].status === 400);
      // A 400 shows fields of the operation, so it is its own; the others read alike everywhere.
      return {
        400: response(invalid, { headers: responseHeaders(), schema: envelope() }, problemsExample(op)),
        ...ofCodes(codes.filter((code) => !invalid.includes(code))),
      };
    },
    other: () =>
      share("OtherRefusal", () => response(REFUSED_BY_HTTP, { headers: responseHeaders("Allow"), schema: envelope() })),
    components: () => Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The codes of the operation, in the order of the catalogue. */
function refusalsOf(op: Operation): readonly ErrorCode[] {
  const codes = new Set([...op.refusals, ...commonRefusals(op)]);
  return ERROR_CODES.filter((code) => codes.has(code));
}

const REFUSED_BY_OPERATIONS = new Set(OPERATION_IDS.map(operation).flatMap(refusalsOf));
const REFUSED_BY_HTTP = ERROR_CODES.filter((code) => !REFUSED_BY_OPERATIONS.has(code));

function byStatus(codes: readonly ErrorCode[]): readonly (readonly [number, readonly ErrorCode[]])[] {
  const statuses = new Set(codes.map((code) => ERRORS[code].status));
  return [...statuses].map((status) => [status, codes.filter((code) => ERRORS[code].status === status)]);
}

const HEADERS: Readonly<Record<number, readonly (keyof typeof RESPONSE_HEADERS)[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};
const headersOf = (status: number): JsonObject => responseHeaders(...(HEADERS[status] ?? []));

function response(
  codes: readonly ErrorCode[],
  { headers, schema }: { readonly headers: JsonObject; readonly schema: JsonObject },
  details?: JsonObject,
): JsonObject {
  const examples = codes.map((code) => [code, { value: errorExample(code, details) }] as const);
  return {
    description: `Refused: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers,
    content: { "application/json": { schema, examples: Object.fromEntries(examples) } },
  };
}

function errorExample(code: ErrorCode, details?: JsonObject): JsonObject {
  const { type, message } = ERRORS[code];
  const shown = code === "validation_failed" && details !== undefined ? { details } : {};
  return { error: { type, code, message, ...shown } };
}

/** What the operation could find wrong: two fields of its body, else its page size, else the header of every request. */
function problemsExample({ body, query }: Operation): JsonObject {
  const problems = body === undefined ? [] : expectations(body).slice(0, 2);
  if (problems.length > 0) return Object.fromEntries(problems);
  if (query?.limit !== undefined) return { limit: [`Takes a whole number from 1 to ${LIMITS.pageSizeMax}.`] };
  return { "Escrow-Version": [`Takes a known version: ${API_VERSION}.`] };
}

function expectations(body: TSchema): readonly (readonly [string, Json])[] {
  const { properties } = plain(body);
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    const expected = isObject(schema) ? schema["x-expects"] : undefined;
    return typeof expected === "string" ? [[name, [`Takes ${expected}; got "".`]] as const] : [];
  });
}
