/** Judges each exchange by the published document of the protocol. */
import { readFileSync } from "node:fs";
import { PROVIDER_OPERATIONS, type ProviderOperation } from "@holdfast/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ROOT } from "../../process/launch.js";

const document = JSON.parse(readFileSync(`${ROOT}docs/providers/openapi.json`, "utf8")) as Record<string, unknown>;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "protocol", ...document });

const pointer = (path: string): string => path.replaceAll("~", "~0").replaceAll("/", "~1");
const compiled = new Map<string, ValidateFunction>();
function validator(ref: string): ValidateFunction {
  const known = compiled.get(ref) ?? ajv.compile({ $ref: `protocol#${encodeURI(ref)}` });
  compiled.set(ref, known);
  return known;
}

const OPERATIONS = Object.entries<ProviderOperation>(PROVIDER_OPERATIONS).map(([id, operation]) => ({
  id,
  ...operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
}));

/** Which operation a request is, and what stands in its path; null for none. */
export function operationAt(method: string, path: string) {
  for (const operation of OPERATIONS) {
    const match = operation.method === method ? operation.pattern.exec(path) : null;
    if (match !== null) return { ...operation, names: match.slice(1).map(decodeURIComponent) };
  }
  return null;
}

/** What is wrong with a body; null for nothing. */
export function problemOf(
  { method, path }: Pick<ProviderOperation, "method" | "path">,
  part: "request" | "answer",
  body: unknown,
): string | null {
  const at = `/paths/${pointer(path)}/${method.toLowerCase()}`;
  const where = part === "request" ? "/requestBody" : "/responses/200";
  const validate = validator(`${at}${where}/content/application~1json/schema`);
  return validate(body)
    ? null
    : `${method} ${path}, ${part}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`;
}

export function problemOfCallback(body: unknown): string | null {
  const validate = validator("/webhooks/callback/post/requestBody/content/application~1json/schema");
  return validate(body) ? null : `callback: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`;
}
