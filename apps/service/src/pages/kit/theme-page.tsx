/** The choice between light and dark as a page, for pages that are the same for everybody. */
import { Document, Header } from "./document.js";
import { safeNext } from "./next.js";
import { titled } from "./operator.js";
import type { PageContext } from "./page-context.js";
import type { Handler } from "./route.js";
import { ThemeSwitch } from "./theme.js";
import { themeWords } from "./words.js";

export const showThemes: Handler<PageContext, unknown> = ({ site, locale, csrf }, { query }) => {
  const { title } = themeWords(locale);
  return (
    <Document site={site} locale={locale} title={titled(title)} description={title}>
      <Header site={site} />
      <main id="main" class="mx-auto max-w-xl px-4 py-8 sm:px-6">
        <h1 class="text-2xl font-semibold tracking-tight">{title}</h1>
        <div class="panel mt-4 p-4">
          <ThemeSwitch theme={site.theme} csrf={csrf} next={safeNext(query["next"], "/")} />
        </div>
      </main>
    </Document>
  );
};
