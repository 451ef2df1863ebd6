/** `holdfast-provider/1` as an OpenAPI document: for those who write an adapter, and for the tests that judge each exchange by it. */
import { API_VERSION } from "../limits.js";
import { type JsonObject, pascalCase, type SchemaPublisher, schemaPublisher } from "../openapi/schemas.js";
import { PROVIDER_OPERATIONS, type ProviderOperation } from "./operations.js";
import { PROVIDER_PROTOCOL } from "./parts.js";
import { Callback } from "./schemas.js";

const DESCRIPTION = `\
An adapter is a small web service of your own between Holdfast and a bank, a wallet or a till. Holdfast asks it for payments, refunds and payouts; \
it reports what became of them.

**References.** Everything is asked under a reference of ours, which is the idempotency key: asked twice, at once or a day later, it is done once. \
Before anything is repeated we look it up.

**Signatures.** Requests, answers and callbacks are signed as [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\` and \
\`webhook-signature\`, with a secret that both sides have; any of its libraries works. What isn't signed, or is more than 300 seconds old or early, is not read. \
While a secret is rolled there are two: sign with both, and take either. The \`webhook-id\` of a request is \`METHOD:path:nonce\`, with the query behind the path: \
refuse a request whose id begins with another method or path than you got. An answer has the \`webhook-id\` of its request, so that no other answer passes for it. \
The id of a callback is yours, of letters, digits, \`_\` and \`-\`; the same one is booked once.

**Answers.** 200 with JSON, told apart by \`kind\`, within 7 seconds and of at most 1 MB. Anything else says that nobody knows whether it was done. \
Redirects are not followed. Fields that one side doesn't know it ignores. A word that we don't know in a field with a list of words, such as \`kind\` or \`outcome\`, is an error of the adapter: \
nothing is booked, and an operator reads which.

**Callbacks** go to \`callback_url\` of the payment, or to \`/callbacks/http/NAME\` of the deployment: 200 when it was kept, 401 when the signature is not ours, 503 when it has to be sent again. \
Repeat what was not answered with 200. What is never told is found by look-up.

**Test mode.** An adapter that says \`test\` also answers what stands below \`/test\`, so that the doctor can try it: \`holdfast provider doctor\`. In \`live\` these are 404.`;

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });

const SIGNED: JsonObject = {
  "webhook-id": {
    description: "Of a request: `METHOD:path:nonce`; an answer has its request's.",
    schema: { type: "string", maxLength: 2_600 },
  },
  "webhook-timestamp": { description: "Unix seconds, as text.", schema: { type: "string", pattern: "^\\d{1,12}$" } },
  "webhook-signature": {
    description: "`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64; one for each secret, apart by spaces.",
    schema: { type: "string", maxLength: 1_000 },
  },
};

const PARAMETERS: JsonObject = Object.fromEntries(
  Object.entries(SIGNED).map(([name, header]) => [
    pascalCase(name.replaceAll("-", "_")),
    { name, in: "header", required: true, ...(header as JsonObject) },
  ]),
);
const SIGNED_PARAMETERS = Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  reference: "Our reference, percent-encoded.",
  id: "Your id, percent-encoded.",
};

function operationOf(id: string, operation: ProviderOperation, schemas: SchemaPublisher): JsonObject {
  const { path, summary, description, body, answer, query = {} } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: PATH_PARAMETERS[name] ?? "",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  }));
  const inQuery = Object.entries(query).map(([name, said]) => ({
    name,
    in: "query",
    required: false,
    description: said,
    schema: { type: "string", maxLength: 500 },
  }));
  return {
    operationId: id,
    tags: [path.startsWith("/test/") ? "Test mode" : "Adapter"],
    summary,
    description,
    parameters: [...inPath, ...inQuery, ...SIGNED_PARAMETERS],
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(schemas.response(body)) } }),
    responses: {
      "200": { description: "The answer.", headers: SIGNED_HEADERS, content: json(schemas.response(answer)) },
      "401": {
        description: "The request is not signed with a secret that you have, lately, for this method and path.",
      },
      default: { description: "Nobody knows whether it was done." },
    },
  };
}

const SIGNED_HEADERS = Object.fromEntries(
  Object.keys(SIGNED).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** The same for everybody: where an adapter is, its operator says. */
export function providerDocument(): JsonObject {
  const schemas = schemaPublisher({ closed: false });
  const paths: Record<string, JsonObject> = {};
  for (const [id, operation] of Object.entries<ProviderOperation>(PROVIDER_OPERATIONS)) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(id, operation, schemas) };
  }
  const callback = schemas.response(Callback);
  return {
    openapi: "3.1.0",
    info: {
      title: PROVIDER_PROTOCOL,
      version: API_VERSION,
      summary: "A payment provider over HTTP.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "https://adapter.bank.example", description: "Your adapter" }],
    security: [],
    tags: [
      { name: "Adapter", description: "What an adapter answers." },
      { name: "Test mode", description: "What it answers besides, while it says `test`." },
      { name: "Callbacks", description: "What it reports." },
    ],
    paths,
    webhooks: {
      callback: {
        post: {
          operationId: "callback",
          tags: ["Callbacks"],
          summary: "Report",
          description: "Posted by the adapter to `/callbacks/http/NAME`.",
          parameters: SIGNED_PARAMETERS,
          requestBody: { required: true, content: json(callback) },
          responses: {
            "200": { description: "It was kept." },
            "401": { description: "It is not signed with one of our secrets, or not lately." },
            "503": { description: "Send it again." },
          },
        },
      },
    },
    components: { parameters: PARAMETERS, headers: SIGNED, schemas: schemas.components() },
  };
}
