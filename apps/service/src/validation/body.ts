/**
 * Bodies against the contract's schemas. Every fault is told at once, each in a sentence that says what the field takes
 * (decisions, "Requests"). Nothing is coerced, nothing is filled in.
 */
import {
  type BodyOf,
  isBlank,
  LIMITS,
  OPERATION_IDS,
  type OperationId,
  operation,
  type TSchema,
} from "@holdfast/contract";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { spellEmail } from "../domain/email.js";
import { parseMoney } from "../domain/money.js";
import { isReturnUrl } from "../domain/return-url.js";

/** Receives what is wrong, field by field, in sentences. */
export type Problems = { add(field: string, sentence: string): void };

/** The parts of a JSON Schema that validation itself looks at. */
type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly enum?: readonly string[];
  readonly "x-expects"?: string;
  readonly "x-cents-min"?: number;
};

const VOCABULARY = ["x-component", "x-expects"];

const ajv = newAjv({ allErrors: false });
/** Lists every fault; asked only for a body that the quick one refused. */
const ajvOfFaults = newAjv({ allErrors: true });

function newAjv(options: { allErrors: boolean }): Ajv {
  const made = new Ajv({
    ...options,
    verbose: true,
    strict: true,
    strictRequired: false,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    validateSchema: false, // ours, which tests hold against the published document; a start need not wait for it
  });
  addFormats.default(made, ["uuid"]);
  made.addFormat("idn-email", (text: string) => spellEmail(text) !== null);
  made.addFormat("uri", isReturnUrl);
  made.addVocabulary(VOCABULARY);
  made.addKeyword({
    keyword: "x-cents-min",
    type: "string",
    schemaType: "number",
    compile: (min: number) => (text: string) => {
      const amount = parseMoney(text);
      return amount !== null && amount >= BigInt(min);
    },
  });
  made.addKeyword({
    keyword: "x-visible",
    type: "string",
    schemaType: "boolean",
    validate: (_: boolean, text: string) => text === "" || !isBlank(text),
  });
  return made;
}

type Validator = { readonly schema: Schema; readonly isValid: ValidateFunction; readonly faults: ValidateFunction };

const validators = new Map<OperationId, Validator>(
  OPERATION_IDS.flatMap((id) => {
    const body = operation(id).body;
    if (body === undefined) return [];
    const schema: TSchema = body;
    return [
      [id, { schema: schema as Schema, isValid: ajv.compile(schema), faults: ajvOfFaults.compile(schema) }] as const,
    ];
  }),
);

/**
 * Checks a parsed body; `problems` receives what is wrong with it. Optional fields that are null count as absent.
 * The value returned is typed as if valid: use it only while `problems` is empty.
 */
export function validateBody<Id extends OperationId>(id: Id, body: unknown, problems: Problems): BodyOf<Id> {
  const validator = validators.get(id);
  if (validator === undefined) throw new Error(`${id} takes no body`);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    problems.add(
      "body",
      body === undefined ? "The body is empty: send a JSON object." : "The body must be a JSON object.",
    );
    return body as BodyOf<Id>;
  }
  const given = declared(body, validator.schema) as BodyOf<Id>;
  if (!validator.isValid(given)) {
    validator.faults(clip(given, validator.schema));
    for (const fault of validator.faults.errors ?? []) addProblem(problems, fault);
  }
  return given;
}

/** What the schema declares: a field that is null is as good as absent, and so is an optional text that is empty. One that it does not know is nobody's. */
function declared(value: unknown, schema: Schema): unknown {
  const { properties, items, required = [], maxItems = Number.POSITIVE_INFINITY } = schema;
  if (Array.isArray(value))
    return items === undefined || value.length > maxItems ? value : value.map((item) => declared(item, items));
  if (typeof value !== "object" || value === null || properties === undefined) return value;
  const given: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const item = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;
    const isAbsent = item === null || (item === "" && isText(property) && !required.includes(name));
    if (!isAbsent) given[name] = declared(item, property);
  }
  return given;
}

/** Any text, which an answer shows as "" where there is none: not an amount, nor one of a few values. */
const isText = (schema: Schema): boolean =>
  schema.type === "string" && schema.enum === undefined && schema["x-cents-min"] === undefined;

/** Cuts what is over a bound to just over it, so that listing the faults of a huge body stays cheap. */
function clip(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value) && schema.maxItems !== undefined) return value.slice(0, schema.maxItems + 1);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).slice(0, (schema.maxProperties ?? 1_000) + 1);
  const { properties } = schema;
  return Object.fromEntries(
    entries.map(([name, item]) => [
      name,
      properties !== undefined && Object.hasOwn(properties, name) ? clip(item, properties[name] as Schema) : item,
    ]),
  );
}

function addProblem(problems: Problems, fault: ErrorObject): void {
  const field = fault.instancePath
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
  const schema = (fault.parentSchema ?? {}) as Schema;
  if (fault.keyword === "required") {
    const { missingProperty } = fault.params as { missingProperty: string };
    problems.add(field === "" ? missingProperty : `${field}.${missingProperty}`, "This field is required.");
  } else if (fault.keyword === "propertyNames" || fault.propertyName !== undefined) {
    problems.add(field, `Keys take at most ${LIMITS.metadataKeyLength} characters.`);
  } else {
    const takes =
      schema["x-expects"] ?? (schema.enum === undefined ? describe(schema) : `one of: ${schema.enum.join(", ")}`);
    problems.add(field || "body", `Takes ${takes}; got ${shown(fault.data)}.`);
  }
}

function describe(schema: Schema & { maxLength?: number }): string {
  if (schema.type === "string")
    return schema.maxLength === undefined ? "text" : `text of at most ${schema.maxLength} characters`;
  return schema.type === "array" ? "a list" : schema.type === "object" ? "an object" : "another value";
}

/** What was sent, in a few words; long text is named by its length. */
function shown(value: unknown): string {
  if (typeof value === "string") {
    const length = [...value].length;
    return length <= 40 ? JSON.stringify(value) : `text of ${length} characters`;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${String(value)}`;
}
