/** What a person sees where a program would get the error envelope. */
import { API_PATH, type ErrorCode } from "@holdfast/contract";
import type { FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { People } from "../../identity/people.js";
import { type Locale, localeOf } from "../../words/locale.js";
import { prefersHtml } from "./accept.js";
import { Document, FootLinks, Header, HTML_TYPE, ModeMark, renderPage } from "./document.js";
import { Icon, type IconName } from "./icons.js";
import type { PageParts } from "./page-context.js";
import type { Site } from "./site.js";
import { kitWords, problemWords } from "./words.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set for routes that answer people, whatever their browser says it accepts. */
    page?: true;
  }
}

type Kind = "notFound" | "unavailable" | "broken" | "form" | "often" | "refused";

const KINDS: Partial<Record<ErrorCode, Kind>> = {
  not_found: "notFound",
  // A form's own address, opened as if it were a page.
  method_not_allowed: "notFound",
  service_unavailable: "unavailable",
  internal_error: "broken",
  forbidden: "form",
  rate_limited: "often",
};

const ICONS = {
  notFound: "search-x",
  unavailable: "cloud-off",
  broken: "cloud-off",
  form: "timer-off",
  often: "timer-off",
  refused: "search-x",
} as const satisfies Record<Kind, IconName>;

export type ProblemAnswer = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** Null where the envelope is the right answer: below the API, and for requests that do not accept a page. */
export function answerPerson(parts: PageParts, code: ErrorCode, request: FastifyRequest): ProblemAnswer | null {
  return isForPerson(request) ? refusalPage(parts, code, request) : null;
}

/** The same where it is known that a person asks. */
export function refusalPage({ site, people }: PageParts, code: ErrorCode, request: FastifyRequest): ProblemAnswer {
  return {
    body: renderPage(problemPage(site, code, { requestId: request.id, locale: requestLocale(people, request) })),
    headers: {
      ...site.headers,
      "Content-Type": HTML_TYPE,
      "Cache-Control": "no-store",
      Vary: "Accept, Accept-Language, Cookie",
    },
  };
}

const API_ROOT = `/${API_PATH.split("/")[1]}/`;

function isForPerson(request: FastifyRequest): boolean {
  if (request.routeOptions?.config?.page === true) return true;
  return !request.url.startsWith(API_ROOT) && prefersHtml(request.headers.accept);
}

type Shown = {
  /** What to quote when asking us about it. */
  readonly requestId: string;
  readonly locale: Locale;
};

const problemPage = (site: Site, code: ErrorCode, shown: Shown): JSX.Element => (
  <ProblemPage site={site} kind={KINDS[code] ?? "refused"} {...shown} />
);

/** Asks the request alone, since this has to work when nothing else does. */
const requestLocale = ({ cookies }: People, { headers }: FastifyRequest): Locale =>
  localeOf([cookies.read(headers, "language")], headers["accept-language"]);

function ProblemPage({ site, kind, requestId, locale }: Shown & { site: Site; kind: Kind }): JSX.Element {
  const words = problemWords(locale);
  const [title, text] = [words[`${kind}Title`], words[`${kind}Text`]];
  const mayRetry = kind === "unavailable" || kind === "broken";
  return (
    <Document site={site} locale={locale} title={`${title} – Holdfast`} description={text}>
      <Header>
        <ModeMark site={site} locale={locale} live={kitWords(locale).protectedBy} />
      </Header>
      <main id="main" class="mx-auto max-w-xl px-4 py-16 text-center sm:py-24">
        <span class="mx-auto grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
          <Icon name={ICONS[kind]} class="size-7" />
        </span>
        <h1 class="mt-5 text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        <p class="muted mt-2 leading-relaxed text-balance">{text}</p>
        {mayRetry ? (
          <>
            <p class="mt-6">
              <a class="btn btn-primary" href="">
                {words.tryAgain}
              </a>
            </p>
            <p class="muted mt-8 font-mono text-xs [overflow-wrap:anywhere]">{requestId}</p>
          </>
        ) : null}
        <div class="mt-10 flex justify-center">
          <FootLinks site={site} locale={locale} />
        </div>
      </main>
    </Document>
  );
}
