/** Around what stands alone on a page of signing in. */
import type { ComponentChildren, JSX } from "preact";
import { Document, Footer, Header, ModeMark } from "../../kit/document.js";
import { titled } from "../../kit/operator.js";
import type { PageContext } from "../../kit/page-context.js";
import { kitWords } from "../../kit/words.js";
import { SIGN_IN_PATH } from "../links.js";
import { signInPageWords } from "./words.js";

type Props = {
  readonly context: PageContext;
  readonly title: string;
  readonly text?: string;
  readonly children: ComponentChildren;
};

export function Frame({ context, title, text, children }: Props): JSX.Element {
  const { site, locale, csrf } = context;
  return (
    <Document site={site} locale={locale} title={titled(title)} description={signInPageWords(locale).description}>
      <Header site={site}>
        <ModeMark site={site} live={kitWords(locale).protectedBy} />
      </Header>
      <main id="main" class="mx-auto max-w-md px-4 py-8 sm:py-16">
        <section class="panel p-5 sm:p-6">
          <h1 class="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
          {text === undefined ? null : <p class="muted mt-1.5 leading-relaxed">{text}</p>}
          {children}
        </section>
      </main>
      <Footer site={site} locale={locale} csrf={csrf} url={SIGN_IN_PATH} />
    </Document>
  );
}
