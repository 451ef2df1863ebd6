/** Pages for people: server-rendered, readable without scripts, under a policy that lets nothing foreign in. */
import compress from "@fastify/compress";
import { API_PATH, openApiDocument } from "@holdfast/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { JSX } from "preact";
import type { Door } from "../commands/execute.js";
import type { Database } from "../platform/database.js";
import { ReferencePage } from "./docs/page.js";
import { readReference } from "./docs/reference.js";
import { HTML_TYPE, renderPage } from "./document.js";
import { problemPage } from "./problem.js";
import { loadSession, type SessionAddress } from "./session/load.js";
import { SessionPage, STATUS_CODES } from "./session/page.js";
import type { Site } from "./site.js";
import { type Stored, sendStored, store } from "./stored.js";

export { answerPerson } from "./problem.js";
export { openSite, type Site } from "./site.js";

export type PageServices = {
  readonly db: Database;
  readonly door: Door;
  /** The origin that links start with, without a slash at its end; known once the service listens. */
  readonly publicUrl: () => string;
};

const YEAR_SECONDS = 31_536_000;
const DOCS = "/docs";

export async function registerPages(app: FastifyInstance, services: PageServices, site: Site): Promise<void> {
  await app.register(compress, { encodings: ["br", "gzip"], globalDecompression: false });
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(site.headers);
  });
  registerAssets(app, site);
  registerReference(app, services, site);
  registerSessions(app, services, site);
}

/** A URL that names this very content may be kept for ever; any other is asked for again. */
function registerAssets(app: FastifyInstance, site: Site): void {
  for (const [name, stored] of site.assets) {
    app.get<{ Querystring: { v?: string } }>(`/assets/${name}`, (request, reply) => {
      const isExact = request.query.v === stored.hash;
      reply.header("Cache-Control", isExact ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
      return sendStored(request, reply, stored);
    });
  }
}

function registerReference(app: FastifyInstance, { publicUrl }: PageServices, site: Site): void {
  let page: Stored | null = null;
  app.get(DOCS, { config: { page: true } }, (request, reply) => {
    page ??= store(HTML_TYPE, renderReference(site, publicUrl()));
    return sendStored(request, reply.header("Cache-Control", "no-cache"), page);
  });
  for (const path of ["/", `${DOCS}/`]) {
    app.get(path, { config: { page: true } }, (_request, reply) => reply.redirect(DOCS, 302));
  }
}

function renderReference(site: Site, publicUrl: string): string {
  const published = openApiDocument({ baseUrl: publicUrl + API_PATH, sandbox: site.isSandbox });
  return renderPage(<ReferencePage site={site} reference={readReference(published)} />);
}

function registerSessions(app: FastifyInstance, services: PageServices, site: Site): void {
  app.get<{ Params: SessionAddress }>(
    "/pay/:seller_code/:session_id",
    { config: { page: true } },
    async (request, reply) => {
      reply.header("Cache-Control", "no-store");
      const session = await loadSession(request.params, services);
      if (session === null) return sendPage(reply, 404, problemPage(site, "not_found", request.id));
      return sendPage(reply, STATUS_CODES[session.status], <SessionPage site={site} session={session} />);
    },
  );
}

const sendPage = (reply: FastifyReply, status: number, page: JSX.Element): FastifyReply =>
  reply.code(status).type(HTML_TYPE).send(renderPage(page));
