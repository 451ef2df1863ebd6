/**
 * Whether a delivery comes from Holdfast. It bears two families of headers: `X-Escrow-Signature`, which is keyed by the whole secret,
 * and the `webhook-*` headers of Standard Webhooks, keyed by the bytes that the secret holds in base64.
 */
import type { Event } from "../types.js";
import { base64, encode, heldIn, hex, macOf, secretsIn } from "./mac.js";

/** Why a delivery is not genuine, or can't be judged. Answer 400. */
export class SignatureError extends Error {
  override name = "SignatureError";
}

export interface VerifyOptions {
  /** The endpoint's signing secret; several while it is rotated. */
  readonly secret: string | readonly string[];
  /** Now, in Unix seconds; the machine's clock by default. */
  readonly nowSeconds?: number | undefined;
}

/** Headers as Fetch has them, or as Node has them. */
export type Headed = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Signed {
  readonly headers: Headed;
  /** As it arrived, in bytes or as text: a body that was parsed and written again is a different body. */
  readonly body: Uint8Array | ArrayBuffer | string;
}

const TOLERANCE_SECONDS = 300;

/**
 * The event, when it is genuine.
 * @throws SignatureError when it is not; TypeError when the body was parsed or read before, or the secret is missing.
 */
export async function verify({ headers, body }: Signed, options: VerifyOptions): Promise<Event> {
  const isText = typeof body === "string";
  if (!isText && !ArrayBuffer.isView(body) && !(body instanceof ArrayBuffer))
    throw new TypeError("the body was parsed or read before: pass its raw bytes or text");
  const secrets = secretsIn(options.secret);
  const { start, marks, isStandard } = claimIn(headers, options.nowSeconds ?? Math.floor(Date.now() / 1000));
  for (const secret of secrets) {
    const key = isStandard ? heldIn(secret) : encode(secret);
    const mark = key && (await macOf(key, start, body));
    if (mark && marks.some((one) => isSame(one, isStandard ? base64(mark) : hex(mark))))
      return JSON.parse(isText ? body : new TextDecoder().decode(body)) as Event;
  }
  const isEmpty = (isText ? body.length : body.byteLength) === 0;
  throw new SignatureError(
    isEmpty ? "the body is empty: was it read before?" : "no signature fits this body and secret",
  );
}

type Claim = {
  /** What is signed before the body. */
  readonly start: string;
  readonly marks: readonly string[];
  readonly isStandard: boolean;
};

/** What the headers say of themselves; the contract's own decide where both are there. */
function claimIn(headers: Headed, nowSeconds: number): Claim {
  const own = headerOf(headers, "x-escrow-signature");
  const isStandard = own === null;
  const standard = (name: string): string => headerOf(headers, `webhook-${name}`) ?? "";
  const [id, signature] = [standard("id"), standard("signature")];
  const parts = isStandard ? signature.split(" ") : own.split(",").map((part) => part.trim());
  const starting = (name: string): string[] =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const [seconds = "", second] = isStandard ? [standard("timestamp")] : starting("t=");
  // A header that came twice is joined by a comma, and counts as none.
  const isWhole = !isStandard || (/^[^ ,][^,]*$/.test(id) && !/,\S*,/.test(signature));
  if (second !== undefined || !/^\d{1,12}$/.test(seconds) || !isWhole)
    throw new SignatureError("there is no signature of Holdfast's, or not one of each header");
  if (Math.abs(nowSeconds - Number(seconds)) > TOLERANCE_SECONDS)
    throw new SignatureError("it was signed more than 300 seconds from now; is your clock right?");
  return { start: `${isStandard ? `${id}.` : ""}${seconds}.`, marks: starting(isStandard ? "v1," : "v1="), isStandard };
}

/** Also those of another realm or library. */
const isFetch = (headers: Headed): headers is Headers => typeof headers["get" as never] === "function";

/** Null for none; what came twice, in one spelling or two, is joined. */
function headerOf(headers: Headed, name: string): string | null {
  if (isFetch(headers)) return headers.get(name);
  const values = Object.entries(headers).filter(([key, value]) => key.toLowerCase() === name && value !== undefined);
  return values.length === 0 ? null : values.map(([, value]) => value).join();
}

/** In time that tells nothing of where they differ. */
function isSame(given: string, right: string): boolean {
  let difference = given.length ^ right.length;
  for (let at = 0; at < right.length; at += 1) difference |= given.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
