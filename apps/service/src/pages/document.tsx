/** The frame around every page. */
import type { ComponentChildren, JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { Icon } from "./icons.js";
import type { Site } from "./site.js";

export const HTML_TYPE = "text/html; charset=utf-8";

export const renderPage = (page: JSX.Element): string => `<!DOCTYPE html>${renderToString(page)}`;

type Props = {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  /** Whether search engines may list the page. */
  readonly isPublic?: boolean;
  readonly children: ComponentChildren;
};

export function Document({ site, title, description, isPublic = false, children }: Props): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description} />
        {isPublic ? null : <meta name="robots" content="noindex" />}
        <title>{title}</title>
        <link rel="preload" href={site.urls.font} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={site.urls.stylesheet} />
        <link rel="icon" href={site.urls.icon} type="image/svg+xml" />
      </head>
      <body class="min-h-dvh bg-base-200 text-base-content">
        <a
          href="#main"
          class="btn btn-primary btn-sm sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50"
        >
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}

/** The bar on top: who we are, and what kind of page this is. */
export function Header({ wide = false, children }: { wide?: boolean; children?: ComponentChildren }): JSX.Element {
  return (
    <header class="border-b border-base-300 bg-base-100">
      <div
        class={`mx-auto flex h-16 items-center justify-between gap-4 px-4 sm:px-6 ${wide ? "max-w-[90rem]" : "max-w-5xl"}`}
      >
        <Logo />
        {children}
      </div>
    </header>
  );
}

function Logo(): JSX.Element {
  return (
    <span class="inline-flex items-center gap-2 font-semibold tracking-tight">
      <span class="grid size-8 place-items-center rounded-lg bg-primary text-primary-content">
        <Icon name="shield-check" />
      </span>
      <span class="text-lg">Holdfast</span>
    </span>
  );
}

/** Nobody should take a rehearsal for the real thing, nor the other way round. */
export function ModeMark({ site, live }: { site: Site; live: string }): JSX.Element {
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
      <Icon name="flask" class="size-3.5" />
      <span>
        Sandbox<span class="max-sm:hidden"> · no real money</span>
      </span>
    </span>
  );
}
