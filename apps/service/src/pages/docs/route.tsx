import { HTML_TYPE, renderPage } from "../kit/document.js";
import { servedDocuments } from "../kit/documents.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Handler } from "../kit/route.js";
import type { Site } from "../kit/site.js";
import { type Stored, sendStored, store } from "../kit/stored.js";
import { type DocsServices, loadReference } from "./load.js";
import { llmsText, referenceText } from "./text.js";
import { ReferencePage } from "./view.js";

type Reader = { readonly site: Site };

/** The texts of each deployment, by path, each made when it is first asked for. */
const rendered = new WeakMap<Site, Map<string, Stored>>();

type Render = (site: Site, services: DocsServices, path: string) => Stored;

/** What stays the same while the process lives. */
const shown =
  (render: Render): Handler<Reader, DocsServices> =>
  ({ site }, { request, reply }, services) => {
    const [path = ""] = request.url.split("?");
    const known = rendered.get(site) ?? new Map<string, Stored>();
    rendered.set(site, known);
    const page = known.get(path) ?? render(site, services, path);
    known.set(path, page);
    return sendStored(request, reply.header("Cache-Control", "no-cache"), page);
  };

/** The API reference. */
export const showReference = shown((site, services) =>
  store(HTML_TYPE, renderPage(<ReferencePage site={site} reference={loadReference(site, services)} />)),
);

const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/** The same as Markdown. */
export const showReferenceText = shown((site, services) =>
  store(MARKDOWN_TYPE, referenceText(loadReference(site, services))),
);

/** A guide or another document, with this deployment's address in it. */
export const showDocument = shown((_site, { publicUrl }, path) => {
  const document = servedDocuments().find((one) => `/docs/${one.path}` === path);
  if (document === undefined) throw new PageRefusal("not_found");
  return store(MARKDOWN_TYPE, document.text.replaceAll(QUICK_START_URL, publicUrl()));
});

/** Where the documents take a service to be. */
const QUICK_START_URL = "http://localhost:3000";

/** What there is to read, for programs. */
export const showLlmsText = shown((site, services) =>
  store("text/plain; charset=utf-8", llmsText(loadReference(site, services), servedDocuments(), services.publicUrl())),
);

/** The same by another address. */
export const toReference: Handler<Reader, DocsServices> = (_reader, { reply }) => reply.redirect("/docs", 302);
