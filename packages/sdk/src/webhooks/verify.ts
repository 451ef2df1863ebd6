/**
 * Whether a delivery comes from Holdfast. It bears two families of headers: `X-Escrow-Signature`, which is keyed by the whole secret,
 * and the `webhook-*` headers of Standard Webhooks, keyed by the bytes that the secret holds in base64.
 */
import type { Event } from "../types.js";
import { base64, encode, heldIn, hex, macOf } from "./mac.js";

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
  /** The raw bytes, as they arrived: a body that was parsed and written again is a different body. */
  readonly body: Uint8Array | ArrayBuffer;
}

const TOLERANCE_SECONDS = 300;

/**
 * The event, when it is genuine.
 * @throws SignatureError when it is not; TypeError when the body is not raw bytes.
 */
export async function verify({ headers, body }: Signed, options: VerifyOptions): Promise<Event> {
  if (!ArrayBuffer.isView(body) && !(body instanceof ArrayBuffer))
    throw new TypeError("the body has to be its raw bytes: take them before anything parses or decodes it");
  const secrets = [options.secret].flat();
  if (secrets.length === 0 || secrets.some((secret) => !secret)) throw new TypeError("the signing secret is missing");
  const bytes = new Uint8Array(body);
  const { start, marks, isStandard } = claimIn(headers, options.nowSeconds ?? Math.floor(Date.now() / 1000));
  for (const secret of secrets) {
    const key = isStandard ? heldIn(secret) : encode(secret);
    const mark = key === null ? null : await macOf(key, start, bytes);
    if (mark !== null && marks.some((one) => isSame(one, isStandard ? base64(mark) : hex(mark))))
      return JSON.parse(new TextDecoder().decode(bytes)) as Event;
  }
  throw new SignatureError("no signature fits this body and secret");
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
  const parts = (own ?? "").split(",").map((part) => part.trim());
  const starting = (name: string): string[] =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const id = headerOf(headers, "webhook-id");
  const [seconds, second] = own === null ? [headerOf(headers, "webhook-timestamp") ?? ""] : starting("t=");
  if (seconds === undefined || second !== undefined || !/^\d{1,12}$/.test(seconds))
    throw new SignatureError("there is no signature of Holdfast's");
  if (Math.abs(nowSeconds - Number(seconds)) > TOLERANCE_SECONDS)
    throw new SignatureError("it was signed more than 300 seconds from now; is your clock right?");
  if (own !== null) return { start: `${seconds}.`, marks: starting("v1="), isStandard: false };
  const marks = (headerOf(headers, "webhook-signature") ?? "").split(" ");
  return {
    start: `${id}.${seconds}.`,
    marks: marks.filter((mark) => mark.startsWith("v1,")).map((mark) => mark.slice(3)),
    isStandard: true,
  };
}

/** Also those of another realm or library. */
const isFetch = (headers: Headed): headers is Headers => typeof headers["get" as never] === "function";

function headerOf(headers: Headed, name: string): string | null {
  if (isFetch(headers)) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return value === undefined ? null : String(value);
}

/** In time that tells nothing of where they differ. */
function isSame(given: string, right: string): boolean {
  let difference = given.length ^ right.length;
  for (let at = 0; at < right.length; at += 1) difference |= given.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
