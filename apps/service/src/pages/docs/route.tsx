import { HTML_TYPE, renderPage } from "../kit/document.js";
import { type ServedDocument, servedDocuments, withAddress } from "../kit/documents.js";
import { siteFor } from "../kit/looks.js";
import { operatorEdition } from "../kit/operator.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Handler } from "../kit/route.js";
import type { Site } from "../kit/site.js";
import { type Stored, sendStored, store } from "../kit/stored.js";
import { DOCS_SEARCH_LENGTH_MAX } from "./frame.js";
import { GuidePage, GuidesPage } from "./guide.js";
import { type DocsServices, loadReference } from "./load.js";
import { DOCS_SEARCH_PATH, pageOf, REFERENCE_PATH } from "./menu.js";
import type { Reference } from "./reference.js";
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

/** What there is to show: in this deployment's name, and with its address. */
type About = {
  readonly path: string;
  readonly reference: () => Reference;
  readonly documents: readonly ServedDocument[];
  readonly publicUrl: string;
};

const addressed = new WeakMap<Site, readonly ServedDocument[]>();

function aboutOf(ours: Site, services: DocsServices, path: string): About {
  const publicUrl = services.publicUrl();
  const documents = addressed.get(ours) ?? servedDocuments().map((one) => withAddress(one, publicUrl));
  addressed.set(ours, documents);
  return { path, reference: () => loadReference(ours, services), documents, publicUrl };
}

/** What stays the same while the same operator runs the service: of one site in one look. */
const shown =
  (render: (site: Site, about: About) => Stored): Handler<Reader, DocsServices> =>
  ({ site: ours }, { request, reply }, services) => {
    const site = siteFor(request.server.pageParts, request);
    const [path = ""] = request.url.split("?");
    const known = textsOf(ours);
    const name = `${site.theme} ${path}`;
    const page = known.get(name) ?? render(site, aboutOf(ours, services, path));
    known.set(name, page);
    return sendStored(request, reply.header("Cache-Control", "no-cache"), page);
  };

/** The API reference. */
export const showReference = shown((site, { reference, documents }) =>
  store(HTML_TYPE, renderPage(<ReferencePage site={site} reference={reference()} documents={documents} />)),
);

const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/** The same as Markdown. */
export const showReferenceText = shown((_site, { reference }) => store(MARKDOWN_TYPE, referenceText(reference())));

/** What there is to read, for people. */
export const showGuides = shown((site, { documents }) =>
  store(HTML_TYPE, renderPage(<GuidesPage site={site} documents={documents} />)),
);

/** A guide or another document: as a page, and as Markdown where the address ends so. */
export const showDocument = shown((site, { path, documents }) => {
  const text = documents.find((one) => `/docs/${one.path}` === path);
  if (text !== undefined) return store(MARKDOWN_TYPE, text.text);
  const document = documents.find((one) => pageOf(one) === path);
  if (document === undefined) throw new PageRefusal("not_found");
  return store(HTML_TYPE, renderPage(<GuidePage site={site} document={document} documents={documents} />));
});

/** What there is to read, for programs. */
export const showLlmsText = shown((_site, { reference, documents, publicUrl }) =>
  store("text/plain; charset=utf-8", llmsText(reference(), documents, publicUrl)),
);

/** What was found in all of them. */
export const showDocsSearch: Handler<Reader, DocsServices> = ({ site: ours }, { request, reply, query }, services) => {
  forgetFormer();
  const { documents, reference } = aboutOf(ours, services, DOCS_SEARCH_PATH);
  const search = searches.get(ours) ?? openSearch(documents, reference());
  searches.set(ours, search);
  const typed = (query["q"] ?? "").slice(0, DOCS_SEARCH_LENGTH_MAX);
  const site = siteFor(request.server.pageParts, request);
  reply.header("Cache-Control", "no-cache");
  return <SearchPage site={site} documents={documents} typed={typed} found={search(typed)} />;
};

/** The same by another address. */
export const toReference: Handler<Reader, DocsServices> = (_reader, { reply }) => reply.redirect(REFERENCE_PATH, 302);
