/** What is asked of the head of every request before anybody looks at it, and what the head of every answer says. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { ApiRefusal } from "./refusal.js";

/** Headers that say whom a request is for and whom it acts for: of two, each reader could believe another one. */
const ONCE = ["host", "authorization"] as const;

/**
 * @param knowsHost whether a name is one of ours.
 * @throws ApiRefusal validation_failed, with a sentence for the header that it is about.
 */
export function checkHead(request: FastifyRequest, knowsHost: (host: string) => boolean): void {
  const { rawHeaders, httpVersion } = request.raw;
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  for (const name of ONCE) {
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw refuse(NAMES[name], "Is sent once in a request.");
  }
  const { host } = request.headers;
  if (host === undefined && httpVersion === "1.1") throw refuse("Host", "A request of HTTP/1.1 bears a Host header.");
  if (host !== undefined && !knowsHost(host))
    throw refuse("Host", "Names another host: set PUBLIC_URL to serve that one.");
}

const NAMES = { host: "Host", authorization: "Authorization" } as const;

const refuse = (header: string, sentence: string): ApiRefusal =>
  new ApiRefusal("validation_failed", { details: { [header]: [sentence] } });

/**
 * Without PUBLIC_URL: addresses, and names that nobody can register to have them lead here (DNS rebinding). With it, a page of
 * another name has no use for what it reads, and is not believed.
 * @param own what HOST says.
 */
export const knownHosts =
  ({ publicUrl, own }: { readonly publicUrl: string | null; readonly own: string }) =>
  (host: string): boolean => {
    if (publicUrl !== null) return true;
    const name = (/^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host)?.slice(1) ?? []).join("").toLowerCase();
    return isIP(name) !== 0 || /^[\w-]+$/.test(name) || name.endsWith(".localhost") || name === own;
  };

const YEAR_SECONDS = 31_536_000;

/** What every answer says that is neither a page nor a part of one. */
export const answerHeaders = (isHttps: boolean): Readonly<Record<string, string>> => ({
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  ...(isHttps ? { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` } : {}),
});
