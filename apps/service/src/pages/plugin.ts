/** Pages for people: server-rendered, readable without scripts, under a policy that lets nothing foreign in. */
import { ERRORS } from "@holdfast/contract";
import type { FastifyInstance } from "fastify";
import { DirectoryAway, SignInAway } from "../identity/registry.js";
import { refusedInConsole } from "./console/refused.js";
import { refusedInDesk } from "./desk/refused.js";
import { registerCompression } from "./kit/compression.js";
import { renderPage } from "./kit/document.js";
import { IsElsewhere, registerElsewhere, sendElsewhere } from "./kit/elsewhere.js";
import { registerFrames } from "./kit/frames.js";
import { FRAMES_PATH } from "./kit/links.js";
import { type PageParts, registerForms } from "./kit/page-context.js";
import { type ProblemText, REFUSAL_HEADERS, refusalPage } from "./kit/problem.js";
import { PageRefusal } from "./kit/refusal.js";
import { registerRoutes } from "./kit/route.js";
import type { Site } from "./kit/site.js";
import { AN_HOUR, FOR_EVER, sendStored } from "./kit/stored.js";
import { ROUTES } from "./routes.js";
import type { PageServices } from "./services.js";

export { registerCompression } from "./kit/compression.js";
export { answerPerson, unreadableRequestPage } from "./kit/problem.js";
export { openSite } from "./kit/site.js";

type Services = Omit<PageServices, keyof PageParts> & {
  /** Told why a page could not be shown, since the page does not. */
  readonly onAway: (error: unknown, requestId: string) => void;
};

export async function registerPages(
  app: FastifyInstance,
  { onAway, ...services }: Services,
  parts: PageParts,
): Promise<void> {
  const { site } = parts;
  await registerCompression(app);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(site.headers);
  });
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof IsElsewhere) return sendElsewhere(reply, error);
    const away = awayText(error);
    if (away !== null) {
      onAway(error, request.id);
      const { body, headers } = refusalPage(
        parts,
        { code: "service_unavailable", waitSeconds: null, text: away },
        request,
      );
      return reply
        .code(503)
        .headers({ ...headers, "Retry-After": "60" })
        .send(body);
    }
    // Whatever is not ours to explain goes on to the server's handler.
    if (!(error instanceof PageRefusal)) throw error;
    const { code } = error;
    const seconds = error.headers["Retry-After"];
    const refused = { code, waitSeconds: seconds === undefined ? null : Number(seconds) };
    const framed = (await refusedInConsole(refused, request, reply)) ?? (await refusedInDesk(refused, request, reply));
    const plain = refusalPage(parts, refused, request);
    return reply
      .code(ERRORS[code].status)
      .headers({ ...(framed === null ? plain.headers : REFUSAL_HEADERS), ...error.headers })
      .send(framed === null ? plain.body : renderPage(framed));
  });
  if (services.whereabouts !== null) registerElsewhere(app, services.whereabouts);
  registerForms(app, parts, services.db);
  app.decorate("otherCells", services.otherCells);
  app.decorate("signInReads", services.peopleDb);
  registerFrames(app, services.db);
  registerRoutes(app, ROUTES, { ...services, ...parts });
  registerAssets(app, site);
  registerEmbed(app, site);
  registerUnknown(app);
}

/** What can't be reached, where that is the directory of several cells. */
function awayText(error: unknown): ProblemText | null {
  if (error instanceof SignInAway) return "signInAwayText";
  return error instanceof DirectoryAway ? "directoryAwayText" : null;
}

/** Where people are at home nothing is refused without their menu, not even a page that never was. */
function registerUnknown(app: FastifyInstance): void {
  for (const path of ["/console/:seller_code/*", "/desk/*"])
    app.get(path, { config: { page: true, isUnknown: true } }, ({ url, server }) => {
      const allow = server.methodsOf(url);
      throw allow.length === 0
        ? new PageRefusal("not_found")
        : new PageRefusal("method_not_allowed", { Allow: allow.join(", ") });
    });
}

/**
 * The script that sellers load. Its address names what it promises, so it stays; what it does for that may change. It is the one thing of
 * ours that other sites' pages may load.
 */
function registerEmbed(app: FastifyInstance, { embedScript }: Site): void {
  app.get(`${FRAMES_PATH}/v1.js`, async (request, reply) => {
    reply.headers({ "Cache-Control": AN_HOUR, "Cross-Origin-Resource-Policy": "cross-origin" });
    return sendStored(request, reply, embedScript);
  });
}

/**
 * By hand, for they are no pages: which there are is known once the site is opened, and who asks for none is a program.
 * A URL that names this very content may be kept for ever; any other is asked for again.
 */
export function registerAssets(app: FastifyInstance, site: Site): void {
  for (const [name, stored] of site.assets) {
    app.get<{ Querystring: { v?: string; house?: string; brand?: string } }>(
      `/assets/${name}`,
      async (request, reply) => {
        const isExact = request.query.v === stored.hash;
        reply.header("Cache-Control", isExact ? FOR_EVER : "no-cache");
        const named = (part: unknown) =>
          stored.type.startsWith("text/css") && typeof part === "string" ? site.branded.colourIn(part) : null;
        const colours = { operator: named(request.query.house), seller: named(request.query.brand) };
        const isPlain = colours.operator === null && colours.seller === null;
        return sendStored(request, reply, isPlain ? stored : await site.branded.sheet(colours));
      },
    );
  }
}
