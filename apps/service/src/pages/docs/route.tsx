import { HTML_TYPE, renderPage } from "../kit/document.js";
import type { Handler } from "../kit/route.js";
import type { Site } from "../kit/site.js";
import { type Stored, sendStored, store } from "../kit/stored.js";
import { type DocsServices, loadReference } from "./load.js";
import { ReferencePage } from "./view.js";

type Reader = { readonly site: Site };

/** The page of each deployment, made when it is first asked for. */
const rendered = new WeakMap<Site, Stored>();

/** The API reference. */
export const showReference: Handler<Reader, DocsServices> = ({ site }, { request, reply }, services) => {
  const page = rendered.get(site) ?? render(site, services);
  rendered.set(site, page);
  return sendStored(request, reply.header("Cache-Control", "no-cache"), page);
};

const render = (site: Site, services: DocsServices): Stored =>
  store(HTML_TYPE, renderPage(<ReferencePage site={site} reference={loadReference(site, services)} />));

/** What there is to see at the root of the site. */
export const toReference: Handler<Reader, DocsServices> = (_reader, { reply }) => reply.redirect("/docs", 302);
