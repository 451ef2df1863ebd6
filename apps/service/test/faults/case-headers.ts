/** Headers of the fuzz, right or wrong in a way that is known, and the framing of bodies. */
import { API_VERSION, LIMITS, type OperationId, operation } from "@holdfast/contract";
import type { Chance } from "./random.js";

type Headers = [string, string][];

/** What headers have to know of a body. */
type Framed = {
  readonly bytes: string | Buffer | null;
  readonly allowed: readonly number[] | null;
  readonly faulty: readonly string[];
};

const JSON_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  'application/json;charset="UTF-8"',
  "APPLICATION/JSON",
];
const OTHER_TYPES = [
  "text/plain",
  "application/json; charset=latin1",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/jsonp",
  "application/json, text/plain",
  ";;;",
  "application/ json",
  "*/*",
  "\xFF\xFE",
];

/** `allowed` is null while the headers leave everything to the body. */
export function makeHeaders(
  id: OperationId,
  luck: Chance,
  { apiKey }: { readonly apiKey: string },
  body: Framed,
  index: number,
): { headers: Headers; allowed: readonly number[] | null; reused: boolean } {
  const headers: Headers = [["Host", luck.pick(["api.localhost", "127.0.0.1", "[::1]:80", "holdfast"])]];
  let allowed: readonly number[] | null = null;
  const tooLarge = body.allowed?.includes(413) === true;
  const takesBody = operation(id).body !== undefined;
  if (luck.happens(0.01)) {
    headers.push(...luck.pick(STRANGERS).map((value) => ["Authorization", value] as [string, string]));
    allowed = [401, 429, 404];
  } else {
    headers.push([luck.pick(["Authorization", "AUTHORIZATION"]), `${luck.pick(["Bearer", "bearer"])} ${apiKey}`]);
    if (tooLarge) allowed = [413];
  }
  const refuse = (status: number): void => {
    if (takesBody) allowed ??= [status];
  };
  if (body.bytes !== null) {
    const odd = takesBody && luck.happens(0.02);
    headers.push(["Content-Type", odd ? luck.pick(OTHER_TYPES) : luck.pick(JSON_TYPES)]);
    if (odd && tooLarge && !allowed?.includes(401)) allowed = [413, 415];
    if (odd) refuse(415);
    if (takesBody && luck.happens(0.01)) {
      headers.push(["Content-Encoding", luck.pick(["gzip", "br", "deflate", "x", "identity, gzip"])]);
      refuse(415);
    }
  }
  let reused = false;
  if (!body.allowed?.includes(400) || body.faulty[0] !== "*") {
    // From here on only what a readable body comes after.
    if (luck.happens(0.02)) {
      const version = luck.pick([API_VERSION, "2020-01-01", "", "x".repeat(500), "\xE9"]);
      headers.push(["Escrow-Version", version]);
      if (version !== API_VERSION) allowed ??= [400];
    } else if (operation(id).idempotent === true && luck.happens(0.3)) {
      const key = idempotencyKey(luck, index);
      reused = key.reused;
      headers.push(...key.values.map((value) => ["Idempotency-Key", value] as [string, string]));
      if (!key.taken) allowed ??= [400];
    }
  }
  if (luck.happens(0.02)) headers.push(luck.pick(NOISE));
  return { headers, allowed, reused };
}

const STRANGERS: readonly (readonly string[])[] = [
  [],
  [""],
  ["Bearer"],
  ["Bearer "],
  ["Basic eDp5"],
  ["Bearer hf_000000000000_00000000000000000000000000000000000000"],
  ["Bearer \xFF"],
  [`Bearer ${"x".repeat(5_000)}`],
  ["Bearer null"],
];

const NOISE: Headers = [
  ["Accept", "text/html"],
  ["Accept-Encoding", "zstd;q=9"],
  ["Accept-Version", "99"],
  ["Cookie", "session=1; __Host-x=\xFF"],
  ["Expect", "the unexpected"],
  ["Origin", "null"],
  ["Range", "bytes=0-1"],
  ["X-Forwarded-For", "'; drop table"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["Upgrade", "h2c"],
  ["__proto__", "x"],
];

function idempotencyKey(luck: Chance, index: number): { values: string[]; taken: boolean; reused: boolean } {
  const own = `key-${index}-`;
  return luck.pick([
    { values: [own], taken: true, reused: false },
    { values: [own.padEnd(LIMITS.idempotencyKeyLength, "x")], taken: true, reused: false },
    { values: [`${own}\xE9\xFF`], taken: true, reused: false },
    { values: [own, "twice"], taken: true, reused: false },
    { values: [`again-${luck.integer(1, 50)}`], taken: true, reused: true },
    { values: [own.padEnd(LIMITS.idempotencyKeyLength + 1, "x")], taken: false, reused: false },
    { values: [""], taken: false, reused: false },
    { values: ["   "], taken: false, reused: false },
  ]);
}

/** Now and then in chunks, so that nothing tells the size beforehand. */
export function frame(
  headers: Headers,
  body: string | Buffer | null,
  luck: Chance,
): { headers: Headers; body: string | Buffer | null } {
  if (body === null || body.length === 0 || !luck.happens(0.03)) return { headers, body };
  const bytes = Buffer.from(body);
  const middle = luck.integer(0, bytes.length);
  const chunks = [bytes.subarray(0, middle), bytes.subarray(middle)].filter(({ length }) => length > 0);
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from("\r\n"),
  ]);
  return {
    headers: [...headers, ["Transfer-Encoding", "chunked"]],
    body: Buffer.concat([...framed, Buffer.from("0\r\n\r\n")]),
  };
}
