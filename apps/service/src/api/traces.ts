/**
 * A span for each request, where the process has traces: named after its route, and current in all that the request does. Of the API it
 * goes on with the store's own trace; what browsers send is not read, for nobody could tell whose it is.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginSpan, type Span } from "../platform/traces.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Where there are traces: its own. */
    span: Span | null;
  }
}

/** Asked every few seconds by those who watch the process. */
const WATCHED: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Whose route it is, as logs and metrics name it. */
export const routeOf = ({ routeOptions: { config, url } }: FastifyRequest): string => config.operation ?? url ?? "none";

/** To be called before other hooks are added: what they do belongs to the request. */
export function registerTraces(app: FastifyInstance): void {
  app.decorateRequest("span", null);
  app.addHook("onRequest", (request, _reply, done) => {
    if (WATCHED.has(request.routeOptions.url ?? "")) return done();
    const span = beginSpan(() => ({
      name: routeOf(request),
      kind: "server",
      parent: parentOf(request),
      attributes: {
        "http.request.method": request.method,
        "http.route": request.routeOptions.url ?? "none",
        "holdfast.request": request.id,
      },
    }));
    request.span = span;
    return span === null ? done() : span.run(done);
  });
  // A body comes in turns of the connection, which knows of no request.
  app.addHook("preValidation", (request, _reply, done) => (request.span === null ? done() : request.span.run(done)));
  app.addHook("onResponse", (request, reply, done) => {
    const { span } = request;
    if (span === null) return done();
    span.set({ "http.response.status_code": reply.statusCode });
    span.end(reply.statusCode >= 500 ? String(reply.statusCode) : null);
    return span.run(done);
  });
}

function parentOf({ headers, routeOptions: { config } }: FastifyRequest): string | null {
  const { traceparent } = headers;
  return config.operation !== undefined && typeof traceparent === "string" ? traceparent : null;
}
