/**
 * Browsers from which somebody has signed in before (OWASP, "device cookies"): what they ask for is counted apart, so that
 * strangers who use up what an address may ask for do not lock out its owner.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isMac, type Keys, mac } from "../platform/keys.js";
import { token } from "../platform/random.js";
import type { Cookies } from "./cookies.js";

type Parts = {
  readonly cookies: Cookies;
  readonly cookie: "seller_known" | "known";
  /** For these marks alone. */
  readonly keys: Keys;
};

const NONCE_LENGTH = 22;
const YEAR_SECONDS = 31_536_000;

/** The nonce of a browser that is known for the address; null for any other. */
function knownNonce({ cookies, cookie, keys }: Parts, headers: IncomingHttpHeaders, email: string): string | null {
  const [nonce = "", signature = ""] = cookies.read(headers, cookie)?.split(".") ?? [];
  return isMac(keys, Buffer.from(signature, "base64url"), `${nonce}.${email}`) ? nonce : null;
}

/** Who asks for codes, or tries one, as it is counted: a browser that is known for the address by itself, any other by its network. */
export type Asker = { readonly origin: string; readonly isKnown: boolean };

export function askerOf(
  parts: Parts,
  headers: IncomingHttpHeaders,
  { email, network }: { readonly email: string; readonly network: string },
): Asker {
  const nonce = knownNonce(parts, headers, email);
  return { origin: nonce ?? network, isKnown: nonce !== null };
}

/** Whether somebody has signed in with the address from this browser before. */
export const isKnown = (parts: Parts, headers: IncomingHttpHeaders, email: string): boolean =>
  knownNonce(parts, headers, email) !== null;

/** Whose tries are counted together: those of all strangers, or of one browser that is known. */
export function subjectOf(parts: Parts, headers: IncomingHttpHeaders, email: string): string {
  const nonce = knownNonce(parts, headers, email);
  return nonce === null ? email : `${email} ${nonce}`;
}

/** Cookies that make a browser known from now on. */
export function markOf(parts: Parts, headers: IncomingHttpHeaders, email: string): readonly string[] {
  const nonce = knownNonce(parts, headers, email) ?? token(NONCE_LENGTH);
  const signature = mac(parts.keys, `${nonce}.${email}`).toString("base64url");
  return [parts.cookies.write(parts.cookie, `${nonce}.${signature}`, YEAR_SECONDS)];
}
