/** What every adapter of `holdfast-provider/1` needs, without a dependency: signatures as Standard Webhooks, and a server for its operations. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const BODY_BYTES_MAX = 8_000_000;
const TOLERANCE_SECONDS = 300;

/** @param secrets `whsec_…`, two separated by a comma while one is rolled. */
export function keysIn(secrets) {
  const keys = secrets.split(",").map((secret) => Buffer.from(secret.trim().replace(/^whsec_/, ""), "base64"));
  if (keys.some((key) => key.length < 24))
    throw new Error("SECRETS takes whsec_ and 24 to 64 bytes in base64, one or two");
  return keys;
}

const mark = (key, { id, at, body }) =>
  `v1,${createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64")}`;

/** The headers of an answer, which has the id of its request, or of a callback, which has one of your own. */
export function signed(keys, id, body) {
  const at = Math.floor(Date.now() / 1000);
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": keys.map((key) => mark(key, { id, at, body })).join(" "),
  };
}

/** Signed with one of the secrets, lately, for this method and path. */
function isSigned(keys, { method, url, headers }, body) {
  const { "webhook-id": id = "", "webhook-timestamp": at = "", "webhook-signature": marks = "" } = headers;
  if (!id.startsWith(`${method}:${url}:`)) return false;
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= TOLERANCE_SECONDS)) return false;
  return keys.some((key) => {
    const expected = Buffer.from(mark(key, { id, at, body }));
    return marks
      .split(" ")
      .some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected));
  });
}

/**
 * Serves operations by their names, such as `GET /payments/:name`: each gets the body, what stands in the path, and the query. What it
 * throws is answered with 503: nobody knows whether it was done.
 */
export function serve(keys, operations) {
  const routes = Object.entries(operations).map(([name, work]) => {
    const [method, path] = name.split(" ");
    return { method, pattern: new RegExp(`^${path.replace(":name", "([^/]+)")}$`), work };
  });
  async function answer(request, response) {
    const bytes = await bodyIn(request);
    if (bytes === null || !isSigned(keys, request, bytes)) return response.writeHead(401).end();
    const { pathname, searchParams } = new URL(request.url, "http://adapter");
    for (const { method, pattern, work } of routes) {
      const match = method === request.method ? pattern.exec(pathname) : null;
      if (match === null) continue;
      const body = bytes.length === 0 ? {} : JSON.parse(bytes.toString());
      const said = JSON.stringify(await work(body, decodeURIComponent(match[1] ?? ""), searchParams));
      return response.writeHead(200, signed(keys, request.headers["webhook-id"], said)).end(said);
    }
    return response.writeHead(404).end();
  }
  return createServer((request, response) => {
    answer(request, response).catch((error) => {
      // No body and no message: they may name a person, or an account.
      process.stderr.write(`${request.method} was not answered: ${error.constructor.name}\n`);
      if (!response.headersSent) response.writeHead(503).end();
    });
  });
}

async function bodyIn(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
