/** The frame around every page. */
import type { ComponentChildren, JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Colour } from "../../domain/brand.js";
import { type OperatorIdentity, PRODUCT } from "../../domain/operator-identity.js";
import { directionOf, type Locale, localeName, locales } from "../../words/locale.js";
import { operatorIdentity } from "../../words/operator-names.js";
import { Icon } from "./icons.js";
import { Language, useLocale, useWords } from "./language.js";
import { Imprint, OperatorMark, operatorLinks, operatorLogoPath } from "./operator.js";
import type { Frame } from "./page-context.js";
import type { Site, Theme } from "./site.js";
import { ThemeSwitch } from "./theme.js";
import { kitWords } from "./words.js";
import { ZoneSwitch } from "./zone.js";

export const HTML_TYPE = "text/html; charset=utf-8";

export const renderPage = (page: JSX.Element): string => `<!DOCTYPE html>${renderToString(page)}`;

type Props = {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  /** The language of our own words on the page. */
  readonly locale?: Locale;
  /** Whether search engines may list the page. */
  readonly isPublic?: boolean;
  /** Where the page is as Markdown. */
  readonly markdownPath?: string;
  /** Set for a page that waits for something. */
  readonly waiting?: Polling | undefined;
  /** Set for a page with the search of the console: its script. */
  readonly searches?: boolean | undefined;
  /** Set for a page of the documents: its script. */
  readonly documents?: boolean | undefined;
  /** Set for a page with a list that keeps itself at its newest: its script. */
  readonly lives?: boolean | undefined;
  /** Set for a page that asks for a passkey: its two scripts. */
  readonly passkeys?: boolean | undefined;
  /** Set for a page inside of a seller's: what its script tells that one, and whom it may tell. */
  readonly frame?: FrameMessage | undefined;
  /** A seller's colour, for links and buttons in what bears the class `brand`: never the bar that says who we are. */
  readonly colour?: Colour | null;
  /** Set for a page whose address people send each other: what a message shows beside the link. */
  readonly preview?: Preview | undefined;
  readonly children: ComponentChildren;
};

/** What is here is seen by everybody who sees the message: no amount, no order, nobody's address. */
type Preview = {
  readonly title: string;
  /** A path; ours without one. */
  readonly picture?: string | undefined;
};

/**
 * Told by name that a page is nobody's but its link's holder's. The general `robots` would also keep out what reads pages
 * for people and at their wish, such as previews in messages.
 */
const SEARCH_ENGINES = ["googlebot", "bingbot", "duckduckbot", "applebot", "yandex", "baiduspider"] as const;

export type FrameMessage = {
  readonly origins: readonly string[];
  /** The session's id; null where there is none yet. */
  readonly session: string | null;
  /** How the session stands; null where that is not known. */
  readonly state: "open" | "paying" | "paid" | "confirmed" | "closed" | null;
};

/** Where a page is loaded again without scripts, and after how long. */
export type Polling = { readonly path: string; readonly reloadSeconds: number };

/** Written by the service, so that no page shows itself in another look first. */
const LOOKS = {
  system: { theme: undefined, schemes: "light dark" },
  light: { theme: "holdfast", schemes: "light" },
  dark: { theme: "holdfast-dark", schemes: "dark" },
} as const satisfies Record<Theme, { theme: string | undefined; schemes: string }>;

export function Document(props: Props): JSX.Element {
  const { site, title, description, locale = "en", isPublic = false, waiting, children } = props;
  const {
    colour = null,
    passkeys = false,
    searches = false,
    lives = false,
    documents = false,
    markdownPath,
    frame,
    preview,
  } = props;
  const operator = operatorIdentity();
  return (
    <html lang={locale} dir={directionOf(locale) === "rtl" ? "rtl" : undefined} data-theme={LOOKS[site.theme].theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={LOOKS[site.theme].schemes} />
        <meta name="description" content={description} />
        {isPublic ? null : SEARCH_ENGINES.map((engine) => <meta name={engine} content="noindex" />)}
        <title>{title}</title>
        <link rel="preload" href={site.urls.font} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={site.branded.url({ operator: operator.colour, seller: colour })} />
        {markdownPath === undefined ? null : <link rel="alternate" type="text/markdown" href={markdownPath} />}
        {operator.logo === null ? (
          <link rel="icon" href={site.urls.icon} type="image/svg+xml" />
        ) : (
          <link rel="icon" href={operatorLogoPath(operator.logo)} type={operator.logo.type} />
        )}
        <link
          rel="apple-touch-icon"
          href={operator.logo === null ? site.urls.touchIcon : operatorLogoPath(operator.logo)}
        />
        {preview === undefined ? null : (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={operator.name} />
            <meta property="og:title" content={preview.title} />
            <meta property="og:description" content={description} />
            {/* Who shows it knows no other beginning of a path. */}
            <meta property="og:image" content={`${site.origin()}${preview.picture ?? pictureOf(operator, site)}`} />
            <meta name="twitter:card" content="summary" />
          </>
        )}
        {/* Before anything is painted: what it writes would move what stands below it. */}
        <script src={site.urls.waitScript} defer {...{ blocking: "render" }} />
        {searches ? <script src={site.urls.searchScript} defer /> : null}
        {documents ? <script src={site.urls.docsScript} defer /> : null}
        {frame === undefined ? null : <script src={site.urls.frameScript} defer />}
        {lives ? <script src={site.urls.liveScript} defer /> : null}
        {passkeys ? site.urls.passkeyScripts.map((url) => <script src={url} defer />) : null}
        {waiting === undefined ? null : <News waiting={waiting} />}
      </head>
      <body
        class={`bg-base-200 text-base-content ${frame === undefined ? "min-h-dvh" : ""}`}
        data-missing={kitWords(locale).missing}
        data-unchosen={kitWords(locale).unchosen}
        data-zone-cookie={site.zoneCookie ?? undefined}
        {...toldOf(frame)}
      >
        <Language value={locale} zone={site.zone}>
          <a
            href="#main"
            class="btn btn-primary btn-sm sr-only focus:not-sr-only focus:absolute focus:top-3 focus:start-3 focus:z-50"
          >
            {kitWords(locale).skip}
          </a>
          {children}
        </Language>
      </body>
    </html>
  );
}

/** What assets/frame.js reads. */
const toldOf = (frame: FrameMessage | undefined) =>
  frame === undefined
    ? {}
    : {
        "data-frame-origins": frame.origins.join(" "),
        "data-frame-session": frame.session ?? undefined,
        "data-frame-state": frame.state ?? undefined,
      };

/**
 * The one small script looks for news (assets/wait.js); without scripts the browser loads the page again by itself. It is
 * told where from: an address with a `#` in it would only be scrolled to.
 */
const News = ({ waiting: { path, reloadSeconds } }: { waiting: Polling }): JSX.Element => (
  <noscript>
    <meta http-equiv="refresh" content={`${reloadSeconds};url=${path}`} />
  </noscript>
);

/** The picture beside a link to a page of ours. The product's own bears its name. */
const pictureOf = ({ logo, name }: OperatorIdentity, { urls }: Site): string =>
  logo !== null ? operatorLogoPath(logo) : name === PRODUCT ? urls.preview : urls.touchIcon;

/** The bar on top: who we are, and what kind of page this is. */
export function Header({
  site,
  wide = false,
  children,
}: {
  site: Site;
  wide?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <header class="border-b border-base-300 bg-base-100">
      <div
        class={`mx-auto flex h-16 items-center justify-between gap-4 px-4 sm:px-6 ${wide ? "max-w-[90rem]" : "max-w-5xl"}`}
      >
        <OperatorMark theme={site.theme} />
        {children}
      </div>
    </header>
  );
}

/** Nobody should take a rehearsal for the real thing, nor the other way round. */
export function ModeMark({
  site,
  live,
  isNarrow = false,
}: {
  site: Site;
  live: string;
  /** Where there is room for one word. */
  isNarrow?: boolean;
}): JSX.Element {
  const { noRealMoney } = useWords(kitWords);
  if (!site.isSandbox) {
    return (
      <span class="muted inline-flex items-center gap-1.5 text-sm">
        <Icon name="lock" class="size-4" />
        {live}
      </span>
    );
  }
  return (
    <span class="badge badge-warning badge-soft gap-1.5 font-medium whitespace-nowrap">
      {isNarrow ? null : <Icon name="flask" class="size-3.5" />}
      <span>
        {SANDBOX}
        {isNarrow ? null : <span class="max-sm:hidden"> · {noRealMoney}</span>}
      </span>
    </span>
  );
}

const SANDBOX = "Sandbox";

/** What there is to read and whom to ask, as far as it is known. */
export function FooterLinks({ locale, isFramed = false }: { locale: Locale; isFramed?: boolean }): JSX.Element | null {
  const words = kitWords(locale);
  const links = operatorLinks(operatorIdentity());
  if (links.length === 0) return null;
  return (
    <nav aria-label={words.foot} class="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {links.map(([name, href]) => (
        <a
          class="link link-primary inline-flex min-h-8 items-center underline-offset-4"
          href={href}
          rel="noreferrer"
          target={isFramed ? "_blank" : undefined}
        >
          {words[name]}
        </a>
      ))}
    </nav>
  );
}

type FooterProps = {
  readonly site: Site;
  readonly locale: Locale;
  readonly csrf: string;
  readonly url: string;
  readonly frame?: Frame | null;
  /** Before the links. */
  readonly children?: ComponentChildren;
};

/** What stands at the foot of buyers' pages: help and terms, in which language they are read, by which clocks, and whether light or dark. */
export function Footer({ site, locale, csrf, url, frame = null, children }: FooterProps): JSX.Element {
  return (
    <footer class="mx-auto max-w-5xl px-4 pt-4 pb-10 sm:px-6">
      <div class="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 border-t border-base-300 pt-4">
        <LanguageSwitch csrf={csrf} next={url} root={frame?.root} />
        {frame === null ? (
          <div class="flex flex-wrap items-center gap-x-6 gap-y-1">
            <ThemeSwitch theme={site.theme} csrf={csrf} next={url} />
            <ZoneSwitch csrf={csrf} next={url} />
          </div>
        ) : null}
        {children}
        <FooterLinks locale={locale} isFramed={frame !== null} />
      </div>
      <Imprint locale={locale} class="mt-3" />
    </footer>
  );
}

/** The languages that a page can be read in: one button each, no script. */
export function LanguageSwitch({
  csrf,
  next,
  offered = locales(),
  class: classes = "",
  root = "",
}: {
  csrf: string;
  /** The page itself. */
  next: string;
  offered?: readonly Locale[];
  class?: string;
  /** Of a frame. */
  root?: string | undefined;
}): JSX.Element {
  const locale = useLocale();
  return (
    <form
      method="post"
      action={`${root}/language`}
      class={`flex flex-wrap items-center gap-x-1 gap-y-1 text-sm ${classes}`.trim()}
    >
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="next" value={next} />
      <span class="muted me-2 inline-flex items-center gap-1.5 [justify-content:inherit] max-sm:w-full">
        <Icon name="languages" class="size-4" />
        {kitWords(locale).language}
      </span>
      {offered.map((one) => (
        <button
          type="submit"
          name="lang"
          value={one}
          lang={one}
          aria-current={one === locale ? "true" : undefined}
          class="min-h-8 cursor-pointer rounded-field pe-3 aria-[current]:font-semibold not-aria-[current]:text-primary not-aria-[current]:underline"
        >
          {localeName(one)}
        </button>
      ))}
    </form>
  );
}
