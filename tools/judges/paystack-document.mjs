/**
 * Paystack's own OpenAPI document says what each request and each answer looks like. Paystack publishes it in a repository
 * alone; a client that was made of it bears it whole.
 */
import fs from "node:fs";
import { Failure } from "../clients/process.mjs";
import { patternOf, plain } from "./schemas.mjs";

const DOCUMENT = "@alexasomba/paystack-node/openapi.yaml";
const SHOWN_MAX = 10;

/** What Paystack's guides have and its document leaves out: narrowing a list of refunds to those of a transaction. */
const UNWRITTEN = new Set(["GET /refund transaction"]);
/** The same of currencies: Paystack takes CFA francs in Côte d'Ivoire, by its guides. */
const UNWRITTEN_CURRENCY = "XOF";

/** Wherever the document lists Paystack's currencies. */
function takeUnwritten(part) {
  if (part === null || typeof part !== "object") return;
  if (part.enum?.includes("NGN")) part.enum.push(UNWRITTEN_CURRENCY);
  for (const one of Object.values(part)) takeUnwritten(one);
}

export function holdAgainst(npm, { asked }) {
  if (asked.length === 0) throw new Failure("nothing was asked");
  const { paths, components } = npm.load("yaml").parse(fs.readFileSync(npm.pathOf(DOCUMENT), "utf8"));
  takeUnwritten({ paths, components });
  const Ajv = npm.load("ajv/dist/2020.js");
  const ajv = new (Ajv.default ?? Ajv)({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(plain({ $id: "paystack", components }, "paystack"), "paystack");
  const routes = Object.entries(paths)
    .map(([path, methods]) => ({ path, pattern: patternOf(path), methods }))
    // What is written out is meant before what stands for anything.
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length);
  // The document has two, which change the places of type and code; its examples are of this one.
  const error = schemaOf(paths["/transaction/initialize"].post.responses[400], components);
  const known = new Map();
  const wrong = new Set();
  const check = (name, schema, value) => {
    if (!known.has(name)) known.set(name, ajv.compile(plain(schema, "paystack")));
    const isValid = known.get(name);
    if (isValid(value)) return;
    const { instancePath, message, params } = isValid.errors.at(-1);
    wrong.add(
      `${name}: ${instancePath} ${message} ${JSON.stringify(params)}\n  ${JSON.stringify(value).slice(0, 400)}`,
    );
  };
  for (const { method, path, query, body, status, answer } of asked) {
    const route = routes.find(
      ({ pattern, methods }) => pattern.test(path) && methods[method.toLowerCase()] !== undefined,
    );
    if (route === undefined) {
      wrong.add(`${method} ${path}: there is no such path`);
      continue;
    }
    const name = `${method} ${route.path}`;
    const operation = resolved(route.methods[method.toLowerCase()], components);
    for (const given of new URLSearchParams(query).keys())
      if (!operation.parameters.has(given) && !UNWRITTEN.has(`${name} ${given}`))
        wrong.add(`${name}: there is no ${given}`);
    if (method === "POST" && status < 400) check(`${name} asked`, operation.body, JSON.parse(body));
    if (status >= 400) check("an error", error, answer);
    else if (operation.responses[status] === undefined) wrong.add(`${name}: it is never answered with ${status}`);
    else check(`${name} ${status}`, schemaOf(operation.responses[status], components), answer);
  }
  if (wrong.size > 0) throw new Failure(`${wrong.size} are not\n${[...wrong].slice(0, SHOWN_MAX).join("\n")}`);
  return `${asked.length} requests and answers, by ${known.size} schemas`;
}

const partOf = (reference, components) =>
  reference
    .replace("#/components/", "")
    .split("/")
    .reduce((whole, name) => whole[name], components);
const whole = (part, components) =>
  part?.$ref === undefined ? part : whole(partOf(part.$ref, components), components);

const schemaOf = (part, components) => whole(part, components).content["application/json"].schema;

function resolved({ parameters = [], requestBody, responses }, components) {
  return {
    parameters: new Set(parameters.map((one) => whole(one, components).name)),
    body: requestBody === undefined ? true : schemaOf(requestBody, components),
    responses,
  };
}
