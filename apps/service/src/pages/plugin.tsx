/** Pages for people: server-rendered, readable without scripts, under a policy that lets nothing foreign in. */
import compress from "@fastify/compress";
import { API_PATH, ERRORS, openApiDocument } from "@holdfast/contract";
import type { FastifyInstance } from "fastify";
import { parseColour } from "../domain/brand.js";
import { registerLogos } from "./brand.js";
import { registerConsole } from "./console/plugin.js";
import type { ConsoleServices } from "./console/services.js";
import { registerDesk } from "./desk/plugin.js";
import { ReferencePage } from "./docs/page.js";
import { readReference } from "./docs/reference.js";
import { HTML_TYPE, renderPage } from "./document.js";
import { registerMailbox } from "./mailbox/routes.js";
import { registerOrders } from "./orders/plugin.js";
import { type PageParts, registerForms } from "./page-context.js";
import { refusalPage } from "./problem.js";
import { PageRefusal } from "./refusal.js";
import { registerPlays } from "./sandbox/routes.js";
import { type CheckoutServices, registerCheckout } from "./session/routes.js";
import { registerSignIn } from "./sign-in/routes.js";
import type { Site } from "./site.js";
import { type Stored, sendStored, store } from "./stored.js";

export { answerPerson } from "./problem.js";
export { openSite } from "./site.js";

export type PageServices = CheckoutServices & ConsoleServices;

const YEAR_SECONDS = 31_536_000;
const DOCS = "/docs";

export async function registerPages(app: FastifyInstance, services: PageServices, parts: PageParts): Promise<void> {
  const { site } = parts;
  await app.register(compress, { encodings: ["br", "gzip"], globalDecompression: false });
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(site.headers);
  });
  app.setErrorHandler((error, request, reply) => {
    // Whatever is not ours to explain goes on to the server's handler.
    if (!(error instanceof PageRefusal)) throw error;
    const { body, headers } = refusalPage(parts, error.code, request);
    return reply.code(ERRORS[error.code].status).headers(headers).send(body);
  });
  registerForms(app, parts);
  registerSignIn(app);
  registerAssets(app, site);
  registerLogos(app, services);
  registerReference(app, services, site);
  registerCheckout(app, services);
  registerOrders(app, services);
  registerMailbox(app, services, site);
  registerPlays(app, services, site);
  registerConsole(app, services);
  registerDesk(app, services);
}

/** A URL that names this very content may be kept for ever; any other is asked for again. */
function registerAssets(app: FastifyInstance, site: Site): void {
  for (const [name, stored] of site.assets) {
    app.get<{ Querystring: { v?: string; brand?: string } }>(`/assets/${name}`, (request, reply) => {
      const isExact = request.query.v === stored.hash;
      reply.header("Cache-Control", isExact ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
      const colour = stored.type.startsWith("text/css") ? parseColour(`#${request.query.brand ?? ""}`) : null;
      return sendStored(request, reply, colour === null ? stored : site.branded.sheet(colour));
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
