/** In which order the documents are listed, and below which title: each of them once. */
import type { ServedDocument } from "../kit/documents.js";

export const GUIDES_PATH = "/docs/guides";
export const REFERENCE_PATH = "/docs";
export const DOCS_SEARCH_PATH = "/docs/search";

/** The readers of a document: sellers, or operators of the service. */
export const READERS = { sellers: "For stores and sellers", operators: "For operators" } as const;
type Reader = keyof typeof READERS;

export type MenuGroup = {
  readonly title: string;
  readonly reader: Reader;
  readonly documents: readonly ServedDocument[];
};

const GROUPS: readonly { readonly title: string; readonly reader: Reader; readonly paths: readonly string[] }[] = [
  {
    title: "Build",
    reader: "sellers",
    paths: [
      "guides/quick-start",
      "guides/integrate-a-store",
      "guides/embedded-checkout",
      "guides/own-domain",
      "guides/webhooks",
      "guides/check-your-receiver",
      "guides/sandbox",
      "guides/agents",
    ],
  },
  {
    title: "Shops",
    reader: "sellers",
    paths: [
      "guides/shops/woocommerce",
      "guides/shops/medusa",
      "guides/shops/vendure",
      "guides/bridge",
      "guides/shops/orders",
    ],
  },
  {
    title: "Look up",
    reader: "sellers",
    paths: [
      "api/events",
      "api/errors",
      "api/states",
      "reference/sandbox-helpers",
      "reference/console",
      "reference/what-people-type",
      "reference/browsers",
    ],
  },
  {
    title: "Run the service",
    reader: "operators",
    paths: [
      "deploy/README",
      "deploy/compose",
      "deploy/systemd",
      "deploy/proxy",
      "deploy/checklist",
      "deploy/monitoring",
      "deploy/backup",
      "deploy/upgrade",
      "runbooks/operate",
      "reference/configuration",
      "reference/command-line",
      "reference/metrics",
      "reference/performance",
      "guides/providers/stripe",
      "guides/providers/pawapay",
      "guides/providers/paystack",
      "guides/providers/flutterwave",
      "guides/providers/momo",
      "guides/providers/own-rail",
      "runbooks/provider-outage",
      "runbooks/pooler",
      "runbooks/failover",
      "runbooks/rotate-secret-key",
      "runbooks/personal-data",
      "guides/add-a-language",
    ],
  },
];

/** Where people read it. */
export const pageOf = ({ path }: Pick<ServedDocument, "path">): string => `/docs/${path.replace(/\.md$/, "")}`;

/** What is served and named by no group stands in the last one. */
export function menuOf(documents: readonly ServedDocument[]): readonly MenuGroup[] {
  const named = new Set(GROUPS.flatMap(({ paths }) => paths.map((path) => `${path}.md`)));
  const rest = documents.filter(({ path }) => !named.has(path));
  return GROUPS.map(({ title, reader, paths }, index) => ({
    title,
    reader,
    documents: [
      ...paths.flatMap((path) => documents.find((one) => one.path === `${path}.md`) ?? []),
      ...(index === GROUPS.length - 1 ? rest : []),
    ],
  }));
}
