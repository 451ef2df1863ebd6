import { HTML_TYPE, renderPage } from "../kit/document.js";
import { servedDocuments, withAddress } from "../kit/documents.js";
import { siteFor } from "../kit/looks.js";
import { operatorEdition } from "../kit/operator.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Handler } from "../kit/route.js";
import type { Site } from "../kit/site.js";
import { type Stored, sendStored, store } from "../kit/stored.js";
import { DOCS_SEARCH_LENGTH_MAX } from "./frame.js";
import { GuidePage, GuidesPage } from "./guide.js";
import { type DocsServices, loadReference } from "./load.js";
import { pageOf, REFERENCE_PATH } from "./menu.js";
import { type DocsSearch, openSearch, SearchPage } from "./search.js";
import { llmsText, referenceText } from "./text.js";
import { ReferencePage } from "./view.js";

type Reader = { readonly site: Site };

/** The texts of each deployment, by look, path and whom they name, each made when it is first asked for. */
let rendered = new WeakMap<Site, Map<string, Stored>>();
let searches = new WeakMap<Site, DocsSearch>();
let edition = operatorEdition();

/** Those of before name somebody else. */
function forgetFormer(): void {
  if (edition === operatorEdition()) return;
  rendered = new WeakMap();
  searches = new WeakMap();
  edition = operatorEdition();
}

function textsOf(site: Site): Map<string, Stored> {
  forgetFormer();
  const known = rendered.get(site) ?? new Map<string, Stored>();
  rendered.set(site, known);
  return known;
}

type Render = (site: Site, services: DocsServices, path: string) => Stored;

/** What stays the same while the same operator runs the service: of one site in one look. */
const shown =
  (render: Render): Handler<Reader, DocsServices> =>
  ({ site: ours }, { request, reply }, services) => {
    const site = siteFor(request.server.pageParts, request);
    const [path = ""] = request.url.split("?");
    const known = textsOf(ours);
    const name = `${site.theme} ${path}`;
    const page = known.get(name) ?? render(site, services, path);
    known.set(name, page);
    return sendStored(request, reply.headers(site.waitingHeaders).header("Cache-Control", "no-cache"), page);
  };

/** The API reference. */
export const showReference = shown((site, services) =>
  store(
    HTML_TYPE,
    renderPage(<ReferencePage site={site} reference={loadReference(site, services)} documents={servedDocuments()} />),
  ),
);

const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/** The same as Markdown. */
export const showReferenceText = shown((site, services) =>
  store(MARKDOWN_TYPE, referenceText(loadReference(site, services))),
);

/** What there is to read, for people. */
export const showGuides = shown((site) =>
  store(HTML_TYPE, renderPage(<GuidesPage site={site} documents={servedDocuments()} />)),
);

/** A guide or another document, with this deployment's address in it: as a page, and as Markdown where the address ends so. */
export const showDocument = shown((site, { publicUrl }, path) => {
  const documents = servedDocuments();
  const text = documents.find((one) => `/docs/${one.path}` === path);
  if (text !== undefined) return store(MARKDOWN_TYPE, withAddress(text.text, publicUrl()));
  const document = documents.find((one) => pageOf(one) === path);
  if (document === undefined) throw new PageRefusal("not_found");
  const page = <GuidePage site={site} document={withAddress(document, publicUrl())} documents={documents} />;
  return store(HTML_TYPE, renderPage(page));
});

/** What was found in all of them. */
export const showDocsSearch: Handler<Reader, DocsServices> = ({ site: ours }, { request, reply, query }, services) => {
  forgetFormer();
  const documents = servedDocuments();
  const search =
    searches.get(ours) ??
    openSearch(
      documents.map((one) => withAddress(one, services.publicUrl())),
      loadReference(ours, services),
    );
  searches.set(ours, search);
  const typed = (query["q"] ?? "").slice(0, DOCS_SEARCH_LENGTH_MAX);
  const site = siteFor(request.server.pageParts, request);
  reply.headers(site.waitingHeaders).header("Cache-Control", "no-cache");
  return <SearchPage site={site} documents={documents} typed={typed} found={search(typed)} />;
};

/** What there is to read, for programs. */
export const showLlmsText = shown((site, services) =>
  store("text/plain; charset=utf-8", llmsText(loadReference(site, services), servedDocuments(), services.publicUrl())),
);

/** The same by another address. */
export const toReference: Handler<Reader, DocsServices> = (_reader, { reply }) => reply.redirect(REFERENCE_PATH, 302);
