import { HTML_TYPE, renderPage } from "../kit/document.js";
import { named, servedDocuments } from "../kit/documents.js";
import { editionOfHouse } from "../kit/operator.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Handler } from "../kit/route.js";
import type { Site } from "../kit/site.js";
import { type Stored, sendStored, store } from "../kit/stored.js";
import { type DocsServices, loadReference } from "./load.js";
import { llmsText, referenceText } from "./text.js";
import { ReferencePage } from "./view.js";

type Reader = { readonly site: Site };

/** The texts of each deployment, by path and by whom they name, each made when it is first asked for. */
const rendered = new WeakMap<Site, Map<string, Stored>>();

type Render = (site: Site, services: DocsServices, path: string) => Stored;

/** What stays the same while the same operator runs the service. */
const shown =
  (render: Render): Handler<Reader, DocsServices> =>
  ({ site }, { request, reply }, services) => {
    const [path = ""] = request.url.split("?");
    const all = rendered.get(site) ?? new Map<string, Stored>();
    rendered.set(site, all);
    const key = `${editionOfHouse()} ${path}`;
    const known = all.get(key);
    // Those of before name somebody else.
    if (known === undefined) for (const one of all.keys()) if (!one.startsWith(`${editionOfHouse()} `)) all.delete(one);
    const page = known ?? render(site, services, path);
    all.set(key, page);
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
  return store(MARKDOWN_TYPE, named(document.text).replaceAll(QUICK_START_URL, publicUrl()));
});

/** Where the documents take a service to be. */
const QUICK_START_URL = "http://localhost:3000";

/** What there is to read, for programs. */
export const showLlmsText = shown((site, services) =>
  store("text/plain; charset=utf-8", llmsText(loadReference(site, services), servedDocuments(), services.publicUrl())),
);

/** The same by another address. */
export const toReference: Handler<Reader, DocsServices> = (_reader, { reply }) => reply.redirect("/docs", 302);
