/**
 * HTTP Message Signatures (RFC 9421) as pawaPay uses them: one signature, ECDSA on P-256 with SHA-256 in DER, over method,
 * host, path, the moment and a digest of the body (RFC 9530). Reads what is written as plainly as pawaPay writes it, and
 * nothing else.
 */
import { createHash, type KeyObject, sign, timingSafeEqual, verify } from "node:crypto";
import type { CallbackRequest } from "../port.js";
import type { SigningKey } from "./settings.js";

const ALGORITHM = "ecdsa-p256-sha256";
const LABEL = "sig-pp";

/** What was signed so many seconds before or after now was kept by somebody, or made up. */
const TOLERANCE_SECONDS = 300;
/** For how long what we sign is good. */
const GOOD_SECONDS = 60;

const COVERED = ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"] as const;
/** Without one of these, what was signed could be sent elsewhere, or with another body. */
const NEEDED = ["@method", "@authority", "@path", "content-digest"] as const;

type Outgoing = { readonly method: "POST"; readonly url: string; readonly type: string; readonly body: string };

/** Headers to send along. @param now real time, in Unix seconds */
export function signRequest({ method, url, type, body }: Outgoing, { id, key }: SigningKey, now: number) {
  const { host, pathname } = new URL(url);
  const headers = {
    "content-type": type,
    "content-digest": `sha-512=:${createHash("sha512").update(body).digest("base64")}:`,
    "signature-date": new Date(now * 1000).toISOString(),
  };
  const params = `(${COVERED.map((name) => `"${name}"`).join(" ")});alg="${ALGORITHM}";keyid="${id}";created=${now};expires=${now + GOOD_SECONDS}`;
  const base = baseOf(COVERED, params, { method, host, path: pathname, headers });
  const signature = sign("sha256", Buffer.from(base ?? ""), key).toString("base64");
  return { ...headers, "signature-input": `${LABEL}=${params}`, signature: `${LABEL}=:${signature}:` };
}

export type Checked =
  | { readonly kind: "good" }
  | { readonly kind: "bad"; readonly reason: string }
  /** Whose key it is can't be found out now. */
  | { readonly kind: "unknown" };

/** The public key of an id: null when there is none, undefined when nobody could be asked. */
export type KeyOf = (id: string) => Promise<KeyObject | null | undefined>;

/** @param now real time, in Unix seconds */
export async function checkRequest(request: CallbackRequest, keyOf: KeyOf, now: number): Promise<Checked> {
  const { headers, body } = request;
  const input = readInput(one(headers["signature-input"]));
  if (input === null) return bad("It bears no signature that can be read.");
  const { label, covered, params, text } = input;
  if (params["alg"] !== ALGORITHM) return bad("It is signed by another algorithm.");
  if (NEEDED.some((name) => !covered.includes(name))) return bad("Its signature does not cover all that it has to.");
  if (!isLately(params, covered.includes("signature-date") ? one(headers["signature-date"]) : null, now)) {
    return bad("It was not signed lately.");
  }
  if (!isDigestOf(one(headers["content-digest"]), body)) return bad("Its body is not the one that was signed.");
  const base = baseOf(covered, text, request);
  const signature = readSignature(one(headers["signature"]), label);
  if (base === null || signature === null) return bad("It lacks a part that was signed.");
  const key = await keyOf(String(params["keyid"] ?? ""));
  if (key === undefined) return { kind: "unknown" };
  if (key === null) return bad("It is signed with a key that pawaPay does not have.");
  const isGood = verify("sha256", Buffer.from(base), { key, dsaEncoding: encodingOf(signature) }, signature);
  return isGood ? { kind: "good" } : bad("Its signature is not pawaPay's.");
}

const bad = (reason: string): Checked => ({ kind: "bad", reason });

/** A header that came once. */
const one = (header: string | readonly string[] | undefined): string =>
  typeof header === "string" ? header.trim() : "";

/** pawaPay writes DER; the standard wants both numbers in 32 bytes each, which DER is longer than. */
const encodingOf = (signature: Buffer): "der" | "ieee-p1363" => (signature.length === 64 ? "ieee-p1363" : "der");

type Input = {
  readonly label: string;
  readonly covered: readonly string[];
  readonly params: Readonly<Record<string, string | number>>;
  /** The list and its parameters as they were written: they are signed too. */
  readonly text: string;
};

const TEXT = '"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"';
const INPUT = new RegExp(
  `^([a-z][a-z0-9_-]{0,39})=(\\((${TEXT}(?: ${TEXT})*)\\)((?:;[a-z][a-z0-9_-]*=(?:${TEXT}|\\d{1,15}))*))$`,
);
const PARAM = /;([a-z][a-z0-9_-]*)=(?:"([^"]*)"|(\d+))/g;

/** Null for more than one signature, and for anything that comes twice. */
function readInput(header: string): Input | null {
  const match = header.length <= 2_000 ? INPUT.exec(header) : null;
  if (match === null) return null;
  const [, label = "", text = "", list = "", given = ""] = match;
  const covered = list.split(" ").map((name) => name.slice(1, -1));
  const params = [...given.matchAll(PARAM)].map(
    ([, name = "", words, digits]) => [name, words ?? Number(digits)] as const,
  );
  const isPlain = [covered, params.map(([name]) => name)].every((names) => new Set(names).size === names.length);
  return isPlain ? { label, covered, params: Object.fromEntries(params), text } : null;
}

function readSignature(header: string, label: string): Buffer | null {
  const match = /^([a-z][a-z0-9_-]{0,39})=:([A-Za-z0-9+/]{80,140}={0,2}):$/.exec(header);
  if (match === null || match[1] !== label) return null;
  const bytes = Buffer.from(match[2] ?? "", "base64");
  return bytes.toString("base64") === match[2] ? bytes : null;
}

/** By `created` and `expires`, and by the date that was signed, where one was. */
function isLately(params: Input["params"], date: string | null, now: number): boolean {
  const { created, expires } = params;
  if (typeof created !== "number" || Math.abs(now - created) > TOLERANCE_SECONDS) return false;
  if (expires !== undefined && (typeof expires !== "number" || expires <= now)) return false;
  if (date === null) return true;
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(date) ? Date.parse(date) / 1000 : Number.NaN;
  return Math.abs(now - at) <= TOLERANCE_SECONDS;
}

/** Every digest that can be checked has to fit, and there has to be one. */
function isDigestOf(header: string, body: Buffer): boolean {
  const given = header.split(",").map((part) => /^\s*(sha-256|sha-512)=:([A-Za-z0-9+/]+={0,2}):\s*$/.exec(part));
  return given.every((match) => {
    if (match === null) return false;
    const expected = createHash(match[1] === "sha-256" ? "sha256" : "sha512")
      .update(body)
      .digest();
    const digest = Buffer.from(match[2] ?? "", "base64");
    return digest.length === expected.length && timingSafeEqual(digest, expected);
  });
}

type Message = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** What is signed (RFC 9421, section 2.5). Null when a part is missing, came twice, or is one that is not known here. */
function baseOf(covered: readonly string[], params: string, message: Message): string | null {
  const lines: string[] = [];
  for (const name of covered) {
    const value = partOf(name, message);
    if (value === null) return null;
    lines.push(`"${name}": ${value}`);
  }
  return [...lines, `"@signature-params": ${params}`].join("\n");
}

function partOf(name: string, { method, host, path, headers }: Message): string | null {
  switch (name) {
    case "@method":
      return method;
    case "@authority":
      return host.toLowerCase();
    case "@path":
      return path.split("?", 1)[0] || "/";
    default: {
      const header = /^[a-z0-9-]+$/.test(name) && Object.hasOwn(headers, name) ? headers[name] : undefined;
      return typeof header === "string" ? header.trim() : null;
    }
  }
}
