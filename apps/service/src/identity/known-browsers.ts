/**
 * Browsers from which somebody has signed in before (OWASP, "device cookies"): what they ask for is counted apart, so that
 * strangers who use up what an address may ask for do not lock out its owner.
 */
import type { IncomingHttpHeaders } from "node:http";
import { unixSeconds } from "../platform/clock.js";
import { sha256 } from "../platform/hash.js";
import { isMac, type Keys, mac } from "../platform/keys.js";
import { token } from "../platform/random.js";
import { type Asker, codesOfNetwork } from "../store/identity/windows.js";
import type { Cookies } from "./cookies.js";
import { networkOf } from "./networks.js";

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

/** What tells a browser from others, as it is counted; null before its first form of ours. */
export function browserOf(cookies: Cookies, headers: IncomingHttpHeaders): string | null {
  const browser = cookies.read(headers, "browser");
  return browser === null ? null : sha256(browser).toString("base64url");
}

type From = { readonly headers: IncomingHttpHeaders; readonly address: string };

/** Who asks for codes, or tries one, as it is counted: a browser that is known for the address by itself, any other by its network. */
export function askerOf(
  parts: Parts & { readonly visitorsPerAddress: number },
  { headers, address }: From,
  email: string,
): Asker & { readonly network: string } {
  const nonce = knownNonce(parts, headers, email);
  const network = networkOf(address);
  return {
    email,
    network,
    networkMax: codesOfNetwork(parts.visitorsPerAddress),
    browser: browserOf(parts.cookies, headers) ?? network,
    origin: nonce ?? network,
    isKnown: nonce !== null,
  };
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
  return markWith(parts, knownNonce(parts, headers, email) ?? token(NONCE_LENGTH), email);
}

function markWith(parts: Parts, nonce: string, email: string): readonly string[] {
  const signature = mac(parts.keys, `${nonce}.${email}`).toString("base64url");
  return [parts.cookies.write(parts.cookie, `${nonce}.${signature}`, YEAR_SECONDS)];
}

/** The mark in a mail: the person who reads it can make one browser known for its address, today and tomorrow. */
export function mailedMark({ keys }: Pick<Parts, "keys">, email: string): string {
  const head = `${token(NONCE_LENGTH)}.${today()}.${Buffer.from(email).toString("base64url")}`;
  return `${head}.${mac(keys, `mailed ${head}`).toString("base64url")}`;
}

/** The address of a mailed mark, who asks from then on, and cookies that say so; null for what no mail of these days bears. */
export function readMailedMark(
  parts: Parts,
  mailed: string,
): { readonly email: string; readonly nonce: string; readonly cookies: readonly string[] } | null {
  const [, head = "", nonce = "", day, email = "", signature = ""] = MAILED.exec(mailed) ?? [];
  if (!isMac(parts.keys, Buffer.from(signature, "base64url"), `mailed ${head}`)) return null;
  if (today() - Number(day) > 1) return null;
  const address = Buffer.from(email, "base64url").toString();
  return { email: address, nonce, cookies: markWith(parts, nonce, address) };
}

const MAILED = /^(([0-9A-Za-z]{22})\.(\d{1,6})\.([\w-]{1,400}))\.([\w-]{43})$/;
/** Days of real time. */
const today = (): number => Math.floor(unixSeconds() / 86_400);
