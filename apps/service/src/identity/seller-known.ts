/**
 * Browsers from which somebody has signed in before (OWASP, "device cookies"): their tries of a password are counted apart, so that
 * strangers who guess at an address do not lock out its owner.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { token } from "../platform/random.js";
import type { Arrival } from "../store/identity/sellers.js";
import type { SellerParts } from "./seller-parts.js";

type Parts = Pick<SellerParts, "cookies" | "markKey">;

const NONCE_LENGTH = 22;
const YEAR_SECONDS = 31_536_000;

const sign = ({ markKey }: Parts, nonce: string, email: string): string =>
  createHmac("sha256", markKey).update(`${nonce}.${email}`).digest("base64url");

/** The nonce of a browser that is known for the address; null for any other. */
function knownNonce(parts: Parts, headers: IncomingHttpHeaders, email: string): string | null {
  const [nonce = "", signature = ""] = parts.cookies.read(headers, "seller_known")?.split(".") ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(parts, nonce, email))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : null;
}

/** Whose tries are counted together: those of all strangers, or of one browser that is known. */
export function subjectOf(parts: Parts, headers: IncomingHttpHeaders, email: string): string {
  const nonce = knownNonce(parts, headers, email);
  return nonce === null ? email : `${email} ${nonce}`;
}

/** Whether somebody has signed in with the address from this browser before. */
export const arrivalOf = (parts: Parts, headers: IncomingHttpHeaders, email: string): Arrival =>
  knownNonce(parts, headers, email) === null ? "new_browser" : "known_browser";

/** Cookies that make a browser known from now on. */
export function markOf(parts: Parts, headers: IncomingHttpHeaders, email: string): readonly string[] {
  const nonce = knownNonce(parts, headers, email) ?? token(NONCE_LENGTH);
  return [parts.cookies.write("seller_known", `${nonce}.${sign(parts, nonce, email)}`, YEAR_SECONDS)];
}
