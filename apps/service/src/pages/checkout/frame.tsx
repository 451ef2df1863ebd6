/** What stands above and below a checkout: on our own page, and inside of a seller's. */
import type { JSX } from "preact";
import { Footer, Header, ModeMark } from "../kit/document.js";
import { unframed } from "../kit/frames.js";
import { Icon } from "../kit/icons.js";
import type { PageContext } from "../kit/page-context.js";
import { frameWords, kitWords } from "../kit/words.js";

/** A seller's page has a head of its own; whose checkout this is, it may not leave out. */
export function Head({ context: { site, locale, frame } }: { context: PageContext }): JSX.Element {
  const mark = <ModeMark site={site} live={kitWords(locale).protectedBy} />;
  if (frame === null) return <Header>{mark}</Header>;
  return (
    <header class="border-b border-base-300 bg-base-100">
      <div class="mx-auto flex max-w-5xl items-center justify-between gap-3 px-4 py-2 text-sm sm:px-6">
        <span class="inline-flex items-center gap-1.5 font-semibold">
          <Icon name="shield-check" class="size-4.5 text-house" />
          Holdfast
        </span>
        {mark}
      </div>
    </header>
  );
}

/** @param path the page's own, for the language to lead back to. */
export function CheckoutFooter({ context, path }: { context: PageContext; path: string }): JSX.Element {
  const { site, locale, csrf, frame, url } = context;
  return (
    <Footer site={site} locale={locale} csrf={csrf} url={path} frame={frame}>
      {frame === null ? null : (
        <a
          class="link link-primary inline-flex min-h-8 items-center gap-1.5 text-sm underline-offset-4"
          href={unframed(frame, url)}
          target="_blank"
          rel="noopener"
        >
          {frameWords(locale).openInTab}
          <Icon name="external-link" class="size-4" />
        </a>
      )}
    </Footer>
  );
}
