/** Addresses that lead a buyer back to the shop: which are taken, and what stands in them where somebody is led there. */
import { type EscrowId, formatId, type SessionId } from "./ids.js";

/** Of a name in DNS, which leaves out the dot at its end (RFC 1035, 2.3.4). */
const NAME_LENGTH_MAX = 253;

/**
 * A web address: absolute, http or https, without credentials, with a host that DNS could take, and no character that a browser
 * would silently drop or rewrite before it reads on.
 */
export function isWebUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (!/^https?:\/\/[^\s\\/?#\u0000-\u001f\u007f][^\s\\\u0000-\u001f\u007f]*$/i.test(text)) return false;
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.port !== "0" && isHost(url.hostname);
}

/** @param hostname as a URL parser writes it: in ASCII, and addresses in their plain spelling. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return true;
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  return name.length <= NAME_LENGTH_MAX && name.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** The address of an app: a private-use scheme, which has a dot in its name, as the domain turned around has (RFC 8252, 7.1). */
export function isAppUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (!/^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:[^\s\\\u0000-\u001f\u007f]*$/i.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && !/^[^:]*:\/\/[^/?#]*@/.test(text);
}

export const isReturnUrl = (text: string): boolean => isWebUrl(text) || isAppUrl(text);

/** What the placeholders of an address stand for. */
export type Returning = {
  readonly session: SessionId;
  /** Null while nobody has confirmed. */
  readonly escrow: EscrowId | null;
  readonly reference: string;
};

/** In braces, or with the braces percent-encoded, as some libraries for URLs leave them. */
const PLACEHOLDER = /(?:\{|%7B)(CHECKOUT_SESSION_ID|ESCROW_ID|EXTERNAL_REFERENCE)(?:\}|%7D)/gi;

/**
 * The address as a buyer's browser is led to it: placeholders filled in, and spelt as a URL parser does. Answers of the API show the
 * merchant's own text. "" for none, and for what would not be taken any more.
 */
export function returnUrl(text: string, { session, escrow, reference }: Returning): string {
  if (!isReturnUrl(text)) return "";
  const values: Readonly<Record<string, string>> = {
    CHECKOUT_SESSION_ID: formatId("session", session),
    ESCROW_ID: escrow ?? "",
    EXTERNAL_REFERENCE: reference,
  };
  const filled = text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
  return URL.parse(filled)?.href ?? "";
}

/**
 * The field of the query by which our own page knows who comes back from a provider's: when that was, in Unix seconds. A provider is told
 * to send everybody back with {@link JUST_NOW} in it, and the page writes the moment there.
 */
export const RETURNED = "returned";
export const JUST_NOW = "now";
