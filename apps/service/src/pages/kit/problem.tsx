/** What a person sees where a program would get the error envelope. */
import { API_PATH, type ErrorCode } from "@holdfast/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ComponentChildren, JSX } from "preact";
import type { People } from "../../identity/people.js";
import { directionOf, type Locale, localeOf, locales } from "../../words/locale.js";
import { waitText } from "../../words/wait.js";
import { prefersHtml } from "./accept.js";
import { Document, FooterLinks, Header, HTML_TYPE, ModeMark, renderPage } from "./document.js";
import { Icon, type IconName } from "./icons.js";
import { siteFor } from "./looks.js";
import { Imprint, titled } from "./operator.js";
import type { PageParts } from "./page-context.js";
import type { Site } from "./site.js";
import { kitWords, problemWords } from "./words.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set for routes that answer people, whatever their browser says it accepts. */
    page?: true;
  }
}

type Kind = "notFound" | "unavailable" | "broken" | "form" | "often" | "cookies" | "refused";

const KINDS: Partial<Record<ErrorCode, Kind>> = {
  not_found: "notFound",
  // A form's own address, opened as if it were a page.
  method_not_allowed: "notFound",
  service_unavailable: "unavailable",
  internal_error: "broken",
  forbidden: "form",
  rate_limited: "often",
  headers_too_large: "cookies",
};

const ICONS = {
  notFound: "search-x",
  unavailable: "cloud-off",
  broken: "cloud-off",
  form: "timer-off",
  often: "timer-off",
  cookies: "ban",
  refused: "search-x",
} as const satisfies Record<Kind, IconName>;

export type Refused = {
  readonly code: ErrorCode;
  /** Until it may be tried again; null where nobody says. */
  readonly waitSeconds: number | null;
};

/** The page of a refusal inside of an area's frame; null for people who may not see that frame. */
export type FramedRefusal = (
  refusal: Refused,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<JSX.Element | null>;

/** What is said in place of what a code alone can say. */
export type ProblemText = "directoryAwayText" | "signInAwayText";

export type ProblemAnswer = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** Null where the envelope is the right answer: below the API, and for requests that do not accept a page. */
export function answerPerson(parts: PageParts, refused: Refused, request: FastifyRequest): ProblemAnswer | null {
  return isForPerson(request) ? refusalPage(parts, refused, request) : null;
}

/** The same where it is known that a person asks. */
export function refusalPage(
  parts: PageParts,
  { text, ...refused }: Refused & { readonly text?: ProblemText | undefined },
  request: FastifyRequest,
): ProblemAnswer {
  const locale = requestLocale(parts.people, request);
  return {
    body: renderPage(
      <ProblemPage
        site={siteFor(parts, request)}
        code={refused.code}
        text={text === undefined ? problemText(refused, locale) : problemWords(locale)[text]}
        requestId={request.id}
        locale={locale}
        frame={request.frame}
      />,
    ),
    headers: {
      ...(request.frame === undefined ? parts.site.headers : parts.site.framedHeaders(request.frame.origins)),
      ...REFUSAL_HEADERS,
    },
  };
}

export const REFUSAL_HEADERS = {
  "Content-Type": HTML_TYPE,
  "Cache-Control": "no-store",
  Vary: "Accept, Accept-Language, Cookie",
} as const;

/** The same in every language, for a browser of which nothing could be read. It asks for nothing else: that would have the same head. */
export const unreadableRequestPage = (): string =>
  renderPage(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{titled(`${problemTitle("headers_too_large", "en")}`)}</title>
      </head>
      <body>
        {locales().map((locale) => (
          <div lang={locale} dir={directionOf(locale)}>
            <h1>{problemTitle("headers_too_large", locale)}</h1>
            <p>{problemWords(locale).cookiesText}</p>
          </div>
        ))}
      </body>
    </html>,
  );

const API_ROOT = `/${API_PATH.split("/")[1]}/`;

function isForPerson(request: FastifyRequest): boolean {
  if (request.routeOptions?.config?.page === true) return true;
  return !request.url.startsWith(API_ROOT) && prefersHtml(request.headers.accept);
}

type Shown = {
  /** What to quote when asking us about it. */
  readonly requestId: string;
  readonly locale: Locale;
  readonly frame: FastifyRequest["frame"];
};

/** Asks the request alone, since this has to work when nothing else does. */
const requestLocale = ({ cookies }: People, { headers }: FastifyRequest): Locale =>
  localeOf([cookies.read(headers, "language")], headers["accept-language"]);

export const problemTitle = (code: ErrorCode, locale: Locale): string =>
  problemWords(locale)[`${KINDS[code] ?? "refused"}Title`];

/** Where nobody says how long. */
const WAIT_SECONDS = 60;

/** What is said where nothing is known of the visitor. */
function problemText({ code, waitSeconds }: Refused, locale: Locale): string {
  const words = problemWords(locale);
  const kind = KINDS[code] ?? "refused";
  return kind === "often"
    ? words.oftenText({ wait: waitText(waitSeconds ?? WAIT_SECONDS, locale) })
    : words[`${kind}Text`];
}

/** What went wrong, in words, and below it the way on. */
export function Problem({
  refused,
  locale,
  text = problemText(refused, locale),
  children,
}: {
  refused: Refused;
  locale: Locale;
  /** Instead of what is said where nothing is known of the visitor. */
  text?: string | undefined;
  children?: ComponentChildren;
}): JSX.Element {
  const { code } = refused;
  const kind = KINDS[code] ?? "refused";
  return (
    <div class="mx-auto max-w-xl py-10 text-center">
      <span class="mx-auto grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
        <Icon name={ICONS[kind]} class="size-7" />
      </span>
      <h1 class="mt-5 text-2xl font-semibold tracking-tight text-balance">{problemTitle(code, locale)}</h1>
      <p class="muted mt-2 leading-relaxed text-balance">{text}</p>
      {children}
    </div>
  );
}

function ProblemPage({
  site,
  code,
  text,
  requestId,
  locale,
  frame,
}: Shown & { site: Site; code: ErrorCode; text: string }): JSX.Element {
  const words = problemWords(locale);
  const kind = KINDS[code] ?? "refused";
  const mayRetry = kind === "unavailable" || kind === "broken";
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(`${problemTitle(code, locale)}`)}
      description={text}
      frame={frame === undefined ? undefined : { origins: frame.origins, session: null, state: null }}
    >
      {frame === undefined ? (
        <Header site={site}>
          <ModeMark site={site} live={kitWords(locale).protectedBy} />
        </Header>
      ) : null}
      <main id="main" class="mx-auto max-w-xl px-4 py-6 text-center sm:py-14">
        <Problem refused={{ code, waitSeconds: null }} locale={locale} text={text}>
          {mayRetry ? (
            <>
              <p class="mt-6">
                <a class="btn btn-primary" href="">
                  {words.tryAgain}
                </a>
              </p>
              <p class="muted mt-8 font-mono text-xs [overflow-wrap:anywhere]">{requestId}</p>
            </>
          ) : kind === "notFound" && frame === undefined ? (
            <p class="mt-6">
              <a class="btn" href="/">
                {words.home}
              </a>
            </p>
          ) : null}
        </Problem>
        <div class="flex justify-center">
          <FooterLinks locale={locale} />
        </div>
        <Imprint locale={locale} class="mt-3" />
      </main>
    </Document>
  );
}
