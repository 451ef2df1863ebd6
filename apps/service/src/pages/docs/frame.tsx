/** Around every page of the documents: where one can go, the search, and what the script needs. */
import type { ComponentChildren, JSX } from "preact";
import { Document, Header, ModeMark } from "../kit/document.js";
import { Icon } from "../kit/icons.js";
import { CONSOLE_PATH } from "../kit/links.js";
import { maxLengthFor } from "../kit/max-length.js";
import type { Site } from "../kit/site.js";
import { themePath } from "../kit/theme.js";
import { DOCS_SEARCH_PATH, GUIDES_PATH, REFERENCE_PATH } from "./menu.js";

type Area = "reference" | "guides" | "search";

type Props = {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  readonly markdownPath?: string;
  /** Path of the page itself. */
  readonly path: string;
  readonly area: Area;
  readonly menu: ComponentChildren;
  /** A second menu, of the page's own sections, where there is room. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
};

export function DocsFrame(props: Props): JSX.Element {
  const { site, title, description, markdownPath, path, area, menu, aside, children } = props;
  return (
    <Document
      site={site}
      title={title}
      description={description}
      isPublic={area !== "search"}
      preview={area === "search" ? undefined : { title }}
      {...(markdownPath === undefined ? {} : { markdownPath })}
      searches
      documents
    >
      <Header site={site} wide>
        <span class="flex items-center gap-1 sm:gap-2">
          <nav aria-label="Site" class="flex items-center text-sm font-medium max-lg:hidden">
            {links(area).map((link) => (
              <HeaderLink {...link} />
            ))}
          </nav>
          <SearchLink />
          <a
            class="grid size-9 place-items-center rounded-field hover:bg-base-200"
            href={themePath(path)}
            data-theme-choice
            title="Theme"
          >
            <Icon name="sun" class="size-4.5" />
            <span class="sr-only">Theme</span>
          </a>
          {site.isSandbox ? <ModeMark site={site} live="" isNarrow /> : null}
        </span>
      </Header>
      <div
        class={`mx-auto max-w-[90rem] lg:grid ${aside === undefined ? "lg:grid-cols-[17rem_minmax(0,1fr)]" : "lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)_15rem]"}`}
      >
        <div class="border-base-300 bg-base-100 max-lg:border-b lg:border-r">
          <details class="docs-menu group lg:sticky lg:top-0">
            <summary class="flex cursor-pointer list-none items-center justify-between px-4 py-3 text-sm font-medium sm:px-6 supports-[selector(::details-content)]:lg:hidden [&::-webkit-details-marker]:hidden">
              Contents
              <Icon name="menu" />
            </summary>
            <nav
              aria-label="Contents"
              data-contents
              class="px-4 pb-6 text-sm sm:px-6 lg:max-h-dvh lg:overflow-y-auto lg:py-6"
            >
              <ul class="mb-5 space-y-0.5 lg:hidden">
                {links(area).map(({ href, label, isCurrent }) => (
                  <Entry href={href} label={label} isCurrent={isCurrent} />
                ))}
              </ul>
              {menu}
            </nav>
          </details>
        </div>
        <main id="main" class="min-w-0 px-4 py-8 sm:px-6 lg:px-10">
          {children}
        </main>
        {aside}
      </div>
      <SearchDialog />
    </Document>
  );
}

const links = (area: Area) => [
  { href: "/", label: "Home", isCurrent: false },
  { href: REFERENCE_PATH, label: "API reference", isCurrent: area === "reference" },
  { href: GUIDES_PATH, label: "Guides", isCurrent: area === "guides" },
  { href: CONSOLE_PATH, label: "Console", isCurrent: false },
];

type LinkProps = { readonly href: string; readonly label: string; readonly isCurrent: boolean };

const CURRENT = "aria-[current]:bg-primary/10 aria-[current]:text-primary";

const HeaderLink = ({ href, label, isCurrent }: LinkProps): JSX.Element => (
  <a
    class={`inline-flex min-h-9 items-center rounded-field px-3 hover:bg-base-200 ${CURRENT}`}
    href={href}
    aria-current={isCurrent ? "true" : undefined}
  >
    {label}
  </a>
);

/** The title of a part of the menu. */
export const MenuTitle = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <p class="font-semibold">{children}</p>
);

/** A line of a menu; the one where the reader is stands out. */
export const Entry = ({
  href,
  label,
  isCurrent = false,
  children,
}: {
  href: string;
  label: string;
  isCurrent?: boolean;
  children?: ComponentChildren;
}): JSX.Element => (
  <li>
    <a
      class={`muted -mx-2 flex min-h-8 items-center justify-between gap-2 rounded-field px-2 py-1 hover:bg-base-200 ${CURRENT}`}
      href={href}
      aria-current={isCurrent ? "page" : undefined}
    >
      <span>{label}</span>
      {children}
    </a>
  </li>
);

/** A link to the page of the search, which the script opens in place. */
const SearchLink = (): JSX.Element => (
  <a
    href={DOCS_SEARCH_PATH}
    data-searches
    class="muted flex min-h-9 items-center gap-2.5 rounded-field border border-base-300 bg-base-200 px-3 text-sm hover:border-primary lg:w-56"
  >
    <Icon name="search" class="size-4" />
    <span class="max-sm:sr-only">Search</span>
    <kbd class="ms-auto rounded border border-base-300 bg-base-100 px-1.5 font-sans text-xs max-lg:hidden">Ctrl K</kbd>
  </a>
);

/** One box for guides and reference. It is a GET, so what was found has an address. */
export const SearchForm = ({ typed, id }: { typed: string; id: string }): JSX.Element => (
  <search>
    <form method="get" action={DOCS_SEARCH_PATH} class="flex gap-2">
      <label class="sr-only" for={id}>
        Search guides and reference
      </label>
      <input
        class="input w-full min-w-0 flex-1"
        type="search"
        id={id}
        name="q"
        value={typed}
        placeholder="webhook signature, createSession, payout…"
        autocomplete="off"
        spellcheck={false}
        maxLength={maxLengthFor(DOCS_SEARCH_LENGTH_MAX)}
      />
      <button type="submit" class="btn btn-primary">
        <Icon name="search" class="size-4" />
        <span class="max-sm:sr-only">Search</span>
      </button>
    </form>
  </search>
);

/** Letters of what is searched for; more are cut. */
export const DOCS_SEARCH_LENGTH_MAX = 100;

/** Without scripts it is never seen. */
const SearchDialog = (): JSX.Element => (
  <dialog
    data-search
    aria-label="Search"
    class="panel m-0 mx-auto mt-[8vh] max-h-[84vh] w-[min(40rem,calc(100vw-1.5rem))] flex-col overflow-hidden p-0 text-base-content shadow-2xl backdrop:bg-black/50 open:flex"
  >
    <div class="border-b border-base-300 p-3">
      <SearchForm typed="" id="search-box" />
    </div>
    <p class="sr-only" role="status" />
    <div class="min-h-0 overflow-y-auto p-2" data-found data-failed="The search didn’t answer. Try again." />
  </dialog>
);
