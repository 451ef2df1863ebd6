/**
 * What an attempt that got no answer says to the seller: one sentence for each way to fail, chosen by error codes, never by
 * the text of an error.
 */
import { type Said, say } from "../diagnoses/say.js";

/** Ends an attempt from our side; `words` is what the seller reads. */
export class CutOff extends Error {
  readonly words: Said;

  constructor(words: Said) {
    super(words);
    this.words = words;
  }
}

/** The address did not take the connection in the time that one of several addresses gets. */
export class NoConnection extends CutOff {}

/** Nothing was sent to the address, and another address of the same name may do better. */
export function isUnreachable(error: Error): boolean {
  return error instanceof NoConnection || UNREACHABLE.has(codeOf(error));
}

/** No packet left this machine: it has no way to addresses of that family, or to this one. */
export const isWithoutRoute = (error: Error): boolean => WITHOUT_ROUTE.has(codeOf(error));

/** A kept connection that the other side ended while the request was on its way: it says nothing about the endpoint. */
export function isStale(error: Error): boolean {
  return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(codeOf(error));
}

/** The connection stood, and TLS on it did not come about: its certificate, or the handshake. */
export function isOfTls(error: Error): boolean {
  return TLS_CODES.test(codeOf(error));
}

export function wordsOf(error: Error): Said {
  if (error instanceof CutOff) return error.words;
  const code = codeOf(error);
  return WORDS[code] ?? WORDS[familyOf(code)] ?? say("The attempt failed ({code}).", { code });
}

const WITHOUT_ROUTE = new Set(["ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL", "EAFNOSUPPORT"]);
const UNREACHABLE = new Set(["ECONNREFUSED", "EHOSTUNREACH", "EHOSTDOWN", "ETIMEDOUT", ...WITHOUT_ROUTE]);

const UNKNOWN_ISSUER = "The certificate's issuer is not trusted, or its chain is incomplete.";
const SELF_SIGNED = "The certificate is self-signed.";
/** Certificates that would do if their issuer were known here. */
export const OF_UNKNOWN_ISSUERS: readonly Said[] = [SELF_SIGNED, UNKNOWN_ISSUER];
const NOT_HTTP = "The answer is not HTTP/1.1.";
const NO_TLS = "The TLS handshake failed.";

/** Whether a port is closed, filtered or not there is nobody's business but its owner's. */
export const NO_CONNECTION = "No connection could be made.";

/** By codes of the system, of OpenSSL as node:tls names them, and of undici. */
const WORDS: Readonly<Record<string, Said>> = {
  ECONNREFUSED: NO_CONNECTION,
  ECONNRESET: "The connection was reset.",
  EPIPE: "The connection was reset.",
  UND_ERR_SOCKET: "The connection was closed before the answer was complete.",
  EHOSTUNREACH: NO_CONNECTION,
  EHOSTDOWN: NO_CONNECTION,
  ENETUNREACH: NO_CONNECTION,
  ENETDOWN: NO_CONNECTION,
  EADDRNOTAVAIL: NO_CONNECTION,
  EAFNOSUPPORT: NO_CONNECTION,
  ETIMEDOUT: NO_CONNECTION,
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is not valid for this host.",
  HOSTNAME_MISMATCH: "The certificate is not valid for this host.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  CERT_REVOKED: "The certificate has been revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  CERT_UNTRUSTED: UNKNOWN_ISSUER,
  INVALID_PURPOSE: "The certificate is not meant for servers.",
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: "The server does not offer HTTP/1.1.",
  ERR_SSL: NO_TLS,
  ERR_TLS: NO_TLS,
  EPROTO: NO_TLS,
  // The client library asserts what only a malformed answer can break.
  ERR_ASSERTION: NOT_HTTP,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: NOT_HTTP,
  HTTPParserError: NOT_HTTP,
};

const TLS_CODES =
  /^(?:CERT_|ERR_SSL|ERR_TLS|EPROTO|HOSTNAME_MISMATCH|INVALID_PURPOSE|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

const familyOf = (code: string): string => /^(?:ERR_SSL|ERR_TLS)(?=_)/.exec(code)?.[0] ?? "";

/** undici's parser errors have names only. */
const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : error.name);
