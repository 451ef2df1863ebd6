/**
 * The checkout inside of a seller's own pages. Its addresses begin with /embed and the seller's code; only these can be framed, only by
 * the origins that this seller allows, and they know buyers by cookies of their own. Opened outside of a frame they lead to the page
 * that they stand for, so those cookies are of no use there.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { Database } from "../../platform/database.js";
import { findFrameOrigins } from "../../store/read/frames.js";
import { asBuyer, type UploadAccess } from "./access.js";
import { Document } from "./document.js";
import { Icon } from "./icons.js";
import { FRAMES_PATH, isSellerCode } from "./links.js";
import { titled } from "./operator.js";
import { buyerServicesOf, type Frame, openPage, type PageContext } from "./page-context.js";
import { byVisitor } from "./places.js";
import { PageRefusal } from "./refusal.js";
import { frameWords } from "./words.js";

/** Looks who may frame before anything else is answered, so that refusals too can be read in the frame. */
export function registerFrames(app: FastifyInstance, db: Pick<Database, "query">): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.framed !== true) return;
    const { seller_code: code = "" } = request.params as Readonly<Partial<Record<string, string>>>;
    const origins = isSellerCode(code) ? await findFrameOrigins(db, code) : [];
    if (origins.length === 0) throw new PageRefusal("not_found");
    request.frame = { root: `${FRAMES_PATH}/${code}`, origins };
    reply.headers(request.server.pageParts.site.framedHeaders(origins));
  });
}

/** The page of ours that an address within a frame stands for. */
export const unframed = ({ root }: Frame, url: string): string => {
  const code = root.slice(FRAMES_PATH.length + 1);
  return url
    .slice(root.length)
    .replace(/^\/(pay|buy)\//, (_found, area: string) => `/${area}/${code}/`)
    .replace(PROBE, "");
};

/** In the address of a page that has tried to set a cookie. */
const PROBE = /[?&]cookies=asked\b/;
const withProbe = (url: string): string => `${url}${url.includes("?") ? "&" : "?"}cookies=asked`;

/** Anybody in a frame, signed in there or not. A browser that keeps no cookie there is offered the page outside. */
export const framed: UploadAccess<PageContext, "framed"> = {
  kind: "framed",
  placesOf: byVisitor,
  visitorOf: asBuyer,
  enter: async (request, reply) => {
    const { frame, url, method, headers } = request;
    if (frame === undefined) throw new PageRefusal("not_found");
    if (isOutside(request)) {
      if (method !== "GET") throw new PageRefusal("forbidden");
      return { instead: unframed(frame, url) };
    }
    const hasCookie = buyerServicesOf(request).cookies.read(headers, "browser") !== null;
    const context = await openPage(request, reply);
    if (hasCookie || method !== "GET") return { context };
    return { instead: PROBE.test(url) ? <NoCookies context={context} frame={frame} /> : withProbe(url) };
  },
};

/** Whether a browser shows the answer as a page of its own. One that doesn't say is believed to frame it. */
const isOutside = ({ headers }: FastifyRequest): boolean => headers["sec-fetch-dest"] === "document";

function NoCookies({ context, frame }: { context: PageContext; frame: Frame }): JSX.Element {
  const { site, locale, url } = context;
  const words = frameWords(locale);
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(words.noCookies)}
      description={words.noCookiesText}
      frame={{ origins: frame.origins, session: null, state: null }}
    >
      <main id="main" class="mx-auto max-w-xl px-4 py-6">
        <section class="panel p-5 text-center sm:p-6">
          <h1 class="text-xl font-semibold tracking-tight text-balance">{words.noCookies}</h1>
          <p class="muted mt-1.5 text-sm leading-relaxed">{words.noCookiesText}</p>
          <p class="mt-5">
            <a
              class="btn btn-primary h-auto min-h-12 w-full py-2"
              href={unframed(frame, url)}
              target="_blank"
              rel="noopener"
            >
              {words.openInTab}
              <Icon name="external-link" class="size-4" />
            </a>
          </p>
        </section>
      </main>
    </Document>
  );
}
