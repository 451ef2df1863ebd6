/**
 * What a webhook may be sent to, as far as the URL tells: https, a fitting port, and a host that reads the same to a person,
 * to this program and to the code that connects. Pure: names are looked up elsewhere (resolve.ts).
 *
 * Source: the API specification, "Delivery guarantees" 7, and `allowed targets` of the decisions on webhooks.
 */
import { type Said, say } from "../diagnoses/say.js";
import { isAddress, isPublicAddress, wrappedIpv4 } from "./addresses.js";

export type Policy = {
  /** Origins such as `http://127.0.0.1:4242`, as WHATWG writes them: exempt from the https, port and public-address rules. */
  readonly allowedOrigins: readonly string[];
  /** Addresses that nothing is sent to although they are public, such as the operator's own. */
  readonly isDenied?: (address: string) => boolean;
  /** For tests alone: what counts as public, in place of the blocks of addresses.ts. */
  readonly isPublic?: (address: string) => boolean;
};

/** A URL that may be dialled once its addresses are known to be public. */
export type Target = {
  readonly isTls: boolean;
  /** Scheme, host and port, as WHATWG writes them. */
  readonly origin: string;
  /** A name in lower case, or an address without brackets. */
  readonly host: string;
  /** The host is an address: there is nothing to look up. */
  readonly isLiteral: boolean;
  readonly port: number;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Its origin is one of the policy's: its addresses need not be public. */
  readonly isExempt: boolean;
};

export type TargetRead =
  | { readonly ok: true; readonly target: Target }
  /** One sentence for the person who wrote the URL. */
  | { readonly ok: false; readonly reason: Said };

/** In UTF-16 units. Far beyond any real one; a bound for what is kept and shown. */
const URL_LENGTH_MAX = 2048;

const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/** Labels of letters, digits and inner hyphens (RFC 1123, section 2.1), at most 63 each and 253 together (RFC 1035). */
const NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Names that mean something on one network only: RFC 6761, 6762, 7686, 8375, and ICANN's reservation of `internal`. */
const LOCAL_NAME = /(?:^[^.]+|(?:^|\.)(?:localhost|local|internal|onion|home\.arpa))$/;

/** Whether the host of a URL is on this machine or on one network alone, as a developer's own server is. */
export function isLocal(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
  return isAddress(host) ? !isPublicAddress(host) : LOCAL_NAME.test(host);
}

/** Reads a URL once, so that what is checked is what is dialled. Refusals in the order in which a person would mend them. */
export function readTarget(url: string, policy: Policy): TargetRead {
  const problem = problemOfText(url);
  if (problem !== null) return refuse(problem);
  const authority = AUTHORITY.exec(url)?.[1];
  if (authority === undefined) return refuse("The URL must start with https://.");
  if (authority.includes("@")) return refuse("The URL must not contain a user name or password.");
  const parsed = URL.parse(url);
  if (parsed === null) return refuse("The host or port of the URL is not valid.");

  const target = targetOf(parsed, policy);
  const reason = problemOfSpelling(authority, parsed) ?? problemOfOrigin(target) ?? problemOfHost(target, policy);
  return reason === null ? { ok: true, target } : refuse(reason);
}

/** The sentence for an address that the policy keeps out; null when the target may be dialled there. */
export function problemOfAddress(address: string, { target, policy }: { target: Target; policy: Policy }): Said | null {
  const isPublic = policy.isPublic ?? isPublicAddress;
  const isOpen = target.isExempt || (isPublic(address) && policy.isDenied?.(address) !== true);
  return isOpen ? null : say("The address {address} is not public.", { address });
}

/**
 * One sentence for every name that can't be used, be it unknown, without an answer, or known to lead inside: a seller who registers
 * names must not learn which of them our name servers know.
 */
export const problemOfName = (host: string): Said => say("The host {host} has no public address.", { host });

const refuse = (reason: Said): TargetRead => ({ ok: false, reason });

function problemOfText(url: string): Said | null {
  if (url.length > URL_LENGTH_MAX) return say("The URL is longer than {most} characters.", { most: URL_LENGTH_MAX });
  if (INVISIBLE.test(url)) return "The URL contains a space or a character that cannot be seen.";
  if (url.includes("\\")) return "The URL contains a backslash.";
  if (url.includes("#")) return "The URL must not contain a fragment (#).";
  return null;
}

function targetOf(url: URL, { allowedOrigins }: Policy): Target {
  const isTls = url.protocol === "https:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    isTls,
    origin: url.origin,
    host,
    isLiteral: isAddress(host),
    port: url.port === "" ? defaultPort(isTls) : Number(url.port),
    path: url.pathname + url.search,
    isExempt: allowedOrigins.includes(url.origin),
  };
}

const defaultPort = (isTls: boolean): number => (isTls ? 443 : 80);

/**
 * Numbers in other bases, short and padded addresses, escapes, full-width letters, soft hyphens and names that are not in
 * ASCII are all read by WHATWG as something other than what is written: such a host is refused, whatever it leads to.
 */
function problemOfSpelling(authority: string, { host, hostname, protocol, port }: URL): Said | null {
  const written = authority.toLowerCase();
  if (written === host) return null;
  if (port === "" && written === `${hostname}:${defaultPort(protocol === "https:")}`) return null;
  return say("The host and port must be written plainly, as {host}.", { host });
}

function problemOfHost(target: Target, policy: Policy): Said | null {
  const { host, isLiteral, isExempt } = target;
  if (isLiteral) {
    const inner = wrappedIpv4(host);
    return inner === null
      ? problemOfAddress(host, { target, policy })
      : say("The host must be written as the IPv4 address {address}.", { address: inner });
  }
  if (host.endsWith(".")) return "The host must not end with a dot.";
  if (!NAME.test(host)) return "The host is not a valid name.";
  if (!isExempt && LOCAL_NAME.test(host)) return problemOfName(host);
  return null;
}

function problemOfOrigin({ isExempt, isTls, port }: Target): Said | null {
  if (isExempt) return null;
  if (!isTls) return "The URL must start with https://.";
  return port === 443 || port >= 1024 ? null : "The port must be 443, or from 1024 to 65535.";
}
