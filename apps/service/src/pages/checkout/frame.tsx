/** What stands above and below a checkout: on our own page, and inside of a seller's. */
import type { JSX } from "preact";
import { type Seller, SellerHeader } from "../kit/brand.js";
import { Footer, ModeMark } from "../kit/document.js";
import { unframed } from "../kit/frames.js";
import { Icon } from "../kit/icons.js";
import { OperatorMark } from "../kit/operator.js";
import type { PageContext } from "../kit/page-context.js";
import { frameWords, kitWords } from "../kit/words.js";

/** A seller's page has a head of its own; who holds the money, it may not leave out. */
export function Head({
  context: { site, locale, frame },
  seller,
}: {
  context: PageContext;
  seller: Seller;
}): JSX.Element {
  if (frame === null) return <SellerHeader site={site} locale={locale} seller={seller} />;
  return (
    <header class="border-b border-base-300 bg-base-100">
      <div class="mx-auto flex max-w-5xl items-center justify-between gap-3 px-4 py-2 text-sm sm:px-6">
        <OperatorMark theme={site.theme} isSmall />
        <ModeMark site={site} live={kitWords(locale).protectedBy} />
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
