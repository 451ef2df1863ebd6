/** Stripe's own document says what each answer and each object of a notice looks like. */
import fs from "node:fs";
import { Failure } from "../clients/process.mjs";
import { patternOf, plain as plainOf } from "./schemas.mjs";

const SHOWN_MAX = 10;

export async function validate(specPath, { asked, told }, Ajv) {
  if (asked.length === 0) throw new Failure("nothing was answered");
  const { paths, components } = JSON.parse(fs.readFileSync(specPath, "utf8"));
  const ajv = new (Ajv.default ?? Ajv)({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(plain({ $id: "stripe", components: { schemas: components.schemas } }), "stripe");
  const routes = Object.entries(paths).map(([path, methods]) => ({ pattern: patternOf(path), methods }));
  const known = new Map();
  const validatorOf = (name, schema) => {
    if (!known.has(name)) known.set(name, ajv.compile(schema));
    return known.get(name);
  };
  const wrong = new Set();
  const check = (name, schema, value) => {
    const isValid = validatorOf(name, schema);
    if (isValid(value)) return;
    const { instancePath, message, params } = isValid.errors.at(-1);
    wrong.add(
      `${name}: ${instancePath} ${message} ${JSON.stringify(params)}\n  ${JSON.stringify(value).slice(0, 400)}`,
    );
  };
  for (const { method, path, status, answer } of asked) {
    const [bare] = path.split("?");
    const route = routes.find(
      ({ pattern, methods }) => pattern.test(`/v1${bare}`) && methods[method.toLowerCase()] !== undefined,
    );
    if (route === undefined) {
      wrong.add(`${method} ${bare}: there is no such path`);
      continue;
    }
    const { responses } = route.methods[method.toLowerCase()];
    const schema = (responses[status] ?? responses.default).content["application/json"].schema;
    check(`${method} ${route.pattern} ${status === 200 ? 200 : "error"}`, plain(schema), answer);
  }
  for (const event of told) {
    check("event", ref("event"), event);
    check(`${event.data.object.object} of a notice`, ref(event.data.object.object), event.data.object);
  }
  if (wrong.size > 0) throw new Failure(`${wrong.size} are not\n${[...wrong].slice(0, SHOWN_MAX).join("\n")}`);
  return `${asked.length} answers and ${told.length} notices, by ${known.size} schemas`;
}

const ref = (name) => ({ $ref: `stripe#/components/schemas/${name}` });

const plain = (schema) => plainOf(schema, "stripe");
