/** Answers against the published OpenAPI document: a status, header or field that it does not tell of fails the test. */
import { API_PATH, openApiDocument } from "@holdfast/contract";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json, Reply } from "./harness.js";

type Check = (call: {
  method: string;
  url: string;
  reply: Pick<Reply, "status" | "headers" | "body" | "text">;
}) => void;

/** A document's schemas take a second to compile, so all worlds of a worker share them: where it is served does not matter. */
const checkers = new Map<string, Check>();

export function publishedChecker(mode: "sandbox" | "live"): Check {
  const known = checkers.get(mode);
  if (known !== undefined) return known;
  const baseUrl = `https://api.holdfast.example${API_PATH}`;
  const document = openApiDocument({ baseUrl, sandbox: mode === "sandbox", closed: true });
  const check = makeChecker(document as Json);
  checkers.set(mode, check);
  return check;
}

function makeChecker(document: Json): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("idn-email", true);
  ajv.addSchema({ $id: "doc", ...document });
  const validators = new Map<string, ValidateFunction>();
  const paths = Object.keys(document["paths"]).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  const pointer = (...parts: string[]): string =>
    `doc#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
  const validate = (reference: string, body: unknown, where: string): void => {
    const validator = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validator);
    if (!validator(body))
      throw new Error(`${where}: not as published: ${ajv.errorsText(validator.errors)}\n${JSON.stringify(body)}`);
  };

  return ({ method, url, reply }) => {
    const path = new URL(url).pathname.slice(API_PATH.length);
    const where = `${method} ${path} ${reply.status}`;
    const at = paths.find(({ pattern }) => pattern.test(path));
    const operation = at === undefined ? undefined : document["paths"][at.path][method.toLowerCase()];
    if (at === undefined || operation === undefined) {
      if (reply.status !== 404 && reply.status !== 405) throw new Error(`${where}: not a published operation`);
      validate(pointer("components", "schemas", "ErrorEnvelope"), reply.body, where);
      return;
    }
    const own = operation.responses[String(reply.status)];
    if (own === undefined && ![405, 408, 431].includes(reply.status))
      throw new Error(`${where}: a status that is not published`);
    const status = own === undefined ? "default" : String(reply.status);
    const response = operation.responses[status];
    const target =
      response.$ref === undefined
        ? ["paths", at.path, method.toLowerCase(), "responses", status]
        : response.$ref.slice(2).split("/");
    validate(pointer(...target, "content", "application/json", "schema"), reply.body, where);
  };
}
