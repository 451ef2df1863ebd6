/** What a page is asked with, and what it answers. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { HTML_TYPE, renderPage } from "./document.js";
import { CONSOLE_SIGN_IN_PATH } from "./links.js";
import { seeOther } from "./page-context.js";

/** Any text may stand in an address. */
export type Asked = {
  readonly params: Readonly<Partial<Record<string, string>>>;
  readonly query: Readonly<Partial<Record<string, string>>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/**
 * A page; a path to go on to; a path that the same form is posted to, as it stands; or a reply that was sent otherwise, such as
 * a file.
 */
export type Answer =
  | JSX.Element
  | string
  | { readonly status: number; readonly page: JSX.Element }
  | { readonly repost: string }
  | FastifyReply;

export const asked = (request: FastifyRequest, reply: FastifyReply): Asked => ({
  params: request.params as Asked["params"],
  query: textsOf(request.query),
  request,
  reply,
});

/** More than any parameter of ours has; what is longer is cut. */
const QUERY_LENGTH_MAX = 2_000;

/** The boxes of a list's rows: the one parameter of ours that comes once for each of several things. */
export const CHOSEN_ROWS = "rows";

/** Of a parameter that comes twice the first counts; of rows that were chosen, all, with commas between them. */
const textsOf = (query: unknown): Asked["query"] =>
  Object.fromEntries(
    Object.entries(query as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? (name === CHOSEN_ROWS ? value.join(",") : value[0]) : value)
        .slice(0, QUERY_LENGTH_MAX)
        .replaceAll("\0", ""),
    ]),
  );

/**
 * The way to the sign-in of sellers and operators. It leads back to a page; what a form asked for is not done, and the
 * console begins anew.
 */
export const toSignIn = ({ method, url }: FastifyRequest): string =>
  method === "GET" ? `${CONSOLE_SIGN_IN_PATH}?next=${encodeURIComponent(url)}` : CONSOLE_SIGN_IN_PATH;

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (reply.sent || answer === reply) return reply;
  if (typeof answer === "string") return seeOther(reply, answer);
  if ("repost" in answer) return reply.header("Cache-Control", "no-store").redirect(answer.repost, 307);
  if ("page" in answer) return reply.code(answer.status).type(HTML_TYPE).send(renderPage(answer.page));
  return reply.type(HTML_TYPE).send(renderPage(answer as JSX.Element));
}
