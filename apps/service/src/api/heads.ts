/** What is asked of the head of every request before anybody looks at it, and what the head of every answer says. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { ApiRefusal } from "./refusal.js";

/** Headers that say whom a request is for and whom it acts for: of two, each reader could believe another one. */
const ONCE = ["Host", "Authorization"] as const;

/**
 * Of all names and values of a head, in characters: some shops set cookies for all of their domain, a part of which may be ours. What Node
 * itself does not read (HEAD_BYTES_READ) is answered without anybody knowing what was asked for.
 */
const HEAD_MAX = 32 * 1024;
export const HEAD_BYTES_READ = 64 * 1024;

/** What a page is made of is sent with the same cookies as the page that says there are too many. */
const ASSETS = "/assets/";

const lengthOf = (rawHeaders: readonly string[]): number => rawHeaders.reduce((sum, { length }) => sum + length, 0);

/**
 * @param knowsHost whether a name is one of ours.
 * @throws ApiRefusal headers_too_large; validation_failed, with a sentence for the header that it is about.
 */
export function checkHead(request: FastifyRequest, knowsHost: (host: string) => boolean): void {
  const { rawHeaders, httpVersion } = request.raw;
  if (lengthOf(rawHeaders) > HEAD_MAX && !request.url.startsWith(ASSETS)) throw new ApiRefusal("headers_too_large");
  for (const name of ONCE) if (isRepeated(name, rawHeaders)) throw refuse(name, "Is sent once in a request.");
  const { host } = request.headers;
  if (host === undefined && httpVersion === "1.1") throw refuse("Host", "A request of HTTP/1.1 bears a Host header.");
  if (host !== undefined && !knowsHost(host))
    throw refuse("Host", "Names another host: set PUBLIC_URL to serve that one.");
}

/** @param rawHeaders names and values in turns, as they came. */
function isRepeated(wanted: string, rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === wanted.length && name.toLowerCase() === wanted.toLowerCase()) count += 1;
  }
  return count > 1;
}

const refuse = (header: string, sentence: string): ApiRefusal =>
  new ApiRefusal("validation_failed", { details: { [header]: [sentence] } });

/**
 * Without PUBLIC_URL: addresses, and names that nobody can register to have them lead here (DNS rebinding). With it, a page of
 * another name has no use for what it reads, and is not believed.
 * @param own what HOST says.
 */
export function knownHosts({ publicUrl, own }: { readonly publicUrl: string | null; readonly own: string }) {
  const isKnown = (host: string): boolean => {
    const name = (/^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host)?.slice(1) ?? []).join("").toLowerCase();
    return isIP(name) !== 0 || /^[\w-]+$/.test(name) || name.endsWith(".localhost") || name === own;
  };
  let lastKnown: string | null = null; // one that asks often asks by one name
  return (host: string): boolean => {
    if (publicUrl !== null || host === lastKnown) return true;
    if (!isKnown(host)) return false;
    lastKnown = host;
    return true;
  };
}

const YEAR_SECONDS = 31_536_000;

/** What every answer says that is neither a page nor a part of one. */
export const answerHeaders = (isHttps: boolean): Readonly<Record<string, string>> => ({
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  ...(isHttps ? { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` } : {}),
});
