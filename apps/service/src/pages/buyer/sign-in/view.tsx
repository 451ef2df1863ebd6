/** Signing in as a page of its own. */
import type { JSX } from "preact";
import { Document, Footer, Header, ModeMark } from "../../kit/document.js";
import { Icon } from "../../kit/icons.js";
import { titled } from "../../kit/operator.js";
import type { PageContext } from "../../kit/page-context.js";
import { SignedInAs, SignIn } from "../../kit/sign-in.js";
import { kitWords, signInWords } from "../../kit/words.js";
import { sharedWords } from "../words.js";
import { signInPageWords } from "./words.js";

export function SignInPage({ context, next }: { context: PageContext; next: string }): JSX.Element {
  const { site, locale, buyer } = context;
  const words = signInPageWords(locale);
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(`${buyer === null ? signInWords(locale).title : words.signedIn}`)}
      description={words.description}
    >
      <Header site={site}>
        <ModeMark site={site} live={kitWords(locale).protectedBy} />
      </Header>
      <main id="main" class="mx-auto max-w-md px-4 py-8 sm:py-16">
        {buyer === null ? (
          <SignIn context={context} next={next} heading="h1" />
        ) : (
          <section class="panel p-5 sm:p-6">
            <h1 class="flex items-center gap-2.5 text-2xl font-semibold tracking-tight">
              <Icon name="circle-check" class="size-7 text-success" />
              {words.signedIn}
            </h1>
            <div class="mt-2">
              <SignedInAs context={context} next={context.url} />
            </div>
            <p class="mt-5">
              <a class="btn btn-primary w-full" href="/orders">
                {sharedWords(locale).orders}
              </a>
            </p>
          </section>
        )}
      </main>
      <Footer site={site} locale={locale} csrf={context.csrf} url={context.url} />
    </Document>
  );
}
